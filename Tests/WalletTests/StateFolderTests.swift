// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import Hub
import HubAPI
import Keys
import Money
import TestSupport
import Testing
import Tokens
import Wallet

/// M6: wallet folder and state folder that come back together, from a backup, or move together.
struct StateFolderTests {
    /// Whether files of `/tmp` can be told from their copies for life.
    private static let tellsCopies: Bool = {
        // Safe: where no file can be made, nothing can be tried.
        guard let folder = try? ScratchFolder() else { return false }
        let mark = EpochMark(number: 0, tag: EpochMark.noTag)
        return (try? EpochFile(path: folder.file("probe")).create(mark)) ?? nil != nil
    }()

    private let economy: TestEconomy
    private let ben: Person
    private let home: ScratchFolder

    init() throws {
        economy = try TestEconomy()
        ben = try economy.person("ben")
        home = try ScratchFolder()
        let wallet = try Wallet.create(environment(home.path), .passphrase(Self.passphrase))
        try wallet.join(economy.description)
        try wallet.register(username: "anna", password: "lantern river 4827")
        _ = try economy.hub.topUp(.account("anna"), economy.amount(5_000))
        _ = try wallet.sync()
        try wallet.buy(economy.amount(2_000))
    }

    private static let passphrase = SecretBytes(Array("correct horse".utf8))

    private func environment(_ folder: String) -> Wallet.Environment {
        let pipe = economy.pipe
        return Wallet.Environment(
            place: .folder(folder + "/wallet"), epochs: .folder(folder + "/state"), clock: economy.time.clock,
            random: economy.random, connect: { _, _ in pipe }, passphraseCost: .minimum)
    }

    private func open(_ folder: String) throws -> Wallet {
        try Wallet.open(environment(folder), .passphrase(Self.passphrase))
    }

    private func pay(_ minorUnits: Int64, from folder: String) throws {
        let payment = try open(folder).pay(try ben.wallet.request(economy.amount(minorUnits)).text)
        _ = try ben.wallet.receive(payment.text)
    }

    @Test(.enabled(if: tellsCopies, "NOTHING PROVED: /tmp is on a file system that does not tell copies apart"))
    func bothFoldersFromABackupAreRolledBack() throws {
        try pay(100, from: home.path)
        let backup = try ScratchFolder(in: .memory)
        for name in ["wallet", "state"] { try Folder.copy(home.file(name), to: backup.file(name)) }
        try pay(1_000, from: home.path)
        for name in ["wallet", "state"] {
            Folder.remove(home.file(name))
            try Folder.copy(backup.file(name), to: home.file(name))
        }

        let wallet = try open(home.path)

        #expect(try wallet.balances().frozen == .rolledBack)
        #expect(try wallet.balances().offline.minorUnits == 0)
        #expect(try wallet.sync().isComplete)
        try wallet.buy(economy.amount(300))
        _ = try ben.wallet.receive(try wallet.pay(try ben.wallet.request(economy.amount(200)).text).text)
        try ben.sync(everything: true)
        #expect(try economy.hub.audit().cases.isEmpty)
    }

    @Test func foldersUnderAnotherNameGoOn() throws {
        try pay(100, from: home.path)
        mkdir(home.file("elsewhere"), 0o700)
        for name in ["wallet", "state"] { #expect(rename(home.file(name), home.file("elsewhere/" + name)) == 0) }
        try pay(100, from: home.file("elsewhere"))
        #expect(try open(home.file("elsewhere")).balances().offline.minorUnits == 1_800)
    }

    /// A new disk holds nobody's money: there is no telling it from a backup, and it is the commoner of the two.
    @Test func foldersThatWereBroughtToAnotherDiskGoOnAndAreKnownThere() throws {
        try pay(100, from: home.path)
        let disk = try ScratchFolder(in: .memory)
        for name in ["wallet", "state"] {
            try Folder.copy(home.file(name), to: disk.file(name))
            Folder.remove(home.file(name))
        }
        try pay(100, from: disk.path)
        for name in ["wallet", "state"] { try Folder.copy(disk.file(name), to: home.file(name)) }
        #expect(try open(home.path).balances().offline.minorUnits == 1_800)
    }

    @Test func theStateFolderAsksBackupsToLeaveItOut() throws {
        let line = "Signature: 8a477f597d28d172789f06886806bc55"
        #expect(File.lines(home.file("state/CACHEDIR.TAG")).first == line)
        // One that a program of before has made is marked when the wallet is opened.
        unlink(home.file("state/CACHEDIR.TAG"))
        _ = try open(home.path)
        #expect(File.lines(home.file("state/CACHEDIR.TAG")).first == line)
    }
}
