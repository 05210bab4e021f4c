// SPDX-License-Identifier: MIT
package import Cards
internal import Crypto
internal import Keys

extension CardLibrary {
    /// A photo or an original pass that a card references and that cannot be read.
    package struct LostFile: Equatable, Sendable {
        package let card: Card
        /// The photo's position on the card, from 1; nil for the card's original pass.
        package let photo: Int?
        /// Whether it is missing or damaged.
        package let remark: CardRemark

        /// In English, for commands.
        package var reason: String { remark.sentence }
    }

    /// The files that a backup made now would lack, or that a restored wallet lacks. It reads every file of every card.
    package func lostFiles() throws -> [LostFile] {
        try run {
            var remarks: [Digest: CardRemark] = [:]
            var sound: Set<Digest> = []
            var lost: [LostFile] = []
            for card in try cards(CardQuery(archive: .all)) where !card.photos.isEmpty || card.origin != nil {
                for (index, hash) in card.files.enumerated() where !sound.contains(hash) {
                    if remarks[hash] == nil { remarks[hash] = try remarkOnLoss(hash) }
                    if let remark = remarks[hash] {
                        let photo = index < card.photos.count ? index + 1 : nil
                        lost.append(LostFile(card: card, photo: photo, remark: remark))
                    } else {
                        sound.insert(hash)
                    }
                }
            }
            return lost
        }
    }

    /// Nil when the file is whole.
    private func remarkOnLoss(_ hash: Digest) throws -> CardRemark? {
        do {
            _ = try photoStore.read(hash)
            return nil
        } catch let error as CardStoreError where error.code == .noPhoto {
            return CardRemark(lost: error)
        }
    }
}

extension CardRemark {
    /// What became of a file of a card that cannot be read.
    init(lost error: CardStoreError) {
        self =
            switch (error.code, error.cause as? KeysError) {
            case (.noPhoto, let cause?) where cause.code == .notFound: .photoLost
            case (.noPhoto, _): .photoDamaged
            default: .other(error.message)
            }
    }
}
