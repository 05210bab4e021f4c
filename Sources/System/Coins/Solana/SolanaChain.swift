// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Crypto
internal import Solana
internal import Vault

/// The Solana implementation of ``AccountChain`` for one account.
final class SolanaChain: AccountChain {
    let coins: OpenCoins
    let support: SolanaCoins
    let account: Stored<AccountRecord>
    let network: Network
    let owner: Address
    /// Failures of transactions that this value has read from the chain.
    private var failures: [[UInt8]: String] = [:]

    /// The most history entries that one refresh reads.
    private static let maximumHistory = 1_000
    private static let historyPage = 100
    /// A blockhash is valid for 150 slots, a minute on average. No server can declare it dead before this.
    static let expiryDelay: UInt64 = 150

    init(coins: OpenCoins, account: Stored<AccountRecord>, support: SolanaCoins) throws {
        self.coins = coins
        self.support = support
        self.account = account
        network = try coins.network(of: account.record)
        owner = try Address(parsing: account.record.address ?? "")
    }

    static func record(
        _ network: Network, _ scheme: AccountScheme, _ path: DerivationPath, _ seed: Seed
    ) throws -> AccountRecord {
        AccountRecord(
            network: network.name, kind: scheme, name: "", path: path.text, rootFingerprint: seed.root.fingerprint,
            address: try Address(try seed.solanaKey(scheme, path).publicKey.bytes).text)
    }

    func text(ofID id: [UInt8]) -> String { Base58.encode(id) }

    func receiveAddress(fresh: Bool) throws -> ReceiveAddress {
        ReceiveAddress(address: owner.text, path: nil, label: nil)
    }

    /// Asks the accepted servers one after another.
    func asking<R>(_ question: (any SolanaServer) throws -> R) throws -> R {
        try coins.asking(network) { try question(try support.server($0, coins)) }
    }

    // MARK: - Refreshing

    func refresh() throws {
        let known = try coins.table(TransactionRecord.self).rows(.confirmed, .failed)
            .filter { $0.record.account == account.id }
        let settled = Set(known.map(\.record.id))
        let found = try asking { server -> Findings in
            var findings = Findings(
                balance: try server.balance(of: owner), tokens: try server.tokenAccounts(of: owner))
            guard findings.tokens.allSatisfy({ $0.owner == owner }) else {
                throw CoinsError(.lyingServer, "The server sent token accounts of another owner.")
            }
            var before: Signature?
            while findings.entries.count < Self.maximumHistory {
                let page = try server.history(of: owner, before: before, limit: Self.historyPage)
                findings.entries += page.filter { !settled.contains($0.signature.bytes) }
                guard page.count == Self.historyPage, let last = page.last,
                    !page.contains(where: { settled.contains($0.signature.bytes) })
                else { break }
                before = last.signature
            }
            let outcomes = try server.transactions(findings.entries.map(\.signature))
            guard outcomes.count == findings.entries.count else {
                throw CoinsError(
                    .lyingServer, "The server answered for another number of transactions than it was asked.")
            }
            findings.outcomes = outcomes
            return findings
        }
        try coins.step(.refreshAnswered)
        try coins.transaction {
            try keep(found)
            try coins.step(.refreshStoring)
        }
        try coins.step(.refreshStored)
    }

    private struct Findings {
        let balance: Lamports
        let tokens: [TokenAccount]
        var entries: [SolanaEntry] = []
        var outcomes: [SolanaOutcome?] = []
    }

    private func keep(_ findings: Findings) throws {
        for (entry, outcome) in zip(findings.entries, findings.outcomes) {
            guard let outcome, outcome.transaction.signatures.first == .some(entry.signature) else { continue }
            for movement in try movements(outcome) { try keep(entry, movement) }
        }
        var confirmed: [String?: UInt256] = [nil: UInt256(findings.balance.units)]
        for token in findings.tokens {
            confirmed[token.mint.text] = try (confirmed[token.mint.text] ?? .zero).adding(UInt256(token.units))
        }
        for (token, amount) in confirmed {
            try BalanceKeeping(coins: coins).keep(
                BalanceRecord(
                    account: account.id, token: token, confirmed: amount, pending: 0,
                    spendable: try spendable(amount, token), time: coins.now))
        }
    }

