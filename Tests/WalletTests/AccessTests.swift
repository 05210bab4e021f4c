// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Hub
import HubAPI
import Money
import Testing
import Tokens
import Wallet

struct AccessTests {
    private static let password = "lantern river 4827"

    private func code(_ economy: TestEconomy, _ enrolment: SecondFactorEnrolment, later seconds: UInt64 = 0) -> String {
        economy.time.advance(seconds: seconds)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = enrolment.secret.flatMap { character -> [UInt8] in
            let value = alphabet.firstIndex(of: character) ?? 0
            return (0..<5).map { UInt8(value >> (4 - $0) & 1) }
        }
        let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { bits[$0..<($0 + 8)].reduce(0) { $0 << 1 | $1 } }
        return TimeCodes(secret: SecretBytes(bytes)).code(step: TimeCodes.step(at: economy.time.clock.now().seconds))
    }

    private func failure(_ body: () throws -> Void) -> WalletError? {
        do {
            try body()
            return nil
        } catch {
            return error as? WalletError
        }
    }

    @Test func aRevokedDeviceLearnsWhyAndLosesNothing() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice", funds: 1_000, offline: 400)
        let bob = try economy.person("bob")
        // The owner's other device: the same account, another session.
        let session = try HubCaller(economy.hub.pipe).call(
            Routes.login, Credentials(username: "alice", password: Self.password, device: "laptop"))
        let proof = CallerProof(session, at: economy.time.clock.now().seconds)
        let caller = HubCaller(economy.hub.pipe)
        let phone = try #require(
            try caller.call(Routes.devices, Nothing(), as: proof).devices.first { !$0.isPresent })
        _ = try caller.call(Routes.revokeDevice, DeviceName(id: phone.id), as: proof)
        let refused = try #require(failure { try alice.wallet.buy(economy.amount(1)) })
        #expect(refused.code == .notLoggedIn && refused.message.contains("another of your devices"))
        guard case .refused(let refusal) = try alice.wallet.activity()[0].event else {
            Issue.record("The history does not say that the hub ended the session.")
            return
        }
        #expect(refusal.code == "SESSION_ENDED" && refusal.message.contains("another of your devices"))
        #expect(try alice.wallet.isLoggedIn == false)
        // Offline money is still the wallet's: it can be paid now and redeemed after the next log-in.
        let request = try bob.wallet.request(economy.amount(150))
        let payment = try alice.wallet.pay(request.text)
        _ = try bob.wallet.receive(payment.text)
        try alice.wallet.login(username: "alice", password: Self.password)
        try alice.sync(everything: true)
        #expect(try economy.balance(alice) == 850)
        #expect(try economy.balance(bob) == 150)
    }

    @Test func aDeviceIsRevokedByTheBeginningOfItsIdOrItsName() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice")
        let caller = HubCaller(economy.hub.pipe)
        for name in ["one", "two"] {
            _ = try caller.call(
                Routes.login, Credentials(username: "alice", password: Self.password, device: name))
        }
        let devices = try alice.wallet.devices()
        #expect(devices.count == 3)
        #expect(failure { try alice.wallet.revokeDevice("") }?.code == .badDocument)
        #expect(failure { try alice.wallet.revokeDevice("nothing") }?.code == .badDocument)
        #expect(try alice.wallet.revokeDevice("two").name == "two")
        let one = try #require(devices.first { $0.name == "one" })
        try alice.wallet.revokeDevice(String(one.id.prefix(8)))
        #expect(try alice.wallet.devices().map(\.isPresent) == [true])
        try alice.wallet.logoutEverywhere()
        #expect(try alice.wallet.isLoggedIn == false)
    }

    @Test func aSecondFactorIsTurnedOnAskedForAndTurnedOff() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice")
        let enrolment = try alice.wallet.enrolSecondFactor(password: Self.password)
        let recovery = try alice.wallet.confirmSecondFactor(code(economy, enrolment))
        try alice.wallet.logout()
        #expect(failure { try alice.wallet.login(username: "alice", password: Self.password) }?.code == .notLoggedIn)
        let wrong = failure { try alice.wallet.login(username: "alice", password: Self.password) { "000000" } }
        #expect(wrong?.code == .notLoggedIn)
        try alice.wallet.login(username: "alice", password: Self.password) { recovery[0] }
        #expect(try alice.wallet.secondFactor() == SecondFactorState(isOn: true, recoveryCodesLeft: 9))
        try alice.wallet.disableSecondFactor(code(economy, enrolment, later: 60))
        try alice.wallet.logout()
        try alice.wallet.login(username: "alice", password: Self.password)
    }

    @Test func aChangedPasswordIsTheOneToLogInWith() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice")
        try alice.wallet.changePassword(from: Self.password, to: "another lantern")
        try alice.sync()
        try alice.wallet.logout()
        #expect(failure { try alice.wallet.login(username: "alice", password: Self.password) }?.code == .notLoggedIn)
        try alice.wallet.login(username: "alice", password: "another lantern")
    }

    // MARK: - Auto-logout

    @Test func aWalletThatNobodyUsesLogsOutByItself() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice", funds: 500, offline: 200)
        try alice.wallet.logoutWhenIdle(afterMinutes: 30)
        economy.time.advance(seconds: 29 * 60)
        try alice.wallet.noteUse()
        economy.time.advance(seconds: 29 * 60)
        try alice.sync()
        economy.time.advance(seconds: 60)
        // The sync was no use: half an hour after the last one the session is gone.
        let refused = try #require(failure { _ = try alice.wallet.buy(economy.amount(1)) })
        #expect(refused.code == .notLoggedIn && refused.message.contains("30 minutes"))
        #expect(try alice.wallet.isLoggedIn == false)
        #expect(try alice.wallet.balances().offline == economy.amount(200))
        try alice.wallet.login(username: "alice", password: Self.password)
        try alice.wallet.noteUse()
        try alice.sync()
    }

    @Test func withoutASettingNobodyIsLoggedOut() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice")
        economy.time.advance(seconds: 80 * 86_400)
        try alice.wallet.noteUse()
        #expect(try alice.wallet.isLoggedIn)
        try alice.wallet.logoutWhenIdle(afterMinutes: 5)
        #expect(try alice.wallet.autoLogoutMinutes == 5)
        try alice.wallet.logoutWhenIdle(afterMinutes: nil)
        economy.time.advance(seconds: 600)
        try alice.wallet.noteUse()
        #expect(try alice.wallet.isLoggedIn && alice.wallet.autoLogoutMinutes == nil)
        #expect(failure { try alice.wallet.logoutWhenIdle(afterMinutes: 0) }?.code == .badAmount)
    }
}
