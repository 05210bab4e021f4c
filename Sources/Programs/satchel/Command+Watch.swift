// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import Keys
import Money
import Terminal
import Wallet

extension Option {
    static let count = Option("count", value: "number", "Stop after this many events. Default: run until Ctrl-C.")
    static let poll = Option("poll", "Poll the hub, for networks that block event streams.")
}

extension Command {
    /// Events of the account, as they happen.
    static let watch = Command(
        "watch", "Show payments and other events as they happen.",
        discussion: """
            Events are movements of money, changes of requests, and the outcomes of recurring payments. With --json \
            each line has the kind, and for requests and recurring payments the ID. The command keeps one connection \
            to the hub open. After a network failure it reconnects and shows what it missed. The wallet is open only \
            while it connects, so other commands can use it. The wallet's key stays in memory until the command \
            ends.
            """,
        options: [.count, .poll],
        examples: [
            .init("satchel watch", "Show events until Ctrl-C."),
            .init("satchel watch --count 1 --json", "Wait for one event in a script."),
        ]
    ) { invocation in
        let context = try CommandContext(invocation)
        var left = try invocation.integer(.count, in: 1...1_000_000) ?? .max
        // Ask for the passphrase once. The wallet's lock is free again before the first event.
        let key = try context.open().vaultKey
        let console = invocation.console
        var watch = EventWatch(way: invocation.has(.poll) ? .poll : .stream, random: .system)
        try watch.run { checking in
            try Wallet.open(context.environment(), .vaultKey(key)).eventAccess(checking: checking)
        } listening: { _ in
            if invocation.wantsJSON {
                console.print(["listening": true])
            } else {
                console.note("Waiting for events. Press Ctrl-C to stop.")
            }
        } told: { event in
            if invocation.wantsJSON {
                console.print(json(event))
            } else {
                console.print(line(event))
            }
            left -= 1
            return left > 0
        }
    }

    private static func line(_ event: HubEvent) -> String {
        guard let transaction = event.transaction else { return sentence(event).printable() }
        let other = transaction.counterpart.map { transaction.amount.isPositive ? " from \($0)" : " to \($0)" } ?? ""
        let note = transaction.note.map { " · \($0)" } ?? ""
        return
            "\(transaction.kind.word)  \(transaction.amount.formatted)\(other)\(note)  (balance \(transaction.balanceAfter.formatted))"
            .printable()
    }

    /// An event that is no movement of money, and the command that shows its details.
    private static func sentence(_ event: HubEvent) -> String {
        let id = shortID(event.subject ?? "")
        let look =
            event.kind.hasPrefix("request.")
            ? "; see `satchel requests show \(id)`."
            : event.kind.hasPrefix("recurring.") ? "; see `satchel recurring show \(id)`." : "."
        let words =
            switch HubEvent.Kind(rawValue: event.kind) {
            case .requestReceived: "New request to pay"
            case .requestPaid: "Your request was paid"
            case .requestDeclined: "Your request was declined"
            case .requestCancelled: "A request to you was cancelled"
            case .recurringPaid: "A recurring payment was made"
            case .recurringFailed: "A recurring payment failed and will be retried"
            case .recurringMissed: "A recurring payment failed and was missed"
            case .webhookGivenUp:
                "Your webhook failed for a day and is disabled; see `satchel merchant webhook`"
            case .transaction, nil: event.subject ?? ""
            }
        return "\(event.kind)  \(words)\(look)"
    }

    private static func json(_ event: HubEvent) -> JSONValue {
        let transaction = event.transaction
        return [
            "id": .string(event.id), "kind": .string(event.kind), "time": .time(event.time),
            "subject": .string(event.subject), "transaction": transaction.map { .transaction($0) } ?? .null,
        ]
    }
}
