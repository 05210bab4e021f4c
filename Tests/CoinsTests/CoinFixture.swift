// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Crypto
import Keys
import Money
import SQLite
import Synchronization
import TestSupport
import Testing
import Vault

/// A wallet of coins in memory with a clock that is set by hand, which can be killed at any step and opened again.
final class CoinFixture {
    struct Killed: Error {}

    let store: SealedStore
    let bitcoin = PaperBitcoin()
    var ethereum = PaperEthereum()
    let solana = PaperSolana()
    /// Other chains than ``bitcoin`` at some addresses.
    var otherBitcoin: [String: PaperBitcoin] = [:]
    /// Other chains than ``ethereum`` at some addresses.
    var otherEthereum: [String: PaperEthereum] = [:]
    /// Other chains than ``solana`` at some addresses.
    var otherSolana: [String: PaperSolana] = [:]
    /// Chains that only a test registers.
    var otherChains: [any CoinChain] = []
    /// Whether the chains are those above; else servers are opened by their addresses.
    var isOnPaper = true
    var time: UInt64 = 1_800_000_000
    var prices: PriceSource?
    /// Nothing answers there.
    var deadURL: String?
    /// The step at which the process dies, once.
    var killer: CoinStep?
    private(set) var steps: [CoinStep] = []
    private(set) var wallet: CoinWallet!

    static let phrase = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"

    init(seed: UInt64 = 1) throws {
        let key = try SealedVaultKey.create(
            passphrase: SecretBytes([1]), random: .seeded(seed), cost: .minimum
        ).1
        store = SealedStore(try Database(path: .inMemory), vaultKey: key, random: .seeded(seed))
        try reopen()
    }

    /// As after a crash, or a new start of the program.
    func reopen() throws {
        wallet = try CoinWallet(store: store, environment)
    }

    /// The chains on paper, and those of ``otherChains``.
    private var chains: [any CoinChain] {
        [
            BitcoinCoins { [unowned self] server in
                guard server.url != deadURL else { throw CoinsError(.unreachable, "Nothing answers at \(server.url).") }
                return isOnPaper ? otherBitcoin[server.url] ?? bitcoin : try server.openBitcoin()
            },
            EthereumCoins { [unowned self] server in
                isOnPaper ? otherEthereum[server.url] ?? ethereum : try server.openEthereum()
            },
            SolanaCoins { [unowned self] server in
                isOnPaper ? otherSolana[server.url] ?? solana : try server.openSolana()
            },
        ] + otherChains
    }

    var environment: CoinWallet.Environment {
        var environment = CoinWallet.Environment(
            clock: { [unowned self] in time },
            chains: CoinChains(chains),
            onStep: { [unowned self] step in
                steps.append(step)
                guard killer == step else { return }
                killer = nil
                throw Killed()
            })
        environment.prices = prices
        environment.currency = try? Currency(code: "USD")
        return environment
    }

    /// A phrase, a server and an account.
    @discardableResult
    func begin(_ network: Network = .bitcoinRegtest, scheme: AccountScheme? = nil) throws -> CoinAccount {
        if try !wallet.hasPhrase { try wallet.restorePhrase(Self.phrase) }
        try wallet.addServer(try server(of: network))
        return try wallet.addAccount(on: network, scheme: scheme)
    }

    func server(of network: Network) throws -> ServerAddress {
        let chains = CoinChains(chains)
        let kind = chains[network].serverKinds[0]
        let scheme = kind == .electrum ? "tcp" : "http"
        return try ServerAddress(network: network, kind: kind, url: "\(scheme)://127.0.0.1:1", of: chains)
    }

    /// The balance of the account's own coin in smallest units: confirmed, pending, spendable.
    func balance(_ account: CoinAccount, refreshing: Bool = true) throws -> [UInt64] {
        let balances = try wallet.balances(of: account.id, refreshing: refreshing)
        let own = try #require(balances.balances.first)
        return [own.confirmed, own.pending, own.spendable].map { $0.value.uint64 ?? .max }
    }
}

/// The code of the refusal that `body` ends with.
@discardableResult
func refuses(_ code: CoinsError.Code, _ body: () throws -> some Any, location: SourceLocation = #_sourceLocation)
    -> String
{
    let error = #expect(throws: CoinsError.self, sourceLocation: location) { try body() }
    #expect(error?.code == code, "\(error?.message ?? "nothing was refused")", sourceLocation: location)
    return error?.message ?? ""
}

extension RandomSource {
    /// The same bytes for the same seed.
    static func seeded(_ seed: UInt64) -> RandomSource {
        let generator = Mutex(SeededRandom(seed: seed))
        return RandomSource { count in generator.withLock { $0.bytes(count) } }
    }
}
