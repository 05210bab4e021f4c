// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
internal import Observation
internal import Tokens
package import Wallet

/// Sends to an account of the same hub: recipient, amount, review, send. Without a network the transfer waits.
///
///     editing ─review─▶ reviewing ─send─▶ sending ─▶ sent | waiting ─takeBack─▶ editing
///        ▲──────back──────┘  ▲──────── refused ┘
@Observable @MainActor
package final class SendModel {
    package enum Step: Hashable, Sendable {
        case editing
        case reviewing(Amount)
        case sending(Amount)
        case sent(Amount, subject: ReferenceID)
        /// Written down; it leaves at the next sync.
        case waiting(Amount, subject: ReferenceID)
    }

    package private(set) var step = Step.editing
    package private(set) var refusal: UserMessage?
    package var recipient = ""
    package var amount: AmountEntry
    package var note = ""
    package private(set) var names = NameTable()

    package let session: WalletSession

    /// The longest note, in bytes of UTF-8.
    package static let maximumNote = 256

    package init(_ session: WalletSession, _ proposal: DeepLink.Transfer? = nil) {
        self.session = session
        amount = AmountEntry(in: session.currency, language: session.words.language)
        recipient = proposal?.recipient ?? ""
        note = proposal?.note ?? ""
        if let proposal {
            fill(amount: proposal.amount)
            if isOfOtherHub(proposal) { (recipient, refusal) = ("", UserMessage(.refusedOtherHub)) }
        }
    }

    /// Whether a link names another hub, where an account of the same name may be another person's.
    private func isOfOtherHub(_ transfer: DeepLink.Transfer) -> Bool {
        guard let named = transfer.hub, let hub = session.hub else { return false }
        return named != HubID(rootKey: hub.rootKey).short
    }

    /// Fills in the link's amount; if it is invalid, the field stays empty.
    private func fill(amount link: String) {
        guard !link.isEmpty else { return }
        do {
            guard let currency = amount.currency else { throw UserMessage(.refusedNotJoined, remedy: .join) }
            let asked = try Self.amount(ofLink: link, in: currency)
            amount.text = session.words.typedForm(of: asked.decimalText)
        } catch {
            amount.text = ""
            refusal = UserMessage(error)
        }
    }

    /// Parses digits with at most one point, the notation of links, whatever the user's language.
    private static func amount(ofLink text: String, in currency: Currency) throws -> Amount {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? parts[1].count : 0
        let zeros = String(repeating: "0", count: max(0, currency.minorDigits - decimals))
        let point = parts.count > 1 || zeros.isEmpty ? "" : "."
        return try Amount(decimalText: text + point + zeros, currency: currency)
    }

    // MARK: - Editing

    /// The available balance.
    package var available: Amount? { amount.currency.flatMap { session.available(in: $0) } }

    /// The recipient as the review names it: a contact with its account, so that both can be checked.
    package var recipientName: String {
        let username = names.username(of: recipient)
        let name = names.name(of: username)
        return name == username ? username : "\(name) (\(username))"
    }

    package var noteBytes: Int { note.utf8.count }

    /// Why the transfer cannot be sent as entered; nil while the form is incomplete.
    package var objection: UserMessage? {
        if let objection = amount.objection { return objection }
        if noteBytes > Self.maximumNote { return UserMessage(.refusedLongNote) }
        if session.account.username == names.username(of: recipient), !recipient.isEmpty {
            return UserMessage(.refusedToOneself)
        }
        guard let amount = amount.value, let available else { return nil }
        // Safe: both are of the chosen currency.
        if (try? amount.isAtLeast(available)) == true, amount != available {
            return UserMessage(.refusedMoreThanAvailable, ["available": session.words.amount(available)])
        }
        return nil
    }

    package var canReview: Bool {
        step == .editing && !recipient.trimmed.isEmpty && amount.value != nil && objection == nil
    }

    /// Reads the contacts, for completing names, and the currencies, for the choice.
    package func loadContacts() async {
        names = await session.nameTable()
        await session.loadCurrencies()
    }

    /// Fills in a scanned recipient.
    ///
    /// - Returns: false, and a refusal to show, when the item names no recipient.
    @discardableResult
    package func take(_ scanned: Scanned) -> Bool {
        refusal = nil
        switch scanned {
        case .link(.pay(let transfer)) where isOfOtherHub(transfer):
            refusal = UserMessage(.refusedOtherHub)
            return false
        case .link(.pay(let transfer)):
            recipient = transfer.recipient
            // Typed text stays where the code gives no value.
            fill(amount: transfer.amount)
            if !transfer.note.isEmpty { note = transfer.note }
            return true
        case .other(let text) where Self.isName(text.trimmed):
            recipient = text.trimmed
            return true
        default:
            refusal = UserMessage(.refusedNoRecipient)
            return false
        }
    }

    /// Whether a bare text can be an account name: one short word.
    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && !text.contains { $0.isWhitespace || $0 == ":" || $0 == "/" }
    }

    /// The contacts that match the typed text.
    package var suggestions: [Contact] { names.suggestions(for: recipient) }

    package func review() {
        guard canReview, let amount = amount.value else { return }
        refusal = nil
        step = .reviewing(amount)
    }

    package func back() {
        if case .reviewing = step { step = .editing }
    }

    // MARK: - Sending

    package func send() async {
        guard case .reviewing(let amount) = step else { return }
        step = .sending(amount)
        refusal = nil
        let (name, words) = (names.username(of: recipient), note.trimmed)
        do {
            let (outcome, quality) = try await session.walletService.use { wallet in
                (try wallet.sendNow(to: name, amount, note: words.isEmpty ? nil : words), wallet.connection.quality)
            }
            switch outcome.state {
            case .sent: step = .sent(amount, subject: outcome.subject)
            case .waiting: step = .waiting(amount, subject: outcome.subject)
            case .refused(let error):
                refusal = UserMessage(error)
                step = .editing
            }
            session.note(outcome, quality)
        } catch {
            refusal = UserMessage(error)
            step = .editing
        }
        await session.caughtUp()
    }

    /// Cancels a transfer that has not been sent.
    package func takeBack() async {
        guard case .waiting(_, let subject) = step else { return }
        do {
            try await session.walletService.use { try $0.cancelSend(subject.row) }
            step = .editing
        } catch {
            refusal = UserMessage(error)
        }
        await session.caughtUp()
    }
}
