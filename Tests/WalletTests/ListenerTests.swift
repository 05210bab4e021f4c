// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import TestSupport
import Testing
import Wallet

/// The key of a device that hears events while its wallet is closed.
struct ListenerTests {
    /// A wallet in a folder, with an account.
    private struct Home {
        let economy: TestEconomy
        let scratch: ScratchFolder
        let wallet: Wallet
        var folder: String { scratch.file("wallet") }

        init() throws {
            let (economy, scratch) = (try TestEconomy(), try ScratchFolder())
            (self.economy, self.scratch) = (economy, scratch)
            let pipe = economy.pipe
            let environment = Wallet.Environment(
                place: .folder(scratch.file("wallet")), epochs: .folder(scratch.file("state")),
                clock: economy.time.clock,
                random: economy.random, connect: { _, _ in pipe }, passphraseCost: .minimum)
            wallet = try Wallet.create(environment, .passphrase(SecretBytes([1])))
            try wallet.join(economy.description)
            try wallet.register(username: "alice", password: "lantern river 4827")
            _ = try wallet.sync()
        }

        var isOn: Bool { Listener.isOn(wallet: folder) }

        var listener: Listener {
            let pipe = economy.pipe
            return Listener(wallet: folder, clock: economy.time.clock) { _, _ in pipe }
        }
    }

    private func code(_ body: () throws -> Void) -> WalletError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? WalletError)?.code
        }
    }

    @Test func itHearsWithoutTheWalletUntilItIsTurnedOff() throws {
        let home = try Home()
        var listener = home.listener
        #expect(!home.isOn)
        #expect(code { _ = try listener.eventAccess(checking: false) } == .notLoggedIn)
        let device = try home.wallet.turnOnListener(named: "notifications")
        #expect(home.isOn)
        _ = try listener.eventAccess(checking: false)
        #expect(try home.wallet.devices().contains { $0.id == device && $0.name == "notifications" })
        // The key's file is for its owner alone.
        var status = stat()
        #expect(stat(home.folder + "/listener/key", &status) == 0 && status.st_mode & 0o777 == 0o600)
        // Again: the same device.
        #expect(try home.wallet.turnOnListener(named: "notifications") == device)
        #expect(try home.wallet.turnOffListener())
        #expect(!home.isOn)
        #expect(code { _ = try listener.eventAccess(checking: true) } == .notLoggedIn)
        #expect(try home.wallet.devices().allSatisfy { $0.id != device })
    }

    @Test func aLostAnswerMakesNoSecondDevice() throws {
        let home = try Home()
        let count = try home.wallet.devices().count
        home.economy.network.proxy = { request, answer in
            request.path == Routes.newListener.path ? Response(status: 502, headers: [:], body: []) : answer
        }
        #expect(throws: (any Error).self) { _ = try home.wallet.turnOnListener(named: "notifications") }
        home.economy.network.proxy = nil
        _ = try home.wallet.turnOnListener(named: "notifications")
        #expect(try home.wallet.devices().count == count + 1)
        var listener = home.listener
        _ = try listener.eventAccess(checking: false)
    }

    @Test func aRevokedKeyIsReplacedWhenItIsTurnedOnAgain() throws {
        let home = try Home()
        let first = try home.wallet.turnOnListener(named: "notifications")
        try home.wallet.revokeDevice(first)
        var listener = home.listener
        #expect(code { _ = try listener.eventAccess(checking: false) } == .notLoggedIn)
        #expect(!home.isOn, "a key that the hub has ended says that notifications are on")
        let second = try home.wallet.turnOnListener(named: "notifications")
        #expect(first != second)
        _ = try listener.eventAccess(checking: false)
    }

    @Test func loggingOutAndErasingLeaveNoKey() throws {
        let home = try Home()
        _ = try home.wallet.turnOnListener(named: "notifications")
        try home.wallet.logout()
        #expect(!home.isOn)
        try home.wallet.login(username: "alice", password: "lantern river 4827")
        #expect(try home.wallet.devices().allSatisfy { $0.name != "notifications" })
    }

    @Test func thePositionIsKept() throws {
        let home = try Home()
        #expect(home.listener.position == nil)
        _ = try home.wallet.turnOnListener(named: "notifications")
        try home.listener.note(position: "7.2")
        #expect(home.listener.position == "7.2")
        _ = try home.wallet.turnOnListener(named: "notifications")
        #expect(home.listener.position == "7.2")
    }
}
