// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Crypto

/// The signature of an offline device, as the content of a UR `eth-signature`. EIP-4527
///
/// It is untrusted until ``ApprovedTransaction/signed(with:)`` has verified the signer.
package struct SignAnswer: Hashable, Sendable {
    /// The request's identifier.
    package let requestID: [UInt8]?
    /// r, s, and v: 0 or 1, 27 or 28, or combined with the chain id as in legacy transactions.
    package let signature: [UInt8]
    /// The device's name.
    package let device: String?

    /// The UR type.
    package static let type = "eth-signature"
    /// r and s, and a v of up to nine bytes.
    private static let counts = 65...73

    package init(requestID: [UInt8]?, signature: RecoverableSignature, device: String? = nil) {
        self.requestID = requestID
        self.signature = signature.bytes
        self.device = device
    }

    /// Parses the CBOR of a UR.
    ///
    /// - Throws: ``EthereumError`` with `.malformed` or `.badSignature`.
    package init(decoding bytes: [UInt8]) throws {
        let record = try SignRequest.record(bytes, keys: 1...3)
        requestID = try SignRequest.uuid(in: record)
        guard let signature = record[2]?.bytes, Self.counts ~= signature.count else {
            throw EthereumError(.badSignature, "The answer has no signature of 65 bytes.")
        }
        self.signature = signature
        device = try SignRequest.text(record[3])
    }

    /// The CBOR for a UR.
    package var encoded: [UInt8] {
        var entries: [CBORValue.Entry] = []
        if let requestID {
            entries.append(CBORValue.Entry(.unsigned(1), .tagged(SignRequest.uuidTag, .bytes(requestID))))
        }
        entries.append(CBORValue.Entry(.unsigned(2), .bytes(signature)))
        if let device { entries.append(CBORValue.Entry(.unsigned(3), .text(device))) }
        return CBORValue.map(entries).encoded
    }

    /// The signature, for every form of v; a chain id in v must be this one.
    ///
    /// - Throws: ``EthereumError`` with `.badSignature`.
    package func signature(chainID: UInt64?) throws -> RecoverableSignature {
        let v = try Wei(bigEndian: signature[64...])
        let isOdd: Bool
        switch v {
        case 0, 27: isOdd = false
        case 1, 28: isOdd = true
        default:
            let base = try chainID.map { try Wei($0).multiplied(by: 2).adding(35) }
            guard let base, v >= base, try v.subtracting(base) <= 1 else {
                throw EthereumError(.badSignature, "The answer's signature is for another network, or none.")
            }
            isOdd = try v.subtracting(base) == 1
        }
        do {
            return RecoverableSignature(try Secp256k1.Signature(raw: Array(signature[..<64])), isOdd: isOdd)
        } catch {
            throw EthereumError(.badSignature, "The answer's signature is out of range.", cause: error)
        }
    }
}
