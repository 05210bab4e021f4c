// SPDX-License-Identifier: MIT
package import HubAPI
internal import Keys
package import Money
internal import Tokens

/// Online payment requests to other accounts of the hub, and shared bills. Every method needs the hub.
extension Wallet {
    /// Requests money from an account, or from anyone who has the link.
    ///
    /// - Parameters:
    ///   - payer: the username of the account that is asked; nil for anyone who has the link.
    ///   - currency: the currency in which the payer chooses an amount, if `amount` is nil; nil means the hub's first
    ///     currency.
    ///   - expires: seconds since 1970; if nil, the hub uses 30 days.
    package func ask(
        _ payer: String?, for amount: Amount?, in currency: Currency? = nil, note: String? = nil,
        reference: String? = nil, due: CalendarDay? = nil, expires: UInt64? = nil
    ) throws -> MoneyRequest {
        try run {
            try DirectOrderSaga(context: open, link: link).give(Routes.newRequest) {
                RequestOrder(
                    id: $0, payer: payer, amount: amount, currency: currency?.code, note: note, reference: reference,
                    due: due, expires: expires)
            }
        }
    }

    /// A page of the requests to this account (incoming) or from it (outgoing), newest first.
    ///
    /// - Parameters:
    ///   - limit: nil for a page size that suits the connection.
    ///   - before: the previous page's `next`.
    package func requests(
        _ direction: HistoryFilter.Direction, state: MoneyRequest.State? = nil, limit: Int? = nil, before: String? = nil
    ) throws -> RequestPage {
        try run {
            var query = [("direction", direction.rawValue)] + page(limit, before)
            if let state { query.append(("state", state.rawValue)) }
            return try link.call(Routes.requests, Nothing(), query: query)
        }
    }

    /// Finds a request by its link, its id, or the last digits of its id among the latest hundred in each direction.
    ///
    /// - Throws: ``WalletError`` with `.otherHub` for a link to another hub, `.badDocument` if the digits match no
    ///   request or several.
    package func request(named word: String) throws -> MoneyRequest {
        try run {
            let id = try requestID(word)
            return try link.call(Routes.request, Nothing(), values: [id])
        }
    }

    /// Pays a request. Repeated attempts pay it only once, and only the amount given.
    @discardableResult
    package func pay(_ request: MoneyRequest, _ amount: Amount) throws -> RequestPaid {
        try run {
            try open.require(.sendMoney)
            let saga = DirectOrderSaga(context: open, link: link)
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

    /// Cancels a request of this account.
    package func cancelRequest(named word: String) throws -> MoneyRequest {
        try run { try link.call(Routes.cancelRequest, NoDetails(), values: [try requestID(word)]) }
    }

    /// The link that the payer of a request opens, as text for a message or a barcode.
    package func link(to request: MoneyRequest) throws -> String {
        try run {
            guard let id = OperationID(text: request.id) else {
                throw WalletError(.hubRefused, "The hub named the request in a way this wallet does not know.")
            }
            return RequestLink(hub: try open.hubID(), id: id).text
        }
    }

    // MARK: - Shared bills

    /// Splits a bill by weights, or by amounts that add up to the total.
    package func split(
        _ total: Amount, among shares: [SplitOrder.Share], note: String? = nil, expires: UInt64? = nil
    ) throws -> Split {
        try run {
            try DirectOrderSaga(context: open, link: link).give(Routes.newSplit) {
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

    /// Cancels the unpaid shares of a bill.
    package func cancelSplit(named word: String) throws -> Split {
        try run { try link.call(Routes.cancelSplit, NoDetails(), values: [try splitID(word)]) }
    }

    // MARK: - Names

    /// The query of a page. Without a limit, the page size suits the connection.
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

    /// A complete id as it is, or the only known id that ends with the text.
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
