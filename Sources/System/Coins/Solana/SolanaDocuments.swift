// SPDX-License-Identifier: MIT
internal import Chains
internal import Solana

/// Solana messages; `ur:sol-sign-request`.
struct SolanaDocuments: DocumentRecords {
    var kind: OfflineDocument.Kind { .solana }
    var requestTypes: Set<String> { [SignRequest.type] }
    var answerTypes: Set<String> { [SignAnswer.type] }

    func record(_ document: OfflineDocument) throws -> OfflineRecord {
        let request = try SignRequest(
            requestID: document.identifier, content: .transaction(try Message(parsing: document.bytes)),
            keyPath: KeyPathRecord(
                path: try document.keyPath,
                sourceFingerprint: document.rootFingerprint.isEmpty ? nil : document.rootFingerprint),
            address: try document.address.map { try Address(parsing: $0) }, origin: OfflineDocument.wallet)
        return OfflineRecord(type: SignRequest.type, cbor: request.encoded)
    }

    func request(_ record: OfflineRecord) throws -> OfflineDocument {
        let request = try SignRequest(decoding: record.cbor)
        guard case .transaction(let message) = request.content else { throw OfflineDocument.asksForMessage }
        return OfflineDocument(
            kind: .solana, bytes: message.encoded, path: request.keyPath.path.text,
            rootFingerprint: request.keyPath.sourceFingerprint ?? [], address: request.address?.text,
            requestID: request.requestID)
    }

    func answer(_ document: OfflineDocument, _ signed: [UInt8]) throws -> OfflineRecord {
        OfflineRecord(
            type: SignAnswer.type,
            cbor: try SignAnswer(requestID: document.requestID, signature: try Signature(signed)).encoded)
    }

    func signed(in record: OfflineRecord) throws -> [UInt8] {
        try SignAnswer(decoding: record.cbor).signature.bytes
    }
}

extension OfflineDocument.Kind {
    package static let solana = Self("solana")
}
