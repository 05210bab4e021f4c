// SPDX-License-Identifier: MIT
package import Money

/// Which currencies a hub keeps, and at what rates it converts.
package struct CurrencyList: Codable, Sendable, Equatable {
    /// A price of the operator's.
    package struct Rate: Codable, Sendable, Equatable {
        /// `EUR/USD`: what one EUR costs in USD.
        package var pair: String
        /// An exact decimal number, such as "1.085".
        package var rate: String
        /// Percent that are kept on either side, such as "0.5".
        package var spread: String
        /// When it was set, seconds since 1970.
        package var time: UInt64

        enum CodingKeys: String, CodingKey { case pair = "pair", rate = "rate", spread = "spread", time = "time" }

        package init(pair: String, rate: String, spread: String, time: UInt64) {
            self.pair = pair
            self.rate = rate
            self.spread = spread
            self.time = time
        }
    }

    /// ISO 4217 codes; the first is the one that tokens are in.
    package var currencies: [String]
    package var rates: [Rate]

    enum CodingKeys: String, CodingKey { case currencies = "currencies", rates = "rates" }

    package init(currencies: [String], rates: [Rate]) {
        self.currencies = currencies
        self.rates = rates
    }
}

/// Asks what a conversion would cost.
package struct QuoteOrder: Codable, Sendable, Equatable {
    /// ISO 4217 code of what is given.
    package var from: String
    /// ISO 4217 code of what is got.
    package var to: String
    /// What is given or what is got, whichever its currency says.
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

/// A price that the hub keeps to for a minute, once.
package struct Quote: Codable, Sendable, Equatable {
    /// The hub's own signed note of it: give it back to convert. For this account alone.
    package var quote: String
    package var give: Amount
    package var get: Amount
    /// `EUR/USD`, with the rate and spread in it as ``CurrencyList/Rate`` has them.
    package var pair: String
    package var rate: String
    package var spread: String
    /// What rounding costs: millionths of a minor unit of the amount that was computed, always below 1 000 000.
    package var roundingMillionths: Int64
    /// Seconds since 1970 by the hub's clock; from then on it is not kept to.
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

/// Takes a quote.
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
    /// What left, in the history of its currency; it carries the client's id.
    package var given: Transaction
    /// What came, in the history of its currency.
    package var got: Transaction
    /// The balances of the two currencies.
    package var balances: [Balance]

    enum CodingKeys: String, CodingKey { case given = "given", got = "got", balances = "balances" }

    package init(given: Transaction, got: Transaction, balances: [Balance]) {
        self.given = given
        self.got = got
        self.balances = balances
    }
}
