// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import Hub
import HubAPI
import Keys
import Money
import SQLite
import TestSupport
import Testing
import Tokens
import Vault
import Wallet

/// Wallets in folders: locks, passphrases, damage, full disks, and what is left to read for a finder.
struct StoreTests {
    private let passphrase = SecretBytes(Array("correct horse".utf8))

    private func environment(_ folder: ScratchFolder, _ economy: TestEconomy, epochs: (any EpochStore)? = nil)
        -> Wallet.Environment
    {
        let pipe = economy.pipe
        return Wallet.Environment(
            place: .folder(folder.path + "/wallet"), epochs: epochs ?? EpochFolder(folder.path + "/state"),
            clock: economy.time.clock, random: economy.random, connect: { _, _ in pipe }, passphraseCost: .minimum)
    }

    /// A wallet in a folder with an account and money; closed when nobody holds it.
    private func funded(_ environment: Wallet.Environment, _ economy: TestEconomy) throws -> Wallet {
        let wallet = try Wallet.create(environment, .passphrase(passphrase))
        try wallet.join(economy.description)
        try wallet.register(username: "anna", password: "lantern river 4827")
        _ = try economy.hub.topUp(.account("anna"), economy.amount(5_000))
        _ = try wallet.sync()
        try wallet.buy(economy.amount(2_000))
        return wallet
    }

    @Test func aWalletInAFolderIsOpenToItsOwnerAndPassphraseAlone() throws {
        let folder = try ScratchFolder()
        let economy = try TestEconomy()
        let environment = environment(folder, economy)
        var wallet: Wallet? = try funded(environment, economy)

        refuses(.inUse) { try Wallet.open(environment, .passphrase(passphrase)) }
        refuses(.inUse) { try Wallet.create(environment, .passphrase(passphrase)) }
        withExtendedLifetime(wallet) {}
        wallet = nil
        refuses(.walletExists) { try Wallet.create(environment, .passphrase(passphrase)) }
        refuses(.wrongPassphrase) { try Wallet.open(environment, .passphrase(SecretBytes(Array("wrong".utf8)))) }
        for name in ["wallet", "state"] {
            var status = stat()
            #expect(stat(folder.path + "/" + name, &status) == 0 && status.st_mode & 0o077 == 0)
        }
        #expect(try Wallet.open(environment, .passphrase(passphrase)).balances().offline.minorUnits == 2_000)
    }

    @Test func theVaultKeyOpensWithoutThePassphraseAndThePassphraseCanBeChanged() throws {
        let folder = try ScratchFolder()
        let economy = try TestEconomy()
        let environment = environment(folder, economy)
        var wallet: Wallet? = try funded(environment, economy)
        let vaultKey = try #require(wallet).vaultKey
        wallet = nil
        let new = SecretBytes(Array("another one".utf8))

        #expect(try Wallet.open(environment, .vaultKey(vaultKey)).balances().offline.minorUnits == 2_000)
        try Wallet.changePassphrase(in: folder.path + "/wallet", from: passphrase, to: new, environment)

        refuses(.wrongPassphrase) { try Wallet.open(environment, .passphrase(passphrase)) }
        #expect(try Wallet.open(environment, .passphrase(new)).balances().offline.minorUnits == 2_000)
    }

    @Test func copyingOldFilesBackFreezesTheWallet() throws {
        let folder = try ScratchFolder()
        let economy = try TestEconomy()
        let environment = environment(folder, economy)
        var wallet: Wallet? = try funded(environment, economy)
        let image = folder.path + "/old.sqlite"
        wallet = nil
        try Database(path: folder.path + "/wallet/wallet.sqlite").backup(to: image)
        let ben = try economy.person("ben")
        wallet = try Wallet.open(environment, .passphrase(passphrase))
        _ = try wallet?.pay(try ben.wallet.request(economy.amount(100)).text)
        wallet = nil
        for suffix in ["", "-wal", "-shm"] { unlink(folder.path + "/wallet/wallet.sqlite" + suffix) }
        #expect(rename(image, folder.path + "/wallet/wallet.sqlite") == 0)

        let balances = try Wallet.open(environment, .passphrase(passphrase)).balances()

        #expect(balances.frozen == .rolledBack && balances.offline.minorUnits == 0)
    }

