// SPDX-License-Identifier: MIT
internal import Crypto

/// Bytes that a person signs to show who they are ("personal sign"); never a transaction. EIP-191, version 0x45
package struct PersonalMessage: Hashable, Sendable {
    package let bytes: [UInt8]

    /// The most bytes that are signed as one message.
    package static let maximumCount = 64 << 10

    /// - Throws: ``EthereumError`` with `.tooLarge` above ``maximumCount``.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count <= Self.maximumCount else {
            throw EthereumError(
                .tooLarge, "The message has \(bytes.count) bytes; at most \(Self.maximumCount) are signed.")
        }
        self.bytes = bytes
    }

    /// The message for a person to read; nil when it is not text, or has signs that hide or turn what is written.
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

    /// What a signature is made of.
    package var digest: [UInt8] {
        // 0x19 begins no RLP that could be a transaction.
        Keccak256.hash([0x19] + Array("Ethereum Signed Message:\n\(bytes.count)".utf8) + bytes)
    }
}
