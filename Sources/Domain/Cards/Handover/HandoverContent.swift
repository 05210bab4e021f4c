// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// The uncompressed bytes of a ``HandoverRecord``: `[[card, …], [file, …]]`, canonical for each bundle.
///
/// A card is written as in the store (`Card.write`). The files are the bytes of photos and original passes, in the
/// order in which cards first reference them; a card references no missing file.
enum HandoverContent {
    /// The most cards in one record.
    static let maximumCards = 4_096

    static func encode(_ bundle: CardBundle) -> [UInt8] {
        var files: [Digest] = []
        for hash in bundle.cards.flatMap(\.files) where bundle.files[hash] != nil && !files.contains(hash) {
            files.append(hash)
        }
        var writer = CBORWriter()
        writer.array(2)
        writer.array(bundle.cards.count)
        for card in bundle.cards {
            var card = card
            card.photos.removeAll { bundle.files[$0.hash] == nil }
            if let origin = card.origin, bundle.files[origin] == nil { card.origin = nil }
            // The recipient's Catima has other numbers.
            card.catimaNumber = nil
            card.write(to: &writer)
        }
        writer.array(files.count)
        for hash in files { writer.bytes(bundle.files[hash] ?? []) }
        return writer.encoded
    }

    /// - Throws: ``CardsError`` with `.newerVersion`, or `.malformed` for anything that ``encode(_:)`` would not
    ///   produce.
    static func decode(_ content: [UInt8]) throws(CardsError) -> CardBundle {
        do {
            let bundle = try read(content)
            guard encode(bundle) == content else {
                throw BytesError(.notCanonical, "The cards are not in canonical form.")
            }
            return bundle
        } catch {
            throw refusal(error)
        }
    }

    /// Translates an error to ``CardsError``.
    static func refusal(_ error: any Error) -> CardsError {
        if let error = error as? CardsError, error.code == .newerVersion { return error }
        let reason = (error as? BytesError)?.message ?? (error as? CardsError)?.message ?? "a field is wrong."
        return CardsError(.malformed, "The code holds no cards: \(reason) Have them shown again.", cause: error)
    }

    private static func read(_ content: [UInt8]) throws -> CardBundle {
        var reader = try CBORReader(content, maximumCount: HandoverRecord.maximumContent)
        try reader.array(of: 2)
        var bundle = CardBundle()
        for _ in 0..<(try reader.array(maximum: maximumCards)) {
            let card = try Card(from: &reader)
            guard try card.checked() == card else { throw BytesError(.notCanonical, "A card is not in its one form.") }
            bundle.cards.append(card)
        }
        for _ in 0..<(try reader.array(maximum: maximumCards * (CardLimits.photos + 1))) {
            _ = try bundle.addFile(try reader.bytes(maximum: CardLimits.fileBytes))
        }
        try reader.finish()
        // A photo's media type is detected from its bytes, not taken from the record.
        for photo in bundle.cards.flatMap(\.photos) {
            guard let bytes = bundle.files[photo.hash], CardPhoto.MediaType(of: bytes) == photo.mediaType else {
                throw BytesError(.malformed, "A photo is missing, or is not what it says.")
            }
        }
        return bundle
    }
}
