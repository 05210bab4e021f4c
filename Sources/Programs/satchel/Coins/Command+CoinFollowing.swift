// SPDX-License-Identifier: MIT
import Chains
import Coins
import Glibc
import Money
import Terminal

extension Command {
    /// Watching balances as they change.
    static let coinFollowing: [Command] = [
        Command(
            "follow", "Look again and again, and print what changed. Other commands must wait meanwhile.",
            options: [.every, .rounds], operands: [.someAccount],
            examples: [.init("satchel coins follow savings", "See a payment come in.")]
        ) { invocation in
            let desk = try CoinDesk(invocation)
            let pause = UInt32(try invocation.integer(.every, in: 1...86_400) ?? 30)
            let rounds = try invocation.integer(.rounds, in: 1...1_000_000)
            var seen: [Int64: [CoinBalance]] = [:]
            var troubles: [Int64: String] = [:]
            var unknown: [Int64: [UnknownBalance]] = [:]
            for round in 0..<(rounds ?? .max) {
                if round > 0 { sleep(pause) }
                for account in try desk.accounts(.someAccount) {
                    let held = try desk.coins.balances(of: account.id)
                    // A server that stays silent is told of once.
                    if let reason = held.staleBecause?.message, troubles[account.id] != reason {
                        invocation.console.note("\(account.name): \(reason)".printable())
                    }
                    troubles[account.id] = held.staleBecause?.message
                    // As is a token that does not answer.
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
    /// Whether the money is the same; when a server said so does not matter.
    fileprivate func isSame(as other: CoinBalance) -> Bool {
        token == other.token && confirmed == other.confirmed && pending == other.pending
            && spendable == other.spendable
    }
}

extension Invocation {
    fileprivate func tell(_ balance: CoinBalance, of account: CoinAccount) {
        guard !wantsJSON else {
            return console.print([
                "account": .integer(account.id), "name": .text(account.name), "token": .text(balance.token),
                "confirmed": .coins(balance.confirmed), "pending": .coins(balance.pending),
                "spendable": .coins(balance.spendable), "time": .integer(Int64(clamping: balance.time)),
            ])
        }
        let pending = balance.pending.value == 0 ? "" : ", \(balance.pending) on the way"
        let worth = balance.worth.map { ", about \($0.formatted)" } ?? ""
        console.print("\(account.name)  \(balance.confirmed)\(pending)\(worth)".printable())
    }
}
