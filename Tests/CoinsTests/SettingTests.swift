// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Coins
import Testing

/// Names, contacts, servers, tokens and labels.
struct SettingTests {
    private let shop = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

    @Test func aContactIsCheckedAndPaidByItsName() throws {
        let fixture = try CoinFixture()
        let account = try fixture.begin()
        refuses(.badAddress) { try fixture.wallet.addContact("Shop", on: .bitcoinRegtest, address: shop + "x") }
        refuses(.otherNetwork) { try fixture.wallet.addContact("Shop", on: .bitcoin, address: shop) }
        refuses(.badName) { try fixture.wallet.addContact(shop, on: .bitcoinRegtest, address: shop) }
        refuses(.badName) { try fixture.wallet.addContact("a\u{202E}b", on: .bitcoinRegtest, address: shop) }
        try fixture.wallet.addContact("Shop", on: .bitcoinRegtest, address: shop.uppercased())
        try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: account.id).address, 50_000)
        try fixture.wallet.refresh(account.id)

        let plan = try fixture.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: "Shop", .exactly("0.0002"))], fee: .custom("2")))

        #expect(plan.review.payees.map(\.address) == [shop] && plan.review.payees.map(\.contact) == ["Shop"])
        try fixture.wallet.removeContact("Shop", on: .bitcoinRegtest)
        #expect(try fixture.wallet.contacts().isEmpty)
    }

    @Test func serversAreOfOneKindAndKeepTheirOrder() throws {
        let fixture = try CoinFixture()
        refuses(.badDocument) { try ServerAddress(network: .bitcoin, kind: .solana, url: "https://example.org") }
        refuses(.badDocument) { try ServerAddress(network: .bitcoin, kind: .electrum, url: "https://example.org") }
        refuses(.badDocument) { try ServerAddress(network: .bitcoin, kind: .esplora, url: "https://a b") }
        let servers = ServerAddress.suggested(for: .bitcoin)
        for server in servers + servers { try fixture.wallet.addServer(server) }

        #expect(try fixture.wallet.servers() == servers && servers.count > 1)
        try fixture.wallet.removeServer(servers[0])
        #expect(try fixture.wallet.servers(of: .bitcoin) == Array(servers.dropFirst()))
        #expect(try fixture.wallet.servers(of: .solana).isEmpty)
        for network in Network.all {
            for server in ServerAddress.suggested(for: network) { #expect(server.network == network) }
        }
    }

    @Test func transactionsAndAddressesTakeLabels() throws {
        let fixture = try CoinFixture()
        let account = try fixture.begin()
        let address = try fixture.wallet.receiveAddress(of: account.id).address
        try fixture.wallet.label(address: address, of: account.id, as: "for Anna")
        #expect(try fixture.wallet.receiveAddress(of: account.id).label == "for Anna")
        refuses(.notFound) { try fixture.wallet.label(address: shop, of: account.id, as: "x") }
        let id = try fixture.bitcoin.fund(address, 50_000).description
        try fixture.wallet.refresh(account.id)

        try fixture.wallet.label(transaction: id, of: account.id, as: "rent")
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.history(of: account.id).map(\.label) == ["rent"])
        refuses(.notFound) { try fixture.wallet.label(transaction: "00", of: account.id, as: "x") }
    }

    @Test func accountsAreNamedHiddenAndBroughtBack() throws {
        let fixture = try CoinFixture()
        let account = try fixture.begin()
        refuses(.accountExists) { try fixture.wallet.addAccount(on: .bitcoinRegtest) }
        refuses(.badPath) { try fixture.wallet.addAccount(on: .bitcoin, scheme: .solana) }
        refuses(.badPath) { try fixture.wallet.addAccount(on: .bitcoin, path: "m/84'/x") }
        try fixture.wallet.rename(account.id, to: "savings")
        try fixture.wallet.hide(account.id)
        #expect(try fixture.wallet.accounts().isEmpty)

        let back = try fixture.wallet.addAccount(on: .bitcoinRegtest)

        #expect(back.id == account.id && back.name == "savings")
        #expect(CoinAccount.shortened(shop) == "bcrt1q…t080")
        refuses(.noAccount) { try fixture.wallet.history(of: 99) }
    }

    @Test func aPathOfOnesOwnGivesItsOwnAccount() throws {
        let fixture = try CoinFixture()
        try fixture.wallet.restorePhrase(CoinFixture.phrase)

        let first = try fixture.wallet.addAccount(on: .ethereum)
        let custom = try fixture.wallet.addAccount(on: .ethereum, path: "m/44'/60'/1'/0/0")

        #expect(first.address != custom.address && custom.path == "m/44'/60'/1'/0/0")
        refuses(.noAccount) {
            try fixture.wallet.review(OfflineDocument(kind: .ethereum, bytes: [1]), account: nil)
        }
    }

    @Test func anExtraWordGivesOtherAccounts() throws {
        let plain = try CoinFixture()
        try plain.wallet.restorePhrase(CoinFixture.phrase)
        let hidden = try CoinFixture()
        try hidden.wallet.restorePhrase(CoinFixture.phrase, passphrase: SecretBytes(Array("tea".utf8)))

        #expect(
            try plain.wallet.addAccount(on: .bitcoin).extendedKey != hidden.wallet.addAccount(on: .bitcoin).extendedKey)
    }
}
