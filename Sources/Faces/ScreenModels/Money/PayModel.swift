// SPDX-License-Identifier: MIT
package import Money
internal import Observation
package import Tokens
package import Wallet

/// Pays by barcode without a network: reads the payee's request, shows the payment, reads the receipt.
///
///     waiting ─request─▶ reviewing ─pay─▶ paying ─▶ showing ─receipt─▶ confirmed
///        ▲────back─────────┘                          ├─decline─▶ returned (the hub pays it back)
///                                                     └─withhold─▶ withheld (at a date, unless the payee has it)
///     The payment is durable before it is shown: closing the screen loses nothing, and the activity shows
///     it again.
@Observable @MainActor
package final class PayModel: BusyModel {
    /// A request for the user to review before paying.
    package struct Review: Hashable, Sendable {
        package let text: String
        package let amount: Amount
        /// Nil unless the payee is a merchant with a certified name.
        package let payee: String?
        package let isHardwareKey: Bool
        package let asked: Timestamp
        /// The request is outdated; the user may pay it all the same.
        package let isOld: Bool
    }

    package enum Step {
        case waiting
        case reviewing(Review)
        case paying(Review)
        case showing(OutgoingPayment, CodeModel)
        case confirmed(OutgoingPayment)
        case returned(Amount)
        case withheld(Amount, until: Timestamp)
    }

    package private(set) var step = Step.waiting
    package internal(set) var refusal: UserMessage?
    package internal(set) var isBusy = false
    package var note = ""
    /// Pay an outdated request.
    package var allowsOld = false
    package let intake = Intake()
    package let session: WalletSession

    package init(_ session: WalletSession) { self.session = session }

    // MARK: - What comes in

    /// Accepts a file or the picture of a barcode.
    package func take(file path: String) async {
        if let scanned = await intake.take(file: path) { await take(scanned) }
    }

    /// Accepts typed text: a path or the text itself.
    package func take(typed: String) async {
        if let scanned = await intake.take(typed: typed) { await take(scanned) }
    }

    /// Accepts pasted text.
    package func take(text: String) async {
        if let scanned = intake.take(text: text) { await take(scanned) }
    }

    /// Accepts a scanned item.
    package func take(_ scanned: Scanned) async {
        refusal = nil
        intake.reset()
        guard case .document(let kind, let text) = scanned else {
            refusal = UserMessage(.refusedNoRequestCode)
            return
        }
        switch (step, kind) {
        case (.waiting, .request), (.reviewing, .request): await review(text)
        case (_, .receipt): await confirm(text)
        case (_, .decline): await acceptDecline(text)
        case (_, .payment): refusal = UserMessage(.refusedPaymentHere)
        default: refusal = UserMessage(.refusedNoRequestCode)
        }
    }

    private func review(_ text: String) async {
        await attempt {
            let summary = try await self.session.walletService.useSoon { try $0.inspect(requestText: text) }
            guard let amount = summary.amount else { throw UserMessage(.refusedCurrency) }
            guard summary.findings.isEmpty || summary.isOnlyStale else {
                throw UserMessage(RefusedRequest(findings: summary.findings))
            }
            self.allowsOld = false
            self.step = .reviewing(
                Review(
                    text: text, amount: amount, payee: summary.payee, isHardwareKey: summary.isHardwareKey,
                    asked: summary.time, isOld: summary.isOnlyStale))
        }
    }

    // MARK: - The user's decisions

    /// The balance that can be spent without a network.
    package var offline: Amount? { session.balances.value?.offline }

    /// Why the request cannot be paid as entered.
    package var objection: UserMessage? {
        note.utf8.count > ReceiveModel.maximumNote ? UserMessage(.refusedLongNote) : nil
    }

    package var canPay: Bool {
        guard case .reviewing(let review) = step, !isBusy, objection == nil else { return false }
        return !review.isOld || allowsOld
    }

    /// Pays. Afterwards the signed payment is durable and on the screen.
    package func pay() async {
        guard canPay, case .reviewing(let review) = step else { return }
        step = .paying(review)
        let (overrides, words): (Set<RequestCheck.Override>, String) = (review.isOld ? [.stale] : [], note.trimmed)
        let isPaid = await attempt {
            let payment = try await self.session.walletService.useSoon {
                try $0.pay(review.text, allowing: overrides, note: words.isEmpty ? nil : words)
            }
            self.step = .showing(payment, try CodeModel(document: payment.text))
        }
        if !isPaid { step = .reviewing(review) }
        await session.caughtUp()
    }

    package func back() {
        refusal = nil
        if case .reviewing = step { step = .waiting }
    }

    /// Withholds a payment that the payee may never have received.
    package func withhold() async {
        guard case .showing(let payment, _) = step else { return }
        await attempt {
            let (_, until) = try await self.session.walletService.useSoon { try $0.withhold(payment.subject.row) }
            self.step = .withheld(payment.amount, until: until)
        }
        await session.caughtUp()
    }

    /// Shows an earlier payment again.
    package func show(_ row: Int64) async {
        await attempt {
            let payment = try await self.session.walletService.useSoon { try $0.showPayment(row) }
            self.step = .showing(payment, try CodeModel(document: payment.text))
        }
    }

    private func confirm(_ text: String) async {
        await attempt {
            let payment = try await self.session.walletService.useSoon { try $0.acknowledge(text) }
            self.step = .confirmed(payment)
        }
        await session.caughtUp()
    }

    private func acceptDecline(_ text: String) async {
        await attempt {
            let (_, amount) = try await self.session.walletService.useSoon { try $0.cancel(text) }
            self.step = .returned(amount)
        }
        await session.caughtUp()
    }
}