    private func keep(_ entry: SolanaEntry, _ movement: TransactionRecord.BalanceChange) throws {
        let table = coins.table(TransactionRecord.self)
        let record = TransactionRecord(
            state: entry.hasFailed ? .failed : .confirmed, account: account.id, id: entry.signature.bytes,
            height: entry.slot, time: entry.time ?? coins.now, movement: movement)
        guard let stored = try table.row(reference: record.reference) else {
            try table.insert(record, reference: record.reference)
            return
        }
        var updated = record
        updated.label = stored.record.label
        updated.movement.counterpart = movement.counterpart ?? stored.record.movement.counterpart
        try table.update(Stored(id: stored.id, record: updated))
    }

    /// A transaction's effect on this account, a line for each coin or token that changed.
    private func movements(_ outcome: SolanaOutcome) throws -> [TransactionRecord.BalanceChange] {
        var lines: [TransactionRecord.BalanceChange] = []
        let message = outcome.transaction.message
        let paidFee = message.feePayer == owner ? outcome.fee : .zero
        let fee = message.feePayer == owner ? UInt256(outcome.fee.units) : nil
        if let change = outcome.balances[owner] {
            let after = try change.after.adding(paidFee)
            let other = counterpart(outcome, gained: after < change.before)
            if let gain = after.subtracting(change.before), !gain.isZero {
                lines.append(Self.movement(.incoming, gain.units, nil, fee, other))
            } else if let loss = change.before.subtracting(after), !loss.isZero {
                lines.append(Self.movement(.outgoing, loss.units, nil, fee, other))
            }
        }
        for change in outcome.tokens where change.owner == owner && change.before != change.after {
            let isGain = change.after > change.before
            let others = outcome.tokens.first { $0.mint == change.mint && $0.owner != owner }
            lines.append(
                Self.movement(
                    isGain ? .incoming : .outgoing,
                    isGain ? change.after - change.before : change.before - change.after, change.mint.text, fee,
                    others?.owner.text))
        }
        return lines.isEmpty ? [Self.movement(.own, 0, nil, fee, nil)] : lines
    }

    /// The other party of a payment: the account with the largest opposite change.
    private func counterpart(_ outcome: SolanaOutcome, gained: Bool) -> String? {
        outcome.balances.filter { address, change in
            address != owner && (gained ? change.after > change.before : change.after < change.before)
        }.max { one, other in
            let (a, b) = (one.value, other.value)
            return (a.after > a.before ? a.after.units - a.before.units : a.before.units - a.after.units)
                < (b.after > b.before ? b.after.units - b.before.units : b.before.units - b.after.units)
        }?.key.text
    }

    private static func movement(
        _ direction: HistoryLine.Direction, _ amount: UInt64, _ token: String?, _ fee: UInt256?, _ counterpart: String?
    ) -> TransactionRecord.BalanceChange {
        TransactionRecord.BalanceChange(
            direction: direction, amount: UInt256(amount), token: token, fee: fee, counterpart: counterpart)
    }

    /// The balance that remains when all open payments have arrived.
    private func spendable(_ balance: UInt256, _ token: String?) throws -> UInt256 {
        var left = balance
        for send in try coins.table(CoinSendRecord.self).rows(.exported, .signed, .sent)
        where send.record.account == account.id {
            var leaving = token == nil ? send.record.fee : .zero
            if send.record.token == token {
                for payee in send.record.payees where payee.address != owner.text {
                    leaving = try leaving.adding(payee.amount)
                }
            }
            left = leaving >= left ? .zero : try left.subtracting(leaving)
        }
        return left
    }

    // MARK: - What was sent

