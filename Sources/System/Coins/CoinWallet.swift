// SPDX-License-Identifier: MIT
package import Bytes
package import Chains
internal import Bitcoin
package import Vault

/// What a person can do with coins of public chains: one method per intention, each handed to the flow that does it.
///
/// Nothing is contacted but servers that the person added, and only by ``refresh(_:)``, ``balances(of:refreshing:)``,
/// ``fees(for:)``, ``discover(on:)`` and the methods that plan or send. Every method throws ``CoinsError``. One owner at
/// a time: not thread-safe by design; the lock of the wallet's folder keeps other processes out.
package final class CoinWallet {
    let coins: OpenCoins

    /// Opens the coins in a wallet's file, and makes their tables when there are none.
    ///
    /// No server is asked. What a crash interrupted goes on at the next refresh of its account.
    ///
    /// - Throws: ``CoinsError`` with code `.newerVersion` when a newer program wrote the coins.
    package init(store: SealedStore, _ environment: Environment) throws {
        do {
            try store.open(CoinSchema.part)
        } catch {
            throw CoinsError.translating(error)
        }
        coins = OpenCoins(store, environment)
    }

    /// Runs one intention, and says what failed in the words of this module.
    func run<R>(_ body: () throws -> R) throws -> R {
        try coins.requireRunning()
        do {
            return try body()
        } catch {
            throw CoinsError.translating(error)
        }
    }

    /// What answers for an account's chain.
    func chain(_ account: Int64) throws -> any AccountChain {
        let stored = try coins.account(account)
        switch try coins.network(of: stored.record).chain {
        case .bitcoin: return try BitcoinChain(coins: coins, account: stored)
        case .ethereum: return try EthereumChain(coins: coins, account: stored)
        case .solana: return try SolanaChain(coins: coins, account: stored)
        }
    }

    func saga(_ account: Int64) throws -> SendSaga { SendSaga(coins: coins, chain: try chain(account)) }

    // MARK: - Phrase

    /// Whether there is a phrase.
    package var hasPhrase: Bool { get throws { try run { try coins.table(PhraseRecord.self).row(1) != nil } } }

    /// Makes a phrase and keeps it; the caller shows it so that it is written down.
    ///
    /// - Parameters:
    ///   - words: 12, 15, 18, 21 or 24.
    ///   - passphrase: the extra word of BIP-39 in UTF-8, or none.
    /// - Throws: ``CoinsError`` with code `.phraseExists`: a phrase is never replaced.
    package func makePhrase(
        words: Int = 12, passphrase: SecretBytes = SecretBytes([]), language: Phrase.Language = .english
    ) throws -> Phrase {
        try run {
            let phrase = try Phrase.generate(words: words, language: language, random: coins.random)
            try PhraseKeeping(coins: coins).keep(phrase, passphrase: passphrase)
            return phrase
        }
    }

    /// Keeps a phrase that a person has typed; ``discover(on:)`` then finds its accounts.
    ///
    /// - Throws: ``CoinsError`` with code `.badPhrase`, which names the wrong word, or `.phraseExists`.
    package func restorePhrase(_ text: String, passphrase: SecretBytes = SecretBytes([])) throws {
        try run { try PhraseKeeping(coins: coins).keep(try Phrase(parsing: text), passphrase: passphrase) }
    }

    /// The phrase, to be shown once more.
    package func revealPhrase() throws -> Phrase {
        try run {
            guard let stored = try coins.table(PhraseRecord.self).row(1) else {
                throw CoinsError(.noPhrase, "This wallet has no phrase yet. Make a new one, or restore one.")
            }
            return try stored.record.phrase
        }
    }

    // MARK: - Accounts

    /// The accounts, oldest first.
    package func accounts() throws -> [CoinAccount] { try run { try AccountKeeping(coins: coins).list() } }

    package func account(_ id: Int64) throws -> CoinAccount {
        try run { try AccountKeeping(coins: coins).shown(try coins.account(id)) }
    }

    /// Adds an account of the phrase; nothing is contacted.
    ///
    /// - Parameters:
    ///   - index: which of the accounts of this scheme.
    ///   - path: another node than the scheme's own, such as `m/44'/60'/0'/0/7`.
    @discardableResult
    package func addAccount(
        on network: Network, scheme: AccountScheme? = nil, index: UInt32 = 0, path: String? = nil, name: String? = nil
    ) throws -> CoinAccount {
        try run {
            try AccountKeeping(coins: coins).add(network, scheme: scheme, index: index, path: path, name: name)
        }
    }

    /// Watches an extended public key (`xpub`, `ypub`, `zpub` and their kin), a descriptor or an address; nothing here can
    /// sign for it.
    @discardableResult
    package func watch(_ text: String, on network: Network, scheme: AccountScheme? = nil, name: String? = nil) throws
        -> CoinAccount
    {
        try run { try AccountKeeping(coins: coins).watch(text, on: network, scheme: scheme, name: name) }
    }

    /// What another wallet watches this account by: a descriptor of Bitcoin, else the address with the place of its key.
    package func descriptor(of account: Int64) throws -> String {
        try run {
            if let keys = (try chain(account) as? BitcoinChain)?.keys { return keys.descriptor.description }
            let record = try coins.account(account).record
            guard let origin = record.origin, let address = record.address, record.rootFingerprint.count == 4 else {
                return record.address ?? ""
            }
            return KeyPlace(
                rootFingerprint: record.rootFingerprint, path: try DerivationPath(origin), address: address
            ).text
        }
    }

    /// This wallet's part of a shared account, as cosigners exchange it: `[fingerprint/48'/0'/0'/2']xpub…`. BIP-0048
    package func cosignerKey(on network: Network, index: UInt32 = 0) throws -> String {
        try run { try BitcoinChain.cosignerKey(network, index, try coins.rootSeed()) }
    }

    package func rename(_ account: Int64, to name: String) throws {
        try run { try AccountKeeping(coins: coins).rename(account, to: name) }
    }

    /// Takes an account out of the list; its history stays in the store, and adding it again brings it back.
    package func hide(_ account: Int64) throws { try run { try AccountKeeping(coins: coins).hide(account) } }

    /// Tries the table of known paths on the accepted servers, and adds every account that was ever used.
    ///
    /// - Returns: the accounts that were added or were there already.
    package func discover(on networks: [Network]) throws -> [CoinAccount] {
        try run { try Discovery(wallet: self).run(networks) }
    }

    // MARK: - Addresses and labels

    /// Where an account is paid.
    ///
    /// - Parameter fresh: a new address even if the last one was never used; at most ``gapLimit`` unused ones at a time, so
    ///   that a restore finds them all.
    package func receiveAddress(of account: Int64, fresh: Bool = false) throws -> ReceiveAddress {
        try run { try chain(account).receiveAddress(fresh: fresh) }
    }

    /// How many unused addresses may lie between two used ones. BIP-0044
    package static let gapLimit = 20

    /// Labels a transaction of the history, by its id as shown there; nil removes the label.
    package func label(transaction id: String, of account: Int64, as label: String?) throws {
        try run { try History(coins: coins, chain: try chain(account)).label(id, as: label) }
    }

    /// Labels an address that an account has given out, such as with whom it was given to; nil removes the label. Bitcoin.
    package func label(address: String, of account: Int64, as label: String?) throws {
        try run {
            guard let bitcoin = try chain(account) as? BitcoinChain else {
                throw CoinsError(.badDocument, "This account has one address. Rename the account instead.")
            }
            try bitcoin.label(address, as: try label.map { try Name.checked($0) })
        }
    }

    // MARK: - Money

    /// Asks the servers for everything new about an account, and goes on with its open payments.
    package func refresh(_ account: Int64) throws {
        try run {
            let saga = try saga(account)
            try saga.chain.refresh()
            // What was found in a block is no longer claimed by a payment, which changes what can be spent.
            if try saga.settle() { try saga.chain.refresh() }
            try saga.chain.readMovements()
        }
    }

    /// What an account holds: as it was known, or asked for anew. When no server answers, the known balances come with the
    /// reason.
    package func balances(of account: Int64, refreshing: Bool = true) throws -> AccountBalances {
        var reason: CoinsError?
        if refreshing {
            do { try refresh(account) } catch let error as CoinsError where error.isAboutServers { reason = error }
        }
        return try run {
            AccountBalances(
                balances: try BalanceKeeping(coins: coins).known(
                    account, asksPrices: refreshing && reason?.code != .interrupted),
                unknown: try BalanceKeeping(coins: coins).unknown(account), staleBecause: reason)
        }
    }

    /// The newest lines first, as the last refresh found them.
    package func history(of account: Int64, limit: Int = 50) throws -> [HistoryLine] {
        try run { try History(coins: coins, chain: try chain(account)).lines(limit: limit) }
    }

    /// What the three levels cost on an account's network now.
    package func fees(for account: Int64) throws -> [FeeQuote] {
        try run { Worth(coins: coins).added(to: try chain(account).fees()) }
    }

    // MARK: - Sending

    /// Plans a payment and takes it apart again for review; nothing is signed and nothing is kept.
    package func plan(_ draft: SendDraft) throws -> SendPlan {
        try run {
            let plan = Worth(coins: coins).added(to: try chain(draft.account).plan(draft.labelled))
            return try AskedAmount(coins: coins).compared(plan, with: draft)
        }
    }

    /// Signs what was approved, keeps it, then broadcasts it. When no server can be reached, it is sent at the next refresh.
    @discardableResult
    package func send(_ approved: ApprovedSend) throws -> SendStatus {
        try run {
            let saga = try saga(approved.account)
            return try status(try saga.send(approved))
        }
    }

    /// Keeps what was approved for a signer without a network, and gives the bytes to carry there: a PSBT, an Ethereum
    /// transaction or a Solana message.
    package func export(_ approved: ApprovedSend) throws -> (status: SendStatus, document: OfflineDocument) {
        try run {
            let saga = try saga(approved.account)
            let row = try saga.export(approved)
            return (try status(row), try saga.chain.document(for: try coins.table(SendRecord.self).require(row)))
        }
    }

    /// The bytes of a payment that waits for its offline signer, once more.
    package func document(of send: Int64) throws -> OfflineDocument {
        try run {
            let stored = try record(send)
            return try chain(stored.record.account).document(for: stored)
        }
    }

    /// Takes back what the offline signer signed and broadcasts it.
    ///
    /// - Throws: ``CoinsError`` with code `.mismatch` when it is another transaction than the one that was approved.
    @discardableResult
    package func complete(_ send: Int64, with document: [UInt8]) throws -> SendStatus {
        try run {
            try saga(try record(send).record.account).complete(send, with: document)
            return try status(send)
        }
    }

    /// Takes back a payment that waits for its offline signer.
    @discardableResult
    package func drop(_ send: Int64) throws -> SendStatus {
        try run {
            try saga(try record(send).record.account).drop(send)
            return try status(send)
        }
    }

    /// The same payment with a higher fee, in the place of one that waits.
    package func planBump(_ send: Int64, fee: FeeChoice) throws -> SendPlan {
        try run {
            let stored = try waiting(send)
            return Worth(coins: coins).added(to: try chain(stored.record.account).planBump(stored, fee))
        }
    }

    /// Something that pays only oneself, in the place of a payment that waits.
    package func planCancel(_ send: Int64, fee: FeeChoice) throws -> SendPlan {
        try run {
            let stored = try waiting(send)
            return Worth(coins: coins).added(to: try chain(stored.record.account).planCancel(stored, fee))
        }
    }

    /// Spends what a slow transaction brings, with a fee that pays for both. Bitcoin.
    package func planChild(of transaction: String, account: Int64, fee: FeeChoice) throws -> SendPlan {
        try run { Worth(coins: coins).added(to: try chain(account).planChild(of: transaction, fee)) }
    }

    /// An expired payment again, with a new signature: its first one can never be executed any more. Solana.
    package func planAgain(_ send: Int64, fee: FeeChoice) throws -> SendPlan {
        try run {
            let stored = try record(send)
            guard stored.record.state == .expired else {
                throw CoinsError(
                    .tooLate, "Payment \(send) has not expired, so paying it again could pay twice. Refresh first.")
            }
            let saga = try saga(stored.record.account)
            try saga.requireNotPaidAgain(send)
            return Worth(coins: coins).added(to: try saga.chain.planAgain(stored, fee))
        }
    }

    /// Makes an account whose value stands in for a blockhash, for payments that are signed slowly; a deposit is set aside.
    /// Solana.
    package func planNonceAccount(for account: Int64, fee: FeeChoice) throws -> SendPlan {
        try run {
            guard let solana = try chain(account) as? SolanaChain else {
                throw CoinsError(.badDocument, "Only Solana has nonce accounts.")
            }
            return Worth(coins: coins).added(to: try solana.planNonceAccount(fee))
        }
    }

    /// Hands a kept payment to the servers once more: the same bytes.
    @discardableResult
    package func rebroadcast(_ send: Int64) throws -> SendStatus {
        try run {
            try saga(try record(send).record.account).push(send)
            return try status(send)
        }
    }

    /// The newest payments first.
    package func sends(limit: Int = 50) throws -> [SendStatus] {
        try run {
            try coins.table(SendRecord.self).newest(max(0, min(limit, 1000)), before: nil).map { try status($0.id) }
        }
    }

    package func send(_ id: Int64) throws -> SendStatus { try run { try status(id) } }

    // MARK: - Signing for others

    /// Takes apart a transaction that somebody else made, for an account of the phrase to sign: a PSBT, an Ethereum
    /// transaction or a Solana message.
    package func review(_ document: OfflineDocument, account: Int64?) throws -> SigningPlan {
        try run { try ForeignSigning(wallet: self).review(document, account: account) }
    }

    /// Takes apart a message that is no transaction, for an account of the phrase to sign; nothing is contacted.
    ///
    /// - Parameter address: which address of a Bitcoin account signs; its first one unless said.
    package func review(_ message: CoinMessage, account: Int64, address: String? = nil) throws -> MessagePlan {
        try run { try chain(account).message(message, address: address) }
    }

    // MARK: - Private

    private func record(_ send: Int64) throws -> Stored<SendRecord> {
        guard let stored = try coins.table(SendRecord.self).row(send) else {
            throw CoinsError(.notFound, "There is no payment \(send). List the payments to see their numbers.")
        }
        return stored
    }

    /// A payment whose place another could still take.
    private func waiting(_ send: Int64) throws -> Stored<SendRecord> {
        let stored = try record(send)
        guard [.signed, .sent, .refused].contains(stored.record.state) else {
            throw CoinsError(
                .tooLate, "Payment \(send) is \(stored.record.state): nothing can take its place any more.")
        }
        return stored
    }

    private func status(_ send: Int64) throws -> SendStatus {
        let stored = try record(send)
        return try SendStatus(stored, coins: coins, chain: try chain(stored.record.account))
    }
}
