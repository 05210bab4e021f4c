// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Terminal
import Tokens

// Answers of the hub as the command line gives them to scripts: times are ISO 8601. Documentation/Scripting.md

extension JSON {
    /// Seconds since 1970 as `2026-11-20T21:30:00Z`.
    static func time(_ seconds: UInt64) -> JSON { .text(Timestamp(seconds: seconds).description) }

    static func time(_ seconds: UInt64?) -> JSON { seconds.map { .time($0) } ?? .null }

    /// Milliseconds since 1970, as full seconds.
    static func milliseconds(_ time: Int64?) -> JSON {
        time.flatMap { UInt64(exactly: $0) }.map { .time($0 / 1_000) } ?? .null
    }

    /// `{"value":"12.50","currency":"USD"}`.
    static func amount(_ amount: Amount) -> JSON {
        ["value": .text(amount.decimalText), "currency": .text(amount.currency.code)]
    }

    static func amount(_ amount: Amount?) -> JSON { amount.map { .amount($0) } ?? .null }

    static func count(_ count: Int) -> JSON { .integer(Int64(count)) }

    static func contact(_ contact: Contact) -> JSON {
        [
            "username": .text(contact.username), "name": .text(contact.name), "note": .text(contact.note),
            "favourite": .bool(contact.favourite),
        ]
    }

    static func transaction(_ transaction: AccountTransaction) -> JSON {
        [
            "id": .text(transaction.id), "kind": .text(transaction.kind.word), "amount": .amount(transaction.amount),
            "balanceAfter": .amount(transaction.balanceAfter), "counterpart": .text(transaction.counterpart),
            "note": .text(transaction.note), "time": .time(transaction.time),
        ]
    }

    static func summary(_ summary: HistorySummary) -> JSON {
        func line(_ line: HistorySummary.Line) -> JSON {
            [
                "name": .text(line.name), "received": .amount(line.received), "sent": .amount(line.sent),
                "count": .count(line.count),
            ]
        }
        return [
            "months": .array(summary.months.map(line)), "counterparts": .array(summary.counterparts.map(line)),
            "total": line(summary.total),
        ]
    }

    static func request(_ request: MoneyRequest) -> JSON {
        [
            "id": .text(request.id), "state": .text(request.state.rawValue), "payee": .text(request.payee),
            "payer": .text(request.payer), "amount": .amount(request.amount), "currency": .text(request.currency),
            "note": .text(request.note), "reference": .text(request.reference), "created": .time(request.created),
            "due": .text(request.due?.description), "expires": .time(request.expires),
            "closed": .time(request.closed), "transaction": .text(request.transaction),
            "bill": request.bill.map {
                ["split": .text($0.split), "total": .amount($0.total), "people": .count($0.people)]
            } ?? .null,
        ]
    }

    static func split(_ split: Split) -> JSON {
        [
            "id": .text(split.id), "total": .amount(split.total), "note": .text(split.note),
            "created": .time(split.created),
            "shares": .array(
                split.shares.map {
                    [
                        "person": .text($0.person), "amount": .amount($0.amount), "request": .text($0.request),
                        "state": .text($0.state.rawValue),
                    ]
                }), "paid": .amount(split.paid), "open": .amount(split.open),
        ]
    }

    static func recurring(_ order: RecurringPayment) -> JSON {
        [
            "id": .text(order.id), "state": .text(order.state.rawValue), "recipient": .text(order.recipient),
            "amount": .amount(order.amount), "note": .text(order.note),
            "rhythm": ["unit": .text(order.rhythm.unit.rawValue), "every": .count(order.rhythm.every)],
            "first": .text(order.first.description), "count": order.count.map { .count($0) } ?? .null,
            "last": .text(order.last?.description), "paid": .count(order.paid),
            "next": .text(order.next?.description), "runs": .array(order.runs.map(run)),
        ]
    }

    private static func run(_ run: RecurringPayment.Run) -> JSON {
        [
            "due": .text(run.due.description), "state": .text(run.state.rawValue), "attempts": .count(run.attempts),
            "time": .time(run.time), "transaction": .text(run.transaction), "problem": .text(run.problem?.statedCode),
            "retryAt": .time(run.retryAt),
        ]
    }
}
