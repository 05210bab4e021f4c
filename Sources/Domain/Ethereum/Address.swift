// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto

/// The address of an account or contract: the last 20 bytes of a hash. EIP-55 defines its text.
package struct Address: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    package static let count = 20

    /// The zero address, which has no owner; anything sent there is lost.
    package static let zero = Address(unchecked: [UInt8](repeating: 0, count: count))

    /// - Throws: ``EthereumError`` with `.badAddress` unless there are 20 bytes.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count == Self.count else {
            throw EthereumError(.badAddress, "An Ethereum address has \(Self.count) bytes, not \(bytes.count).")
        }
        self.bytes = bytes
    }

    /// Parses `0x` and 40 hexadecimal digits. Mixed case must be the checksum of EIP-55; a single case has no checksum.
    ///
    /// - Throws: ``EthereumError`` with `.badAddress`.
    package init(parsing text: String) throws {
        self = try TypedAddress(text).address
    }

    /// The address of a key: the hash of its point, without the first 12 bytes.
    package init(_ key: Secp256k1.PublicKey) {
        self.init(unchecked: key.withCoordinates { Self.tail(of: $0) })
    }

    /// For bytes whose count was checked.
    init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// The last 20 bytes of a digest.
    init(digest: [UInt8]) { bytes = Array(digest.suffix(Self.count)) }

    /// With the checksum of EIP-55: a letter is a capital where the hash of the lower-case text has a digit of 8 or
    /// more.
    package var text: String {
        String(unsafeUninitializedCapacity: 2 + 2 * Self.count) { text in
            text[0] = UInt8(ascii: "0")
            text[1] = UInt8(ascii: "x")
            for (index, byte) in bytes.enumerated() {
                text[2 + 2 * index] = Self.digit(byte >> 4)
                text[3 + 2 * index] = Self.digit(byte & 15)
            }
            withUnsafeTemporaryAllocation(byteCount: Keccak256.count, alignment: 8) { digest in
                Keccak256.hash(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[2..<42]), into: digest)
                for index in 0..<2 * Self.count where text[2 + index] >= UInt8(ascii: "a") {
                    let nibble = index.isMultiple(of: 2) ? digest[index / 2] >> 4 : digest[index / 2] & 15
                    if nibble >= 8 { text[2 + index] -= 0x20 }
                }
            }
            return 2 + 2 * Self.count
        }
    }

    package var description: String { text }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func tail(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: Keccak256.count, alignment: 8) { digest in
            Keccak256.hash(bytes, into: digest)
            return [UInt8](digest[(Keccak256.count - count)...])
        }
    }
}

extension Address {
    /// The address of a contract that an account creates with the transaction of this nonce: CREATE.
    package init(creator: Address, nonce: UInt64) {
        let item = RLP.Item.list([.bytes(creator.bytes), .bytes(nonce.minimalBigEndian)])
        self.init(digest: Keccak256.hash(RLP.encode(item)))
    }

    /// The address of a contract that another contract creates from a salt and its code: CREATE2. EIP-1014
    ///
    /// - Throws: ``EthereumError`` with `.malformed` unless salt and hash have 32 bytes.
    package init(creator: Address, salt: [UInt8], codeHash: [UInt8]) throws {
        guard salt.count == 32, codeHash.count == 32 else {
            throw EthereumError(.malformed, "CREATE2 takes a salt and a code hash of 32 bytes each.")
        }
        self.init(digest: Keccak256.hash([0xFF] + creator.bytes + salt + codeHash))
    }
}
