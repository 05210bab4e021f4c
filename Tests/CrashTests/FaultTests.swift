// SPDX-License-Identifier: MIT
import CrashRig
import Glibc
import Hub
import HubStorage
import SQLite
import TestSupport
import Testing
import Wallet

/// Disks that are full or closed, files that were cut, a hub that is away: a sentence, and nothing lost.
struct FaultTests {
    private static let stage = Result { try Stage() }

    private let folder: ScratchFolder
    private let round: Round

    init() throws {
        folder = try ScratchFolder(in: .memory)
        round = try Self.stage.get().round(in: folder, seed: 31)
    }

    // MARK: - A full disk

    /// Kibibytes that a file may have: below every store, within its log, and beyond.
    private static let limits = Array(stride(from: UInt64(1), through: 200, by: 14))

    @Test func aPayerWithAFullDiskHasPaidOnceOrNotAtAll() throws {
        for limit in Self.limits {
            let request = try round.request("bob", 110)
            let before = try round.look("alice").possessions
            try refuseOrShow(.pay, "alice", limit) { $0.text = request }
            let after = try round.look("alice").possessions
            #expect(after == before || after == before - 110, "limit \(limit) KiB")
            let payment = try #require(
                try round.insist(.pay, "alice", changing: before - 110 - after) { $0.text = request })
            let receipt = try round.receive("bob", 110, payment)
            round.move(110, from: "alice", to: "bob")
            try round.acknowledge("alice", receipt)
        }
        try round.settle()
    }

    @Test func aPayeeWithAFullDiskHasReceivedOnceOrNotAtAll() throws {
        for limit in Self.limits {
            let payment = try round.handOver("alice", 120, try round.request("bob", 120))
            let before = try round.look("bob").possessions
            try refuseOrShow(.receive, "bob", limit) { $0.text = payment }
            let after = try round.look("bob").possessions
            #expect(after == before || after == before + 120, "limit \(limit) KiB")
            let receipt = try round.receive("bob", before + 120 - after, payment)
            round.move(120, from: "alice", to: "bob")
            try round.acknowledge("alice", receipt)
        }
        try round.settle()
    }

    @Test func aSyncWithAFullDiskIsFinishedLater() throws {
        _ = try round.pile()
        for limit in Self.limits { try refuseOrShow(.sync, "bob", limit) { _ in } }
        try round.sync("bob")
        try round.settle()
    }

    @Test func aHubWithAFullDiskRefusesAndGoesOnWhenThereIsRoom() throws {
        _ = try round.pile()
        var refusals = 0
        for limit in Self.limits {
            round.hubFileLimit = limit << 10
            guard (try? round.serve()) != nil else {
                // Safe: a hub without any room does not start; that is an answer too.
                refusals += 1
                continue
            }
            switch try round.run(.sync, "bob") {
            case .refused(let code, let message):
                refusals += 1
                #expect(["hubUnreachable", "hubRefused", "storageFull"].contains(code), "\(code): \(message)")
            case .shown: break
            case let other: Issue.record("\(other)")
            }
            try round.killHub()
        }
        #expect(refusals > 0)
        round.hubFileLimit = 0
        try round.sync("bob")
        try round.settle()
    }

    @Test func aFullFileSystemIsASentenceAndNothingIsLost() throws {
        let mount = "\(folder.path)/alice"
        try Folder.copy(mount, to: "\(folder.path)/aside")
        guard Glibc.mount("none", mount, "tmpfs", 0, "size=4m,mode=0700") == 0 else {
            print("SKIPPED: a full file system needs the right to mount one (errno \(errno)).")
            return
        }
        defer { umount(mount) }
        for name in Folder.names(in: "\(folder.path)/aside") {
            try Folder.copy("\(folder.path)/aside/\(name)", to: "\(mount)/\(name)")
        }
        let request = try round.request("bob", 130)
        fill("\(mount)/filler")
        guard case .refused(let code, let message) = try round.run(.pay, "alice", { $0.text = request }) else {
            Issue.record("A payment was made on a full disk.")
            return
        }
        #expect(code == "storageFull", "\(message)")
        #expect(message.contains("full") || message.contains("space"), "\(message)")
        unlink("\(mount)/filler")
        try round.complete("alice", "bob", 130, request)
        try round.settle()
    }

    private func fill(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        for size in [4_096, 1] {
            let bytes = [UInt8](repeating: 0x2a, count: size)
            while write(descriptor, bytes, size) > 0 {}
        }
    }

    /// Runs an operation whose files may not grow beyond a limit: it succeeds, or says that the disk is the reason.
    private func refuseOrShow(
        _ operation: Operation, _ person: String, _ limit: UInt64, _ fill: (inout Order) -> Void
    ) throws {
        let outcome = try round.run(operation, person) {
            fill(&$0)
            $0.fileLimit = limit << 10
        }
        switch outcome {
        case .shown: break
        case .refused(let code, let message):
            // A limit of the file's size is not always told apart from a disk that fails.
            #expect(["storage", "storageFull"].contains(code), "limit \(limit) KiB: \(code): \(message)")
            #expect(message.contains("space"), "\(message)")
        default: Issue.record("limit \(limit) KiB: \(outcome)")
        }
    }

    // MARK: - Files that were cut

    @Test(arguments: [0, 1, 50, 99, 100, 1_000, 4_095, 4_096, 5_000, 20_000])
    func aTruncatedWalletIsASentenceAndIsNotTouched(length: Int) throws {
        let store = round.scene.wallet("alice") + "/wallet.sqlite"
        let cut = Array(try File.read(store).prefix(length))
        try File.write(cut, to: store)
        guard case .refused(let code, let message) = try round.run(.request, "alice", { $0.cents = 100 }) else {
            Issue.record("A store cut to \(length) bytes was opened.")
            return
        }
        #expect(code == "damaged", "\(message)")
        #expect(message.contains("damaged") || message.contains("not a database"), "\(message)")
        #expect(try File.read(store) == cut)
    }

    @Test(arguments: [0, 1, 50, 99, 100, 1_000, 4_095, 4_096, 5_000, 60_000])
    func aTruncatedHubIsASentenceAndIsNotTouched(length: Int) throws {
        let store = round.scene.hub.database
        let cut = Array(try File.read(store).prefix(length))
        try File.write(cut, to: store)
        let error = #expect(throws: (any Error).self) {
            let hub = try Hub.open(
                directory: round.scene.hub.path, configuration: Scene.hubConfiguration(.threads),
                clock: Scene.clock(round.time))
            hub.close()
        }
        let sentence = error.map { "\($0)" } ?? ""
        #expect(sentence.contains("damaged") || sentence.contains("not a database"), "\(sentence)")
        #expect(try File.read(store) == cut)
    }

    // MARK: - Closed doors

    @Test func aReadOnlyFolderIsASentence() throws {
        let folder = round.scene.wallet("alice")
        chown("\(self.folder.path)/alice/wallet", 65_534, 65_534)
        for path in [self.folder.path, "\(self.folder.path)/alice"] { chmod(path, 0o755) }
        chmod(folder, 0o555)
        for name in Folder.names(in: folder) { chmod("\(folder)/\(name)", 0o444) }
        let outcome = try round.run(.request, "alice") {
            $0.cents = 100
            $0.isOrdinary = true
        }
        guard case .refused(let code, let message) = outcome else {
            Issue.record("A request was made in a folder that cannot be written: \(outcome)")
            return
        }
        #expect(code == "storage", "\(message)")
        #expect(message.contains("wallet"), "\(message)")
    }

    @Test func anUnreachableHubIsASentenceAndEverythingWaits() throws {
        try round.send("alice", to: "bob", 140)
        guard case .refused(let code, let message) = try round.run(.sync, "alice", { $0.hub = "http://127.0.0.1:9" })
        else {
            Issue.record("A sync without a hub succeeded.")
            return
        }
        #expect(code == "hubUnreachable")
        #expect(message.contains("127.0.0.1:9") && message.contains("try again"), "\(message)")
        try round.sync("alice")
        try round.settle()
    }
}