    @Test func aDamagedEpochFileIsTreatedAsARollback() throws {
        let folder = try ScratchFolder()
        let economy = try TestEconomy()
        let environment = environment(folder, economy)
        var wallet: Wallet? = try funded(environment, economy)
        let ben = try economy.person("ben")
        _ = try wallet?.pay(try ben.wallet.request(economy.amount(100)).text)
        wallet = nil
        for name in try entries(of: folder.path + "/state") {
            #expect(truncate(folder.path + "/state/" + name, 7) == 0)
        }

        wallet = try Wallet.open(environment, .passphrase(passphrase))

        #expect(try wallet?.balances().frozen == .rolledBack)
        wallet = nil
        #expect(try Wallet.open(environment, .passphrase(passphrase)).sync().isComplete)
        #expect(try Wallet.open(environment, .passphrase(passphrase)).balances().frozen == nil)
    }

    @Test func aTruncatedStoreIsAClearSentenceAndIsNotTouched() throws {
        let folder = try ScratchFolder()
        let economy = try TestEconomy()
        let environment = environment(folder, economy)
        _ = try funded(environment, economy)
        let store = folder.path + "/wallet/wallet.sqlite"
        try Database(path: store).checkpoint()
        for suffix in ["-wal", "-shm"] { unlink(store + suffix) }
        #expect(truncate(store, 5_000) == 0)

        let sentence = refuses(.damaged) { try Wallet.open(environment, .passphrase(passphrase)) }

        #expect(sentence.contains("backup"))
        var status = stat()
        #expect(stat(store, &status) == 0 && status.st_size == 5_000)
        refuses(.walletExists) { try Wallet.create(environment, .passphrase(passphrase)) }
    }

    @Test func aStoreOfANewerVersionIsRefused() throws {
        let folder = try ScratchFolder()
        let economy = try TestEconomy()
        let environment = environment(folder, economy)
        _ = try funded(environment, economy)
        try Database(path: folder.path + "/wallet/wallet.sqlite").execute("PRAGMA user_version = 99")

        #expect(refuses(.newerVersion) { try Wallet.open(environment, .passphrase(passphrase)) }.contains("newer"))
    }

    @Test func aWalletAloneCountsItsMigrationsInTheFileItself() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna")

