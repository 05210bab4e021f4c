// SPDX-License-Identifier: MIT
internal import Bytes
internal import Codes
package import Coins
internal import Sharing

/// A coin document from another device: a record, or bytes.
package enum ReceivedCoinDocument: Hashable, Sendable {
    case record(OfflineRecord)
    case bytes([UInt8])

    /// The record types of this kind: requests and answers.
    static let types = OfflineDocument.requestTypes.union(OfflineDocument.answerTypes)
    /// The file types of Coinkite's BBQr series: a PSBT, a transaction, bytes.
    static func isSeries(_ kind: Character) -> Bool { "PTB".contains(kind) }

    /// A PSBT as pasted text; nil for anything else.
    init?(text: String) {
        guard text.hasPrefix("cHNidP") else { return nil }
        do {
            self = .bytes(try Base64.decode(text))
        } catch {
            return nil
        }
    }

    /// The bytes of a PSBT in a file; nil for anything else.
    init?(file bytes: [UInt8]) {
        // The magic bytes. BIP-0174
        guard bytes.starts(with: Array("psbt".utf8) + [0xFF]) else { return nil }
        self = .bytes(bytes)
    }

    /// The request to sign.
    ///
    /// - Throws: ``CoinsError`` with `.badDocument`.
    package func request() throws -> OfflineDocument {
        switch self {
        case .record(let record): try OfflineDocument(record)
        case .bytes(let bytes): OfflineDocument(kind: .psbt, bytes: bytes)
        }
    }

    /// The signed bytes of an answer.
    package func answer() throws -> [UInt8] {
        switch self {
        case .record(let record): try OfflineDocument.answer(in: record)
        case .bytes(let bytes): bytes
        }
    }
}

extension CodeModel {
    /// The barcode of a request for a signer.
    convenience init(coins document: OfflineDocument) throws {
        try self.init(coins: try document.record(), file: document.bytes)
    }

    convenience init(coins record: OfflineRecord, file: [UInt8]) throws {
        try self.init(Parcel(try UniformResource(type: record.type, cbor: record.cbor), file: file))
    }
}
