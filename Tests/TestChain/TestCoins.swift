// SPDX-License-Identifier: MIT
package import Chains
package import Coins
import Crypto
package import Vault

/// A chain that only tests register, to show that a chain is one module and one registration: this module knows Coins,
/// and nothing in Coins or above knows this module.
package struct TestCoins: CoinChain {
    package static let network = Network(
        "testchain", "Test chain", unit, chain: Chain("testchain"), coinType: 1)
    private static var unit: Chains.Unit {
        do { return try Unit(symbol: "TST", decimals: 2) } catch { preconditionFailure("\(error)") }
    }

    /// Opens a connection to a server that the user accepted.
    let open: (ServerAddress) throws -> TestServer

    package init(_ open: @escaping (ServerAddress) throws -> TestServer) { self.open = open }

    package var chain: Chain { Self.network.chain }
    package var networks: [Network] { [Self.network] }

    // MARK: - Accounts

    package var schemes: [AccountScheme] { [.test] }

    package func checked(_ address: String, on network: Network) throws -> CheckedAddress {
        CheckedAddress(text: try TestAddress(address).text)
    }

    package func record(
        _ network: Network, _ scheme: AccountScheme, _ path: DerivationPath, _ seed: Seed
    ) throws -> AccountRecord {
        AccountRecord(
            network: network.name, kind: scheme, name: "", path: path.text, rootFingerprint: seed.root.fingerprint,
            address: TestAddress(key: try seed.edwards.derived(path).privateKey.publicKey.bytes).text)
    }

    package func discover(_ network: Network, _ discovery: Discovery) throws -> [CoinAccount] {
        let seed = try discovery.coins.rootSeed()
        return try discovery.followed(network) { index in
            try record(network, .test, try AccountScheme.test.path(index, on: network), seed)
        } isUsed: { record in
            try discovery.coins.asking(network) { address in
                try server(address, discovery.coins).balances[record.address ?? ""] != nil
            }
        }
    }

    package func account(_ account: Stored<AccountRecord>, _ coins: OpenCoins) throws -> any AccountChain {
        TestAccount(coins: coins, account: account, support: self)
    }

    // MARK: - Servers

    package var serverKinds: [ServerAddress.Kind] { [.test] }
    package func suggestedServers(of network: Network) -> [(kind: ServerAddress.Kind, url: String)] { [] }
    package func requireUsable(_ server: ServerAddress) throws {}

    func server(_ address: ServerAddress, _ coins: OpenCoins) throws -> TestServer {
        try coins.connection(to: address) {
            let made = try open(address)
            try made.checkNetwork()
            return made
        }
    }

    // MARK: - Payments

    package var feeUnit: String { "cents" }

    /// `testchain:<address>?<amount>`
    package func ask(
        in link: String, on network: Network, tokens: [CoinWallet.KnownToken]
    ) throws -> PaymentAsk {
        let words = link.dropFirst(chain.name.count + 1).split(separator: "?")
        return PaymentAsk(to: try TestAddress(String(words[0])).text, amount: words.count > 1 ? String(words[1]) : nil)
    }

    package func isValid(
        _ signature: String, of message: CoinMessage, by address: String, on network: Network
    ) throws -> Bool {
        false
    }

    // MARK: - Offline signing

    package var documents: any DocumentRecords { TestDocuments() }
}

extension AccountScheme {
    package static let test = AccountScheme(900, "test", path: "m/44'/{coin}'/{index}'", isUsual: true)
}

extension ServerAddress.Kind {
    package static let test = Self("test")
}

/// The test chain's payments do not travel to offline signers.
struct TestDocuments: DocumentRecords {
    var kind: OfflineDocument.Kind { OfflineDocument.Kind("test") }
    var requestTypes: Set<String> { [] }
    var answerTypes: Set<String> { [] }

    func record(_ document: OfflineDocument) throws -> OfflineRecord { throw TestAccount.unsupported }
    func request(_ record: OfflineRecord) throws -> OfflineDocument { throw TestAccount.unsupported }
    func answer(_ document: OfflineDocument, _ signed: [UInt8]) throws -> OfflineRecord {
        throw TestAccount.unsupported
    }
    func signed(in record: OfflineRecord) throws -> [UInt8] { throw TestAccount.unsupported }
}
