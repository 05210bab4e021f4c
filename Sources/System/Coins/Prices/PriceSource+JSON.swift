// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import HTTP
internal import Money

extension PriceSource {
    /// The largest answer with one price, in bytes; usual answers are a few dozen bytes.
    private static let maximumBytes = 256 << 10
    /// The largest answer with a series, in bytes: twenty years of hours in several currencies.
    private static let maximumSeriesBytes = 8 << 20

    /// A price source that asks any server that answers in JSON.
    ///
    /// - Parameters:
    ///   - address: a URL whose `{COIN}`, `{coin}`, `{name}`, `{CURRENCY}` and `{currency}` are filled in (`BTC`,
    ///     `btc`, `bitcoin`, `EUR`, `eur`). Behind `#` is the pointer to the price in the answer (RFC 6901), such as
    ///     `https://prices.example/{COIN}-{CURRENCY}#/data/amount`. Nothing else leaves this machine.
    ///   - history: a similar URL that also takes `{days}`, `{from}` and `{to}` (seconds since 1970). Behind `#` is the
    ///     pointer to the list. Its entries are lists of a time and a price; for other entries, two more `#` give the
    ///     pointers to the time and the price: `https://prices.example/history?days={days}#/prices#/time#/{CURRENCY}`.
    ///     Times are seconds or milliseconds since 1970.
    /// - Throws: ``CoinsError`` with `.badDocument` for an address that has no `#/…`.
    package init(address: String, history: String? = nil) throws {
        let now = try PriceQuestion(address, pointers: [1])
        let earlier = try history.map { try PriceQuestion($0, pointers: [1, 3]) }
        var series: Series?
        if let earlier {
            series = { unit, currency, span, time in
                try Self.askedSeries(earlier, of: unit, in: currency, over: span, until: time)
            }
        }
        self.init(price: { try Self.askedPrice(now, of: $0, in: $1) }, series: series)
    }

    private static func askedPrice(_ question: PriceQuestion, of unit: Unit, in currency: Currency) throws -> Amount {
        let values = try PriceQuestion.values(of: unit, in: currency)
        let site = try question.site(values, maximumBytes: maximumBytes)
        let answer = try answer(of: site, maximumBytes: maximumBytes)
        let pointer = try question.pointer(0, values)
        guard let price = Self.price(pointer?.value(in: answer), in: currency) else { throw site.malformed("a price") }
        return price
    }

    private static func answer(of site: ServerSite, maximumBytes: Int) throws -> JSONValue {
        let response = try site.send(.get)
        guard response.status == 200 else { throw site.failed(response) }
        do {
            return try JSONValue(parsing: response.body, maximumCount: maximumBytes)
        } catch {
            throw site.malformed("JSON", cause: error)
        }
    }

    private static func askedSeries(
        _ question: PriceQuestion, of unit: Unit, in currency: Currency, over span: PriceSpan, until now: UInt64
    ) throws -> [PricePoint] {
        var values = try PriceQuestion.values(of: unit, in: currency)
        values["{days}"] = "\(span.days)"
        values["{from}"] = "\(now > span.seconds ? now - span.seconds : 0)"
        values["{to}"] = "\(now)"
        let site = try question.site(values, maximumBytes: maximumSeriesBytes)
        let answer = try answer(of: site, maximumBytes: maximumSeriesBytes)
        let (time, price) = (try question.pointer(1, values), try question.pointer(2, values))
        guard let list = try question.pointer(0, values)?.value(in: answer)?.array else {
            throw site.malformed("a list of prices")
        }
        // Sources write null, zero or minus one for a missing price, so such an entry is skipped.
        let points = list.compactMap { entry -> PricePoint? in
            guard let time = Self.time(time?.value(in: entry)), time <= now,
                let price = Self.price(price?.value(in: entry), in: currency)
            else { return nil }
            return PricePoint(time: time, price: price)
        }
        guard !points.isEmpty || list.isEmpty else { throw site.malformed("prices and their times") }
        return points
    }

