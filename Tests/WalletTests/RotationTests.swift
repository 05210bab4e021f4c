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
        let world = try World(in: directory, rootKey: rootKey)
        defer { world.hub.close() }
        let anna = try world.person("anna", funds: 1_000)
        let ben = try world.person("ben")
        // This waits in the wallet, and is signed only when it goes.
        world.network.isDown = true
        try anna.wallet.send(to: "ben", world.amount(100))
        #expect(try anna.wallet.balances().queued == world.amount(100))
        for sum in [Int64(850), 700] {
            try HubSetup.rotateKeys(in: directory, rootKey: rootKey, clock: world.time.clock)
            #expect(try world.hub.takeFreshKeys())
            world.network.isDown = false
            try anna.sync()
            // Signed with the key that came with the refreshed session.
            try anna.wallet.send(to: "ben", world.amount(50))
            #expect(try world.balance(anna) == sum)
            world.network.isDown = true
            try anna.wallet.send(to: "ben", world.amount(100))
        }
        world.network.isDown = false
        #expect(try world.balance(anna) == 600)
        #expect(try world.balance(ben) == 400)
        try anna.wallet.buy(world.amount(100))
        try ben.isPaid(40, by: anna)
        #expect(try world.total(anna, ben) == 940)
    }
}
