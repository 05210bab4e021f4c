// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
internal import Tokens

/// Asking people of the same hub for money, alone or for shares of a bill; everything here needs the hub.
extension Wallet {
    /// Asks somebody, or whoever has the link, for money.
    ///
    /// - Parameters:
    ///   - currency: in which the payer chooses, where there is no amount; without it the hub's first one.
    ///   - expires: seconds since 1970; without it the hub takes 30 days.
    package func ask(
        _ payer: String?, for amount: Amount?, in currency: Currency? = nil, note: String? = nil,
        reference: String? = nil, due: CalendarDay? = nil, expires: UInt64? = nil
    ) throws -> MoneyRequest {
        try run {
            try DirectOrderSaga(wallet: open, link: link).give(Routes.newRequest) {
                RequestOrder(
                    id: $0, payer: payer, amount: amount, currency: currency?.code, note: note, reference: reference,
                    due: due, expires: expires)
            }
        }
    }

    /// A page of what others ask of this account (incoming) or it asks of them (outgoing), newest first.
    ///
    /// - Parameters:
    ///   - limit: nil for as many as suit the connection.
    ///   - before: what the page before named as `next`.
    package func requests(
        _ direction: HistoryFilter.Direction, state: MoneyRequest.State? = nil, limit: Int? = nil, before: String? = nil
    ) throws -> RequestPage {
        try run {
            var query = [("direction", direction.rawValue)] + page(limit, before)
            if let state { query.append(("state", state.rawValue)) }
            return try link.call(Routes.requests, Nothing(), query: query)
        }
    }

    /// A request by its link, its id, or the end of its id among the latest hundred each way.
    ///
    /// - Throws: ``WalletError`` with `.otherHub` for a link to another hub, `.badDocument` for an end that fits several
    ///   requests or none.
    package func request(named word: String) throws -> MoneyRequest {
        try run {
            let id = try requestID(word)
            return try link.call(Routes.request, Nothing(), values: [id])
        }
    }

    /// Pays a request: exactly once, however often it is tried, and only the amount that is given.
    @discardableResult
    package func pay(_ request: MoneyRequest, _ amount: Amount) throws -> RequestPaid {
        try run {
            let saga = DirectOrderSaga(wallet: open, link: link)
            return try saga.give(Routes.payRequest, values: [request.id]) {
                RequestPayment(id: $0, amount: amount)
            } settle: {
                try saga.paid($0)
            }
        }
    }

    /// Refuses to pay a request.
    package func declineRequest(named word: String) throws -> MoneyRequest {
        try run { try link.call(Routes.declineRequest, NoDetails(), values: [try requestID(word)]) }
    }

    /// Takes a request back.
    package func cancelRequest(named word: String) throws -> MoneyRequest {
        try run { try link.call(Routes.cancelRequest, NoDetails(), values: [try requestID(word)]) }
    }

    /// What to show to the payer of a request: text for a message or a code.
    package func link(to request: MoneyRequest) throws -> String {
        try run {
            guard let id = OperationID(text: request.id) else {
                throw WalletError(.hubRefused, "The hub named the request in a way this wallet does not know.")
            }
            return RequestLink(hub: try open.hubID(), id: id).text
        }
    }

    // MARK: - Shared bills

    /// Shares a bill: by weights, or by amounts that add up to it.
    package func split(
        _ total: Amount, among shares: [SplitOrder.Share], note: String? = nil, expires: UInt64? = nil
    ) throws -> Split {
        try run {
            try DirectOrderSaga(wallet: open, link: link).give(Routes.newSplit) {
                SplitOrder(id: $0, total: total, note: note, expires: expires, shares: shares)
            }
        }
    }

    package func splits(limit: Int? = nil, before: String? = nil) throws -> SplitPage {
        try run { try link.call(Routes.splits, Nothing(), query: page(limit, before)) }
    }

    package func split(named word: String) throws -> Split {
        try run { try link.call(Routes.split, Nothing(), values: [try splitID(word)]) }
    }

    /// Takes back what nobody has paid yet of a bill.
    package func cancelSplit(named word: String) throws -> Split {
        try run { try link.call(Routes.cancelSplit, NoDetails(), values: [try splitID(word)]) }
    }

    // MARK: - Names

    /// The query of a page; without a limit as many lines as suit the connection.
    func page(_ limit: Int?, _ before: String?) -> [(String, String)] {
        [("limit", "\(max(1, min(limit ?? open.pageSize, 100)))")] + (before.map { [("before", $0)] } ?? [])
    }

    private func requestID(_ word: String) throws -> String {
        if RequestLink.isLink(word) {
            let request = try RequestLink(text: word)
            guard request.hub == (try open.hubID().short) else {
                throw WalletError(.otherHub, "This request is kept at another hub than this wallet's.")
            }
            return request.id.description
        }
        return try Self.id(word, of: "request") {
            try HistoryFilter.Direction.allCases.flatMap { direction in
                try link.call(
                    Routes.requests, Nothing(), query: [("direction", direction.rawValue), ("limit", "100")]
                ).items.map(\.id)
            }
        }
    }

    private func splitID(_ word: String) throws -> String {
        try Self.id(word, of: "bill") {
            try link.call(Routes.splits, Nothing(), query: page(100, nil)).items.map(\.id)
        }
    }

    /// A whole id, or the one of these that ends with what was typed.
    static func id(_ word: String, of noun: String, among known: () throws -> [String]) throws -> String {
        if OperationID(text: word) != nil { return word }
        let isEnd = 4...32 ~= word.count && word.allSatisfy { $0.isHexDigit && !$0.isUppercase }
        let found = try isEnd ? Set(known().filter { $0.hasSuffix(word) }) : []
        guard let id = found.first, found.count == 1 else {
            throw WalletError(
                .badDocument,
                found.isEmpty
                    ? "No \(noun) is called '\(word)'. Give its id, or the end of it as the list shows it."
                    : "Several ids end with '\(word)'. Give more of it.")
        }
        return id
    }
}
