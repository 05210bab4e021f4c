// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Coins
import Crypto
import SQLite
import Testing
import Vault

/// A phrase that was used elsewhere, restored here.
struct RestoreTests {
    private func root() throws -> PrivateExtendedKey {
        try PrivateExtendedKey(seed: try Phrase(parsing: CoinFixture.phrase).seed())
    }

    private func fixture() throws -> CoinFixture {
        let fixture = try CoinFixture()
        try fixture.wallet.restorePhrase(CoinFixture.phrase)
        try fixture.wallet.addServer(try fixture.server(of: .bitcoinRegtest))
        return fixture
    }

    @Test func fundsOnEveryKnownPathAreFound() throws {
        let fixture = try fixture()
        let root = try root()
        let places = try KnownPath.all.map { try $0.account(network: .bitcoinRegtest, master: root) }
        for account in places { try fixture.bitcoin.fund(try account.address(.receive, 3).text, 10_000) }

        let found = try fixture.wallet.discover(on: [.bitcoinRegtest])

        #expect(Set(found.map(\.path)).count == Set(places.map(\.origin.path.text)).count)
        #expect(found.count == KnownPath.all.count)
        for account in found { #expect(try fixture.balance(account)[0] == 10_000, "\(account.path ?? "")") }
        #expect(try fixture.wallet.discover(on: [.bitcoinRegtest]) == found)
    }

    @Test func aPhraseThatWasNeverUsedGetsTheUsualAccount() throws {
        let fixture = try fixture()

        let found = try fixture.wallet.discover(on: [.bitcoinRegtest])

        #expect(found.map(\.path) == ["m/84'/1'/0'"])
    }

    @Test func aGapOfTwentyUnusedAddressesIsWalkedAndOneOfTwentyOneIsNot() throws {
        let fixture = try fixture()
        let account = try fixture.wallet.addAccount(on: .bitcoinRegtest)
        let keys = try Account(network: .bitcoinRegtest, kind: .segwit, master: try root())
        // The 20th unused address behind index 0 is index 20.
        try fixture.bitcoin.fund(try keys.address(.receive, 0).text, 1_000)
        try fixture.bitcoin.fund(try keys.address(.receive, 20).text, 2_000)
        #expect(try fixture.balance(account)[0] == 3_000)

        let other = try self.fixture()
        let second = try other.wallet.addAccount(on: .bitcoinRegtest)
        try other.bitcoin.fund(try keys.address(.receive, 60).text, 2_000)
        #expect(try other.balance(second)[0] == 0)
    }

    @Test func aThousandUsedAddressesAreFoundInAHandfulOfQuestions() throws {
        let fixture = try fixture()
        let account = try fixture.wallet.addAccount(on: .bitcoinRegtest)
        let keys = try Account(network: .bitcoinRegtest, kind: .segwit, master: try root())
        for index in 0..<UInt32(1_000) { try fixture.bitcoin.fund(try keys.address(.receive, index).text, 1_000) }
        let before = fixture.bitcoin.questions

        try fixture.wallet.refresh(account.id)

        #expect(try fixture.balance(account, refreshing: false)[0] == 1_000_000)
        #expect(fixture.bitcoin.questions - before < 20)
        #expect(try fixture.wallet.receiveAddress(of: account.id).path == "0/1000")
    }

    @Test func noMoreThanTwentyUnusedAddressesAreGivenOut() throws {
        let fixture = try fixture()
        let account = try fixture.wallet.addAccount(on: .bitcoinRegtest)
        var given: Set<String> = []
        for _ in 0..<CoinWallet.gapLimit {
            given.insert(try fixture.wallet.receiveAddress(of: account.id, fresh: true).address)
        }
        #expect(given.count == CoinWallet.gapLimit)

        refuses(.tooLate) { try fixture.wallet.receiveAddress(of: account.id, fresh: true) }

        let last = try fixture.wallet.receiveAddress(of: account.id)
        #expect(last.path == "0/19")
        try fixture.bitcoin.fund(last.address, 5_000)
        #expect(try fixture.balance(account)[0] == 5_000)
        #expect(try fixture.wallet.receiveAddress(of: account.id, fresh: true).path == "0/20")
    }

    @Test func theVectorsOfTheStandardsAreTheFirstAddresses() throws {
        let fixture = try CoinFixture()
        try fixture.wallet.restorePhrase(CoinFixture.phrase)
        let expected: [(AccountScheme, String)] = [
            (.legacy, "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA"), (.nested, "37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf"),
            (.segwit, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
            (.taproot, "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"),
        ]
        for (scheme, address) in expected {
            let account = try fixture.wallet.addAccount(on: .bitcoin, scheme: scheme)
            #expect(try fixture.wallet.receiveAddress(of: account.id).address == address)
        }
        #expect(
            try fixture.wallet.addAccount(on: .ethereum).address == "0x9858EfFD232B4033E47d90003D41EC34EcaEda94")
        #expect(
            try fixture.wallet.addAccount(on: .solana).address == "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk")
    }

