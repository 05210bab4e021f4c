// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
internal import Observation
internal import Wallet

/// Payment requests over the hub: those to this account, and its own.
@Observable @MainActor
package final class RequestsModel: BusyModel {
    package var direction = HistoryFilter.Direction.incoming
    package private(set) var requests: LoadState<[MoneyRequest]> = .loading
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    package let session: WalletSession

    // The form of a new request
    package var payer = ""
    package var amount: AmountEntry
    package var note = ""
    /// The payee's reference, such as an invoice number.
    package var reference = ""
    /// The due date, such as 2026-12-01; empty for none.
    package var due = ""
    /// The payer's amount, for a request without one; in the request's currency.
    package var chosen = AmountEntry(in: nil)
    package private(set) var names = NameTable()
    /// The last request made, with its link as a barcode.
    package private(set) var made: (request: MoneyRequest, code: CodeModel)?
    /// Whether the form of a new request is on the screen.
    package var isAsking = false
    /// A request that a link opened, or that the user reviews before paying.
    package private(set) var looked: MoneyRequest?

    /// - Parameter payer: the account to ask; the form opens with it.
    package init(_ session: WalletSession, asking payer: String? = nil) {
        self.session = session
        self.payer = payer ?? ""
        isAsking = payer != nil
        amount = AmountEntry(in: session.currency, language: session.words.language)
    }

    package func load() async {
        let direction = direction
        do {
            requests = LoadState(try await session.walletService.ask { try $0.requests(direction, limit: 50).items })
        } catch {
            requests = .failed(UserMessage(error))
        }
        names = await session.nameTable()
        await session.loadCurrencies()
        await session.countRequests()
    }

    /// Why the form cannot be sent as entered.
    package var objection: UserMessage? {
        if let objection = amount.objection { return objection }
        if note.utf8.count > SendModel.maximumNote || reference.utf8.count > Self.maximumReference {
            return UserMessage(.refusedLongNote)
        }
        if !due.trimmed.isEmpty, session.words.typedDay(due) == nil { return UserMessage(.refusedDate) }
        return nil
    }

    /// Whether the form can be sent. Without an amount the payer chooses it; without a payer, anyone with the link may
    /// pay.
    package var canAsk: Bool { !isBusy && objection == nil }

    /// In bytes of UTF-8.
    private static let maximumReference = 64

    package func ask() async {
        guard canAsk else { return }
        let (payer, note, amount, currency) = (names.username(of: payer), note.trimmed, amount.value, amount.currency)
        let (reference, due) = (reference.trimmed, session.words.typedDay(due))
        await attempt {
            let (request, link) = try await self.session.walletService.use { wallet in
                let request = try wallet.ask(
                    payer.isEmpty ? nil : payer, for: amount, in: currency, note: note.isEmpty ? nil : note,
                    reference: reference.isEmpty ? nil : reference, due: due)
                return (request, try wallet.link(to: request))
            }
            self.made = (request, try CodeModel(document: link))
            (self.payer, self.note, self.amount.text, self.reference, self.due) = ("", "", "", "", "")
        }
        await load()
    }

    /// Shows the request of a link.
    package func look(at link: String) async {
        await attempt {
            let request = try await self.session.walletService.ask { try $0.request(named: link) }
            self.look(at: request)
        }
    }

    package func look(at request: MoneyRequest) {
        refusal = nil
        looked = request
        // Safe: a currency that this program does not know cannot be paid; `pay` reports it.
        chosen = AmountEntry(in: try? Currency(code: request.currency), language: session.words.language)
    }

    /// The amount to pay: the request's, or the payer's choice.
    package var payable: Amount? { looked.flatMap { $0.amount ?? chosen.value } }

    /// The missing amount in the request's currency, if another currency could be exchanged; nil when there is enough.
    package var shortage: Amount? {
        guard let payable, let available = session.available(in: payable.currency) ?? Optional(.zero(payable.currency)),
            payable.currency != session.currency
        else { return nil }
        // Safe: both are of the request's currency.
        guard let missing = try? payable.subtracting(available), missing.isPositive else { return nil }
        return missing
    }

    package func lookAway() {
        looked = nil
        refusal = nil
    }

    /// Opens the form of a new request.
    package func beginAsking() {
        (made, refusal) = (nil, nil)
        isAsking = true
    }

    /// Goes back to the list from the form, or from the request that was made.
    package func endAsking() {
        (made, refusal) = (nil, nil)
        isAsking = false
    }

    /// Pays the shown request in its own currency, once, however often it is tried.
    package func pay() async {
        guard let request = looked else { return }
        await attempt {
            let currency = try Currency(code: request.currency)
            guard let amount = request.amount ?? self.chosen.value else { return }
            guard amount.currency == currency else { throw UserMessage(.refusedCurrency) }
            self.looked = try await self.session.walletService.use { try $0.pay(request, amount).request }
        }
        await session.caughtUp()
        await load()
    }

    /// Declines a request.
    package func decline(_ request: MoneyRequest) async {
        await attempt { _ = try await self.session.walletService.use { try $0.declineRequest(named: request.id) } }
        await load()
    }

    /// Cancels an own request.
    package func cancel(_ request: MoneyRequest) async {
        await attempt { _ = try await self.session.walletService.use { try $0.cancelRequest(named: request.id) } }
        await load()
    }
}
