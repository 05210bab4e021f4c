// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Crypto
import Ethereum
import Solana

/// Something done many times in a row: by us, and, where there is such a thing, by the bare C library.
struct CoinTask {
    enum Target {
        case ofBareC(Double)
        /// How many of ours fit into the time of one of the wallet of this name.
        case timesPeer(String, Double)
    }

    /// As the script of the other wallets names it too.
    let name: String
    let target: Target?
    /// How often in one batch.
    let count: Int
    /// One of these is long enough to be told as a time.
    var isLong = false
    /// Does it so often and returns how many bytes or letters came out, so that nothing is skipped.
    let ours: (Int) throws -> Int
    var raw: ((Int) throws -> Int)?

    /// The seed that every task and every other wallet starts from.
    static func seed() throws -> SecretBytes {
        try Phrase(
            parsing: "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
        ).seed()
    }

    static func all(_ seed: SecretBytes) throws -> [CoinTask] {
        try addresses(seed) + signatures(seed) + psbt(seed)
    }

    private static func addresses(_ seed: SecretBytes) throws -> [CoinTask] {
        let master = try PrivateExtendedKey(seed: seed)
        let segwit = try Account(network: .bitcoin, kind: .segwit, master: master)
        let taproot = try Account(network: .bitcoin, kind: .taproot, master: master)
        let ether = try master.derived(try DerivationPath("m/44'/60'/0'/0")).publicKey
        let bare = try BareSecp256k1(publicKey: segwit.key.key.compressed)
        func derive(_ account: Account) -> (Int) throws -> Int {
            { count in
                try account.addresses(.receive, 0..<UInt32(count)).reduce(0) { $0 + $1.text.utf8.count }
            }
        }
        return [
            CoinTask(
                name: "P2WPKH address", target: .ofBareC(0.9), count: 2_000, ours: derive(segwit),
                raw: { bare.derive($0) }),
            CoinTask(name: "P2TR address", target: .timesPeer("libwally", 1.2), count: 1_000, ours: derive(taproot)),
            CoinTask(
                name: "Ethereum address", target: .ofBareC(0.9), count: 2_000,
                ours: { count in
                    try (0..<UInt32(count)).reduce(0) {
                        try $0 + Ethereum.Address(ether.publicKey(at: $1)).text.utf8.count
                    }
                }, raw: { bare.derive($0) }),
            CoinTask(
                name: "phrase to seed", target: nil, count: 10,
                ours: { count in
                    let phrase = try Phrase(entropy: SecretBytes([UInt8](repeating: 7, count: 16)))
                    return try (0..<count).reduce(0) { sum, _ in try sum + phrase.seed().count }
                }),
        ]
    }

    private static func signatures(_ seed: SecretBytes) throws -> [CoinTask] {
        let key = try PrivateExtendedKey(seed: seed).derived(try DerivationPath("m/44'/60'/0'/0/0")).key
        let sender = Ethereum.Address(key.publicKey)
        let recipient = try Ethereum.Address([UInt8](repeating: 0x35, count: 20))
        let bare = try BareSecp256k1(publicKey: key.publicKey.compressed)
        let lamports = try EdwardsKey(seed: seed).derived(try DerivationPath("m/44'/501'/0'/0'")).privateKey
        let payer = try Solana.Address(lamports.publicKey.bytes)
        let payee = try Solana.Address([UInt8](repeating: 9, count: 32))
        let blockhash = try Blockhash([UInt8](repeating: 3, count: 32))
        let facts = AccountFacts(own: [payer])
        return [
            CoinTask(
                name: "Ethereum EIP-1559 signature", target: .ofBareC(0.8), count: 2_000,
                ours: { count in
                    try (0..<UInt64(count)).reduce(0) { sum, nonce in
                        let transaction = try Ethereum.Transaction.payment(
                            of: 1_000_000_000_000_000_000, to: recipient, nonce: nonce,
                            pricing: .market(maximumFee: 30_000_000_000, tip: 1_000_000_000), on: .ethereum)
                        let review = try Ethereum.Review(transaction, from: sender, on: .ethereum)
                        return try sum + review.approve().signed(by: key).bytes.count
                    }
                }, raw: { bare.signRecoverable($0) }),
            CoinTask(
                name: "Solana transfer built and signed", target: .ofBareC(0.8), count: 2_000,
                ours: { count in
                    try (0..<UInt64(count)).reduce(0) { sum, number in
                        let message = try NativeTransfer(
                            sender: payer, balance: Lamports(1_000_000_000_000), recipient: payee,
                            recipientBalance: Lamports(1_000_000_000), amount: .exactly(Lamports(2_000_000 + number))
                        ).plan(lifetime: .recent(blockhash, lastValidBlockHeight: 1), unitPrice: 0).message()
                        let review = try Solana.Review(message, on: .solana, knowing: facts)
                        let approved = try review.approve(acknowledging: Set(review.warnings))
                        return try sum + approved.signed(by: lamports).encoded.count
                    }
                }, raw: { BareSodium.sign($0) }),
        ]
    }
}
