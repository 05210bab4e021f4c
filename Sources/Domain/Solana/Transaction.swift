// SPDX-License-Identifier: MIT
internal import Bytes

/// A message with its signatures so far.
package struct Transaction: Hashable, Sendable {
    package let message: Message
    /// One for each of ``Message/signers``; nil where it is missing, which is encoded as zeros.
    package private(set) var signatures: [Signature?]

    /// The size limit of one network packet: the smallest IPv6 packet without its headers.
    package static let maximumCount = 1232

    /// Without signatures.
    package init(_ message: Message) {
        self.message = message
        signatures = Array(repeating: nil, count: message.header.signerCount)
    }

    /// - Throws: ``SolanaError`` with `.tooLarge` above ``maximumCount``, `.malformed` for everything that validators
    ///   refuse unread, `.unsupported` for a version after 0.
    package init(parsing bytes: [UInt8]) throws {
        guard bytes.count <= Self.maximumCount else {
            throw SolanaError(
                .tooLarge, "A transaction has at most \(Self.maximumCount) bytes; this one has \(bytes.count).")
        }
        var reader = ByteReader(bytes)
        self = try SolanaError.reading("transaction") {
            let count = try CompactCount.read(from: &reader)
            guard count <= reader.remaining / Signature.count else {
                throw SolanaError(.malformed, "This transaction ends inside its signatures.")
            }
            var signatures: [Signature?] = []
            for _ in 0..<count {
                let bytes = try reader.bytes(Signature.count)
                signatures.append(bytes.allSatisfy { $0 == 0 } ? nil : try Signature(bytes))
            }
            let message = try Message(from: &reader)
            try reader.finish()
            guard signatures.count == message.header.signerCount else {
                throw SolanaError(
                    .malformed,
                    "This transaction has \(signatures.count) signatures for \(message.header.signerCount) signers.")
            }
            var transaction = Transaction(message)
            transaction.signatures = signatures
            return transaction
        }
    }

    /// The first signature in base58, the transaction's id; nil until the payer has signed.
    package var id: String? { signatures.first??.text }

    /// The signers without a signature.
    package var missingSigners: [Address] {
        zip(message.signers, signatures).compactMap { $1 == nil ? $0 : nil }
    }

    package var isComplete: Bool { signatures.allSatisfy { $0 != nil } }

    /// The network encoding. Missing signatures are zeros, as a simulation expects.
    ///
    /// - Throws: ``SolanaError`` with `.tooLarge` above ``maximumCount``.
    package var encoded: [UInt8] {
        get throws {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(3 + signatures.count * Signature.count + message.encodedCount)
            CompactCount.append(signatures.count, to: &bytes)
            for signature in signatures {
                if let signature {
                    bytes.append(contentsOf: signature.bytes)
                } else {
                    bytes.append(contentsOf: repeatElement(0, count: Signature.count))
                }
            }
            message.append(to: &bytes)
            guard bytes.count <= Self.maximumCount else {
                throw SolanaError(
                    .tooLarge,
                    "This transaction has \(bytes.count) bytes; the network takes \(Self.maximumCount). Do less at once."
                )
            }
            return bytes
        }
    }

    /// Only an approved transaction signs; see ``ApprovedTransaction``.
    mutating func place(_ signature: Signature, at index: Int) {
        signatures[index] = signature
    }
}
