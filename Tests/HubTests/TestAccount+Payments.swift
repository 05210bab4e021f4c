// SPDX-License-Identifier: MIT
import HTTP
import Hub
import HubAPI
import Money

extension TestAccount {
    func ask(_ payer: String?, _ cents: Int64?, note: String? = nil, expires: UInt64? = nil) throws -> MoneyRequest {
        let order = RequestOrder(
            id: operation(), payer: payer, amount: cents.map { dollars($0) }, note: note, expires: expires)
        return try hub.caller.call(Routes.newRequest, order, as: proof)
    }

    func request(_ id: String) throws -> MoneyRequest {
        try hub.caller.call(Routes.request, Nothing(), values: [id], as: proof)
    }

    func requests(_ direction: String, state: String? = nil, before: String? = nil) throws -> RequestPage {
        let query =
            [("direction", direction)] + (state.map { [("state", $0)] } ?? [])
            + (before.map { [("before", $0)] } ?? [])
        return try hub.caller.call(Routes.requests, Nothing(), query: query, as: proof)
    }

    func pay(_ id: String, _ payment: RequestPayment) throws -> RequestPaid {
        try hub.caller.call(Routes.payRequest, payment, values: [id], as: proof)
    }

    func pay(_ id: String, _ cents: Int64) throws -> RequestPaid {
        try pay(id, RequestPayment(id: operation(), amount: dollars(cents)))
    }

    func close(_ route: Route<NoDetails, MoneyRequest>, _ id: String) throws -> MoneyRequest {
        try hub.caller.call(route, NoDetails(), values: [id], as: proof)
    }

    func split(_ cents: Int64, _ shares: [(String, Int)], note: String? = nil) throws -> Split {
        let order = SplitOrder(
            id: operation(), total: dollars(cents), note: note, expires: nil,
            shares: shares.map { .init(person: $0.0, weight: $0.1) })
        return try hub.caller.call(Routes.newSplit, order, as: proof)
    }

    func find(_ name: String) throws -> FoundAccount {
        try hub.caller.call(Routes.findAccount, AccountReference(username: name), as: proof)
    }

    func block(_ name: String) throws {
        _ = try hub.caller.call(Routes.block, AccountOrder(id: operation(), username: name), as: proof)
    }

    func keep(_ contact: Contact) throws {
        _ = try hub.caller.call(Routes.keepContact, ContactOrder(id: operation(), contact), as: proof)
    }

    func contacts() throws -> [Contact] { try hub.caller.call(Routes.contacts, Nothing(), as: proof).contacts }

    func history(_ filter: HistoryFilter, limit: Int? = nil, before: String? = nil) throws -> TransactionPage {
        let query = filter.query + (limit.map { [("limit", "\($0)")] } ?? []) + (before.map { [("before", $0)] } ?? [])
        return try hub.caller.call(Routes.transactions, Nothing(), query: query, as: proof)
    }

    /// A request as somebody else's program would write it.
    func raw(_ method: HTTP.Method, _ path: String, _ body: String) -> Request {
        var request = Request(method: method, path: path, body: Array(body.utf8))
        proof.prove(&request, for: .signed)
        return request
    }
}

/// The refusal that a call meets, or nil when it is not refused.
func problem(_ body: () throws -> Void) -> HubProblem? {
    do {
        try body()
        return nil
    } catch {
        return error as? HubProblem
    }
}

/// Sessions that outlive a test which moves its clock by months.
func longSessions(_ configuration: inout HubConfiguration) { configuration.accessTokenLife = 1_000 * 86_400 }
