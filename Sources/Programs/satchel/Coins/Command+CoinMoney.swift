// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Money
import Terminal

extension Command {
    /// Balances, history and fees.
    static let coinMoney: [Command] = [
        Command(
            "balance", "Show the balances of accounts.", options: [.cached] + Option.worth, operands: [.someAccount]
        ) { invocation in
            let context = try CoinContext(invocation)
            let holdings = try context.accounts(.someAccount).map { account in
                (account, try context.coins.balances(of: account.id, refreshing: !invocation.has(.cached)))
            }
            for (account, held) in holdings {
                if let reason = held.staleBecause {
                    invocation.console.note("'\(account.name)' is not up to date: \(reason.message)".printable())
                }
                for balance in held.unknown {
                    invocation.console.note("'\(account.name)': \(balance.sentence)".printable())
                }
            }
            guard !invocation.wantsJSON else {
                return invocation.console.print(.items(holdings.map { json($0, $1) }))
            }
            let all = holdings.flatMap { account, held in held.balances.map { (account, $0) } }
            let isPending = all.contains { $0.1.pending.value != 0 }
            let isWorth = all.contains { $0.1.worth != nil }
            var table = Table(
                [.words("account"), .numbers("confirmed")] + (isPending ? [.numbers("pending")] : [])
                    + [.numbers("available")] + (isWorth ? [.numbers("value")] : []))
            for (account, balance) in all {
                table.add(
                    [account.name, balance.confirmed.description]
                        + (isPending ? [balance.pending.value == 0 ? "" : balance.pending.description] : [])
                        + [balance.spendable.description] + (isWorth ? [balance.worth?.formatted ?? ""] : []))
            }
            invocation.console.print(table.isEmpty ? "No balances yet. Add an account and a server." : table.text)
        },
        Command(
            "history", "Show the history of an account, newest first.", options: [.cached, .limit],
            operands: [.account]
        ) { invocation in
            let context = try CoinContext(invocation)
            let account = try context.account()
            if !invocation.has(.cached) { try context.coins.refresh(account.id) }
            let lines = try context.coins.history(
                of: account.id, limit: try invocation.integer(.limit, in: 1...10_000) ?? 20)
            guard !invocation.wantsJSON else { return invocation.console.print(.items(lines.map(json))) }
            var table = Table(
                .words("time"), .words("direction"), .numbers("amount"), .words("with"), .words("status"),
                .words("transaction"), .words("label"))
            for line in lines {
                table.add(
                    line.time == 0 ? "" : CoinContext.shown(time: line.time), line.direction.word,
                    line.amount.description,
                    line.contact ?? line.counterpart.map(CoinAccount.shortened) ?? line.origin.party, line.status.words,
                    line.origin == .transaction ? String(line.id.prefix(CoinContext.shownIDCount)) : line.id,
                    line.label ?? "")
            }
            invocation.console.print(table.isEmpty ? "No transactions yet." : table.text)
            for note in lines.compactMap(\.note) { invocation.console.print("\n\(note)".printable()) }
        },
        Command("fee", "Show current fees for sending.", options: Option.worth, operands: [.account]) { invocation in
            let context = try CoinContext(invocation)
            let quotes = try context.coins.fees(for: try context.account().id)
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .items(
                        quotes.map {
                            [
                                "level": .string($0.level.rawValue), "rate": .rate($0.rate),
                                "cost": .coins($0.cost),
                            ]
                        }))
            }
            let isWorth = quotes.contains { $0.worth != nil }
            var table = Table(
                [.words("level"), .numbers("rate"), .numbers("typical fee")] + (isWorth ? [.numbers("value")] : []))
            for quote in quotes {
                table.add(
                    [quote.level.rawValue, quote.rate.description, quote.cost.description]
                        + (isWorth ? [quote.worth?.formatted ?? ""] : []))
            }
            invocation.console.print(table.text)
        },
    ]
}

extension UnknownBalance {
    var sentence: String { "The balance of \(unit.symbol) is unknown: no ERC-20 token answers at \(token)." }
}

extension HistoryLine.Direction {
    fileprivate var word: String {
        switch self {
        case .incoming: "in"
        case .outgoing: "out"
        case .own: "own"
        }
    }
}

extension HistoryLine.Origin {
    /// The counterparty of a line without a transaction.
    fileprivate var party: String {
        switch self {
        case .transaction: ""
        case .block: "a contract"
        case .withdrawal: "a validator"
        case .between, .unread: "unknown"
        }
    }

    fileprivate var word: String {
        switch self {
        case .transaction: "transaction"
        case .block: "block"
        case .withdrawal: "withdrawal"
        case .between: "between"
        case .unread: "unread"
        }
    }
}

extension HistoryLine {
    /// What is unknown about the line; nil if nothing is.
    fileprivate var note: String? {
        let change = direction == .outgoing ? "fell" : "rose"
        switch origin {
        case .transaction, .block, .withdrawal: return nil
        case .between(let since, let until):
            let span =
                since.map { "between \(CoinContext.shown(time: $0)) and \(CoinContext.shown(time: until))" }
                ?? "until \(CoinContext.shown(time: until))"
            return "The balance \(change) by \(amount) \(span). This server does not list the payments."
        case .unread:
            return "The balance \(change) by \(amount) through payments that are not loaded yet. Repeat the command."
        }
    }
}

extension HistoryLine.Status {
    fileprivate var words: String {
        switch self {
        case .pending: "pending"
        case .settling(let height): "pending in block \(height)"
        case .confirmed(let height): "in block \(height)"
        case .failed(let height): "failed in block \(height)"
        case .gone: "gone"
        }
    }
}

extension HistoryLine.Status {
    fileprivate var word: String {
        switch self {
        case .pending, .settling: "pending"
        case .confirmed: "confirmed"
        case .failed: "failed"
        case .gone: "gone"
        }
    }

    fileprivate var height: UInt64? {
        switch self {
        case .settling(let height), .confirmed(let height), .failed(let height): height
        case .pending, .gone: nil
        }
    }
}

private func json(_ account: CoinAccount, _ held: AccountBalances) -> JSONValue {
    [
        "account": .number(account.id), "name": .string(account.name), "network": .string(account.network.name),
        "isFresh": .bool(held.staleBecause == nil), "reason": .string(held.staleBecause?.code.rawValue),
        "balances": .array(
            held.balances.map {
                [
                    "token": .string($0.token), "confirmed": .coins($0.confirmed), "pending": .coins($0.pending),
                    "spendable": .coins($0.spendable), "worth": $0.worth.map { .amount($0) } ?? .null,
                ]
            }),
        "unknown": .array(
            held.unknown.map { ["token": .string($0.token), "currency": .string($0.unit.symbol)] }),
    ]
}

private func json(_ line: HistoryLine) -> JSONValue {
    [
        "id": .string(line.id), "origin": .string(line.origin.word),
        "direction": .string(line.direction.word), "amount": .coins(line.amount),
        "token": .string(line.token), "fee": line.fee.map { .coins($0) } ?? .null,
        "counterpart": .string(line.counterpart), "contact": .string(line.contact), "label": .string(line.label),
        "time": line.time == 0 ? .null : .time(line.time), "status": .string(line.status.word),
        "block": line.status.height.map { .number(Int64(clamping: $0)) } ?? .null,
    ]
}
