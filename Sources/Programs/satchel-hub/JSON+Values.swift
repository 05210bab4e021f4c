// SPDX-License-Identifier: MIT
import Money
import Terminal
import Tokens

extension JSON {
    /// Seconds since 1970 as `2026-11-20T21:30:00Z`.
    static func time(_ seconds: UInt64) -> JSON { .text(Timestamp(seconds: seconds).description) }

    /// `{"value":"12.50","currency":"USD"}`.
    static func amount(_ amount: Amount) -> JSON {
        ["value": .text(amount.decimalText), "currency": .text(amount.currency.code)]
    }
}
