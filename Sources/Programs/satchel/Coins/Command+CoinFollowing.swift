// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Glibc
import Money
import Terminal

extension Command {
    /// Changes of balances.
    static let coinFollowing: [Command] = [
        Command(
            "follow", "Check balances every 30 seconds, or as --every says, and print changes. Blocks other commands.",
            options: [.every, .rounds], operands: [.someAccount],
            examples: [.init("satchel coins follow savings", "Print changes of the balance of savings.")]
        ) { invocation in
            let context = try CoinContext(invocation)
            let pause = UInt32(try invocation.integer(.every, in: 1...86_400) ?? 30)
            let rounds = try invocation.integer(.rounds, in: 1...1_000_000)
            var seen: [Int64: [CoinBalance]] = [:]
            var troubles: [Int64: String] = [:]
            var unknown: [Int64: [UnknownBalance]] = [:]
            for round in 0..<(rounds ?? .max) {
                if round > 0 { sleep(pause) }
                for account in try context.accounts(.someAccount) {
                    let held = try context.coins.balances(of: account.id)
                    // Reports an unreachable server once.
                    if let reason = held.staleBecause?.message, troubles[account.id] != reason {
                        invocation.console.note("\(account.name): \(reason)".printable())
                    }
                    troubles[account.id] = held.staleBecause?.message
                    // Reports an unknown token balance once.
                    for balance in held.unknown where unknown[account.id]?.contains(balance) != true {
                        invocation.console.note("\(account.name): \(balance.sentence)".printable())
                    }
                    unknown[account.id] = held.unknown
                    let before = seen[account.id] ?? []
                    for balance in held.balances where !before.contains(where: { $0.isSame(as: balance) }) {
                        invocation.tell(balance, of: account)
                    }
                    seen[account.id] = held.balances
                }
            }
        }
    ]
}

extension CoinBalance {
    /// Whether the amounts are the same, at whatever time a server sent them.
    fileprivate func isSame(as other: CoinBalance) -> Bool {
        token == other.token && confirmed == other.confirmed && pending == other.pending
            && spendable == other.spendable
    }
}

extension Invocation {
    fileprivate func tell(_ balance: CoinBalance, of account: CoinAccount) {
        guard !wantsJSON else {
            return console.print([
                "account": .number(account.id), "name": .string(account.name), "token": .string(balance.token),
                "confirmed": .coins(balance.confirmed), "pending": .coins(balance.pending),
                "spendable": .coins(balance.spendable), "time": .time(balance.time),
            ])
        }
        let pending = balance.pending.value == 0 ? "" : ", \(balance.pending) pending"
        let worth = balance.worth.map { ", about \($0.formatted)" } ?? ""
        console.print("\(account.name)  \(balance.confirmed)\(pending)\(worth)".printable())
    }
}
