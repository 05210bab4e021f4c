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
        let desk = try Desk()
        let account = try desk.begin()
        refuses(.badAddress) { try desk.wallet.addContact("Shop", on: .bitcoinRegtest, address: shop + "x") }
        refuses(.otherNetwork) { try desk.wallet.addContact("Shop", on: .bitcoin, address: shop) }
        refuses(.badName) { try desk.wallet.addContact(shop, on: .bitcoinRegtest, address: shop) }
        refuses(.badName) { try desk.wallet.addContact("a\u{202E}b", on: .bitcoinRegtest, address: shop) }
        try desk.wallet.addContact("Shop", on: .bitcoinRegtest, address: shop.uppercased())
        try desk.bitcoin.fund(try desk.wallet.receiveAddress(of: account.id).address, 50_000)
        try desk.wallet.refresh(account.id)

        let plan = try desk.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: "Shop", .exactly("0.0002"))], fee: .custom("2")))

        #expect(plan.review.payees.map(\.address) == [shop] && plan.review.payees.map(\.contact) == ["Shop"])
        try desk.wallet.removeContact("Shop", on: .bitcoinRegtest)
        #expect(try desk.wallet.contacts().isEmpty)
    }

    @Test func serversAreOfOneKindAndKeepTheirOrder() throws {
        let desk = try Desk()
        refuses(.badDocument) { try ServerAddress(network: .bitcoin, kind: .solana, url: "https://example.org") }
        refuses(.badDocument) { try ServerAddress(network: .bitcoin, kind: .electrum, url: "https://example.org") }
        refuses(.badDocument) { try ServerAddress(network: .bitcoin, kind: .esplora, url: "https://a b") }
        let servers = ServerAddress.suggested(for: .bitcoin)
        for server in servers + servers { try desk.wallet.addServer(server) }

        #expect(try desk.wallet.servers() == servers && servers.count > 1)
        try desk.wallet.removeServer(servers[0])
        #expect(try desk.wallet.servers(of: .bitcoin) == Array(servers.dropFirst()))
        #expect(try desk.wallet.servers(of: .solana).isEmpty)
        for network in Network.all {
            for server in ServerAddress.suggested(for: network) { #expect(server.network == network) }
        }
    }

    @Test func transactionsAndAddressesTakeLabels() throws {
        let desk = try Desk()
        let account = try desk.begin()
        let address = try desk.wallet.receiveAddress(of: account.id).address
        try desk.wallet.label(address: address, of: account.id, as: "for Anna")
        #expect(try desk.wallet.receiveAddress(of: account.id).label == "for Anna")
        refuses(.notFound) { try desk.wallet.label(address: shop, of: account.id, as: "x") }
        let id = try desk.bitcoin.fund(address, 50_000).description
        try desk.wallet.refresh(account.id)

        try desk.wallet.label(transaction: id, of: account.id, as: "rent")
        try desk.wallet.refresh(account.id)

        #expect(try desk.wallet.history(of: account.id).map(\.label) == ["rent"])
        refuses(.notFound) { try desk.wallet.label(transaction: "00", of: account.id, as: "x") }
    }

    @Test func accountsAreNamedHiddenAndBroughtBack() throws {
        let desk = try Desk()
        let account = try desk.begin()
        refuses(.accountExists) { try desk.wallet.addAccount(on: .bitcoinRegtest) }
        refuses(.badPath) { try desk.wallet.addAccount(on: .bitcoin, scheme: .solana) }
        refuses(.badPath) { try desk.wallet.addAccount(on: .bitcoin, path: "m/84'/x") }
        try desk.wallet.rename(account.id, to: "savings")
        try desk.wallet.hide(account.id)
        #expect(try desk.wallet.accounts().isEmpty)

        let back = try desk.wallet.addAccount(on: .bitcoinRegtest)

        #expect(back.id == account.id && back.name == "savings")
        #expect(CoinAccount.shortened(shop) == "bcrt1q…t080")
        refuses(.noAccount) { try desk.wallet.history(of: 99) }
    }

    @Test func aPathOfOnesOwnGivesItsOwnAccount() throws {
        let desk = try Desk()
        try desk.wallet.restorePhrase(Desk.phrase)

        let first = try desk.wallet.addAccount(on: .ethereum)
        let custom = try desk.wallet.addAccount(on: .ethereum, path: "m/44'/60'/1'/0/0")

        #expect(first.address != custom.address && custom.path == "m/44'/60'/1'/0/0")
        refuses(.noAccount) {
            try desk.wallet.review(OfflineDocument(kind: .ethereum, bytes: [1]), account: nil)
        }
    }

    @Test func anExtraWordGivesOtherAccounts() throws {
        let plain = try Desk()
        try plain.wallet.restorePhrase(Desk.phrase)
        let hidden = try Desk()
        try hidden.wallet.restorePhrase(Desk.phrase, passphrase: SecretBytes(Array("tea".utf8)))

        #expect(
            try plain.wallet.addAccount(on: .bitcoin).extendedKey != hidden.wallet.addAccount(on: .bitcoin).extendedKey)
    }
}
