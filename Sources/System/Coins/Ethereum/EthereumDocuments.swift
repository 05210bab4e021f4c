// SPDX-License-Identifier: MIT
internal import Chains
internal import Crypto
internal import Ethereum

/// Unsigned Ethereum transactions; `ur:eth-sign-request`.
struct EthereumDocuments: DocumentRecords {
    var kind: OfflineDocument.Kind { .ethereum }
    var requestTypes: Set<String> { [SignRequest.type] }
    var answerTypes: Set<String> { [SignAnswer.type] }

    func record(_ document: OfflineDocument) throws -> OfflineRecord {
        let request = try SignRequest(
            try Transaction(unsigned: document.bytes), requestID: document.identifier,
            origin: KeyOrigin(
                fingerprint: document.rootFingerprint.isEmpty ? nil : document.rootFingerprint,
                path: try document.keyPath),
            address: try Address(parsing: document.address ?? ""), wallet: OfflineDocument.wallet)
        return OfflineRecord(type: SignRequest.type, cbor: request.encoded)
    }

    func request(_ record: OfflineRecord) throws -> OfflineDocument {
        let request = try SignRequest(decoding: record.cbor)
        guard request.kind == .typedTransaction || request.kind == .legacyTransaction else {
            throw OfflineDocument.asksForMessage
        }
        return OfflineDocument(
            kind: .ethereum, bytes: request.data, path: request.origin.path.text,
            rootFingerprint: request.origin.fingerprint ?? [], address: request.address?.text,
            chainID: request.chainID, requestID: request.requestID)
    }

    func answer(_ document: OfflineDocument, _ signed: [UInt8]) throws -> OfflineRecord {
        let signature = RecoverableSignature(
            try Secp256k1.Signature(raw: Array(signed.prefix(64))), isOdd: [1, 28].contains(signed.last ?? 0))
        return OfflineRecord(
            type: SignAnswer.type, cbor: SignAnswer(requestID: document.requestID, signature: signature).encoded)
    }

    func signed(in record: OfflineRecord) throws -> [UInt8] { try SignAnswer(decoding: record.cbor).signature }
}

extension OfflineDocument.Kind {
    package static let ethereum = Self("ethereum")
}
