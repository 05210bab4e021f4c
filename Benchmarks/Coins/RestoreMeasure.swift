// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Coins
import Crypto
import Keys
import PeerSupport
import SQLite
import Vault

/// How long a phrase of a thousand used addresses takes to be whole again, over ElectrumX on this machine.
enum RestoreMeasure {
    private static let addresses = 1_000
    /// 1.5 seconds for a thousand addresses.
    private static let limit: UInt64 = 1_500_000_000
    private static let satoshis: UInt64 = 10_000

    static func run(_ options: Options) throws -> Finding? {
        guard Peers.areInstalled else { return nil }
        let chain = try LocalBitcoin()
        let phrase = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
        let account = try Account(
            network: .bitcoinRegtest, kind: .segwit,
            master: PrivateExtendedKey(seed: try Phrase(parsing: phrase).seed()))
        for start in stride(from: 0, to: UInt32(addresses), by: 250) {
            try chain.fund(
                account.addresses(.receive, start..<start + 250).map { ($0.text, satoshis) })
        }
        let server = try ServerAddress(
            network: .bitcoinRegtest, kind: .electrum, url: "tcp://127.0.0.1:\(try chain.electrumPort())")
        try chain.settle()
        var samples = Samples()
        for _ in 0..<options.repetitions(3, quick: 1) {
            let wallet = try empty()
            try wallet.restorePhrase(phrase)
            try wallet.addServer(server)
            let id = try wallet.addAccount(on: .bitcoinRegtest, scheme: .segwit).id
            let (_, time) = try Stopwatch.measure { try wallet.refresh(id) }
            let held = try wallet.balances(of: id, refreshing: false).balances.first?.confirmed.value
            guard held == UInt256(UInt64(addresses) * satoshis) else {
                throw BenchError(.wrongResult, "A restored account does not hold what it was paid.")
            }
            samples.add(time)
        }
        let theirs = try peer(port: try chain.electrumPort())
        let ratio = Double(theirs) / Double(max(1, samples.median))
        return .atMost(
            limit, .coins, "restore \(Text.count(addresses)) used addresses over ElectrumX", samples.median,
            note: ", BDK \(Text.duration(theirs)): \(Text.ratio(ratio)) times BDK")
    }

    /// Nanoseconds that BDK takes for the same over the same server.
    private static func peer(port: UInt16) throws -> UInt64 {
        let child = try ChildProcess(Peers.python, ["Benchmarks/Coins/restore_peer.py", "\(port)"])
        let words = try child.firstLine().split(separator: " ").compactMap { UInt64($0) }
        guard child.wait() == 0, words.count == 2, words[1] == UInt64(addresses) * satoshis else {
            throw BenchError(.wrongResult, "BDK did not restore what was paid; run restore_peer.py by hand.")
        }
        return words[0] * 1_000_000
    }

    private static func empty() throws -> CoinWallet {
        let random = RandomSource.system
        let key = try SealedVaultKey.create(passphrase: SecretBytes([1]), random: random, cost: .minimum).1
        let store = SealedStore(try Database(path: .inMemory), vaultKey: key, random: random)
        return try CoinWallet(
            store: store,
            CoinWallet.Environment(
                clock: { Stopwatch.civilSeconds }))
    }
}
