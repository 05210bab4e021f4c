// SPDX-License-Identifier: MIT
internal import Bitcoin

/// PSBTs, BIP-0174; `ur:psbt` and `ur:crypto-psbt`.
struct PSBTDocuments: DocumentRecords {
    var kind: OfflineDocument.Kind { .psbt }
    var requestTypes: Set<String> { PSBTRecord.types }
    var answerTypes: Set<String> { PSBTRecord.types }

    func record(_ document: OfflineDocument) throws -> OfflineRecord { try record(document.bytes) }

    func request(_ record: OfflineRecord) throws -> OfflineDocument {
        OfflineDocument(kind: .psbt, bytes: try signed(in: record))
    }

    func answer(_ document: OfflineDocument, _ signed: [UInt8]) throws -> OfflineRecord { try record(signed) }

    func signed(in record: OfflineRecord) throws -> [UInt8] {
        try PSBTRecord.decode(type: record.type, record.cbor).serialized
    }

    private func record(_ bytes: [UInt8]) throws -> OfflineRecord {
        OfflineRecord(type: PSBTRecord.oldType, cbor: PSBTRecord.encode(try PSBT(parsing: bytes)))
    }
}

extension OfflineDocument.Kind {
    package static let psbt = Self("psbt")
}
