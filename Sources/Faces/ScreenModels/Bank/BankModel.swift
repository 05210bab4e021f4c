// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
internal import Observation
internal import Wallet

/// Transfers to and from bank accounts: where to pay in, payouts, and their states.
@Observable @MainActor
package final class BankModel: BusyModel {
    package private(set) var funding: LoadState<FundingAnswer> = .loading
    package private(set) var payouts: LoadState<[Payout]> = .loading
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// A payout for the user to review before it is ordered.
    package private(set) var reviewed: Draft?
    /// The last order, and whether it still waits for the hub.
    package private(set) var ordered: (draft: Draft, isWaiting: Bool)?

    // The form
    package var amount: AmountEntry
    package var iban = ""
    package var name = ""
    package var note = ""
    package let session: WalletSession

    /// A payout as the user confirms it.
    package struct Draft: Hashable, Sendable {
        package let amount: Amount
        package let iban: IBAN
        package let name: String
        package let note: String
    }

    /// The longest name and the longest note, in bytes of UTF-8.
    private static let (maximumName, maximumNote) = (64, 140)

    package init(_ session: WalletSession) {
        self.session = session
        amount = AmountEntry(in: session.currency, language: session.words.language)
    }

    package func load() async {
        do {
            funding = .ready(try await session.walletService.ask { try $0.funding() })
        } catch {
            funding = .failed(UserMessage(error))
        }
        await loadPayouts()
    }

    private func loadPayouts() async {
        do {
            payouts = LoadState(try await session.walletService.ask { try $0.payouts() })
        } catch {
            payouts = .failed(UserMessage(error))
        }
    }

    // MARK: - Paying out

    package var available: Amount? { amount.currency.flatMap { session.available(in: $0) } }

    /// Why the form cannot be ordered; nil while it is incomplete.
    package var objection: UserMessage? {
        if let objection = amount.objection { return objection }
        if name.utf8.count > Self.maximumName || note.utf8.count > Self.maximumNote {
            return UserMessage(.refusedLongNote)
        }
        guard !iban.trimmed.isEmpty else { return nil }
        do {
            _ = try IBAN(iban.trimmed)
            return nil
        } catch {
            return UserMessage(.refusedIBAN, detail: UserMessage(error).detail)
        }
    }

    package var canReview: Bool {
        !isBusy && amount.value != nil && !iban.trimmed.isEmpty && !name.trimmed.isEmpty && objection == nil
    }

    package func review() {
        guard canReview, let amount = amount.value else { return }
        refusal = nil
        do {
            reviewed = Draft(
                amount: amount, iban: try IBAN(iban.trimmed), name: name.trimmed, note: note.trimmed)
        } catch {
            refusal = UserMessage(.refusedIBAN)
        }
    }

    package func back() { reviewed = nil }

    /// Orders the payout once, however often it is tried.
    package func payOut() async {
        guard let draft = reviewed else { return }
        await attempt {
            let fate = try await self.session.walletService.use { wallet in
                try OrderFate.giving(in: wallet) {
                    try $0.payOut(
                        draft.amount, to: draft.iban, name: draft.name, note: draft.note.isEmpty ? nil : draft.note)
                }
            }
            self.ordered = if case .waiting = fate { (draft, true) } else { (draft, false) }
            (self.amount.text, self.iban, self.name, self.note) = ("", "", "", "")
        }
        reviewed = nil
        await session.caughtUp()
        await loadPayouts()
    }

    /// Cancels a payout that has not been sent to the bank.
    package func cancel(_ payout: Payout) async {
        await attempt { _ = try await self.session.walletService.use { try $0.cancelPayout(payout.id) } }
        await session.caughtUp()
        await loadPayouts()
    }
}
