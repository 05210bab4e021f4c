// SPDX-License-Identifier: MIT
internal import Bytes

/// A PSBT as a record in barcodes: a CBOR byte string. BCR-2020-006
package enum PSBTRecord {
    /// The current name, which this wallet writes first, and the old one, which signing devices still request.
    package static let type = "psbt"
    package static let oldType = "crypto-psbt"
    package static let types: Set<String> = [type, oldType]

    /// The tags that may precede the record.
    private static let tags: [UInt64] = [40310, 310]

    /// The record of a PSBT, the same for both names.
    package static func encode(_ psbt: PSBT) -> [UInt8] {
        CBORValue.bytes(psbt.serialized).encoded
    }

    /// - Throws: ``BitcoinError`` with `.unsupported` for another type, `.malformed`, and what ``PSBT`` throws.
    package static func decode(type: String, _ record: [UInt8]) throws -> PSBT {
        guard types.contains(type) else {
            throw BitcoinError(.unsupported, "The code holds a \"\(type.prefix(40))\", not a PSBT.")
        }
        let value: CBORValue
        do {
            value = try CBORValue(parsing: record, maximumCount: PSBT.maximumCount + 32)
        } catch {
            throw BitcoinError(.malformed, "The code holds no PSBT: \(error.message)", cause: error)
        }
        let content = tags.lazy.compactMap { value.content(ofTag: $0) }.first ?? value
        guard let bytes = content.bytes else {
            throw BitcoinError(.malformed, "The code holds no PSBT: a byte string was expected.")
        }
        return try PSBT(parsing: bytes)
    }
}