    @Test func aWatchedKeyShowsTheSameMoneyAndSignsNothing() throws {
        let fixture = try fixture()
        let own = try fixture.wallet.addAccount(on: .bitcoinRegtest)
        try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: own.id).address, 70_000)

        let watched = try fixture.wallet.watch(try #require(own.extendedKey), on: .bitcoinRegtest, name: "copy")

        #expect(watched.isWatchOnly && own.extendedKey?.hasPrefix("vpub") == true)
        #expect(try fixture.balance(watched) == [70_000, 0, 70_000])
        let plan = try fixture.wallet.plan(
            SendDraft(
                account: watched.id,
                recipients: [.init(to: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", .exactly("0.0005"))],
                fee: .custom("2")))
        // N3: a signer would not know its key again.
        refuses(.notAcknowledged) { try fixture.wallet.export(plan.approved()) }
        refuses(.watchOnly) { try fixture.wallet.send(plan.approved(acknowledging: ["no-origin"])) }
        refuses(.accountExists) { try fixture.wallet.watch(try #require(own.extendedKey), on: .bitcoinRegtest) }
        refuses(.otherNetwork) { try fixture.wallet.watch(try #require(own.extendedKey), on: .bitcoin) }
    }

    /// N3
    @Test func aWatchedAccountGainsTheOriginOfItsKey() throws {
        let fixture = try fixture()
        let own = try fixture.wallet.addAccount(on: .bitcoinRegtest)
        try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: own.id).address, 70_000)
        let descriptor = try fixture.wallet.descriptor(of: own.id)
        let bare = try fixture.wallet.watch(try #require(own.extendedKey), on: .bitcoinRegtest, name: "copy")
        #expect(try fixture.balance(bare)[0] == 70_000)

        let merged = try fixture.wallet.watch(descriptor, on: .bitcoinRegtest, name: "device")

        #expect(merged.id == bare.id && merged.name == "device")
        #expect(try fixture.wallet.descriptor(of: merged.id) == descriptor)
        let plan = try fixture.wallet.plan(
            SendDraft(
                account: merged.id,
                recipients: [.init(to: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", .exactly("0.0005"))],
                fee: .custom("2")))
        let (_, document) = try fixture.wallet.export(plan.approved())
        #expect(try fixture.wallet.review(document, account: nil).review.warnings.isEmpty)
        refuses(.accountExists) { try fixture.wallet.watch(descriptor, on: .bitcoinRegtest) }
        // Neither a bare key nor another origin takes away what is known, unless it is hidden first.
        let other = descriptor.replacing("[73c5da0a/", with: "[01020304/").prefix { $0 != "#" }
        let sentence = refuses(.accountExists) { try fixture.wallet.watch(String(other), on: .bitcoinRegtest) }
        #expect(sentence.contains("another place"))
        try fixture.wallet.hide(merged.id)
        let again = try fixture.wallet.watch(try #require(own.extendedKey), on: .bitcoinRegtest)
        #expect(again.id == bare.id && again.name == "device")
        #expect(try fixture.wallet.descriptor(of: again.id) == descriptor)
        try fixture.wallet.hide(merged.id)
        let moved = try fixture.wallet.watch(String(other), on: .bitcoinRegtest, name: "new")
        #expect(moved.id == bare.id && moved.name == "new")
        #expect(try fixture.wallet.descriptor(of: moved.id).contains("[01020304/"))
    }

    @Test func aDescriptorAndAnAddressCanBeWatched() throws {
        let fixture = try fixture()
        let keys = try Account(network: .bitcoinRegtest, kind: .taproot, master: try root())
        let address = try keys.address(.receive, 0).text
        try fixture.bitcoin.fund(address, 30_000)

        let one = try fixture.wallet.watch("\(keys.descriptor(.receive))", on: .bitcoinRegtest)
        let other = try fixture.wallet.watch(address, on: .bitcoinRegtest)

        #expect(try fixture.balance(one)[0] == 30_000)
        #expect(try fixture.balance(other)[0] == 30_000)
        #expect(try fixture.wallet.receiveAddress(of: other.id).address == address)
    }

    @Test func aWrongWordIsNamedAndAPhraseIsNeverReplaced() throws {
        let fixture = try CoinFixture()

        let sentence = refuses(.badPhrase) {
            try fixture.wallet.restorePhrase(CoinFixture.phrase.replacing("about", with: "abuot"))
        }
        #expect(sentence.contains("abuot"))
        refuses(.noPhrase) { try fixture.wallet.addAccount(on: .bitcoin) }
        _ = try fixture.wallet.makePhrase(words: 24)
        refuses(.phraseExists) { try fixture.wallet.restorePhrase(CoinFixture.phrase) }
        #expect(try fixture.wallet.revealPhrase().words.count == 24)
    }

    @Test func laterAccountsOfAPathAreFoundAsWell() throws {
        let fixture = try fixture()
        let root = try root()
        for number in [UInt32(1), 2, 5] {
            let account = try KnownPath.all[0].account(number: number, network: .bitcoinRegtest, master: root)
            try fixture.bitcoin.fund(try account.address(.receive, 0).text, 10_000)
        }

        let found = try fixture.wallet.discover(on: [.bitcoinRegtest])

        #expect(found.map(\.path) == ["m/84'/1'/1'", "m/84'/1'/2'", "m/84'/1'/5'"])
    }

    @Test func theFileDoesNotTellAnAddressToWhoGuessesIt() throws {
        let fixture = try fixture()
        let account = try fixture.wallet.addAccount(on: .bitcoinRegtest)
        let address = try fixture.wallet.receiveAddress(of: account.id).address
        let script = try Address(parsing: address, network: .bitcoinRegtest).script.bytes

        // The CBOR of the account's number and the script.
        let guesses = (UInt8(1)...9).map { SHA256.hash([0x82, $0, 0x56] + script).bytes }
        let kept = try fixture.store.database.rows("SELECT reference FROM chain_address").map { try $0.blob(0) }

        #expect(!kept.isEmpty && Set(kept).isDisjoint(with: guesses))
    }
}
