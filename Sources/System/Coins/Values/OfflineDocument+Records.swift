// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Bytes
internal import Chains
internal import Crypto
internal import Ethereum
internal import Solana

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
    package static let psbtTypes = PSBTRecord.types

    /// The types that ``init(_:)`` reads.
    package static let requestTypes = PSBTRecord.types.union([
        Ethereum.SignRequest.type, Solana.SignRequest.type,
    ])
    /// The types that ``answer(in:)`` reads.
    package static let answerTypes = PSBTRecord.types.union([Ethereum.SignAnswer.type, Solana.SignAnswer.type])

    /// The record to show to the signer's device.
    ///
    /// - Throws: ``CoinsError`` with code `.badDocument` when the signing key is unknown.
    package func record() throws -> OfflineRecord {
        try Self.translated {
            switch kind {
            case .psbt:
                return OfflineRecord(type: PSBTRecord.oldType, cbor: PSBTRecord.encode(try PSBT(parsing: bytes)))
            case .ethereum:
                let request = try Ethereum.SignRequest(
                    try Ethereum.Transaction(unsigned: bytes), requestID: identifier,
                    origin: Ethereum.KeyOrigin(
                        fingerprint: rootFingerprint.isEmpty ? nil : rootFingerprint, path: try keyPath),
                    address: try Ethereum.Address(parsing: address ?? ""), wallet: Self.wallet)
                return OfflineRecord(type: Ethereum.SignRequest.type, cbor: request.encoded)
            case .solana:
                let request = try Solana.SignRequest(
                    requestID: identifier, content: .transaction(try Solana.Message(parsing: bytes)),
                    keyPath: KeyPathRecord(
                        path: try keyPath, sourceFingerprint: rootFingerprint.isEmpty ? nil : rootFingerprint),
                    address: try address.map { try Solana.Address(parsing: $0) }, origin: Self.wallet)
                return OfflineRecord(type: Solana.SignRequest.type, cbor: request.encoded)
            }
        }
    }

    /// Reads another wallet's request to sign.
    ///
    /// - Throws: ``CoinsError`` with code `.badDocument` for a record that is not such a request.
    package init(_ record: OfflineRecord) throws {
        self = try Self.translated {
            switch record.type {
            case Ethereum.SignRequest.type:
                let request = try Ethereum.SignRequest(decoding: record.cbor)
                guard request.kind == .typedTransaction || request.kind == .legacyTransaction else {
                    throw CoinsError(.badDocument, "The code asks for a message to be signed, not a transaction.")
                }
                return OfflineDocument(
                    kind: .ethereum, bytes: request.data, path: request.origin.path.text,
                    rootFingerprint: request.origin.fingerprint ?? [], address: request.address?.text,
                    chainID: request.chainID, requestID: request.requestID)
            case Solana.SignRequest.type:
                let request = try Solana.SignRequest(decoding: record.cbor)
                guard case .transaction(let message) = request.content else {
                    throw CoinsError(.badDocument, "The code asks for a message to be signed, not a transaction.")
                }
                return OfflineDocument(
                    kind: .solana, bytes: message.encoded, path: request.keyPath.path.text,
                    rootFingerprint: request.keyPath.sourceFingerprint ?? [], address: request.address?.text,
                    requestID: request.requestID)
            default:
                let psbt = try PSBTRecord.decode(type: record.type, record.cbor)
                return OfflineDocument(kind: .psbt, bytes: psbt.serialized)
            }
        }
    }

    /// The signer's answer for the requesting wallet: a record around the result of ``SigningPlan``.
    package func answer(_ signed: [UInt8]) throws -> OfflineRecord {
        try Self.translated {
            switch kind {
            case .psbt:
                return OfflineRecord(type: PSBTRecord.oldType, cbor: PSBTRecord.encode(try PSBT(parsing: signed)))
            case .ethereum:
                let signature = RecoverableSignature(
                    try Secp256k1.Signature(raw: Array(signed.prefix(64))), isOdd: [1, 28].contains(signed.last ?? 0))
                return OfflineRecord(
                    type: Ethereum.SignAnswer.type,
                    cbor: Ethereum.SignAnswer(requestID: requestID, signature: signature).encoded)
            case .solana:
                return OfflineRecord(
                    type: Solana.SignAnswer.type,
                    cbor: try Solana.SignAnswer(requestID: requestID, signature: try Solana.Signature(signed)).encoded)
            }
        }
    }

    /// The signed bytes inside a signer's answer, for ``CoinWallet/complete(_:with:)``.
    package static func answer(in record: OfflineRecord) throws -> [UInt8] {
        try translated {
            switch record.type {
            case Ethereum.SignAnswer.type: try Ethereum.SignAnswer(decoding: record.cbor).signature
            case Solana.SignAnswer.type: try Solana.SignAnswer(decoding: record.cbor).signature.bytes
            default: try PSBTRecord.decode(type: record.type, record.cbor).serialized
            }
        }
    }

    /// The name of the requester that signing devices show.
    private static let wallet = "Satchel"

    /// Equal requests have equal identifiers, so an answer shown twice is recognized.
    private var identifier: [UInt8] { requestID ?? Array(SHA256.hash(bytes).bytes.prefix(16)) }

    private var keyPath: DerivationPath {
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
