// SPDX-License-Identifier: MIT
internal import Bytes

/// A signer's answer: `sol-signature`.
///
/// Source: Keystone's registry, `ur-registry/src/solana/sol_signature.rs`.
package struct SignAnswer: Hashable, Sendable {
    /// The request's identifier; nil when it had none.
    package let requestID: [UInt8]?
    package let signature: Signature

    /// The type in `ur:sol-signature/…`.
    package static let type = "sol-signature"
    package static let maximumCount = 256

    /// - Throws: ``SolanaError`` with `.malformed` for an identifier of another size.
    package init(requestID: [UInt8]?, signature: Signature) throws {
        guard requestID.map({ $0.count == SignRequest.identifierCount }) ?? true else {
            throw SolanaError(.malformed, "A sign request's identifier has 16 bytes.")
        }
        self.requestID = requestID
        self.signature = signature
    }

    /// Parses the record's CBOR.
    ///
    /// - Throws: ``SolanaError`` with `.malformed` or `.badSignature`.
    package init(decoding bytes: [UInt8]) throws {
        let map = try SolanaError.reading("signature record") {
            try CBORValue(parsing: bytes, maximumCount: Self.maximumCount)
        }
        guard let signature = map[2]?.bytes else {
            throw SolanaError(.malformed, "A Solana signature record has a signature.")
        }
        try self.init(
            requestID: try map[1].map { try SignRequest.identifier($0) }, signature: try Signature(signature))
    }

    /// The record's CBOR.
    package var encoded: [UInt8] {
        var entries: [CBORValue.Entry] = []
        if let requestID {
            entries.append(CBORValue.Entry(.unsigned(1), .tagged(SignRequest.identifierTag, .bytes(requestID))))
        }
        entries.append(CBORValue.Entry(.unsigned(2), .bytes(signature.bytes)))
        return CBORValue.map(entries).encoded
    }

    /// Whether this is the answer to a request.
    package func answers(_ request: SignRequest) -> Bool { requestID == request.requestID }
}
