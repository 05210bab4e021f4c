// SPDX-License-Identifier: MIT
import Glibc
import HubAPI
import Money
import Terminal
import Tokens
import Wallet

extension Invocation {
    /// A day such as 2026-11-20, or nil when the option was not given.
    func day(_ option: Option) throws -> CalendarDay? {
        try value(option) { text in
            guard let day = CalendarDay(text: text) else { throw Failure(.usage, "use a date such as 2026-11-20") }
            return day
        }
    }

    /// Today, in the time of the hub's due dates (UTC).
    var today: CalendarDay { CalendarDay(of: Timestamp(seconds: UInt64(max(0, time(nil))))) }

    /// The end of the day so many days from today, or nil when the option was not given.
    func end(_ option: Option) throws -> UInt64? {
        try integer(option, in: 0...365).map { CalendarDay(number: today.number + $0).end.seconds }
    }

    /// An amount in the currency of a code, or nil when the option was not given.
    func amount(_ option: Option, in code: String) throws -> Amount? {
        try value(option) { try Amount(parsing: $0, currency: try Currency(code: code)) }
    }

    /// The currency that an operand names, or nil when it was not given.
    func optionalCurrency(_ operand: Operand) throws -> Currency? {
        guard let word = optional(operand) else { return nil }
        guard let currency = Currency.named(in: word) else {
            throw Failure(.usage, "'\(word)' is not an amount or a known currency. Use an amount such as 12.50.")
        }
        return currency
    }
}

extension Wallet {
    func requireCurrency() throws -> Currency {
        guard let currency = try currency else {
            throw Failure(
                .failed,
                "The wallet does not know its currency yet. Join a hub with `satchel join`, then run `satchel sync`.")
        }
        return currency
    }
}

/// The last eight characters of an ID. They are random, so they distinguish it from others.
func shortID(_ id: String) -> String { String(id.suffix(8)) }
