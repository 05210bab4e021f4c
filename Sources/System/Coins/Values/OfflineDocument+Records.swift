// SPDX-License-Identifier: MIT
internal import Chains
internal import Crypto

/// A document as the record that wallets exchange by barcodes: a type, and CBOR.
package struct OfflineRecord: Hashable, Sendable {
    /// The type after `ur:`.
    package let type: String
    package let cbor: [UInt8]

    package init(type: String, cbor: [UInt8]) {
        self.type = type
        self.cbor = cbor
    }
}

extension OfflineDocument {
    /// The types of records that hold a PSBT.
    package static var psbtTypes: Set<String> { PSBTDocuments().requestTypes }

    private static var documents: [any DocumentRecords] { CoinChains.standard.all.map(\.documents) }

    /// The types that ``init(_:)`` reads.
    package static var requestTypes: Set<String> { documents.reduce(into: []) { $0.formUnion($1.requestTypes) } }
    /// The types that ``answer(in:)`` reads.
    package static var answerTypes: Set<String> { documents.reduce(into: []) { $0.formUnion($1.answerTypes) } }

    /// The record to show to the signer's device.
    ///
    /// - Throws: ``CoinsError`` with code `.badDocument` when the signing key is unknown.
    package func record() throws -> OfflineRecord {
        try Self.translated { try CoinChains.standard.documents(kind).record(self) }
    }

    /// Reads another wallet's request to sign.
    ///
    /// - Throws: ``CoinsError`` with code `.badDocument` for a record that is not such a request.
    package init(_ record: OfflineRecord) throws {
        self = try Self.translated {
            guard let found = Self.documents.first(where: { $0.requestTypes.contains(record.type) }) else {
                throw CoinsError(.badDocument, "A code of the type '\(record.type)' asks for no signature.")
            }
            return try found.request(record)
        }
    }

    /// The signer's answer for the requesting wallet: a record around the result of ``SigningPlan``.
    package func answer(_ signed: [UInt8]) throws -> OfflineRecord {
        try Self.translated { try CoinChains.standard.documents(kind).answer(self, signed) }
    }

    /// The signed bytes inside a signer's answer, for ``CoinWallet/complete(_:with:)``.
    package static func answer(in record: OfflineRecord) throws -> [UInt8] {
        try translated {
            guard let found = documents.first(where: { $0.answerTypes.contains(record.type) }) else {
                throw CoinsError(.badDocument, "A code of the type '\(record.type)' is not a signer's answer.")
            }
            return try found.signed(in: record)
        }
    }

    /// The name of the requester that signing devices show.
    static let wallet = "Satchel"

    static var asksForMessage: CoinsError {
        CoinsError(.badDocument, "The code asks for a message to be signed, not a transaction.")
    }

    /// Equal requests have equal identifiers, so an answer shown twice is recognized.
    var identifier: [UInt8] { requestID ?? Array(SHA256.hash(bytes).bytes.prefix(16)) }

    var keyPath: DerivationPath {
        get throws {
            guard let path else {
                throw CoinsError(
                    .badDocument,
                    "A watched address does not say which key signs for it. Watch the account by its phrase's device.")
            }
            return try DerivationPath(path)
        }
    }

    private static func translated<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch {
            throw CoinsError.translating(error)
        }
    }
}
