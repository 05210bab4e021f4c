// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import Keys
import Money
import Terminal
import Wallet

extension Option {
    static let count = Option("count", value: "number", "Stop after so many; otherwise with Ctrl-C.")
    static let poll = Option("poll", "Ask again and again, for a network that lets no stream through.")
}

extension Command {
    /// What happens to the account, while one looks on.
    static let watch = Command(
        "watch", "Show payments and other events as they happen.",
        discussion: """
            Besides money that moves: requests that arrive, are paid, declined or taken back, and what becomes of recurring \
            payments. With --json each line has the kind and, for these, the id of what it is about. \
            It keeps one connection to the hub open and comes back by itself when the network does, with whatever was \
            missed. The wallet is open only while it connects, so other commands may use it meanwhile; the wallet's key \
            stays in memory until it ends.
            """,
        options: [.count, .poll],
        examples: [
            .init("satchel watch", "Show what comes in until Ctrl-C."),
            .init("satchel watch --count 1 --json", "Wait for one event, for a script."),
        ]
    ) { invocation in
        let desk = try WalletDesk(invocation)
        var left = try invocation.integer(.count, in: 1...1_000_000) ?? .max
        // The passphrase is asked for once, and the lock is free again before the first event.
        let key = try desk.open().vaultKey
        let console = invocation.console
        var watch = EventWatch(way: invocation.has(.poll) ? .poll : .stream, random: .system)
        try watch.run { checking in
            try Wallet.open(desk.environment(), .vaultKey(key)).eventAccess(checking: checking)
        } listening: {
            if invocation.wantsJSON {
                console.print(["listening": true])
            } else {
                console.note("Waiting for what happens. Ctrl-C ends it.")
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
            "\(transaction.kind.rawValue)  \(transaction.amount.formatted)\(other)\(note)  (balance \(transaction.balanceAfter.formatted))"
            .printable()
    }

    /// What happened besides money, and where to look.
    private static func sentence(_ event: HubEvent) -> String {
        let id = shortID(event.subject ?? "")
        let look =
            event.kind.hasPrefix("request.")
            ? "; see `satchel requests show \(id)`."
            : event.kind.hasPrefix("recurring.") ? "; see `satchel recurring show \(id)`." : "."
        let words =
            switch HubEvent.Kind(rawValue: event.kind) {
            case .requestReceived: "You are asked for money"
            case .requestPaid: "Your request was paid"
            case .requestDeclined: "Your request was declined"
            case .requestCancelled: "A request to you was taken back"
            case .recurringPaid: "A recurring payment was made"
            case .recurringFailed: "A recurring payment could not be made and is tried again"
            case .recurringMissed: "A recurring payment could not be made and is missed"
            case .webhookGivenUp:
                "Your server has failed for a day and is told nothing more; see `satchel merchant webhook`"
            case .transaction, nil: event.subject ?? ""
            }
        return "\(event.kind)  \(words)\(look)"
    }

    private static func json(_ event: HubEvent) -> JSON {
        let transaction = event.transaction
        return [
            "id": .text(event.id), "kind": .text(event.kind), "time": .integer(Int64(clamping: event.time)),
            "subject": .text(event.subject), "transaction": .text(transaction?.id),
            "movement": .text(transaction?.kind.rawValue), "amount": .text(transaction?.amount.decimalText),
            "currency": .text(transaction?.amount.currency.code), "counterpart": .text(transaction?.counterpart),
            "note": .text(transaction?.note), "balance": .text(transaction?.balanceAfter.decimalText),
        ]
    }
}
