// SPDX-License-Identifier: MIT
package import Crypto

/// Cards with all their files, as importers return them and exporters take them.
package struct CardBundle: Equatable, Sendable {
    package var cards: [Card]
    /// The bytes of photos and original passes by their SHA-256.
    package var files: [Digest: [UInt8]]
    /// Groups in the owner's order, where the owner chose one; others follow by name.
    package var groupOrder: [String]

    package init(cards: [Card] = [], files: [Digest: [UInt8]] = [:], groupOrder: [String] = []) {
        self.cards = cards
        self.files = files
        self.groupOrder = groupOrder
    }

    /// The groups of its cards, in display order.
    package var groups: [String] {
        let used = Set(cards.flatMap(\.groups))
        let known = groupOrder.filter(used.contains)
        return known + used.subtracting(known).sorted()
    }

    /// Adds a photo's bytes and returns the photo.
    ///
    /// - Throws: ``CardsError`` with `.tooLarge`, or `.malformed` when `bytes` is empty.
    package mutating func addPhoto(_ bytes: [UInt8], role: CardPhoto.Role) throws(CardsError) -> CardPhoto {
        CardPhoto(role: role, mediaType: CardPhoto.MediaType(of: bytes), hash: try addFile(bytes))
    }

    /// Adds a file and returns its hash.
    ///
    /// - Throws: ``CardsError`` with `.tooLarge`, or `.malformed` when `bytes` is empty.
    package mutating func addFile(_ bytes: [UInt8]) throws(CardsError) -> Digest {
        guard !bytes.isEmpty else { throw CardsError(CardFileFault.empty) }
        guard bytes.count <= CardLimits.fileBytes else {
            throw CardsError(CardFileFault.tooLarge(mebibytes: CardLimits.fileBytes >> 20))
        }
        let hash = SHA256.hash(bytes)
        files[hash] = bytes
        return hash
    }
}
