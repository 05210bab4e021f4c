// SPDX-License-Identifier: MIT
package import Cards
internal import Crypto

extension CardLibrary {
    /// A photo or an original pass that a card references and that cannot be read.
    package struct LostFile: Equatable, Sendable {
        package let card: Card
        /// The photo's position on the card, from 1; nil for the card's original pass.
        package let photo: Int?
        /// A sentence on the problem and what to do.
        package let reason: String
    }

    /// The files that a backup made now would lack, or that a restored wallet lacks. It reads every file of every card.
    package func lostFiles() throws -> [LostFile] {
        try run {
            var reasons: [Digest: String] = [:]
            var sound: Set<Digest> = []
            var lost: [LostFile] = []
            for card in try cards(CardQuery(archive: .all)) where !card.photos.isEmpty || card.origin != nil {
                for (index, hash) in card.files.enumerated() where !sound.contains(hash) {
                    if reasons[hash] == nil { reasons[hash] = try reasonOfLoss(hash) }
                    if let reason = reasons[hash] {
                        let photo = index < card.photos.count ? index + 1 : nil
                        lost.append(LostFile(card: card, photo: photo, reason: reason))
                    } else {
                        sound.insert(hash)
                    }
                }
            }
            return lost
        }
    }

    /// Nil when the file is intact.
    private func reasonOfLoss(_ hash: Digest) throws -> String? {
        do {
            _ = try photoStore.read(hash)
            return nil
        } catch let error as PocketError where error.code == .noPhoto {
            return error.message
        }
    }
}
