// SPDX-License-Identifier: MIT
package import Bytes
package import Chains
internal import Keys
package import Vault

/// The operations on coins of public chains: one method per user intention, each delegated to its flow.
///
/// It contacts only servers that the user added, and only in ``refresh(_:)``, ``balances(of:refreshing:)``,
/// ``fees(for:)``, ``discover(on:)`` and the methods that plan or send. Every method throws ``CoinsError``. It has one
/// owner at a time and is not thread-safe by design; the lock of the wallet's folder keeps other processes out.
package final class CoinWallet {
    let coins: OpenCoins

    /// Opens the coins in a wallet's file, and creates their tables when there are none.
    ///
    /// It contacts no server. An operation that a crash interrupted resumes at the next refresh of its account.
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

    /// Runs one operation and translates its errors to ``CoinsError``.
    func run<R>(_ body: () throws -> R) throws -> R {
        try coins.requireRunning()
        do {
            return try body()
        } catch {
            throw CoinsError.translating(error)
        }
    }

    /// The chain implementation of an account.
    func chain(_ account: Int64) throws -> any AccountChain {
        let stored = try coins.account(account)
        return try coins.chains[try coins.network(of: stored.record)].account(stored, coins)
    }

    func saga(_ account: Int64) throws -> CoinSendSaga { CoinSendSaga(coins: coins, chain: try chain(account)) }

    // MARK: - Phrase

    /// Whether the wallet has a phrase.
    package var hasPhrase: Bool { get throws { try run { try coins.table(PhraseRecord.self).row(1) != nil } } }

    /// Makes and stores a phrase. The caller shows it to the user, who writes it down.
    ///
    /// - Parameters:
    ///   - words: 12, 15, 18, 21 or 24.
    ///   - passphrase: the BIP-39 passphrase in UTF-8, or empty.
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

    /// Stores a phrase that the user typed. ``discover(on:)`` then finds its accounts.
    ///
    /// - Throws: ``CoinsError`` with code `.badPhrase`, which names the wrong word, or `.phraseExists`.
    package func restorePhrase(_ text: String, passphrase: SecretBytes = SecretBytes([])) throws {
        try run { try PhraseKeeping(coins: coins).keep(try Phrase(parsing: text), passphrase: passphrase) }
    }

    /// The phrase, to show it again.
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

    /// Adds an account of the phrase; contacts no server.
    ///
    /// - Parameters:
    ///   - index: the number of the account within this scheme.
    ///   - path: a path other than the scheme's own, such as `m/44'/60'/0'/0/7`.
    @discardableResult
    package func addAccount(
        on network: Network, scheme: AccountScheme? = nil, index: UInt32 = 0, path: String? = nil, name: String? = nil
    ) throws -> CoinAccount {
        try run {
            try AccountKeeping(coins: coins).add(network, scheme: scheme, index: index, path: path, name: name)
        }
    }

    /// Watches an extended public key (`xpub`, `ypub`, `zpub` and similar), a descriptor or an address. The account
    /// cannot sign.
    @discardableResult
    package func watch(_ text: String, on network: Network, scheme: AccountScheme? = nil, name: String? = nil) throws
        -> CoinAccount
    {
        try run { try AccountKeeping(coins: coins).watch(text, on: network, scheme: scheme, name: name) }
    }

    /// The text with which another wallet can watch this account: a descriptor for Bitcoin, else the address with its
    /// key origin.
    package func descriptor(of account: Int64) throws -> String {
        try run {
            if let descriptor = try chain(account).descriptor { return descriptor }
            let record = try coins.account(account).record
            guard let origin = record.origin, let address = record.address, record.rootFingerprint.count == 4 else {
                return record.address ?? ""
            }
            return KeyPlace(
                rootFingerprint: record.rootFingerprint, path: try DerivationPath(origin), address: address
            ).text
        }
    }

    /// This wallet's key for a shared account, as cosigners exchange it: `[fingerprint/48'/0'/0'/2']xpub…`. BIP-0048
    package func cosignerKey(on network: Network, index: UInt32 = 0) throws -> String {
        try run { try BitcoinChain.cosignerKey(network, index, try coins.rootSeed()) }
    }

    package func rename(_ account: Int64, to name: String) throws {
        try run { try AccountKeeping(coins: coins).rename(account, to: name) }
    }

    /// Hides an account. Its history stays in the store, and adding it again restores it.
    package func hide(_ account: Int64) throws { try run { try AccountKeeping(coins: coins).hide(account) } }

    /// Looks up the known paths on the accepted servers, and adds every account that was ever used.
    ///
    /// - Returns: the accounts that were added or already existed.
    package func discover(on networks: [Network]) throws -> [CoinAccount] {
        try run { try Discovery(wallet: self).run(networks) }
    }

    // MARK: - Addresses and labels

    /// An address at which the account receives.
    ///
    /// - Parameter fresh: whether to give a new address even if the last one was never used. At most ``gapLimit``
    ///   addresses stay unused at a time, so that a restore finds them all.
    package func receiveAddress(of account: Int64, fresh: Bool = false) throws -> ReceiveAddress {
        try run { try chain(account).receiveAddress(fresh: fresh) }
    }

    /// The most unused addresses between two used ones. BIP-0044
    package static let gapLimit = 20

    /// Labels a transaction of the history by its displayed id; nil removes the label.
    package func label(transaction id: String, of account: Int64, as label: String?) throws {
        try run { try CoinHistory(coins: coins, chain: try chain(account)).label(id, as: label) }
    }

    /// Labels an address that an account has given out, for example with the payer's name; nil removes the label.
    /// Bitcoin.
    package func label(address: String, of account: Int64, as label: String?) throws {
        try run {
            try chain(account).label(address, as: try label.map { try Name.checked($0) })
        }
    }

    // MARK: - Money

    /// Fetches everything new about an account from the servers, and continues its open payments.
    package func refresh(_ account: Int64) throws {
        try run {
            let saga = try saga(account)
            try saga.chain.refresh()
            // A payment found in a block no longer holds its claims, which changes the spendable balance.
            if try saga.settle() { try saga.chain.refresh() }
            try saga.chain.readMovements()
        }
    }

    /// An account's balances, as stored or refreshed. When no server answers, the result holds the stored balances and
    /// the reason.
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
        try run { try CoinHistory(coins: coins, chain: try chain(account)).lines(limit: limit) }
    }

    /// The current fees of the three levels on an account's network.
    package func fees(for account: Int64) throws -> [FeeQuote] {
        try run { Worth(coins: coins).added(to: try chain(account).fees()) }
    }

    // MARK: - Sending

    /// Plans a payment and decodes it again for review. It signs and stores nothing.
    package func plan(_ draft: SendDraft) throws -> SendPlan {
        try run {
            let plan = Worth(coins: coins).added(to: try chain(draft.account).plan(draft.labelled))
            return try AskedAmount(coins: coins).compared(plan, with: draft)
        }
    }

    /// Signs an approved payment, stores it, then broadcasts it. When no server can be reached, the next refresh sends
    /// it.
    @discardableResult
    package func send(_ approved: ApprovedSend) throws -> SendStatus {
        try run {
            try coins.sealed.require(.sendMoney)
            let saga = try saga(approved.account)
            return try status(try saga.send(approved))
        }
    }

    /// Stores an approved payment for an offline signer, and returns the document to sign: a PSBT, an Ethereum
    /// transaction or a Solana message.
    package func export(_ approved: ApprovedSend) throws -> (status: SendStatus, document: OfflineDocument) {
        try run {
            try coins.sealed.require(.sendMoney)
            let saga = try saga(approved.account)
            let row = try saga.export(approved)
            return (try status(row), try saga.chain.document(for: try coins.table(CoinSendRecord.self).require(row)))
        }
    }

    /// Returns the document of a payment that waits for its offline signer again.
    package func document(of send: Int64) throws -> OfflineDocument {
        try run {
            let stored = try record(send)
            return try chain(stored.record.account).document(for: stored)
        }
    }

    /// Accepts the offline signer's document and broadcasts the transaction.
    ///
    /// - Throws: ``CoinsError`` with code `.mismatch` when it is another transaction than the one that was approved.
    @discardableResult
    package func complete(_ send: Int64, with document: [UInt8]) throws -> SendStatus {
        try run {
            try saga(try record(send).record.account).complete(send, with: document)
            return try status(send)
        }
    }

    /// Cancels a payment that waits for its offline signer.
    @discardableResult
    package func drop(_ send: Int64) throws -> SendStatus {
        try run {
            try saga(try record(send).record.account).drop(send)
            return try status(send)
        }
    }

    /// Plans the same payment with a higher fee, as a replacement of a waiting one.
    package func planBump(_ send: Int64, fee: FeeChoice) throws -> SendPlan {
        try run {
            let stored = try waiting(send)
            return Worth(coins: coins).added(to: try chain(stored.record.account).planBump(stored, fee))
        }
    }

    /// Plans a replacement of a waiting payment that pays only this account.
    package func planCancel(_ send: Int64, fee: FeeChoice) throws -> SendPlan {
        try run {
            let stored = try waiting(send)
            return Worth(coins: coins).added(to: try chain(stored.record.account).planCancel(stored, fee))
        }
    }

    /// Plans a spend of a slow transaction's output, with a fee that pays for both. Bitcoin.
    package func planChild(of transaction: String, account: Int64, fee: FeeChoice) throws -> SendPlan {
        try run { Worth(coins: coins).added(to: try chain(account).planChild(of: transaction, fee)) }
    }

    /// Plans an expired payment again with a new signature. The first one can never be executed. Solana.
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

    /// Plans a nonce account, whose value replaces a blockhash for payments that are signed slowly. It locks a deposit.
    /// Solana.
    package func planNonceAccount(for account: Int64, fee: FeeChoice) throws -> SendPlan {
        try run {
            Worth(coins: coins).added(to: try chain(account).planNonceAccount(fee))
        }
    }

    /// Broadcasts the stored bytes of a payment again.
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
            try coins.table(CoinSendRecord.self).newest(max(0, min(limit, 1000)), before: nil).map { try status($0.id) }
        }
    }

    package func send(_ id: Int64) throws -> SendStatus { try run { try status(id) } }

    // MARK: - Signing for others

    /// Decodes a transaction that another party made, for an account of the phrase to sign: a PSBT, an Ethereum
    /// transaction or a Solana message.
    package func review(_ document: OfflineDocument, account: Int64?) throws -> SigningPlan {
        try run {
            let plan = try ForeignSigning(wallet: self).review(document, account: account)
            let store = coins.sealed
            return plan.guarded { try store.require(.sendMoney) }
        }
    }

    /// Decodes a message, which is not a transaction, for an account of the phrase to sign. It contacts no server.
    ///
    /// - Parameter address: the address of a Bitcoin account that signs; its first one by default.
    package func review(_ message: CoinMessage, account: Int64, address: String? = nil) throws -> MessagePlan {
        try run {
            let plan = try chain(account).message(message, address: address)
            let store = coins.sealed
            // A signed message can move money as well: a permit, or an order of an exchange.
            return plan.guarded { try store.require(.sendMoney) }
        }
    }

    // MARK: - Private

    private func record(_ send: Int64) throws -> Stored<CoinSendRecord> {
        guard let stored = try coins.table(CoinSendRecord.self).row(send) else {
            throw CoinsError(.notFound, "There is no payment \(send). List the payments to see their numbers.")
        }
        return stored
    }

    /// A payment that can still be replaced.
    private func waiting(_ send: Int64) throws -> Stored<CoinSendRecord> {
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
