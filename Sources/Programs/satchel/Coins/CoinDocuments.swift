// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Coins
import Terminal

/// A document of a chain, as bytes or as a record.
enum CoinDocument {
    case record(OfflineRecord)
    case bytes([UInt8])
}

extension DocumentSharing {
    /// Reads a document of a chain from files, pictures of codes, UR texts, pasted text or standard input.
    ///
    /// - Parameter types: the accepted types of records.
    func readCoins(_ words: [String], types: Set<String>) throws -> CoinDocument {
        document(in: try read(words, as: .coinDocument(types)))
    }

    /// Reads a document of a chain from an operand or from a camera.
    func readCoins(_ operand: Operand, types: Set<String>) throws -> CoinDocument {
        document(in: try read(operand, as: .coinDocument(types)))
    }

    private func document(in received: Received) -> CoinDocument {
        switch received {
        case .resource(let resource): .record(OfflineRecord(type: resource.type, cbor: resource.cbor))
        case .bytes(let bytes): .bytes(bytes)
        case .text(let text): .bytes(DocumentText.bytes(text) ?? [])
        }
    }
}

extension DocumentSharing.Wanted {
    /// A PSBT, a transaction, a signature.
    fileprivate static func coinDocument(_ types: Set<String>) -> DocumentSharing.Wanted {
        DocumentSharing.Wanted(
            name: "a PSBT, a transaction or a UR of one", types: types, isText: { DocumentText.bytes($0) != nil },
            isFile: { String(validating: $0, as: UTF8.self) == nil },
            // A PSBT, a transaction, bytes.
            isSeries: { "PTB".contains($0) },
            // More than the largest document in any of its forms.
            maximumBytes: 24 << 20)
    }
}

/// Pasted bytes.
private enum DocumentText {
    /// Base64 of a PSBT, or hexadecimal digits; nil for anything else.
    static func bytes(_ text: String) -> [UInt8]? {
        do {
            if text.hasPrefix("cHNidP") { return try Base64.decode(text) }
            let digits = text.hasPrefix("0x") ? String(text.dropFirst(2)) : text
            guard digits.utf8.count >= 64 else { return nil }
            return try Hex.decode(digits)
        } catch {
            return nil
        }
    }
}
