// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Hub
import Keys
import Money
import SQLite
import Synchronization
import TestSupport
import Testing
import Tokens
import Vault
import Wallet

/// M1 and M6 for whole machines: copies and old states that bring their count along, with a real TPM in software.
@Suite(.enabled(if: SoftChip.isWanted, "\(SoftChip.absence)"), .serialized) struct ChipTests {
    private let scratch: ScratchFolder
    private let chip: SoftChip
    private let economy: TestEconomy
    private let anna: Person
    private let ben: Person

    init() throws {
        ChipLibrary.forbidMessages()
        scratch = try ScratchFolder()
        chip = try SoftChip(at: scratch.file("chip"), state: scratch.file("state"))
        economy = try TestEconomy()
        anna = try economy.person("anna", funds: 3_000, offline: 1_000)
        ben = try economy.person("ben")
    }

    private func turnOn(at place: String? = nil) throws {
        try anna.wallet.useChip(at: place ?? chip.socket, passphrase: nil)
    }

    private func request(_ minorUnits: Int64) throws -> String {
        try ben.wallet.request(economy.amount(minorUnits)).text
    }

    /// All of a machine that a disk holds: the store and its count.
    private struct Disk {
        let store: [UInt8]
        let epochs: EpochMemory
    }

    private func disk() throws -> Disk { Disk(store: try anna.image(), epochs: anna.epochs.copy()) }

    private func open(_ disk: Disk, _ killer: Killer = Killer()) throws -> Wallet {
        let database = try Database(path: .inMemory)
        try database.restore(from: disk.store)
        return try Wallet.open(
            Person.environment(database, disk.epochs, economy, killer), .vaultKey(anna.vaultKey))
    }

    private func requireNobodyAccused() throws {
        try ben.sync(everything: true)
        #expect(try economy.hub.audit().isSound && economy.hub.audit().cases.isEmpty)
    }

    @Test func withoutAChipACopiedMachineConvictsItsOwner() throws {
        let copy = try open(try disk())
        _ = try ben.wallet.receive(try anna.wallet.pay(try request(400)).text)
        let carol = try economy.person("carol")
        _ = try carol.wallet.receive(try copy.pay(try carol.wallet.request(economy.amount(500)).text).text)
        try ben.sync(everything: true)
        _ = try carol.wallet.sync(everything: true)
        #expect(try economy.hub.audit().cases.count == 1)
    }

    @Test func ofTwoCopiedMachinesOnePaysAndNobodyIsAccused() throws {
        try turnOn()
        let copy = try open(try disk())
        #expect(try copy.chipState == anna.wallet.chipState && copy.balances().frozen == nil)

        _ = try ben.wallet.receive(try copy.pay(try request(400)).text)
        let sentence = refuses(.frozen) { try anna.wallet.pay(try request(500)) }

        #expect(sentence.contains("another copy has paid since"))
        _ = try ben.wallet.receive(try copy.pay(try request(100)).text)
        try requireNobodyAccused()
        #expect(try anna.wallet.chipState == .off)
    }

    @Test func aMachineThatWasTurnedBackSpendsNothingOfBefore() throws {
        try turnOn()
        let before = try disk()
        try ben.isPaid(1_000, by: anna)

        let back = try open(before)

        #expect(try back.balances().frozen == .rolledBack && back.balances().offline.minorUnits == 0)
        refuses(.frozen) { try back.pay(try request(1_000)) }
        _ = try back.sync()
        try back.buy(economy.amount(600))
        _ = try ben.wallet.receive(try back.pay(try request(600)).text)
        try requireNobodyAccused()
    }

    @Test func aMachineThatWasTurnedBackWithoutASpendGoesOn() throws {
        try turnOn()
        let before = try disk()
        _ = try anna.wallet.request(economy.amount(5))
        let back = try open(before)
        #expect(try back.balances().frozen == nil)
        _ = try ben.wallet.receive(try back.pay(try request(1_000)).text)
        try requireNobodyAccused()
    }

    /// Two commits of two copies have the same number. A counter alone could not tell them apart.
    @Test func aCopyThatDiedAfterItsCommitDoesNotTakeTheOthersSpendForItsOwn() throws {
        try turnOn()
        let killer = Killer()
        let copied = try disk()
        let copy = try open(copied, killer)
        killer.step = .payCommitted
        #expect(throws: Killer.Killed.self) { try copy.pay(try request(500)) }
        let died = Disk(store: try copy.sealedStore.database.serialize(), epochs: copied.epochs)

        _ = try ben.wallet.receive(try anna.wallet.pay(try request(400)).text)
        let again = try open(died)

        #expect(try again.balances().frozen == .rolledBack)
        try requireNobodyAccused()
        #expect(try anna.wallet.balances().frozen == nil)
    }

    @Test(arguments: [WalletStep.payCommitting, .payCommitted, .payEpochAdvanced, .paySigned, .payHandedOver])
    func aCrashAtAnyStepOfAPaymentHoldsNothing(step: WalletStep) throws {
        try turnOn()
        let text = try request(300)
        anna.killer.step = step
        #expect(throws: Killer.Killed.self) { try anna.wallet.pay(text) }

        try anna.reopen()

        #expect(try anna.wallet.balances().frozen == nil)
        _ = try ben.wallet.receive(try anna.wallet.pay(text).text)
        #expect(try anna.offline == 700)
        try ben.isPaid(700, by: anna)
        try requireNobodyAccused()
    }

    @Test(arguments: [true, false]) func aChipThatFallsSilentAfterTheCommitDelaysThePayment(isDone: Bool) throws {
        let place = scratch.file("proxy")
        let fault = Fault()
        let proxy = try ChipProxy(at: place, to: chip.socket) { command, _ in
            guard ChipProxy.code(of: command) == 0x136, fault.isOn else { return .pass }
            return isDone ? .lost : .silence
        }
        try turnOn(at: place)
        let text = try request(300)
        fault.isOn = true
        let sentence = refuses(.chipUnavailable) { try anna.wallet.pay(text) }
        #expect(sentence.contains("does not answer") && sentence.contains("The wallet keeps"))
        try chip.flush()

        fault.isOn = false
        try anna.reopen()

        #expect(try anna.wallet.balances().frozen == nil)
        let payment = try anna.wallet.pay(text)
        #expect(payment.isRepeat)
        _ = try ben.wallet.receive(payment.text)
        #expect(try anna.offline == 700)
        try requireNobodyAccused()
        withExtendedLifetime(proxy) {}
    }

    @Test func withoutTheChipNothingIsSignedAndEverythingElseGoesOn() throws {
        try turnOn()
        _ = try economy.hub.topUp(.account("ben"), economy.amount(500))
        try ben.sync()
        try ben.wallet.buy(economy.amount(200))
        chip.stop()

        try anna.reopen()
        let sentence = refuses(.chipUnavailable) { try anna.wallet.pay(try request(100)) }

        #expect(sentence.contains("chip"))
        #expect(try anna.offline == 1_000 && anna.wallet.balances().frozen == nil)
        try anna.isPaid(200, by: ben)
        guard case .unavailable(_, _, let error) = try anna.wallet.chipState else {
            Issue.record("The chip seems to be there.")
            return
        }
        #expect(error.code == .missing)
        let report = try anna.wallet.sync()
        #expect(report.outcomes.count { if case .failed = $0.outcome { true } else { false } } == 1)
        let started = try SoftChip(at: chip.socket, state: scratch.file("state"))
        try ben.isPaid(100, by: anna)
        try anna.sync()
        try requireNobodyAccused()
        withExtendedLifetime(started) {}
    }

    @Test func aDiskInAnotherMachineIsFrozen() throws {
        try turnOn()
        chip.stop()
        let other = try SoftChip(at: chip.socket, state: scratch.file("other"))
        try anna.reopen()
        #expect(try anna.wallet.balances().frozen == .otherChip)
        #expect(refuses(.frozen) { try anna.wallet.pay(try request(100)) }.contains("security chip"))
        withExtendedLifetime(other) {}
    }

    @Test func aClearedChipLeavesTheWalletToItsEpochFileAndSaysSo() throws {
        try turnOn()
        try chip.tool("tpm2_clear -c p")
        try anna.reopen()
        #expect(try anna.wallet.balances().frozen == nil)
        #expect(try anna.wallet.activity(limit: 1).first?.event == .chipCleared)
        #expect(try anna.wallet.chipState == .off)
        try ben.isPaid(100, by: anna)
        try turnOn()
        try ben.isPaid(100, by: anna)
        try requireNobodyAccused()
    }

    @Test func aWalletThatForgetsItsChipGoesOnAndItsCopiesDoNot() throws {
        try turnOn()
        let copied = try disk()
        #expect(try anna.wallet.forgetChip(passphrase: nil) == false)
        #expect(try anna.wallet.chipState == .off)
        try ben.isPaid(100, by: anna)
        #expect(try open(copied).balances().frozen == .rolledBack)
        try requireNobodyAccused()
    }

    @Test func forgettingAChipThatDoesNotAnswerHoldsWhatWasThere() throws {
        try turnOn()
        chip.stop()
        #expect(try anna.wallet.forgetChip(passphrase: nil))
        #expect(try anna.wallet.balances().frozen == .otherChip && anna.offline == 0)
        try anna.sync()
        try anna.wallet.buy(economy.amount(100))
        try ben.isPaid(100, by: anna)
        try requireNobodyAccused()
    }

    @Test func aRestoredBackupUsesNoChip() throws {
        try turnOn()
        let file = scratch.file("backup")
        try anna.wallet.backup(to: file, passphrase: .init(Array("words".utf8)))
        let database = try Database(path: .inMemory)
        let restored = try Wallet.restore(
            from: file, backupPassphrase: .init(Array("words".utf8)),
            into: Person.environment(database, EpochMemory.memory(), economy, Killer()), .vaultKey(anna.vaultKey))
        #expect(try restored.balances().frozen == .restored && restored.chipState == .off)
        try ben.isPaid(100, by: anna)
    }

    @Test func turningItOnTwiceChangesNothing() throws {
        try turnOn()
        let state = try anna.wallet.chipState
        try turnOn()
        #expect(try anna.wallet.chipState == state)
    }
}

/// Whether a fault is on, for the thread of a proxy.
private final class Fault: Sendable {
    private let state = Atomic(false)

    var isOn: Bool {
        get { state.load(ordering: .sequentiallyConsistent) }
        set { state.store(newValue, ordering: .sequentiallyConsistent) }
    }
}
