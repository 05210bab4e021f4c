// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// The record of shared cards in a barcode for another Satchel: `ur:x-satchel-cards/…`.
///
/// `[1, SHA-256 of the content, its length, the compressed content]`. Documentation/Protocols/Card-records.md
package enum HandoverRecord {
    /// The type after `ur:`.
    package static let type = "x-satchel-cards"
    /// The largest uncompressed content, so that a small record cannot use much memory.
    package static let maximumContent = 8 << 20
    /// The largest record of an animated barcode.
    package static let maximumCount = 1 << 20
    private static let version: UInt64 = 1

    /// The record of cards with their photos and original passes, where `bundle` has the bytes.
    ///
    /// - Parameter pack: compresses to a raw deflate stream. RFC 1951
    /// - Throws: ``CardsError`` with `.noCardsToExport`, or `.tooLarge` for more than a barcode can carry; what `pack`
    ///   throws.
    package static func encode(_ bundle: CardBundle, pack: ([UInt8]) throws -> [UInt8]) throws -> [UInt8] {
        guard !bundle.cards.isEmpty else { throw CardsError(.noCardsToExport, "There is no card to hand over.") }
        let content = HandoverContent.encode(bundle)
        let packed = content.count > maximumContent ? [] : try pack(content)
        guard content.count <= maximumContent, packed.count <= maximumCount - 64 else {
            throw CardsError(
                .tooLarge,
                "The cards are more than a code can carry. Hand over fewer, leave out their photos, or export a file.")
        }
        var writer = CBORWriter(capacity: packed.count + 48)
        writer.array(4)
        writer.uint(version)
        writer.bytes(SHA256.hash(content).bytes)
        writer.uint(UInt64(content.count))
        writer.bytes(packed)
        return writer.encoded
    }

    /// The cards in a record. If one is incomplete or beyond a limit, all are refused.
    ///
    /// - Parameter unpack: decompresses a raw deflate stream; throws when the result exceeds this many bytes.
    /// - Throws: ``CardsError`` with `.malformed`, `.newerVersion`, `.tooLarge`; what `unpack` throws.
    package static func decode(
        _ record: [UInt8], unpack: (_ packed: [UInt8], _ maximumCount: Int) throws -> [UInt8]
    ) throws -> CardBundle {
        let (hash, count, packed) = try parts(of: record)
        let content = try unpack(packed, count)
        guard content.count == count, SHA256.hash(content).bytes == hash else {
            throw CardsError(.malformed, "The cards arrived damaged. Have them shown again.")
        }
        return try HandoverContent.decode(content)
    }

    /// The cards in the uncompressed content of a record.
    package static func decode(content: [UInt8]) throws(CardsError) -> CardBundle {
        try HandoverContent.decode(content)
    }

    package static func content(of bundle: CardBundle) -> [UInt8] { HandoverContent.encode(bundle) }

    private static func parts(of record: [UInt8]) throws(CardsError) -> (hash: [UInt8], count: Int, packed: [UInt8]) {
        do {
            var reader = try CBORReader(record, maximumCount: maximumCount)
            let fields = try reader.array(maximum: 64)
            let found = try reader.uint()
            guard found <= version else {
                throw CardsError(
                    .newerVersion, "These cards were shown by a newer Satchel than this one. Update this one.")
            }
            guard found == version, fields == 4 else { throw BytesError(.malformed, "It has \(fields) fields, not 4.") }
            let hash = try reader.bytes(count: Digest.count)
            let count = try reader.uint(maximum: UInt64(maximumContent))
            let packed = try reader.bytes(maximum: maximumCount)
            try reader.finish()
            return (hash, Int(count), packed)
        } catch {
            throw HandoverContent.refusal(error)
        }
    }
}
