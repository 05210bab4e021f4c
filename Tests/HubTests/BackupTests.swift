// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import Synchronization
import TestSupport
import Testing
import Tokens

/// Copying a hub that serves, and making a hub of the copy.
@Suite struct BackupTests {
    @Test func theDrillOfAHubUnderLoad() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        let alice = try hub.account("alice", cents: 1_000_000)
        _ = try hub.account("bob")
        let held = try alice.buy(400)
        let scratch = try ScratchFolder()
        let (source, folder) = (disk.directory, scratch.file("copy"))
        let clock = disk.clock.clock
        let made = Mutex<HubBackup?>(nil)
        let known = try PaymentLoad.run(on: hub, as: alice.proof) {
            let backup = try HubBackup.make(of: source, in: folder, clock: clock)
            made.withLock { $0 = backup }
        }
        _ = try alice.redeem(held)
        hub.hub.close()

        // The machine is gone; the copy is what there is.
        let place = HubDirectory(scratch.file("restored"))
        let restored = try HubBackup.restore(from: folder, to: place, clock: clock)
        #expect(restored == made.withLock { $0 })
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        let again = TestHub(
            hub: try Hub.open(directory: place.path, configuration: configuration, clock: clock, random: disk.random),
            clock: disk.clock, random: disk.random)
        try again.requireSoundLedger()
        // Whatever was acknowledged before the copy began is in it, under the same id, and is not done twice.
        #expect(known.count >= 100)
        alice.session = try again.caller.call(
            Routes.login, Credentials(username: "alice", password: "correct horse ecila"))
        let balance = try again.caller.call(Routes.balance, Nothing(), as: alice.proof).balances[0].balance
        for paid in known {
            let answer = try again.caller.call(Routes.send, paid.order, as: alice.proof)
            #expect(answer.transaction == paid.answer.transaction)
        }
        #expect(try again.caller.call(Routes.balance, Nothing(), as: alice.proof).balances[0].balance == balance)
        // What happened after the copy can happen again: this is why Operating.md says what to do.
        let retold = try again.caller.call(
            Routes.redeem, Redemptions(items: [Blob(try alice.redemption(held.token.range, of: held))]), as: alice.proof
        )
        #expect(try retold.items[0].credited == 400)
        try again.requireSoundLedger()
        again.hub.close()
    }

    @Test func nothingIsWrittenOverAndASpoiledCopyIsRefused() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        _ = try hub.account("alice", cents: 500)
        let scratch = try ScratchFolder()
        let clock = disk.clock.clock
        let folder = scratch.file("copy")
        let backup = try HubBackup.make(of: disk.directory, in: folder, clock: clock)
        #expect(backup.entries == 1)
        var status = stat()
        for name in ["hub.sqlite", "working.keys", "backup.json"] {
            #expect(stat(folder + "/" + name, &status) == 0 && status.st_mode & 0o077 == 0, "\(name)")
        }
        #expect(throws: HubError.self) { try HubBackup.make(of: disk.directory, in: folder, clock: clock) }
        let overHub = #expect(throws: HubError.self) {
            try HubBackup.restore(from: folder, to: disk.directory, clock: clock)
        }
        #expect(overHub?.code == .alreadyInitialised)
        hub.hub.close()
        // One byte of the database, in the middle of the file.
        let place = HubDirectory(scratch.file("place"))
        for name in ["hub.sqlite", "working.keys"] {
            let path = folder + "/" + name
            try #require(stat(path, &status) == 0)
            let middle = Int(status.st_size) / 2
            try flip(path, at: middle)
            let spoiled = #expect(throws: HubError.self) {
                try HubBackup.restore(from: folder, to: place, clock: clock)
            }
            #expect(spoiled?.message.contains(name) == true)
            #expect(!access(place.database))
            try flip(path, at: middle)
        }
        #expect(try HubBackup.restore(from: folder, to: place, clock: clock) == backup)
        unlink(folder + "/backup.json")
        #expect(throws: HubError.self) {
            try HubBackup.restore(from: folder, to: HubDirectory(scratch.file("other")), clock: clock)
        }
    }

    /// R6: what a refused restore has made goes with it; what was there before stays.
    @Test(arguments: [true, false]) func aRefusedRestoreLeavesTheDirectoryAsItWas(isThere: Bool) throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        _ = try hub.account("alice", cents: 500)
        let scratch = try ScratchFolder()
        let folder = scratch.file("copy")
        _ = try HubBackup.make(of: disk.directory, in: folder, clock: disk.clock.clock)
        hub.hub.close()
        // The page vouches for another count than the database has, which is seen after it is in place.
        let page = String(decoding: try File.read(folder + "/backup.json"), as: UTF8.self)
        let other = page.replacing(#/"entries"\s*:\s*\d+/#, with: "\"entries\": 7")
        try #require(other != page)
        try File.write(Array(other.utf8), to: folder + "/backup.json")
        let place = scratch.file("place")
        if isThere { try #require(mkdir(place, 0o700) == 0) }
        #expect(throws: HubError.self) {
            try HubBackup.restore(from: folder, to: HubDirectory(place), clock: disk.clock.clock)
        }
        #expect(access(place) == isThere && (!isThere || Folder.names(in: place).isEmpty))
    }

    /// A user who may do nothing but read stands for a medium that cannot be written.
    @Test func aCopyThatCanOnlyBeReadIsRestoredAndNothingIsLeftBesideIt() async throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        _ = try hub.account("alice", cents: 500)
        let scratch = try ScratchFolder()
        let folder = scratch.file("a copy #1 (50%)")
        let backup = try HubBackup.make(of: disk.directory, in: folder, clock: disk.clock.clock)
        hub.hub.close()
        let names = ["backup.json", "hub.sqlite", "working.keys"]
        #expect(Folder.names(in: folder) == names)
        // Whatever somebody left beside it is no part of it.
        try File.write(Array(repeating: 7, count: 10_000), to: folder + "/hub.sqlite-wal")
        #expect(
            try HubBackup.restore(from: folder, to: HubDirectory(scratch.file("first")), clock: disk.clock.clock)
                == backup)
        #expect(Folder.names(in: folder) == ["backup.json", "hub.sqlite", "hub.sqlite-wal", "working.keys"])
        unlink(folder + "/hub.sqlite-wal")
        for name in names {
            chmod(folder + "/" + name, 0o400)
            if getuid() == 0 { try #require(chown(folder + "/" + name, 65_534, 65_534) == 0) }
        }
        chmod(folder, 0o555)
        chmod(scratch.path, 0o777)
        defer { chmod(folder, 0o700) }
        await #expect(processExitsWith: .success) {
            [folder = folder as String, place = scratch.file("place") as String] in
            if getuid() == 0 { setuid(65_534) }
            let restored = try HubBackup.restore(from: folder, to: HubDirectory(place), clock: ManualClock().clock)
            #expect(restored.entries == 1)
        }
        #expect(Folder.names(in: folder) == names)
        for name in names.reversed() {
            chmod(folder + "/" + name, 0)
            await #expect(processExitsWith: .success) {
                [folder = folder as String, place = scratch.file("other") as String, name = name as String] in
                if getuid() == 0 { setuid(65_534) }
                let refused = #expect(throws: HubError.self) {
                    try HubBackup.restore(from: folder, to: HubDirectory(place), clock: ManualClock().clock)
                }
                #expect(refused?.code == .system)
                #expect(refused?.message.contains("/\(name)': Permission denied") == true, "\(refused?.message ?? "")")
            }
        }
    }

    @Test func anUnsoundLedgerIsNoCopy() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        _ = try hub.account("alice", cents: 500)
        hub.hub.close()
        try disk.spoil("UPDATE holding SET balance = balance + 1 WHERE floor < 0")
        let scratch = try ScratchFolder()
        let refused = #expect(throws: HubError.self) {
            try HubBackup.make(of: disk.directory, in: scratch.file("copy"), clock: disk.clock.clock)
        }
        #expect(refused?.code == .internalFault)
        #expect(!access(scratch.file("copy") + "/hub.sqlite"))
    }

    private func access(_ path: String) -> Bool { Glibc.access(path, F_OK) == 0 }

    private func flip(_ path: String, at offset: Int) throws {
        let file = open(path, O_RDWR)
        try #require(file >= 0)
        defer { close(file) }
        var byte: UInt8 = 0
        try #require(pread(file, &byte, 1, offset) == 1)
        byte ^= 1
        try #require(pwrite(file, &byte, 1, offset) == 1)
    }
}
