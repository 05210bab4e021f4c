// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Crypto
import Keys
import SQLite
import TestSupport
import Testing
import Tokens
import Vault
import Wallet

/// Coins live in the wallet's file: one passphrase, one backup, one way to forget everything.
struct SharedFileTests {
    private let passphrase = SecretBytes(Array("correct horse".utf8))

    private func environment(_ folder: ScratchFolder, _ name: String = "wallet") -> Wallet.Environment {
        Wallet.Environment(
            place: .folder(folder.path + "/" + name), epochs: .folder(folder.path + "/state-" + name),
            clock: Clock { Timestamp(seconds: 1_800_000_000) }, random: .seeded(3),
            connect: { _, _ in throw CoinsError(.unreachable, "no hub") }, passphraseCost: .minimum)
    }

    private func coins(_ wallet: Wallet, _ fixture: CoinFixture) throws -> CoinWallet {
        try CoinWallet(store: wallet.sealedStore, fixture.environment)
    }

    @Test func oneBackupBringsPhraseAccountsLabelsAndOpenPaymentsBack() throws {
        let folder = try ScratchFolder()
        let fixture = try CoinFixture()
        var wallet: Wallet? = try Wallet.create(environment(folder), .passphrase(passphrase))
        var coins: CoinWallet? = try coins(try #require(wallet), fixture)
        try coins?.restorePhrase(CoinFixture.phrase)
        try coins?.addServer(try fixture.server(of: .bitcoinRegtest))
        let account = try #require(try coins?.addAccount(on: .bitcoinRegtest))
        let shop = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
        try coins?.addContact("Shop", on: .bitcoinRegtest, address: shop)
        try fixture.bitcoin.fund(try #require(try coins?.receiveAddress(of: account.id)).address, 60_000)
        try coins?.refresh(account.id)
        fixture.bitcoin.outage = CoinsError(.unreachable, "down")
        let plan = try #require(
            try coins?.plan(
                SendDraft(account: account.id, recipients: [.init(to: "Shop", .exactly("0.0003"))], fee: .custom("2"))))
        let sent = try #require(try coins?.send(plan.approved()))
        #expect(sent.state == .signed && sent.payees.first?.contact == "Shop")
        try wallet?.backup(to: folder.path + "/a.backup", passphrase: passphrase)
        coins = nil
        wallet = nil
        try Wallet.forget(folder: folder.path + "/wallet")

        wallet = try Wallet.restore(
            from: folder.path + "/a.backup", backupPassphrase: passphrase, into: environment(folder, "new"),
            .passphrase(passphrase))
        coins = try self.coins(try #require(wallet), fixture)
        fixture.bitcoin.outage = nil
        try coins?.refresh(account.id)

        #expect(try coins?.revealPhrase().text == CoinFixture.phrase)
        #expect(try coins?.accounts() == [account])
        #expect(try coins?.send(sent.id).state == .sent)
        #expect(try fixture.bitcoin.paid(to: shop) == 30_000)
    }

    @Test func aFinderReadsNoWordAddressOrNameInTheFile() throws {
        let folder = try ScratchFolder()
        let fixture = try CoinFixture()
        var wallet: Wallet? = try Wallet.create(environment(folder), .passphrase(passphrase))
        var coins: CoinWallet? = try coins(try #require(wallet), fixture)
        try coins?.restorePhrase(CoinFixture.phrase)
        let account = try #require(try coins?.addAccount(on: .bitcoinRegtest, name: "savings jar"))
        let address = try #require(try coins?.receiveAddress(of: account.id)).address
        try coins?.addContact("Benjamin", on: .bitcoinRegtest, address: address)
        try coins?.addServer(try fixture.server(of: .bitcoinRegtest))
        coins = nil
        wallet = nil

        let files = try ["wallet.sqlite", "wallet.sqlite-wal"].map { try bytes(of: folder.path + "/wallet/" + $0) }
        for word in [
            "abandon", "about", "savings", "Benjamin", "regtest", "127.0.0.1", "vpub", String(address.suffix(12)),
        ] {
            #expect(!files.contains { contains($0, Array(word.utf8)) }, "\(word)")
        }
    }

    @Test func anOlderFileOpensAndANewerPartIsRefusedAlone() throws {
        let folder = try ScratchFolder()
        let fixture = try CoinFixture()
        var wallet: Wallet? = try Wallet.create(environment(folder), .passphrase(passphrase))
        #expect(try wallet?.sealedStore.database.schemaVersion() == 11)
        _ = try coins(try #require(wallet), fixture)
        #expect(try wallet?.sealedStore.database.schemaVersion(of: "coins") == 4)
        try wallet?.sealedStore.database.run("UPDATE part SET version = 99 WHERE name = 'coins'")
        wallet = nil

        wallet = try Wallet.open(environment(folder), .passphrase(passphrase))
        refuses(.newerVersion) { try coins(try #require(wallet), fixture) }
    }

    @Test func nothingThatPrintsShowsASecret() throws {
        let fixture = try CoinFixture()
        try fixture.begin()
        let phrase = try fixture.wallet.revealPhrase()

        for text in ["\(phrase)", String(reflecting: phrase), String(describing: fixture.wallet as Any)] {
            #expect(!text.contains("abandon"))
        }
        var dumped = ""
        dump(fixture.wallet, to: &dumped)
        #expect(!dumped.contains("abandon"))
    }

    private func bytes(of path: String) throws -> [UInt8] {
        do { return try AtomicFile.read(path, maximumCount: 1 << 24) } catch { return [] }
    }

    private func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
        guard bytes.count >= word.count else { return false }
        return (0...bytes.count - word.count).contains { Array(bytes[$0..<$0 + word.count]) == word }
    }
}