    func noteSigned(_ record: CoinSendRecord) throws {
        let payee = record.payees.first
        let noted = TransactionRecord(
            state: .pending, account: account.id, id: record.id, time: record.time,
            movement: TransactionRecord.BalanceChange(
                direction: payee == nil || payee?.address == owner.text ? .own : .outgoing, amount: payee?.amount ?? 0,
                token: record.token, fee: record.fee, counterpart: payee?.address), label: record.label)
        let table = coins.table(TransactionRecord.self)
        if try table.row(reference: noted.reference) == nil { try table.insert(noted, reference: noted.reference) }
    }

    func noteSettled(_ send: Stored<CoinSendRecord>) throws {
        let table = coins.table(TransactionRecord.self)
        let name = RowReference.hash(account.id, send.record.id + Array((send.record.token ?? "").utf8))
        guard var stored = try table.row(reference: name) else { return }
        stored.record.height = send.record.height
        stored.record.state =
            switch send.record.state {
            case .confirmed, .final: .confirmed
            case .failed: .failed
            case .replaced, .expired, .dropped: .gone
            case .exported, .signed, .sent, .refused: .pending
            }
        try table.update(stored)
    }

    func broadcast(_ record: CoinSendRecord) throws -> SendMachine.Answer {
        let transaction = try Transaction(parsing: record.signed)
        do {
            try asking { try $0.broadcast(transaction) }
            return .accepted
        } catch let error as CoinsError where error.code == .refused {
            return .refused(SendRemark(error))
        }
    }

    func standing(of record: CoinSendRecord) throws -> SendMachine.Standing {
        try coins.standing(on: network) { try standing(of: record, try support.server($0, coins)) }
    }

    private func standing(of record: CoinSendRecord, _ server: any SolanaServer) throws -> SendMachine.Standing {
        let signature = try Signature(record.id)
        // The order matters: the second request knows everything executed up to this height.
        let height = try server.finalizedBlockHeight()
        let nonce = try nonceValue(record, server)
        guard let status = try server.statuses(of: [signature]).first else {
            throw CoinsError(.lyingServer, "The server answered for no transaction.")
        }
        if let status {
            if status.failure != nil { return .failed(height: status.slot, isFinal: status.isFinal) }
            return .confirmed(height: status.slot, isFinal: status.isFinal)
        }
        if let last = record.lastValidHeight {
            let mayHaveExpired = coins.now >= record.time && coins.now - record.time >= Self.expiryDelay
            guard height > last, mayHaveExpired else { return .unknown }
            // A server that has dropped those days cannot say that nothing happened in them.
            guard let oldest = try server.oldestTime(), oldest <= record.time else { return .unknown }
            return .expired
        }
        guard let nonce, let claim = record.claims.first else { return .unknown }
        return claim == nonce ? .unknown : .displaced
    }

    /// The current value of the durable nonce that a payment uses, as its claim; nil for a recent blockhash.
    private func nonceValue(_ record: CoinSendRecord, _ server: any SolanaServer) throws -> [UInt8]? {
        guard record.lastValidHeight == nil, let claim = record.claims.first, claim.count == 64 else { return nil }
        let address = try Address(Array(claim.prefix(32)))
        guard let found = try server.accounts([address]).first, let account = found else {
            return [UInt8](repeating: 0, count: 64)
        }
        let nonce = try NonceAccount(address: address, owner: account.owner, data: account.data)
        return Self.claim(nonce)
    }

    /// A durable nonce can be used once. Its claim is its address and its value.
    static func claim(_ nonce: NonceAccount) -> [UInt8] { nonce.address.bytes + nonce.value.bytes }
}

extension Seed {
    /// The key of a Solana account.
    func solanaKey(_ scheme: AccountScheme, _ path: DerivationPath) throws -> Ed25519.PrivateKey {
        switch scheme {
        case .solanaSollet: return try Ed25519.PrivateKey(seed: root.derived(path).key.scalar)
        case .solanaSeed:
            let row = KnownPath.all.first { $0.scheme == .plainSeed }
            guard let key = try row?.key(seed: bytes, index: 0) else {
                throw CoinsError(.badPath, "This account has no key.")
            }
            return key
        default: return try edwards.derived(path).privateKey
        }
    }
}
