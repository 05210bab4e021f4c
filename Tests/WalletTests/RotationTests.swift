// SPDX-License-Identifier: MIT
import Crypto
import Hub
import Testing
import TestSupport
import Wallet

/// What wallets notice when a hub is given fresh working keys: nothing.
@Suite struct RotationTests {
    @Test func aWalletGoesOnAfterTheHubsKeysWereRotated() throws {
        let folder = try ScratchFolder()
        let directory = HubDirectory(folder.file("hub"))
        let rootKey = P256.PrivateKey(random: .system)
        let economy = try TestEconomy(in: directory, rootKey: rootKey)
        defer { economy.hub.close() }
        let anna = try economy.person("anna", funds: 1_000)
        let ben = try economy.person("ben")
        // This waits in the wallet, and is signed only when it goes.
        economy.network.isDown = true
        try anna.wallet.send(to: "ben", economy.amount(100))
        #expect(try anna.wallet.balances().queued == economy.amount(100))
        for sum in [Int64(850), 700] {
            try HubSetup.rotateKeys(in: directory, rootKey: rootKey, clock: economy.time.clock)
            #expect(try economy.hub.takeFreshKeys())
            economy.network.isDown = false
            try anna.sync()
            // Signed with the key that came with the refreshed session.
            try anna.wallet.send(to: "ben", economy.amount(50))
            #expect(try economy.balance(anna) == sum)
            economy.network.isDown = true
            try anna.wallet.send(to: "ben", economy.amount(100))
        }
        economy.network.isDown = false
        #expect(try economy.balance(anna) == 600)
        #expect(try economy.balance(ben) == 400)
        try anna.wallet.buy(economy.amount(100))
        try ben.isPaid(40, by: anna)
        #expect(try economy.total(anna, ben) == 940)
    }
}
