// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Hub
import HubAPI
import Keys
import Money
import SQLite
import TestSupport
import Testing
import Tokens
import Wallet

struct RollbackTests {
    @Test func aRolledBackStoreHoldsItsOldCoinsAndNobodyIsAccused() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 10_000, offline: 5_000)
        let ben = try economy.person("ben")
        let image = try anna.image()
        try ben.isPaid(1_000, by: anna)

        try anna.rollBack(to: image)

        #expect(try anna.offline == 0 && anna.held == 5_000)
        let request = try ben.wallet.request(economy.amount(500))
        #expect(refuses(.frozen) { try anna.wallet.pay(request.text) }.contains("Sync"))
        try anna.sync()
        refuses(.insufficient) { try anna.wallet.pay(request.text) }
        try anna.wallet.buy(economy.amount(600))
        _ = try ben.wallet.receive(try anna.wallet.pay(request.text).text)
        try ben.sync()
        economy.time.advance(days: 40)
        try economy.hub.sweep(economy.time.now)
        #expect(try economy.balance(ben) == 1_500)
        #expect(try economy.balance(anna) == 8_500)
        #expect(try anna.held == 0)
        #expect(try economy.hub.audit().isSound && economy.hub.audit().cases.isEmpty)
    }

    @Test func aCrashBetweenStoreAndEpochFileIsNotARollback() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let request = try ben.wallet.request(economy.amount(100))
        anna.killer.step = .payCommitted
        #expect(throws: Killer.Killed.self) { try anna.wallet.pay(request.text) }

        try anna.reopen()

        #expect(try anna.wallet.balances().frozen == nil)
        #expect(try anna.offline == 900)
        _ = try ben.wallet.receive(try anna.wallet.pay(request.text).text)
    }

    @Test func aMissingEpochFileOfAWalletThatHasSpentIsARollback() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        try ben.isPaid(100, by: anna)
        let copy = Wallet.Environment(
            place: .memory(anna.database), epochs: .memory(), clock: economy.time.clock, random: economy.random,
            connect: { [pipe = economy.pipe] _, _ in pipe }, passphraseCost: .minimum)

        let wallet = try Wallet.open(copy, .vaultKey(anna.vaultKey))

        #expect(try wallet.balances().frozen != nil)
        #expect(try wallet.balances().offline.minorUnits == 0)
    }

    /// Seeds 875 and 968 of the simulation: the store was copied before anything was spent, and the epoch file was lost.
    @Test func aMissingEpochFileOfACopyThatNeverSpentIsARollback() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let copy = try anna.image()
        let ben = try economy.person("ben")
        try ben.isPaid(100, by: anna)
        let restored = try Database(path: .inMemory)
        try restored.restore(from: copy)
        let wallet = try Wallet.open(
            Wallet.Environment(
                place: .memory(restored), epochs: .memory(), clock: economy.time.clock, random: economy.random,
                connect: { [pipe = economy.pipe] _, _ in pipe }, passphraseCost: .minimum), .vaultKey(anna.vaultKey))

        _ = try wallet.sync(everything: true)
        try ben.sync()

        #expect(try economy.hub.audit().cases.isEmpty)
    }

    /// A payee that hands on what it has declined is convicted, so an older store must not take the payment after all.
    @Test func aStoreFromBeforeADeclineIsARollback() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
        let copy = try ben.image()
        _ = try ben.wallet.decline(payment.text)

        try ben.rollBack(to: copy)
        let received = try ben.wallet.receive(payment.text)

        #expect(received.isHeld)
        #expect(try ben.offline == 0)
    }

    @Test func aPaymentForARequestFromBeforeARollbackIsHeld() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 2_000, offline: 1_000)
        let ben = try economy.person("ben", funds: 1_000, offline: 1_000)
        let request = try anna.wallet.request(economy.amount(200))
        let image = try anna.image()
        let payment = try ben.wallet.pay(request.text)
        _ = try anna.wallet.receive(payment.text)
        let onwards = try ben.wallet.request(economy.amount(1_100))
        _ = try ben.wallet.receive(try anna.wallet.pay(onwards.text).text)

        try anna.rollBack(to: image)
        let again = try anna.wallet.receive(payment.text)

        #expect(again.isHeld)
        #expect(try anna.offline == 0)
        try ben.sync(everything: true)
        try anna.sync()
        #expect(try economy.hub.audit().cases.isEmpty)
    }

    @Test func ordersFromBeforeARollbackAreNotRepeated() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 2_000, offline: 1_000)
        let ben = try economy.person("ben")
        try anna.wallet.send(to: "ben", economy.amount(100))
        economy.network.isDown = true
        refuses(.hubUnreachable) { try anna.wallet.buy(economy.amount(500)) }
        let image = try anna.image()
        try ben.isPaid(10, by: anna)
        economy.network.isDown = false
        try anna.sync()

        try anna.rollBack(to: image)
        try anna.sync()

        #expect(try anna.wallet.balances().queued.minorUnits == 0)
        #expect(try anna.offline == 0)
        #expect(try economy.balance(ben) == 110)
    }

    @Test func aRestoredBackupNeverSpendsTwice() throws {
        let folder = try ScratchFolder()
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 10_000, offline: 5_000)
        let ben = try economy.person("ben")
        let file = folder.path + "/anna.backup"
        try anna.wallet.backup(to: file, passphrase: SecretBytes(Array("pass".utf8)))
        try ben.isPaid(1_000, by: anna)

        let other = try Database(path: .inMemory)
        let environment = Person.environment(other, .memory(), economy, Killer())
        refuses(.wrongPassphrase) {
            try Wallet.restore(
                from: file, backupPassphrase: SecretBytes(Array("past".utf8)), into: environment,
                .vaultKey(anna.vaultKey))
        }
        let restored = try Wallet.restore(
            from: file, backupPassphrase: SecretBytes(Array("pass".utf8)), into: environment, .vaultKey(anna.vaultKey))

        #expect(try restored.balances().offline.minorUnits == 0)
        #expect(try restored.balances().held.map(\.amount.minorUnits).reduce(0, +) == 5_000)
        #expect(try !restored.isLoggedIn)
        #expect(try restored.sync().failure?.code == .notLoggedIn)
        try restored.login(username: "anna", password: "lantern river 4827")
        #expect(try restored.sync().isComplete)
        try restored.buy(economy.amount(400))
        let request = try ben.wallet.request(economy.amount(300))
        _ = try ben.wallet.receive(try restored.pay(request.text).text)
        try ben.sync()
        // The phone that was not lost after all goes on as well.
        try ben.isPaid(50, by: anna)
        try ben.sync()
        #expect(try economy.hub.audit().cases.isEmpty)
        #expect(try economy.balance(ben) == 1_350)
    }

    @Test func aLostPhoneLosesNothing() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 10_000, offline: 5_000)
        let ben = try economy.person("ben")
        // Ben's phone is lost after he was paid, Anna's receipt too; Anna syncs.
        _ = try ben.wallet.receive(try anna.wallet.pay(try ben.wallet.request(economy.amount(700)).text).text)
        try anna.sync()

        let phone = try Person("ben", economy: economy)
        try phone.wallet.join(economy.description)
        try phone.wallet.login(username: "ben", password: "lantern river 4827")
        economy.time.advance(days: 40)
        try economy.hub.sweep(economy.time.now)

        #expect(try economy.balance(phone) == 700)
        #expect(try economy.balance(anna) == 9_300)
    }
}