    private static func price(_ value: JSONValue?, in currency: Currency) -> Amount? {
        guard let text = value?.number ?? value?.string,
            let units = DecimalText(text)?.units(decimals: currency.minorDigits, .down), units > 0,
            let minorUnits = Int64(exactly: units)
        else { return nil }
        return Amount(minorUnits: minorUnits, currency: currency)
    }

    /// Every time in seconds is below this, and every time in milliseconds that has a price is above it.
    private static let firstMilliseconds: UInt64 = 100_000_000_000

    private static func time(_ value: JSONValue?) -> UInt64? {
        guard let text = value?.number ?? value?.string, let time = DecimalText(text)?.units(decimals: 0, .down) else {
            return nil
        }
        return time < firstMilliseconds ? time : time / 1_000
    }
}

/// A URL with placeholders, and pointers to the values in its answer.
private struct PriceQuestion: Sendable {
    private let template: String
    private let pointers: [String]

    private static let timeout = 10
    private static let maximumCount = 1_024

    /// - Parameter pointers: how many pointers the address may have.
    init(_ address: String, pointers counts: Set<Int>) throws {
        let parts = address.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let isSeries = counts.contains(3)
        // A list may be the whole answer; a single price may not.
        let isPlace = parts.dropFirst().enumerated().allSatisfy { index, text in
            JSONPointer(text) != nil || (isSeries && index == 0 && text.isEmpty)
        }
        guard counts.contains(parts.count - 1), address.hasPrefix("https://") || address.hasPrefix("http://"),
            address.utf8.count <= Self.maximumCount, isPlace
        else {
            throw CoinsError(
                .badDocument,
                isSeries
                    ? "A source of earlier prices is written like https://prices.example/{name}?days={days}#/prices, or with #/prices#/time#/price where its entries are not pairs."
                    : "A source of prices is written like https://prices.example/{COIN}-{CURRENCY}#/data/amount: a URL, and where in its answer the price stands."
            )
        }
        template = parts[0]
        self.pointers = isSeries && parts.count == 2 ? [parts[1], "/0", "/1"] : Array(parts.dropFirst())
    }

    /// The values of the placeholders.
    ///
    /// - Throws: ``CoinsError`` with `.notFound` for a unit without a price: a token, whose symbol is not unique, or a
    ///   coin of a test network or an unknown network.
    static func values(of unit: Unit, in currency: Currency) throws -> [String: String] {
        guard let name = unit.priceName else {
            throw CoinsError(.notFound, "\(unit.symbol) has no price that Satchel knows.")
        }
        return [
            "{COIN}": unit.symbol, "{coin}": unit.symbol.lowercased(), "{name}": name,
            "{CURRENCY}": currency.code, "{currency}": currency.code.lowercased(),
        ]
    }

    func site(_ values: [String: String], maximumBytes: Int) throws -> ServerSite {
        try ServerSite(
            url: Self.filled(template, values), timeoutSeconds: Self.timeout, maximumBytes: maximumBytes)
    }

    func pointer(_ index: Int, _ values: [String: String]) throws -> JSONPointer? {
        pointers[index].isEmpty ? .whole : JSONPointer(Self.filled(pointers[index], values))
    }

    private static func filled(_ template: String, _ values: [String: String]) -> String {
        values.reduce(template) { text, value in text.replacing(value.key, with: value.value) }
    }
}

/// A JSON pointer. RFC 6901
struct JSONPointer: Sendable {
    private let steps: [String]

    /// The pointer to the document itself.
    static let whole = JSONPointer(steps: [])

    private init(steps: [String]) { self.steps = steps }

    /// Nil unless every step begins with a slash and every `~` is an escape.
    init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        var steps: [String] = []
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            let rest = part.replacing("~0", with: "").replacing("~1", with: "")
            guard !rest.contains("~") else { return nil }
            steps.append(String(part.replacing("~1", with: "/").replacing("~0", with: "~")))
        }
        self.steps = steps
    }

    func value(in document: JSONValue) -> JSONValue? {
        steps.reduce(document) { value, step in
            switch value {
            case .object?: value?[step]
            case .array?: Int(step).flatMap { $0 < 0 || "\($0)" != step ? .none : value?[$0] }
            default: .none
            }
        }
    }
}
