// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Ethereum
internal import Vault

/// The Ethereum implementation of ``AccountChain`` for one account.
final class EthereumChain: AccountChain {
    let coins: OpenCoins
    let support: EthereumCoins
    let account: Stored<AccountRecord>
    let network: Network
    let sender: Address
    /// Receipts that this value has read, for the fee that was really paid.
    private var receipts: [[UInt8]: EthereumReceipt] = [:]

    /// Two epochs; older blocks are final. <https://ethereum.org/en/developers/docs/consensus-mechanisms/pos/#finality>
    static let finalDepth: UInt64 = 64
    /// Blocks per log request; many servers refuse more.
    private static let logBlocks: UInt64 = 2_000
    /// How far back the first refresh searches for incoming tokens: a day and a half of blocks.
    private static let firstLogBlocks: UInt64 = 10_000
    /// The most blocks whose logs one refresh reads. The next one continues after them.
    private static let maximumLogBlocks: UInt64 = 1_000_000
    /// An upper bound of block numbers: ten thousand years at four blocks a second.
    static let blockLimit: UInt64 = 1 << 40

    init(coins: OpenCoins, account: Stored<AccountRecord>, support: EthereumCoins) throws {
        self.coins = coins
        self.support = support
        self.account = account
        network = try coins.network(of: account.record)
        sender = try Address(parsing: account.record.address ?? "")
    }

    static func record(_ network: Network, _ path: DerivationPath, _ seed: Seed) throws -> AccountRecord {
        AccountRecord(
            network: network.name, kind: .ethereum, name: "", path: path.text, rootFingerprint: seed.root.fingerprint,
            address: Address(try seed.root.derived(path).publicKey.key).text)
    }

    func text(ofID id: [UInt8]) -> String { MovementSource(id: id).text ?? "0x" + Hex.encode(id) }

    func receiveAddress(fresh: Bool) throws -> ReceiveAddress {
        ReceiveAddress(address: sender.text, path: nil, label: nil)
    }

    /// Asks the accepted servers one after another.
    func asking<R>(_ question: (any EthereumServer) throws -> R) throws -> R {
        try coins.asking(network) { try question(try support.server($0, coins)) }
    }

    var tokens: [Token] {
        get throws {
            try Tokens(coins: coins, network: network).records.map {
                Token(
                    contract: try Address(parsing: $0.address), chainID: try network.ethereumChainID,
                    unit: try Unit(symbol: $0.symbol, decimals: $0.decimals))
            }
        }
    }

    // MARK: - Refreshing

    func refresh() throws {
        let tokens = try tokens
        let scanned = account.record.scannedTo
        let answer = try asking { server -> Findings in
            let tip = try server.blockNumber()
            guard tip < Self.blockLimit else { throw Self.unbelievable(tip) }
            var findings = Findings(tip: tip, lastBlock: tip, balance: try server.balance(of: sender))
            for token in tokens {
                findings.balances[token.contract] = .some(try balance(of: token, server))
            }
            guard !tokens.isEmpty else { return findings }
            // The newest blocks may have been reorganized since, so they are read again.
            findings.firstBlock =
                scanned == 0
                ? tip - min(tip, Self.firstLogBlocks) : min(scanned, tip) - min(scanned, tip, Self.finalDepth)
            findings.lastBlock = min(tip, findings.firstBlock + Self.maximumLogBlocks)
            var start = findings.firstBlock
            while start <= findings.lastBlock {
                let end = min(findings.lastBlock, start + Self.logBlocks - 1)
                findings.transfers += try transfers(of: tokens, inBlocks: start...end, server)
                start = end + 1
            }
            for block in Set(findings.transfers.map(\.block)) {
                findings.times[block] = try server.time(ofBlock: block)
            }
            return findings
        }
        try coins.step(.refreshAnswered)
        try coins.transaction {
            try keep(answer, tokens)
            try coins.step(.refreshStoring)
        }
        try coins.step(.refreshStored)
    }

