// SPDX-License-Identifier: MIT
internal import Money
internal import Observation
internal import Tokens
package import Wallet

/// Receives a payment by barcode without a network: shows the request, reads the payment, shows the receipt.
///
///     editing ─ask─▶ showing ─payment─▶ received (the receipt is on the screen for the payer)
///        ▲──another─────┘└─decline the next payment, or one that was refused─▶ declined (on the screen)
@Observable @MainActor
package final class ReceiveModel: BusyModel {
    package enum Step {
        case editing
        case showing(OpenRequest, CodeModel)
        case received(IncomingPayment, CodeModel)
        case declined(CodeModel)
    }

    package private(set) var step = Step.editing
    package internal(set) var refusal: UserMessage?
    package internal(set) var isBusy = false
    package var amount: AmountEntry
    package var note = ""
    /// Whether the next payment is declined instead of taken.
    package var declinesNext = false
    /// A payment that this wallet could not take; the user may decline it, so that the payer has the money back.
    package private(set) var refused: Scanned?
    package let intake = Intake()
    package let session: WalletSession

    package init(_ session: WalletSession) {
        self.session = session
        amount = AmountEntry(in: session.currency, language: session.words.language)
    }

    /// The longest note of a payment by barcode, in bytes of UTF-8; it stays on this device.
    package static let maximumNote = 4_096

    /// Why the request cannot be made as entered; nil while the form is incomplete.
    package var objection: UserMessage? {
        amount.objection ?? (note.utf8.count > Self.maximumNote ? UserMessage(.refusedLongNote) : nil)
    }

    package var canAsk: Bool { !isBusy && amount.value != nil && objection == nil }
    /// The number of requests that can be made before the next sync.
    package var requestsReady: Int { session.balances.value?.requestsReady ?? 0 }

    /// Makes the request. Afterwards it is durable and on the screen.
    package func ask() async {
        guard canAsk, let amount = amount.value else { return }
        let words = note.trimmed
        await attempt {
            let request = try await self.session.walletService.useSoon {
                try $0.request(amount, note: words.isEmpty ? nil : words)
            }
            self.step = .showing(request, try CodeModel(document: request.text))
        }
        await session.caughtUp()
    }

    /// Shows an earlier request again.
    package func show(_ row: Int64) async {
        await attempt {
            let request = try await self.session.walletService.useSoon { try $0.showRequest(row) }
            self.step = .showing(request, try CodeModel(document: request.text))
        }
    }

    /// Starts another request.
    package func another() {
        refusal = nil
        intake.reset()
        amount.text = ""
        note = ""
        (declinesNext, refused) = (false, nil)
        step = .editing
    }

    // MARK: - The payment

    package func take(file path: String) async {
        if let scanned = await intake.take(file: path) { await take(scanned) }
    }

    /// Accepts typed text: a path or the text itself.
    package func take(typed: String) async {
        if let scanned = await intake.take(typed: typed) { await take(scanned) }
    }

    package func take(text: String) async {
        if let scanned = intake.take(text: text) { await take(scanned) }
    }

    /// Accepts a payment; "received" means verified and on disk.
    package func take(_ scanned: Scanned) async {
        refusal = nil
        intake.reset()
        refused = nil
        guard let text = payment(in: scanned) else { return }
        if declinesNext { return await decline(scanned) }
        let isTaken = await attempt {
            let payment = try await self.session.walletService.useSoon { try $0.receive(text) }
            self.step = .received(payment, try CodeModel(document: payment.receipt))
        }
        if !isTaken { refused = scanned }
        await session.caughtUp()
    }

    /// Declines a payment for good. The decline is on the screen for the payer.
    package func decline(_ scanned: Scanned) async {
        guard let text = payment(in: scanned) else { return }
        await attempt {
            let decline = try await self.session.walletService.useSoon { try $0.decline(text) }
            self.step = .declined(try CodeModel(document: decline))
            (self.declinesNext, self.refused) = (false, nil)
        }
        await session.caughtUp()
    }

    private func payment(in scanned: Scanned) -> String? {
        guard case .document(let kind, let text) = scanned else {
            refusal = UserMessage(.refusedNoPaymentCode)
            return nil
        }
        guard kind == .payment else {
            refusal = UserMessage(kind == .request ? .refusedRequestHere : .refusedNoPaymentCode)
            return nil
        }
        return text
    }
}
