// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
internal import Observation
internal import Wallet

/// Money asked for over the hub: what others ask of this account, and what it asks of them.
@Observable @MainActor
package final class RequestsModel: BusyModel {
    package var direction = HistoryFilter.Direction.incoming
    package private(set) var requests: Content<[MoneyRequest]> = .loading
    package internal(set) var isBusy = false
    package internal(set) var refusal: Refusal?
    package let session: WalletSession

    // The form of a new request
    package var payer = ""
    package var amount: AmountEntry
    package var note = ""
    /// The request that was made last, with its link as a code.
    package private(set) var made: (request: MoneyRequest, code: CodeModel)?
    /// A request that a link led to, or that a person looks at before paying.
    package private(set) var looked: MoneyRequest?

    package init(_ session: WalletSession) {
        self.session = session
        amount = AmountEntry(in: session.currency)
    }

    package func load() async {
        let direction = direction
        do {
            requests = Content(try await session.custodian.use { try $0.requests(direction, limit: 50).items })
        } catch {
            requests = .failed(Refusal(error))
        }
    }

    /// Whether the form can be sent; without an amount the payer chooses, without a payer whoever has the link may pay.
    package var canAsk: Bool { !isBusy && amount.objection == nil && note.utf8.count <= SendModel.maximumNote }

    package func ask() async {
        guard canAsk else { return }
        let (payer, note, amount) = (payer.trimmed, note.trimmed, amount.value)
        await attempt {
            let (request, link) = try await self.session.custodian.use { wallet in
                let request = try wallet.ask(
                    payer.isEmpty ? nil : payer, for: amount, note: note.isEmpty ? nil : note)
                return (request, try wallet.link(to: request))
            }
            self.made = (request, try CodeModel(document: link))
            (self.payer, self.note, self.amount.text) = ("", "", "")
        }
        await load()
    }

    /// Looks at the request that a link leads to.
    package func look(at link: String) async {
        await attempt { self.looked = try await self.session.custodian.use { try $0.request(named: link) } }
    }

    package func look(at request: MoneyRequest) {
        refusal = nil
        looked = request
    }

    package func lookAway() { looked = nil }

    /// Pays the request that is looked at: once, however often it is tried.
    ///
    /// - Parameter chosen: the amount where the request has none.
    package func pay(_ chosen: Amount? = nil) async {
        guard let request = looked, let amount = request.amount ?? chosen else { return }
        await attempt {
            self.looked = try await self.session.custodian.use { try $0.pay(request, amount).request }
        }
        await session.refresh()
        await load()
    }

    /// Says no to a request.
    package func decline(_ request: MoneyRequest) async {
        await attempt { _ = try await self.session.custodian.use { try $0.declineRequest(named: request.id) } }
        await load()
    }

    /// Takes an own request back.
    package func cancel(_ request: MoneyRequest) async {
        await attempt { _ = try await self.session.custodian.use { try $0.cancelRequest(named: request.id) } }
        await load()
    }
}
