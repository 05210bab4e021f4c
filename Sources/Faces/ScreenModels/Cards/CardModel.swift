// SPDX-License-Identifier: MIT
package import Cards
package import Codes
internal import Crypto
internal import Observation
internal import Sharing
internal import CardStore

/// One card: its codes in full size, its photos, and sharing it with another phone.
@Observable @MainActor
package final class CardModel {
    package private(set) var card: LoadState<Card> = .loading
    /// The card's codes as drawings, or why one cannot be drawn.
    package private(set) var codes: [Drawn] = []
    package private(set) var photos: [ShownPhoto] = []
    /// The card as barcodes for another phone.
    package private(set) var handover: CodeModel?
    /// Whether to share the card with its photos.
    package var handsPhotos = false { didSet { if handsPhotos != oldValue { forgetHandover() } } }
    /// What of the card is not among the codes, as the card's file says it.
    package private(set) var missing: [CardRemark] = []
    private var changes: [CardParcel.Change] = []
    package private(set) var refusal: UserMessage?
    package let session: WalletSession
    package let id: CardID
    @ObservationIgnored private let photoWorker = PhotoWorker()

    package struct Drawn {
        package let code: CardCode
        package let matrix: Result<Matrix, UserMessage>
    }

    /// The longer side of a full-screen photo, in pixels.
    private static let photoSide = 2_048

    package init(_ id: CardID, _ session: WalletSession) {
        self.id = id
        self.session = session
        session.feed.follow([.cards], by: self) { await $0.load() }
    }

    /// Reads the card.
    package func load() async {
        let id = id
        do {
            let (card, files) = try await session.walletService.useCards { library in
                let card = try library.card(id)
                return (card, card.photos.map { photo in Result { try library.file(photo.hash) } })
            }
            codes = card.codes.map { code in
                Drawn(code: code, matrix: Result { try code.symbol.drawn() }.mapError { UserMessage($0) })
            }
            self.card = .ready(card)
            var shown: [ShownPhoto] = []
            for (number, (photo, file)) in zip(card.photos, files).enumerated() {
                shown.append(
                    ShownPhoto(id: number, role: photo.role, picture: await picture(file, photo.hash.bytes)))
            }
            photos = shown
        } catch {
            card = .failed(UserMessage(error))
        }
    }

    private func picture(_ file: Result<[UInt8], any Error>, _ name: [UInt8]) async -> Result<[UInt8], UserMessage> {
        do {
            return .success(
                try await session.pictures.picture(name) {
                    try await photoWorker.picture(of: file.get(), longestSide: Self.photoSide)
                })
        } catch {
            return .failure(UserMessage(error))
        }
    }

    /// Deletes the card, which can be restored for a time.
    ///
    /// - Returns: whether it was deleted.
    package func delete() async -> Bool {
        let id = id
        await attempt { try await self.session.walletService.useCards { try $0.delete([id]) } }
        return refusal == nil
    }

    /// Records that the card was shown at a till.
    package func markUsed() async {
        let id = id
        await attempt { _ = try await self.session.walletService.useCards { try $0.markUsed(id) } }
    }

    /// Shows the card as barcodes for another wallet.
    package func handOver() async {
        let (id, photos) = (id, handsPhotos)
        forgetHandover()
        await attempt {
            let (made, problems) = try await self.session.walletService.useCards { library in
                let (bundle, problems) = try library.export([id], photos: photos)
                return (try CardParcel(bundle) { try CodeReader.besideThisProgram() }, problems)
            }
            // The setting changed meanwhile, so these codes are obsolete.
            guard photos == self.handsPhotos else { return }
            self.handover = try CodeModel(made.parcel)
            (self.changes, self.missing) = (made.changes, problems.map(\.remark))
        }
    }

    /// A sentence on what happened to the photos in the codes; nil where they are unchanged.
    package var changeSentence: String? {
        let largest = changes.max { $0.before.width * $0.before.height < $1.before.width * $1.before.height }
        guard let largest else { return nil }
        func size(_ size: MadePicture.Size) -> String { "\(size.width) × \(size.height)" }
        return session.words(
            .photosSmaller, count: changes.count, ["before": size(largest.before), "after": size(largest.after)])
    }

    private func forgetHandover() { (handover, changes, missing) = (nil, [], []) }

    private func attempt(_ body: () async throws -> Void) async {
        refusal = nil
        do { try await body() } catch { refusal = UserMessage(error) }
    }
}