    /// A token contract's balance for this account; nil when the answer is not a balance, for example without a
    /// contract.
    ///
    /// The contract is untrusted, so a bad answer must not stop the other requests.
    private func balance(of token: Token, _ server: any EthereumServer) throws -> Wei? {
        do {
            return try TokenQuery.amount(
                inAnswer: try server.call(token.contract, TokenQuery.balance(of: sender).data))
        } catch let error as EthereumError where error.code == .malformed {
            return nil
        } catch let error as CoinsError where [.refused, .lyingServer, .tooLarge].contains(error.code) {
            return nil
        }
    }

    /// The transfers of tokens to or from this account, oldest first.
    ///
    /// A contract can log more transfers than a wallet can read. Such a token shows its balance without these transfers, and
    /// stops the history of no other token.
    private func transfers(
        of tokens: [Token], inBlocks blocks: ClosedRange<UInt64>, _ server: any EthereumServer
    ) throws -> [EthereumTransfer] {
        do {
            return try server.transfers(of: tokens.map(\.contract), touching: sender, inBlocks: blocks)
        } catch let error as CoinsError where error.code == .tooLarge {
            guard tokens.count > 1 else { return [] }
            return try tokens.flatMap { try transfers(of: [$0], inBlocks: blocks, server) }
        }
    }

    static func unbelievable(_ tip: UInt64) -> CoinsError {
        CoinsError(.lyingServer, "The server tells of block \(tip), which no chain has. Use another server.")
    }

    private struct Findings {
        /// The newest block.
        let tip: UInt64
        /// Logs up to this block are known.
        var lastBlock: UInt64
        let balance: Wei
        /// Nil for a token whose contract does not answer with a balance.
        var balances: [Address: Wei?] = [:]
        var transfers: [EthereumTransfer] = []
        var times: [UInt64: UInt64] = [:]
        var firstBlock: UInt64 = 0
    }

    private func keep(_ findings: Findings, _ tokens: [Token]) throws {
        let table = coins.table(TransactionRecord.self)
        var present: Set<[UInt8]> = []
        for transfer in findings.transfers where tokens.contains(where: { $0.contract == transfer.token }) {
            let isIncoming = transfer.to == sender
            guard isIncoming || transfer.from == sender else {
                throw CoinsError(.lyingServer, "The server sent transfers of another account.")
            }
            let isFinal = findings.tip >= transfer.block && findings.tip - transfer.block >= Self.finalDepth
            let record = TransactionRecord(
                state: isFinal ? .confirmed : .pending, account: account.id, id: transfer.transaction,
                height: transfer.block,
                time: findings.times[transfer.block] ?? coins.now,
                movement: TransactionRecord.BalanceChange(
                    direction: transfer.from == transfer.to ? .own : isIncoming ? .incoming : .outgoing,
                    amount: transfer.amount, token: transfer.token.text, fee: nil,
                    counterpart: (isIncoming ? transfer.from : transfer.to).text))
            present.insert(record.reference)
            if let stored = try table.row(reference: record.reference) {
                // The line of a payment signed here has more details: its label and its fee.
                guard stored.record.movement.fee == nil, stored.record.status != record.status else { continue }
                var updated = record
                updated.label = stored.record.label
                try table.update(Stored(id: stored.id, record: updated))
            } else {
                try table.insert(record, reference: record.reference)
            }
        }
        for var stored in try table.rows(.pending, .confirmed)
        where stored.record.account == account.id && stored.record.movement.token != nil
            && stored.record.movement.fee == nil
            && findings.firstBlock...findings.lastBlock ~= (stored.record.height ?? 0)
            && !present.contains(stored.record.reference) && !tokens.isEmpty
        {
            stored.record.state = .gone
            try table.update(stored)
        }
        let balances = BalanceKeeping(coins: coins)
        for (token, balance) in [(nil, findings.balance as Wei?)]
            + findings.balances.map({ ($0.key.text as String?, $0.value) })
        {
            guard let balance else {
                try balances.keepUnknown(account.id, token: token)
                continue
            }
            try balances.keep(
                BalanceRecord(
                    account: account.id, token: token, confirmed: balance, pending: 0,
                    spendable: try spendable(balance, token), time: coins.now))
        }
        var stored = try coins.account(account.id)
        stored.record.scannedTo = findings.lastBlock
        try coins.table(AccountRecord.self).update(stored)
    }

