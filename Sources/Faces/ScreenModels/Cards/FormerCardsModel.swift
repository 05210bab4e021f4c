// SPDX-License-Identifier: MIT
package import Cards
internal import Observation
package import CardStore
internal import Tokens

/// Earlier versions of cards, before they were deleted or changed, that can still be restored.
@Observable @MainActor
package final class FormerCardsModel: BusyModel {
    /// A version, with the time of its removal.
    package struct Line: Identifiable, Sendable {
        package let former: CardLibrary.Former
        /// When it was deleted or replaced, formatted for a list.
        package let when: String
        package var id: Int64 { former.row }
    }

    package private(set) var versions: LoadState<[Line]> = .loading
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// How many cards were restored since the screen was opened.
    package private(set) var restored = 0
    /// The card whose versions are shown; nil for all cards.
    package let card: CardID?
    package let session: WalletSession

    package init(_ session: WalletSession, of card: CardID? = nil) {
        self.session = session
        self.card = card
        session.feed.follow([.cards], by: self) { await $0.load() }
    }

    /// Reads the versions.
    package func load() async {
        let card = card
        do {
            let former = try await session.walletService.useCards { library in
                library.deleted().filter { card == nil || $0.card.id == card }
            }
            versions = LoadState(
                former.sorted { $0.removed > $1.removed }.map { former in
                    let seconds = UInt64(clamping: former.removed.milliseconds / 1_000)
                    return Line(former: former, when: session.when(Timestamp(seconds: seconds)))
                })
        } catch {
            versions = .failed(UserMessage(error))
        }
    }

    /// Restores a version. The current version takes its place in the list.
    package func restore(_ version: CardLibrary.Former) async {
        let isBack = await attempt { _ = try await self.session.walletService.useCards { try $0.restore(version) } }
        if isBack { restored += 1 }
        await session.caughtUp()
    }

    /// Permanently deletes everything that could be restored. The caller must have asked the user.
    package func empty() async {
        await attempt { try await self.session.walletService.useCards { try $0.emptyBin() } }
        await session.caughtUp()
    }
}
