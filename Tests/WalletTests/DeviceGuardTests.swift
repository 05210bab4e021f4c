// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Keys
import Money
import TestSupport
import Testing
import Tokens
import Wallet

/// What a wallet refuses while another party controls the device, and what it goes on doing.
struct DeviceGuardTests {
    private let economy: TestEconomy
    private let alice: Person
    private let bob: Person

    init() throws {
        economy = try TestEconomy()
        alice = try economy.person("alice", funds: 5_000, offline: 1_000)
        bob = try economy.person("bob", funds: 1_000, offline: 500)
    }

    private func restriction(_ body: () throws -> Void) -> DeviceRestriction? {
        let error = #expect(throws: WalletError.self, performing: body)
        #expect(error?.code == .featureRestricted)
        return error?.cause as? DeviceRestriction
    }

    @Test func eachGuardedActionIsRefusedBeforeItsFirstStep() throws {
        let request = try bob.wallet.request(economy.amount(100)).text
        let asked = try bob.wallet.ask("alice", for: economy.amount(300))
        let iban = try IBAN("GB29NWBK60161331926819")
        let wallet = alice.wallet
        let guarded: [(DeviceFeature, () throws -> Void)] = [
            (.sendMoney, { try wallet.send(to: "bob", economy.amount(1)) }),
            (.sendMoney, { _ = try wallet.sendNow(to: "bob", economy.amount(1)) }),
            (.sendMoney, { _ = try wallet.pay(request) }),
            (.sendMoney, { _ = try wallet.pay(asked, economy.amount(300)) }),
            (.sendMoney, { _ = try wallet.resumeRecurring(named: "any") }),
            (.withdraw, { try wallet.buy(economy.amount(100)) }),
            (.withdraw, { try wallet.payOut(economy.amount(100), to: iban, name: "A. Smith") }),
        ]
        alice.device.findings = [.debugged, .dumps, .root]
        let (before, calls) = (try alice.image(), economy.network.calls)
        for (feature, action) in guarded {
            #expect(restriction(action) == DeviceRestriction(refusing: feature, because: [.debugged]))
        }
        #expect(try alice.image() == before && economy.network.calls == calls)
        alice.device.findings = [.dumps, .root]
        _ = try wallet.sendNow(to: "bob", economy.amount(1))
        _ = try wallet.pay(request)
    }

    @Test func balancesHistoryReceivingSyncingAndRedeemingGoOn() throws {
        alice.device.findings = [.foreignCode("/lib/evil.so")]
        try alice.isPaid(200, by: bob)
        try alice.sync(everything: true)
        #expect(try alice.wallet.balances().account?.balance.minorUnits == 5_200)
        #expect(try !alice.wallet.activity().isEmpty)
        #expect(try alice.wallet.username == "alice")
    }

    @Test func theRefusalSaysWhatWasFoundAndWhatToDo() throws {
        alice.device.findings = [.openWay("/opt/shared")]
        let error = #expect(throws: WalletError.self) { try alice.wallet.send(to: "bob", economy.amount(1)) }
        #expect(
            error?.message == """
                Sending is not available on this device now. Other users can replace what is in the folder /opt/shared. \
                Remove the permission: chmod go-w '/opt/shared'. To see all risks: satchel device
                """)
    }

    @Test func inTheModesLogAndWarnNothingIsRefused() throws {
        alice.device.findings = [.debugged]
        try alice.wallet.setDeviceMode(.warn, passphrase: nil)
        try alice.wallet.require(.sendMoney)
        #expect(alice.device.questions.last == .warn)
        try alice.wallet.setDeviceMode(.log, passphrase: nil)
        let questions = alice.device.questions.count
        try alice.wallet.require(.withdraw)
        #expect(alice.device.questions.count == questions)
        try alice.wallet.setDeviceMode(.restrict, passphrase: nil)
        #expect(restriction { try alice.wallet.require(.withdraw) }?.feature == .withdraw)
    }

    @Test func inTheModeBlockTheWalletStaysShutUntilTheRiskOrTheModeIsGone() throws {
        try alice.wallet.setDeviceMode(.block, passphrase: nil)
        try alice.reopen()
        alice.device.findings = [.debugged]
        #expect(restriction { try alice.reopen() } == DeviceRestriction(refusing: nil, because: [.debugged]))
        #expect(restriction { try alice.wallet.require(.sendMoney) }?.feature == .sendMoney)
        alice.device.findings = [.dumps]
        try alice.reopen()
        alice.device.findings = [.debugged]
        let wallet = try Wallet.open(alice.environment, .vaultKey(alice.vaultKey), isBlockable: false)
        try wallet.setDeviceMode(.restrict, passphrase: nil)
        try alice.reopen()
        #expect(try alice.wallet.deviceMode == .restrict)
    }

    @Test func theModeOfAWalletInAFolderNeedsItsPassphrase() throws {
        let scratch = try ScratchFolder(in: .memory)
        var environment = alice.environment
        environment.place = .folder(scratch.file("wallet"))
        environment.epochs = EpochMemory.memory()
        let passphrase = SecretBytes(Array("a passphrase".utf8))
        let wallet = try Wallet.create(environment, .passphrase(passphrase))
        for wrong in [nil, SecretBytes(Array("another".utf8))] {
            let error = #expect(throws: WalletError.self) { try wallet.setDeviceMode(.log, passphrase: wrong) }
            #expect(error?.code == .wrongPassphrase)
        }
        #expect(try wallet.deviceMode == .restrict)
        try wallet.setDeviceMode(.block, passphrase: passphrase)
        #expect(try wallet.deviceMode == .block)
    }
}
