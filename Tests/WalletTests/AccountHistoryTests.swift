// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Testing
import Wallet

/// What moved at the hub is in the history of the wallet, also what another device or person caused. Decision 0095
struct AccountHistoryTests {
    /// The hub's answer to an order may be the first that a wallet learns of the account for days.
    @Test func moneyThatCameBeforeAPaidRequestIsInTheHistory() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 10_000)
        let ben = try economy.person("ben", funds: 10_000)
        _ = try ben.wallet.sendNow(to: "anna", economy.amount(700), note: "ticket")
        let request = try ben.wallet.ask("anna", for: economy.amount(300), note: "lunch")

        _ = try anna.wallet.pay(request, economy.amount(300))
        _ = try ben.wallet.sendNow(to: "anna", economy.amount(50), note: "bread")
        try anna.sync()
        try anna.sync()

        let lines = try anna.wallet.activity(limit: 50).filter { ["ticket", "lunch", "bread"].contains($0.note) }
        #expect(lines.compactMap(\.note).sorted() == ["bread", "lunch", "ticket"])
        #expect(try anna.wallet.activity(limit: 50).count { $0.kind == .received && $0.note == nil } == 1)
    }
}
