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
        var watch = EventWatch(way: invocation.has(.poll) ? .poll : .stream, random: .system) { checking in
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
        try watch.run()
    }

    private static func line(_ event: HubEvent) -> String {
        guard let transaction = event.transaction else {
            return "\(event.kind)  \(event.subject ?? "")".printable()
        }
        let other = transaction.counterpart.map { transaction.amount.isPositive ? " from \($0)" : " to \($0)" } ?? ""
        let note = transaction.note.map { " · \($0)" } ?? ""
        return
            "\(transaction.kind.rawValue)  \(transaction.amount.formatted)\(other)\(note)  (balance \(transaction.balanceAfter.formatted))"
            .printable()
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
