// SPDX-License-Identifier: MIT
package import Cards
package import Codes
internal import Crypto

/// Cards for another wallet. Photos that would make the animation too long are made smaller; what is kept here stays.
package struct CardParcel: Sendable {
    /// A photo that was made smaller.
    package struct Change: Equatable, Sendable {
        package let before: MadePicture.Size
        package let after: MadePicture.Size
    }

    package let parcel: Parcel
    package let changes: [Change]

    /// The most frames that carry cards whose photos can be made smaller: half a minute at eight a second.
    static let comfortableFrames = 256
    private static let comfortableBytes = comfortableFrames * ResourceSender.usualFragmentBytes
    /// Pixels of the longer side, tried one after the other.
    private static let sides = [1280, 1024, 800, 640, 480, 360, 240]

    /// - Parameter reader: what looks into photos; not asked for where they fit as they are.
    /// - Throws: ``CardsError`` or ``CodesError`` where the cards fit no animation.
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

    /// Nil where that is more than is comfortable; the last try may be as much as an animation carries.
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
        // First out, then in: one card's photo may be what another's becomes.
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

    /// A photo and what becomes of it.
    private struct Photo {
        let hash: Digest
        var bytes: [UInt8]
        var change: Change?
        /// What smaller ones are made of: unpacking twelve megapixels once is enough.
        private let source: MadePicture

        /// Nil for a photo that cannot be read, which stays as it is.
        init?(_ hash: Digest, _ bytes: [UInt8], _ reader: CodeReader) {
            // Safe: what cannot be made smaller goes as it is, or the cards are refused for their size.
            guard
                let source = try? reader.made(
                    of: bytes, name: "A photo", longestSide: 1600, form: .jpeg(quality: 90))
            else { return nil }
            self.hash = hash
            self.bytes = bytes
            self.source = source
        }

        /// Takes the smaller picture where it has fewer bytes.
        mutating func shrink(to side: Int, with reader: CodeReader) throws {
            let made = try reader.made(of: source.file, name: "A photo", longestSide: side, form: .jpeg(quality: 65))
            guard made.file.count < bytes.count else { return }
            bytes = made.file
            change = Change(before: source.sizeBefore, after: made.size)
        }
    }
}
