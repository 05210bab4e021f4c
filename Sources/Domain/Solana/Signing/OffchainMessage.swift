// SPDX-License-Identifier: MIT
internal import Bytes

/// A text that a user signs to prove an identity. It can never be mistaken for a transaction.
///
/// Its first byte, 0xFF, is a message version that transactions will never use. Source: the off-chain message signing
/// proposal, version 0, `docs/src/proposals/off-chain-message-signing.md` of Agave.
package struct OffchainMessage: Hashable, Sendable {
    package enum Format: UInt8, Hashable, Sendable {
        /// Printable ASCII on one line, which small screens can show.
        case ascii = 0
        case utf8 = 1
        /// Longer than hardware signers accept.
        case longUTF8 = 2
    }

    /// The requester: thirty-two bytes of its choice; zero for none.
    package let domain: [UInt8]
    package let format: Format
    package let signers: [Address]
    package let text: String

    private static let mark = [0xFF] + Array("solana offchain".utf8)
    static let domainCount = 32
    /// The largest message that hardware signers accept.
    package static let maximumShortCount = 1232
    package static let maximumTextCount = 65_535
    package static let maximumCount = 16 + 1 + 32 + 1 + 1 + 255 * 32 + 2 + maximumTextCount

    /// Uses the simplest format that fits the text.
    ///
    /// - Throws: ``SolanaError`` with `.malformed` for an empty text, a domain of another size or no signer,
    ///   `.tooLarge`.
    package init(_ text: String, signers: [Address], domain: [UInt8]? = nil) throws {
        let count = text.utf8.count
        let isShort = count + Self.headerCount(signers.count) <= Self.maximumShortCount
        let format: Format = !isShort ? .longUTF8 : Self.isPrintable(text) ? .ascii : .utf8
        try self.init(
            text: text, format: format, signers: signers,
            domain: domain ?? Array(repeating: 0, count: Self.domainCount))
    }

    private init(text: String, format: Format, signers: [Address], domain: [UInt8]) throws {
        guard !text.isEmpty else { throw SolanaError(.malformed, "There is no text to sign.") }
        guard domain.count == Self.domainCount else {
            throw SolanaError(.malformed, "The domain of a signed text has 32 bytes, not \(domain.count).")
        }
        guard 1...255 ~= signers.count, Set(signers).count == signers.count else {
            throw SolanaError(.malformed, "A signed text has 1 to 255 signers, each once.")
        }
        let limit =
            format == .longUTF8 ? Self.maximumTextCount : Self.maximumShortCount - Self.headerCount(signers.count)
        guard text.utf8.count <= limit else {
            throw SolanaError(.tooLarge, "The text has \(text.utf8.count) bytes; \(limit) are allowed.")
        }
        guard format != .ascii || Self.isPrintable(text) else {
            throw SolanaError(.malformed, "The text says that it is plain ASCII and is not.")
        }
        self.text = text
        self.format = format
        self.signers = signers
        self.domain = domain
    }

    /// Parses the signed bytes.
    ///
    /// - Throws: ``SolanaError`` with `.malformed`, `.tooLarge`, or `.unsupported` for another version.
    package init(parsing bytes: [UInt8]) throws {
        guard bytes.count <= Self.maximumCount else {
            throw SolanaError(.tooLarge, "A signed text of \(bytes.count) bytes is too long.")
        }
        var reader = ByteReader(bytes)
        self = try SolanaError.reading("signed text") {
            guard try reader.bytes(Self.mark.count) == Self.mark else {
                throw SolanaError(.malformed, "This is not a Solana off-chain message.")
            }
            guard try reader.byte() == 0 else {
                throw SolanaError(.unsupported, "Off-chain messages after version 0 are not known to this wallet.")
            }
            let domain = try reader.bytes(Self.domainCount)
            guard let format = Format(rawValue: try reader.byte()) else {
                throw SolanaError(.malformed, "This off-chain message has a format that does not exist.")
            }
            var signers: [Address] = []
            for _ in 0..<(try reader.byte()) { signers.append(Address(try Bytes32(from: &reader))) }
            let count = Int(try reader.uint16LE())
            guard let text = String(validating: try reader.bytes(count), as: UTF8.self) else {
                throw SolanaError(.malformed, "The text of this off-chain message is not UTF-8.")
            }
            try reader.finish()
            return try OffchainMessage(text: text, format: format, signers: signers, domain: domain)
        }
    }

    /// The bytes to sign.
    package var encoded: [UInt8] {
        var bytes = ByteWriter(capacity: Self.headerCount(signers.count) + text.utf8.count)
        bytes.append(Self.mark)
        bytes.append(0)
        bytes.append(domain)
        bytes.append(format.rawValue)
        bytes.append(UInt8(signers.count))
        for signer in signers { bytes.append(signer.bytes) }
        bytes.append(uint16LE: UInt16(text.utf8.count))
        bytes.append(text.utf8)
        return bytes.bytes
    }

    private static func headerCount(_ signerCount: Int) -> Int { mark.count + 37 + signerCount * Bytes32.count }

    private static func isPrintable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
