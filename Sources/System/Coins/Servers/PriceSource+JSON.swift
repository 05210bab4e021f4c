// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import HTTP
internal import Money

extension PriceSource {
    /// Bytes of an answer; a price has a dozen.
    private static let maximumBytes = 256 << 10
    private static let patience = 10

    /// Asks any server that answers in JSON.
    ///
    /// - Parameter address: a URL whose `{COIN}`, `{coin}`, `{name}`, `{CURRENCY}` and `{currency}` are filled in (`BTC`,
    ///   `btc`, `bitcoin`, `EUR`, `eur`), and behind `#` where the price stands in the answer (RFC 6901), such as
    ///   `https://prices.example/{COIN}-{CURRENCY}#/data/amount`. Nothing else leaves this machine.
    /// - Throws: ``CoinsError`` with `.badDocument` for an address that has no `#/…`.
    package init(address: String) throws {
        let halves = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, address.hasPrefix("https://") || address.hasPrefix("http://"),
            address.utf8.count <= 1_024,
            let pointer = JSONPointer(String(halves[1]))
        else {
            throw CoinsError(
                .badDocument,
                "A source of prices is written like https://prices.example/{COIN}-{CURRENCY}#/data/amount: a URL, and where in its answer the price stands."
            )
        }
        let template = String(halves[0])
        self.init { unit, currency in
            guard let name = Self.names[unit] else {
                throw CoinsError(.notFound, "Prices are asked for BTC, ETH and SOL only.")
            }
            let values = [
                "{COIN}": unit.symbol, "{coin}": unit.symbol.lowercased(), "{name}": name,
                "{CURRENCY}": currency.code, "{currency}": currency.code.lowercased(),
            ]
            let url = values.reduce(template) { text, value in text.replacing(value.key, with: value.value) }
            let site = try ServerSite(url: url, timeoutSeconds: Self.patience, maximumBytes: Self.maximumBytes)
            return try Self.price(site, pointer, in: currency)
        }
    }

    private static let names: [Unit: String] = [.bitcoin: "bitcoin", .ether: "ethereum", .sol: "solana"]

    private static func price(_ site: ServerSite, _ pointer: JSONPointer, in currency: Currency) throws -> Amount {
        let response = try site.send(.get)
        guard response.status == 200 else { throw site.failed(response) }
        let answer: JSONValue
        do {
            answer = try JSONValue(parsing: response.body)
        } catch {
            throw site.malformed("JSON", cause: error)
        }
        let value = pointer.value(in: answer)
        guard let text = value?.number ?? value?.string,
            let units = DecimalText(text)?.units(decimals: currency.minorDigits, .down), units > 0,
            let minorUnits = Int64(exactly: units)
        else { throw site.malformed("a price") }
        return Amount(minorUnits: minorUnits, currency: currency)
    }
}

/// A place in a JSON document. RFC 6901
struct JSONPointer: Sendable {
    private let steps: [String]

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
