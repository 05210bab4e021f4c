// SPDX-License-Identifier: MIT
package import Cards
package import Codes
internal import Crypto

/// Cards to share with another wallet. If photos would make the animation too long, this makes smaller copies; the
/// stored photos do not change.
package struct CardParcel: Sendable {
    /// The sizes of a photo that was made smaller.
    package struct Change: Equatable, Sendable {
        package let before: MadePicture.Size
        package let after: MadePicture.Size
    }

    package let parcel: Parcel
    package let changes: [Change]

    /// The most frames for cards whose photos can be made smaller: half a minute at eight frames a second.
    static let comfortableFrames = 256
    private static let comfortableBytes = comfortableFrames * ResourceSender.usualFragmentBytes
    /// The longer side in pixels, tried in this order.
    private static let sides = [1280, 1024, 800, 640, 480, 360, 240]

    /// Makes a parcel, with smaller photos if needed.
    ///
    /// - Parameter reader: provides the reader of photos; not called if the photos fit unchanged.
    /// - Throws: ``CardsError`` or ``CodesError`` when the cards fit no animation.
    package init(_ bundle: CardBundle, reader: () throws -> CodeReader) throws {
        let hashes = Set(bundle.cards.flatMap { $0.photos.map(\.hash) }).filter { bundle.files[$0] != nil }
        if let parcel = try Self.parcel(bundle, isLast: hashes.isEmpty) {
            self.parcel = parcel
            changes = []
            return
        }
        let reader = try reader()
        var photos = hashes.compactMap { hash in bundle.files[hash].flatMap { Photo(hash, $0, reader) } }
        for side in Self.sides {
            for index in photos.indices { try photos[index].shrink(to: side, with: reader) }
            let isLast = side == Self.sides.last
            let smaller = Self.replacing(photos, in: bundle)
            if let parcel = try Self.parcel(smaller, isLast: isLast) {
                self.parcel = parcel
                changes = photos.compactMap(\.change)
                return
            }
        }
        preconditionFailure("The last try gives a parcel or throws.")
    }

    /// Makes a parcel; nil if it is longer than the comfortable limit. The last try may use the full capacity of an
    /// animation.
    private static func parcel(_ bundle: CardBundle, isLast: Bool) throws -> Parcel? {
        do {
            let record = try HandoverRecord.encode(bundle, pack: Deflate.encode)
            guard record.count <= comfortableBytes || isLast else { return nil }
            return Parcel(try UniformResource(type: HandoverRecord.type, cbor: record))
        } catch let error as CardsError where error.code == .tooLarge && !isLast {
            return nil
        }
    }

    private static func replacing(_ photos: [Photo], in bundle: CardBundle) -> CardBundle {
        var bundle = bundle
        // Remove first, then add: the smaller copy of one photo may equal another photo.
        for photo in photos where photo.change != nil { bundle.files[photo.hash] = nil }
        for photo in photos { bundle.files[photo.change == nil ? photo.hash : SHA256.hash(photo.bytes)] = photo.bytes }
        let made = Dictionary(uniqueKeysWithValues: photos.filter { $0.change != nil }.map { ($0.hash, $0.bytes) })
        for card in bundle.cards.indices {
            bundle.cards[card].photos = bundle.cards[card].photos.map { photo in
                made[photo.hash].map { CardPhoto(role: photo.role, of: $0) } ?? photo
            }
        }
        return bundle
    }

    /// A photo and its smaller copy.
    private struct Photo {
        let hash: Digest
        var bytes: [UInt8]
        var change: Change?
        /// The source of smaller copies, so that twelve megapixels are decoded only once.
        private let source: MadePicture

        /// Nil for a photo that cannot be read, which stays unchanged.
        init?(_ hash: Digest, _ bytes: [UInt8], _ reader: CodeReader) {
            // Safe: a photo that cannot be made smaller is sent unchanged, or the cards are refused for their size.
            guard
                let source = try? reader.made(
                    of: bytes, name: "A photo", longestSide: 1600, form: .jpeg(quality: 90))
            else { return nil }
            self.hash = hash
            self.bytes = bytes
            self.source = source
        }

        /// Uses the smaller picture if it has fewer bytes.
        mutating func shrink(to side: Int, with reader: CodeReader) throws {
            let made = try reader.made(of: source.file, name: "A photo", longestSide: side, form: .jpeg(quality: 65))
            guard made.file.count < bytes.count else { return }
            bytes = made.file
            change = Change(before: source.sizeBefore, after: made.size)
        }
    }
}
