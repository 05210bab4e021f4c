// SPDX-License-Identifier: MIT
package import Money
internal import Observation
internal import Wallet

/// Converts balance at the hub to an offline balance, once or after each sync.
@Observable @MainActor
package final class TopUpModel {
    package enum Step: Hashable, Sendable {
        case editing, working
        case bought(Amount)
        /// Each sync keeps this amount offline; zero ends it.
        case keeping(Amount)
    }

    package private(set) var step = Step.editing
    package private(set) var refusal: UserMessage?
    package var amount: AmountEntry
    /// Keep this amount after each sync, instead of once.
    package var keepsFilled = false

    package let session: WalletSession

    package init(_ session: WalletSession) {
        self.session = session
        amount = AmountEntry(in: session.currency, language: session.words.language)
    }

    /// The available balance.
    package var available: Amount? { session.balances.value?.account?.available }
    package var canGo: Bool { step == .editing && amount.value != nil }

    package func go() async {
        guard canGo, let amount = amount.value else { return }
        step = .working
        refusal = nil
        let keeps = keepsFilled
        do {
            try await session.walletService.use { wallet in
                if keeps {
                    try wallet.keepOffline(amount)
                    if let failure = try wallet.sync().failure { throw failure }
                } else {
                    try wallet.buy(amount)
                }
            }
            step = keeps ? .keeping(amount) : .bought(amount)
        } catch {
            refusal = UserMessage(error)
            step = .editing
        }
        await session.caughtUp()
    }
}
