// SPDX-License-Identifier: MIT
import Bytes
import Money
import Terminal
import Tokens

extension JSONValue {
    /// Seconds since 1970 as `2026-11-20T21:30:00Z`.
    static func time(_ seconds: UInt64) -> JSONValue { .string(Timestamp(seconds: seconds).description) }

    /// `{"value":"12.50","currency":"USD"}`.
    static func amount(_ amount: Amount) -> JSONValue {
        ["value": .string(amount.decimalText), "currency": .string(amount.currency.code)]
    }
}
