// SPDX-License-Identifier: MIT
package import Chains
package import Coins
internal import Observation

/// Sending coins: to whom, how much, at which fee; what will be signed is taken apart and looked over first.
///
///     editing ─plan─▶ reviewing ─every warning confirmed─▶ sending ─▶ sent
///        ▲──────back──────┘
@Observable @MainActor
package final class CoinSendModel: BusyModel {
    package enum Step {
        case editing
        case reviewing(SendReview)
        case sending(SendReview)
        case sent(SendStatus)
    }

    package private(set) var step = Step.editing
    package internal(set) var refusal: Refusal?
    package internal(set) var isBusy = false
    package private(set) var fees: Content<[FeeQuote]> = .loading
    package var recipient = ""
    package var amount = ""
    /// Everything that the account holds, in place of an amount.
    package var sendsAll = false
    package var level = FeeLevel.normal
    package var label = ""
    /// The names of the warnings that the person has confirmed.
    package var acknowledged: Set<String> = []
    package let account: CoinAccount
    package let session: WalletSession

    package init(_ account: CoinAccount, _ session: WalletSession) {
        self.account = account
        self.session = session
    }

    package func loadFees() async {
        let id = account.id
        do {
            fees = Content(try await session.custodian.useCoins { try $0.fees(for: id) })
        } catch {
            fees = .failed(Refusal(error))
        }
    }

    /// Takes what was scanned or pasted: a payment link or a bare address.
    package func take(_ text: String) async {
        let (id, link) = (account.id, text.trimmed)
        await attempt {
            if let ask = try await self.session.custodian.useCoins({ try $0.ask(in: link, account: id) }) {
                self.recipient = ask.to
                if let amount = ask.amount { (self.amount, self.sendsAll) = (amount, false) }
                if let label = ask.label { self.label = label }
            } else {
                self.recipient = link
            }
        }
    }

    package var canPlan: Bool {
        guard case .editing = step else { return false }
        return !isBusy && !recipient.trimmed.isEmpty && (sendsAll || !amount.trimmed.isEmpty)
    }

    /// Plans the payment and takes it apart; nothing is signed and nothing is kept.
    package func plan() async {
        guard canPlan else { return }
        let (id, to, words) = (account.id, recipient.trimmed, label.trimmed)
        let quantity: SendDraft.Quantity = sendsAll ? .everything : .exactly(amount.trimmed)
        let fee = FeeChoice.level(level)
        await attempt {
            let review = try await self.session.custodian.planCoins { coins in
                try coins.plan(
                    SendDraft(
                        account: id, recipients: [.init(to: to, quantity)], fee: fee,
                        label: words.isEmpty ? nil : words))
            }
            self.acknowledged = []
            self.step = .reviewing(review)
        }
    }

    package func back() {
        refusal = nil
        if case .reviewing = step { step = .editing }
    }

    package var canSend: Bool {
        guard case .reviewing(let review) = step, !isBusy else { return false }
        return review.warnings.allSatisfy { acknowledged.contains($0.name) }
    }

    /// Signs what was shown, keeps it, and hands it to a server; without one it leaves at the next refresh.
    package func send() async {
        guard canSend, case .reviewing(let review) = step else { return }
        step = .sending(review)
        let names = acknowledged
        let isSent = await attempt {
            self.step = .sent(try await self.session.custodian.sendPlannedCoins(acknowledging: names))
        }
        if !isSent { step = .editing }
    }
}