    /// The balance that remains when all open payments have arrived.
    private func spendable(_ balance: Wei, _ token: String?) throws -> Wei {
        var left = balance
        for send in try openSends() {
            var leaving = token == nil ? send.record.fee : Wei.zero
            if send.record.token == token {
                for payee in send.record.payees where payee.address != sender.text {
                    leaving = try leaving.adding(payee.amount)
                }
            }
            left = leaving >= left ? .zero : try left.subtracting(leaving)
        }
        return left
    }

    /// Payments that may still use a nonce; for equal nonces, the newest.
    func openSends() throws -> [Stored<CoinSendRecord>] {
        var newest: [[UInt8]: Stored<CoinSendRecord>] = [:]
        for stored in try coins.table(CoinSendRecord.self).rows(.exported, .signed, .sent, .refused)
        where stored.record.account == account.id { newest[stored.record.claims.first ?? []] = stored }
        return newest.values.sorted { $0.id < $1.id }
    }

    // MARK: - What was sent

    func noteSigned(_ record: CoinSendRecord) throws {
        guard let payee = record.payees.first else { return try note(record, amount: .zero, counterpart: nil) }
        try note(record, amount: payee.amount, counterpart: payee.address)
    }

    private func note(_ record: CoinSendRecord, amount: Wei, counterpart: String?) throws {
        let isOwn = counterpart == nil || counterpart == sender.text
        let noted = TransactionRecord(
            state: .pending, account: account.id, id: record.id, time: record.time,
            movement: TransactionRecord.BalanceChange(
                direction: isOwn ? .own : .outgoing, amount: amount, token: record.token, fee: record.fee,
                counterpart: counterpart), label: record.label)
        let table = coins.table(TransactionRecord.self)
        guard let stored = try table.row(reference: noted.reference) else {
            try table.insert(noted, reference: noted.reference)
            return
        }
        try table.update(Stored(id: stored.id, record: noted))
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
        if let receipt = receipts[send.record.id] {
            stored.record.movement.fee = try receipt.fee
        }
        try table.update(stored)
    }

    func broadcast(_ record: CoinSendRecord) throws -> SendMachine.Answer {
        let transaction = try SignedTransaction(decoding: record.signed)
        do {
            try asking { try $0.broadcast(transaction) }
            return .accepted
        } catch let error as CoinsError where [.refused, .underpriced].contains(error.code) {
            return .refused(SendRemark(error))
        } catch let error as CoinsError where error.code == .tooLate {
            // The nonce is used: by this very transaction, or by another one.
            return try asking { try $0.receipt(of: record.id) } != nil ? .accepted : .refused(SendRemark(error))
        }
    }

    func standing(of record: CoinSendRecord) throws -> SendMachine.Standing {
        try coins.standing(on: network) { address in
            let server = try support.server(address, coins)
            // The order matters: a transaction mined between the two requests has a receipt in the second.
            let tip = try server.blockNumber()
            let nonce = try server.nonce(of: sender)
            if let receipt = try server.receipt(of: record.id) {
                receipts[record.id] = receipt
                let isFinal = tip >= receipt.block && tip - receipt.block >= Self.finalDepth
                return receipt.hasSucceeded
                    ? .confirmed(height: receipt.block, isFinal: isFinal)
                    : .failed(height: receipt.block, isFinal: isFinal)
            }
            if let claim = record.claims.first, nonce > NonceClaim.number(claim) { return .displaced }
            return try server.isKnown(record.id) ? .pending : .unknown
        }
    }
}

/// A nonce as a claim: its eight bytes, big-endian.
enum NonceClaim {
    static func claim(_ nonce: UInt64) -> [UInt8] { withUnsafeBytes(of: nonce.bigEndian) { Array($0) } }
    static func number(_ claim: [UInt8]) -> UInt64 { claim.suffix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
