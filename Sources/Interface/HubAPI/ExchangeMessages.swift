// SPDX-License-Identifier: MIT
package import Money

/// The currencies of a hub and its exchange rates.
package struct CurrencyList: Codable, Sendable, Equatable {
    /// An exchange rate that the operator has set.
    package struct Rate: Codable, Sendable, Equatable {
        /// `EUR/USD`: the price of one EUR in USD.
        package var pair: String
        /// An exact decimal number, such as "1.085".
        package var rate: String
        /// The hub's margin in percent, in either direction, such as "0.5".
        package var spread: String
        /// When the rate was set, in seconds since 1970.
        package var time: UInt64

        enum CodingKeys: String, CodingKey { case pair = "pair", rate = "rate", spread = "spread", time = "time" }

        package init(pair: String, rate: String, spread: String, time: UInt64) {
            self.pair = pair
            self.rate = rate
            self.spread = spread
            self.time = time
        }
    }

    /// ISO 4217 codes. The first is the currency of the offline tokens.
    package var currencies: [String]
    package var rates: [Rate]

    enum CodingKeys: String, CodingKey { case currencies = "currencies", rates = "rates" }

    package init(currencies: [String], rates: [Rate]) {
        self.currencies = currencies
        self.rates = rates
    }
}

/// Asks for the price of a conversion.
package struct QuoteOrder: Codable, Sendable, Equatable {
    /// ISO 4217 code of the currency to give.
    package var from: String
    /// ISO 4217 code of the currency to get.
    package var to: String
    /// The amount to give or the amount to get, depending on its currency.
    package var amount: Amount

    enum CodingKeys: String, CodingKey, CaseIterable { case from = "from", to = "to", amount = "amount" }

    package init(from: String, to: String, amount: Amount) {
        self.from = from
        self.to = to
        self.amount = amount
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        from = try fields.decode(String.self, forKey: .from)
        to = try fields.decode(String.self, forKey: .to)
        amount = try fields.decode(Amount.self, forKey: .amount)
    }
}

/// A price that the hub guarantees for one conversion within a minute.
package struct Quote: Codable, Sendable, Equatable {
    /// The quote, signed by the hub. Send it back to convert. Valid for this account only.
    package var quote: String
    package var give: Amount
    package var get: Amount
    /// `EUR/USD`, with its rate and spread as in ``CurrencyList/Rate``.
    package var pair: String
    package var rate: String
    package var spread: String
    /// The rounding loss: millionths of a minor unit of the computed amount, always below 1 000 000.
    package var roundingMillionths: Int64
    /// When the quote expires by the hub's clock, in seconds since 1970.
    package var expires: UInt64
    /// The hub's time, seconds since 1970.
    package var time: UInt64

    enum CodingKeys: String, CodingKey {
        case quote = "quote", give = "give", get = "get", pair = "pair", rate = "rate", spread = "spread"
        case roundingMillionths = "roundingMillionths", expires = "expires", time = "time"
    }

    package init(
        quote: String, give: Amount, get: Amount, pair: String, rate: String, spread: String, roundingMillionths: Int64,
        expires: UInt64, time: UInt64
    ) {
        self.quote = quote
        self.give = give
        self.get = get
        self.pair = pair
        self.rate = rate
        self.spread = spread
        self.roundingMillionths = roundingMillionths
        self.expires = expires
        self.time = time
    }
}

/// Accepts a quote.
package struct ConvertOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    /// ``Quote/quote``.
    package var quote: String

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", quote = "quote" }

    package init(id: OperationID, quote: String) {
        self.id = id
        self.quote = quote
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        quote = try fields.decode(String.self, forKey: .quote)
    }
}

package struct ConvertAnswer: Codable, Sendable {
    /// The given amount, in the history of its currency. Has the client's id.
    package var given: AccountTransaction
    /// The amount received, in the history of its currency.
    package var got: AccountTransaction
    /// The balances of the two currencies.
    package var balances: [Balance]

    enum CodingKeys: String, CodingKey { case given = "given", got = "got", balances = "balances" }

    package init(given: AccountTransaction, got: AccountTransaction, balances: [Balance]) {
        self.given = given
        self.got = got
        self.balances = balances
    }
}
