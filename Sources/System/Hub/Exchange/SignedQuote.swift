// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import Money
import Tokens

/// A price that the hub has promised to one account. The client keeps it; a MAC proves that the hub made it.
///
/// So asking for prices writes nothing. Only an accepted quote gets a row, and its id can get one only once.
struct SignedQuote: Equatable {
    /// 16 bytes.
    let id: [UInt8]
    let account: Int64
    let give: Amount
    let get: Amount
    let rate: ExchangeRate
    /// The quote is invalid from this time on.
    let expires: Timestamp

    /// Seconds that a quote is valid.
    static let life: UInt64 = 60
    private static let maximumCount = 256
    /// The largest clock difference, in seconds, that two processes of one hub may have.
    private static let skew: UInt64 = 60

    /// Whether the quote is valid now. A quote that expires later than its lifetime allows was given before the clock
    /// was set back, at a rate of that time. It is invalid.
    func isKept(at now: Timestamp) -> Bool {
        now < expires && expires <= now.adding(seconds: Self.life + Self.skew)
    }

    /// The quote in the form in which the client keeps it.
    func text(secret: SecretBytes) -> String {
        var writer = CBORWriter()
        writer.array(10)
        writer.bytes(id)
        writer.uint(UInt64(account))
        writer.uint(UInt64(give.currency.numeric))
        writer.uint(give.minorUnits.magnitude)
        writer.uint(UInt64(get.currency.numeric))
        writer.uint(get.minorUnits.magnitude)
        writer.bool(rate.base == give.currency)
        writer.uint(rate.billionths.magnitude)
        writer.uint(rate.spread.magnitude)
        writer.uint(expires.seconds)
        return Base64URL.encode(writer.encoded + Self.code(writer.encoded, secret))
    }

    init(id: [UInt8], account: Int64, give: Amount, get: Amount, rate: ExchangeRate, expires: Timestamp) {
        (self.id, self.account, self.give, self.get) = (id, account, give, get)
        (self.rate, self.expires) = (rate, expires)
    }

    /// Reads a quote that this hub gave to this account.
    ///
    /// - Throws: `HubProblem` with `.badRequest`, the same for every invalid text.
    init(_ text: String, for account: Int64, secret: SecretBytes) throws {
        do {
            let bytes = text.utf8.count <= Self.maximumCount ? try Base64URL.decode(text) : []
            let body = Array(bytes.dropLast(HMACSHA256.count))
            if bytes.count > HMACSHA256.count,
                constantTimeEqual(Self.code(body, secret), Array(bytes.suffix(HMACSHA256.count)))
            {
                try self.init(body: body)
                if self.account == account { return }
            }
        } catch is BytesError {
            // Falls through to the one refusal for every invalid quote.
        }
        throw HubProblem(.badRequest, "This is not a quote that this hub gave to this account. Ask for one.")
    }

    private init(body: [UInt8]) throws {
        var reader = try CBORReader(body, maximumCount: Self.maximumCount)
        try reader.array(of: 10)
        id = try reader.bytes(count: 16)
        account = Int64(try reader.uint(maximum: UInt64(Int64.max)))
        give = try Self.amount(&reader)
        get = try Self.amount(&reader)
        let isSale = try reader.bool()
        rate = try ExchangeRate(
            base: isSale ? give.currency : get.currency, counter: isSale ? get.currency : give.currency,
            billionths: Int64(try reader.uint(maximum: UInt64(Int64.max))),
            spread: Int64(try reader.uint(maximum: UInt64(Int64.max))))
        expires = Timestamp(seconds: try reader.uint())
        try reader.finish()
    }

    private static func amount(_ reader: inout CBORReader) throws -> Amount {
        let currency = try Currency(numeric: UInt16(try reader.uint(maximum: UInt64(UInt16.max))))
        return Amount(minorUnits: Int64(try reader.uint(maximum: UInt64(Int64.max))), currency: currency)
    }

    private static func code(_ body: [UInt8], _ secret: SecretBytes) -> [UInt8] {
        HMACSHA256.code(Array("quote".utf8) + body, key: secret)
    }
}
