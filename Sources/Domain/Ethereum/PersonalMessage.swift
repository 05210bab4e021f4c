// SPDX-License-Identifier: MIT
internal import Crypto

/// Bytes that a user signs to prove an identity ("personal sign"); never a transaction. EIP-191, version 0x45
package struct PersonalMessage: Hashable, Sendable {
    package let bytes: [UInt8]

    /// The longest message that can be signed, in bytes.
    package static let maximumCount = 64 << 10

    /// - Throws: ``EthereumError`` with `.tooLarge` above ``maximumCount``.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count <= Self.maximumCount else {
            throw EthereumError(
                .tooLarge, "The message has \(bytes.count) bytes; at most \(Self.maximumCount) are signed.")
        }
        self.bytes = bytes
    }

    /// The message as text; nil when it is not text, or has invisible or direction-changing characters.
    package var text: String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let isReadable = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\n" || scalar == "\t" || scalar == "\r"
            case .format, .privateUse, .unassigned, .surrogate: false
            default: true
            }
        }
        return isReadable ? text : nil
    }

    /// The digest that is signed.
    package var digest: [UInt8] {
        // No RLP of a transaction begins with 0x19.
        Keccak256.hash([0x19] + Array("Ethereum Signed Message:\n\(bytes.count)".utf8) + bytes)
    }
}
