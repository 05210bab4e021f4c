// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Money
import Terminal
import Tokens

// Answers of the hub as the command line gives them to scripts: times are ISO 8601. Documentation/Scripting.md

extension JSONValue {
    /// Seconds since 1970 as `2026-11-20T21:30:00Z`.
    static func time(_ seconds: UInt64) -> JSONValue { .string(Timestamp(seconds: seconds).description) }

    static func time(_ seconds: UInt64?) -> JSONValue { seconds.map { .time($0) } ?? .null }

    /// Milliseconds since 1970, as full seconds.
    static func milliseconds(_ time: Int64?) -> JSONValue {
        time.flatMap { UInt64(exactly: $0) }.map { .time($0 / 1_000) } ?? .null
    }

    /// `{"value":"12.50","currency":"USD"}`.
    static func amount(_ amount: Amount) -> JSONValue {
        ["value": .string(amount.decimalText), "currency": .string(amount.currency.code)]
    }

    static func amount(_ amount: Amount?) -> JSONValue { amount.map { .amount($0) } ?? .null }

    static func count(_ count: Int) -> JSONValue { .number(Int64(count)) }

    static func contact(_ contact: Contact) -> JSONValue {
        [
            "username": .string(contact.username), "name": .string(contact.name), "note": .string(contact.note),
            "favourite": .bool(contact.favourite),
        ]
    }

    static func transaction(_ transaction: AccountTransaction) -> JSONValue {
        [
            "id": .string(transaction.id), "kind": .string(transaction.kind.word),
            "amount": .amount(transaction.amount),
            "balanceAfter": .amount(transaction.balanceAfter), "counterpart": .string(transaction.counterpart),
            "note": .string(transaction.note), "time": .time(transaction.time),
        ]
    }

    static func summary(_ summary: HistorySummary) -> JSONValue {
        func line(_ line: HistorySummary.Line) -> JSONValue {
            [
                "name": .string(line.name), "received": .amount(line.received), "sent": .amount(line.sent),
                "count": .count(line.count),
            ]
        }
        return [
            "months": .array(summary.months.map(line)), "counterparts": .array(summary.counterparts.map(line)),
            "total": line(summary.total),
        ]
    }

    static func request(_ request: MoneyRequest) -> JSONValue {
        [
            "id": .string(request.id), "state": .string(request.state.rawValue), "payee": .string(request.payee),
            "payer": .string(request.payer), "amount": .amount(request.amount), "currency": .string(request.currency),
            "note": .string(request.note), "reference": .string(request.reference), "created": .time(request.created),
            "due": .string(request.due?.description), "expires": .time(request.expires),
            "closed": .time(request.closed), "transaction": .string(request.transaction),
            "bill": request.bill.map {
                ["split": .string($0.split), "total": .amount($0.total), "people": .count($0.people)]
            } ?? .null,
        ]
    }

    static func split(_ split: Split) -> JSONValue {
        [
            "id": .string(split.id), "total": .amount(split.total), "note": .string(split.note),
            "created": .time(split.created),
            "shares": .array(
                split.shares.map {
                    [
                        "person": .string($0.person), "amount": .amount($0.amount), "request": .string($0.request),
                        "state": .string($0.state.rawValue),
                    ]
                }), "paid": .amount(split.paid), "open": .amount(split.open),
        ]
    }

    static func recurring(_ order: RecurringPayment) -> JSONValue {
        [
            "id": .string(order.id), "state": .string(order.state.rawValue), "recipient": .string(order.recipient),
            "amount": .amount(order.amount), "note": .string(order.note),
            "rhythm": ["unit": .string(order.rhythm.unit.rawValue), "every": .count(order.rhythm.every)],
            "first": .string(order.first.description), "count": order.count.map { .count($0) } ?? .null,
            "last": .string(order.last?.description), "paid": .count(order.paid),
            "next": .string(order.next?.description), "runs": .array(order.runs.map(run)),
        ]
    }

    private static func run(_ run: RecurringPayment.Run) -> JSONValue {
        [
            "due": .string(run.due.description), "state": .string(run.state.rawValue), "attempts": .count(run.attempts),
            "time": .time(run.time), "transaction": .string(run.transaction),
            "problem": .string(run.problem?.statedCode),
            "retryAt": .time(run.retryAt),
        ]
    }
}
