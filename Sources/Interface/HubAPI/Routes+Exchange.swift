// SPDX-License-Identifier: MIT
internal import HTTP
internal import Money

/// Currencies and conversions.
extension Routes {
    package static let currencies = Route(
        .get, "/v1/currencies", .open, in: Nothing.self, out: CurrencyList.self)
    /// Moves nothing: the answer is a price that is valid for a minute.
    package static let quote = Route(
        .post, "/v1/quotes", .account, in: QuoteOrder.self, out: Quote.self,
        fits: { $0.from == $2.give.currency.code && $0.to == $2.get.currency.code })
    package static let convert = Route(
        .post, "/v1/conversions", .signed, in: ConvertOrder.self, out: ConvertAnswer.self)
}