        #expect(try anna.database.schemaVersion() == 11)
        #expect(try anna.database.row("SELECT 1 FROM sqlite_schema WHERE name = 'part'") == nil)
    }

    @Test func anotherPartOfTheFileComesBackWithTheWalletsBackupAndGoesWhenItIsForgotten() throws {
        let folder = try ScratchFolder()
        let economy = try TestEconomy()
        let environment = environment(folder, economy)
        let part = StorePart(
            "other", counting: .row, migrations: [Migration("first", sql: StorePart.sealedTable("other"))])
        var wallet: Wallet? = try Wallet.create(environment, .passphrase(passphrase))
        try wallet?.sealedStore.open(part)
        try wallet?.sealedStore.table(OtherRecord.self).insert(OtherRecord(text: "kept"))
        try wallet?.backup(to: folder.path + "/a.backup", passphrase: passphrase)
        wallet = nil
        try Wallet.forget(folder: folder.path + "/wallet")
        #expect(try entries(of: folder.path + "/wallet") == [])

        let restored = try Wallet.restore(
            from: folder.path + "/a.backup", backupPassphrase: passphrase, into: environment, .passphrase(passphrase))
        try restored.sealedStore.open(part)

        #expect(try restored.sealedStore.table(OtherRecord.self).require(1).record.text == "kept")
    }

    @Test func aFullDiskLosesNothing() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 5_000, offline: 2_000)
        let ben = try economy.person("ben")
        let request = try ben.wallet.request(economy.amount(100))
        let pages = try #require(try anna.database.row("PRAGMA page_count", [])).int(0)
        _ = try anna.database.rows("PRAGMA max_page_count = \(pages)", [])
        var paid: OutgoingPayment?
        // Fill whatever room is left in the pages that exist, the last of it with short rows.
        for length in [250, 60, 0] {
            while paid == nil {
                do {
                    try anna.wallet.send(to: "ben", economy.amount(1), note: String(repeating: "n", count: length))
                } catch {
                    break
                }
            }
        }
        refuses(.storageFull) { try anna.wallet.pay(request.text) }
        #expect(try anna.offline == 2_000)

        _ = try anna.database.rows("PRAGMA max_page_count = 100000", [])
        paid = try anna.wallet.pay(request.text)
        _ = try ben.wallet.receive(try #require(paid).text)
        #expect(try anna.offline == 1_900)
    }

    @Test func aFinderReadsNoNameAmountOrTokenInTheFiles() throws {
        let folder = try ScratchFolder()
        let economy = try TestEconomy()
        let environment = environment(folder, economy)
        var wallet: Wallet? = try funded(environment, economy)
        try wallet?.send(to: "benjamin", economy.amount(1_234), note: "birthday present")
        try wallet?.backup(to: folder.path + "/anna.backup", passphrase: passphrase)
        wallet = nil

        for file in ["wallet/wallet.sqlite", "wallet/wallet.sqlite-wal", "wallet/vault.key", "anna.backup"] {
            let content = try read(folder.path + "/" + file)
            for word in ["anna", "benjamin", "birthday", "127.0.0.1", "lantern", "USD"] {
                #expect(!content.contains(Array(word.utf8)), "\(word) in \(file)")
            }
        }
    }

    @Test func forgettingRemovesEverySecret() throws {
        let folder = try ScratchFolder()
        let economy = try TestEconomy()
        let environment = environment(folder, economy)
        _ = try funded(environment, economy)

        try Wallet.forget(folder: folder.path + "/wallet")

        #expect(!Wallet.exists(in: folder.path + "/wallet"))
        refuses(.noWallet) { try Wallet.open(environment, .passphrase(passphrase)) }
        #expect(try entries(of: folder.path + "/wallet") == [])
    }

    @Test func loggingOutLeavesNoTokenBehind() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 100)
        economy.network.isDown = true

        try anna.wallet.logout()

        #expect(try !anna.wallet.isLoggedIn)
        #expect(try #require(try anna.database.row("SELECT count(*) FROM setting WHERE id = 2", [])).int(0) == 0)
    }

    @Test func secretsPrintAsRedacted() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna")
        #expect(!"\(anna.vaultKey)".contains(Hex.encode([1])))
        #expect("\(anna.vaultKey)".contains("redacted"))
    }

    @Test func aBackupRestoresIntoAFolderAndADamagedOneLeavesNothing() throws {
        let folder = try ScratchFolder()
        let economy = try TestEconomy()
        let file = folder.path + "/anna.backup"
        var wallet: Wallet? = try funded(environment(folder, economy), economy)
        let lines = try #require(wallet).activity().count
        try wallet?.backup(to: file, passphrase: SecretBytes(Array("backup".utf8)))
        wallet = nil
        let other = try ScratchFolder()
        let target = environment(other, economy)
        let backup = SecretBytes(Array("backup".utf8))

        refuses(.badBackup) {
            try Wallet.restore(
                from: folder.path + "/wallet/wallet.sqlite", backupPassphrase: backup, into: target,
                .passphrase(passphrase))
        }
        refuses(.walletExists) {
            try Wallet.restore(
                from: file, backupPassphrase: backup, into: environment(folder, economy), .passphrase(passphrase))
        }
        #expect(!Wallet.exists(in: other.path + "/wallet"))
        var restored: Wallet? = try Wallet.restore(
            from: file, backupPassphrase: backup, into: target, .passphrase(passphrase))
        #expect(try #require(restored).activity().count == lines + 1)
        restored = nil

        let balances = try Wallet.open(target, .passphrase(passphrase)).balances()
        #expect(balances.frozen == .restored)
        #expect(balances.held.reduce(0) { $0 + $1.amount.minorUnits } == 2_000)
    }

    private func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    private func entries(of folder: String) throws -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.filter { $0 != "." && $0 != ".." }
    }
}

private struct OtherRecord: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "other"
    var state = State.kept
    var text: String

    init(text: String) { self.text = text }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 1)
        text = try reader.string()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(1)
        writer.text(text)
    }
}
