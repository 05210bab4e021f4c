// SPDX-License-Identifier: MIT
import Coins
import Solana

/// A Solana chain on paper: blockhashes die, transactions are executed once, and servers forget or lie when told to.
final class PaperSolana: SolanaServer {
    struct Paper {
        let transaction: Transaction
        var slot: UInt64
        var isFinal = false
        var failure: String?
    }

    var balances: [Address: Lamports] = [:]
    var nonces: [Address: NonceAccount] = [:]
    var tokenAccounts: [Address: TokenAccount] = [:]
    var mints: [Address: (program: Address, data: [UInt8])] = [:]
    var papers: [Signature: Paper] = [:]
    /// Handed over, in no block yet.
    var waiting: [Signature: Transaction] = [:]
    var height: UInt64 = 1_000
    var isOnOtherNetwork = false
    var outage: CoinsError?
    /// Nothing before is known.
    var oldest: UInt64 = 0
    /// Handed over but never executed.
    var isLosing = false
    /// Says of every transaction that it does not know it.
    var isForgetful = false
    private(set) var broadcasts: [Signature] = []
    private var lastValid: [Blockhash: UInt64] = [:]

    /// Executes what waits and moves on.
    func advance(_ blocks: UInt64 = 1) throws {
        height += 1
        for (signature, transaction) in waiting {
            waiting[signature] = nil
            guard !isLosing, isAlive(transaction) else { continue }
            try execute(signature, transaction)
        }
        height += blocks - 1
        for signature in papers.keys { papers[signature]?.isFinal = true }
    }

    private func isAlive(_ transaction: Transaction) -> Bool {
        if let last = lastValid[transaction.message.blockhash] { return height <= last }
        return nonces.values.contains { $0.value == transaction.message.blockhash }
    }

    private func execute(_ signature: Signature, _ transaction: Transaction) throws {
        papers[signature] = Paper(transaction: transaction, slot: height)
        for instruction in try transaction.message.instructions() {
            switch Action(instruction) {
            case .transfer(let from, let to, let amount):
                balances[from] = (balances[from] ?? .zero).subtracting(amount)
                balances[to] = try (balances[to] ?? .zero).adding(amount)
            case .transferTokens(let transfer):
                let units = transfer.units
                let target = tokenAccounts[transfer.destination]
                change(transfer.source) { $0 - units }
                if target != nil { change(transfer.destination) { $0 + units } }
            case .advanceNonce(let address, _):
                guard let nonce = nonces[address] else { continue }
                nonces[address] = NonceAccount(address: address, authority: nonce.authority, value: try fresh())
            case .createTokenAccount(_, let account, let owner, let mint, let program):
                tokenAccounts[account] = TokenAccount(
                    address: account, program: program, mint: mint, owner: owner, units: 0)
            default: break
            }
        }
        let payer = transaction.message.feePayer
        balances[payer] = (balances[payer] ?? .zero).subtracting(Lamports(5_000))
    }

    private func change(_ account: Address, _ by: (UInt64) -> UInt64) {
        guard let now = tokenAccounts[account] else { return }
        tokenAccounts[account] = TokenAccount(
            address: account, program: now.program, mint: now.mint, owner: now.owner, units: by(now.units))
    }

    private func fresh() throws -> Blockhash {
        try Blockhash((0..<4).flatMap { _ in withUnsafeBytes(of: height.bigEndian) { Array($0) } })
    }

    // MARK: - SolanaServer

    func checkNetwork() throws {
        try answer()
        if isOnOtherNetwork { throw CoinsError(.lyingServer, "The server is on another network.") }
    }

    func balance(of address: Address) throws -> Lamports {
        try answer()
        return balances[address] ?? .zero
    }

    func latestBlockhash() throws -> (blockhash: Blockhash, lastValidBlockHeight: UInt64) {
        try answer()
        let blockhash = try fresh()
        lastValid[blockhash] = height + 150
        return (blockhash, height + 150)
    }

    func finalizedBlockHeight() throws -> UInt64 {
        try answer()
        return height
    }

    func oldestTime() throws -> UInt64? {
        try answer()
        return oldest
    }

    func accounts(_ addresses: [Address]) throws -> [SolanaAccount?] {
        try answer()
        return addresses.map { address in
            if let nonce = nonces[address] {
                let data: [UInt8] =
                    [1, 0, 0, 0, 1, 0, 0, 0] + nonce.authority.bytes + nonce.value.bytes + [
                        0x88, 0x13, 0, 0, 0, 0, 0, 0,
                    ]
                return SolanaAccount(
                    owner: .systemProgram, balance: Lamports(1_447_680), isExecutable: false, data: data)
            }
            if let mint = mints[address] {
                return SolanaAccount(owner: mint.program, balance: Lamports(1), isExecutable: false, data: mint.data)
            }
            if let account = tokenAccounts[address] {
                var units = account.units
                let amount = (0..<8).map { _ in
                    defer { units >>= 8 }
                    return UInt8(truncatingIfNeeded: units)
                }
                let state: UInt8 = account.isFrozen ? 2 : 1
                let data =
                    account.mint.bytes + account.owner.bytes + amount + [UInt8](repeating: 0, count: 36) + [state]
                    + [UInt8](repeating: 0, count: 56)
                return SolanaAccount(
                    owner: account.program, balance: Lamports(2_039_280), isExecutable: false, data: data)
            }
            guard let balance = balances[address] else { return nil }
            return SolanaAccount(owner: .systemProgram, balance: balance, isExecutable: false, data: [])
        }
    }

    func tokenAccounts(of owner: Address) throws -> [TokenAccount] {
        try answer()
        return tokenAccounts.values.filter { $0.owner == owner }
    }

    func priorityPrices(writing addresses: [Address]) throws -> [UInt64] { [0, 0, 1_000] }
    func simulate(_ transaction: Transaction) throws -> String? { nil }

    func broadcast(_ transaction: Transaction) throws {
        try answer()
        guard let first = transaction.signatures.first, let signature = first, try transaction.isValid else {
            throw CoinsError(.refused, "signature verification failure")
        }
        broadcasts.append(signature)
        guard papers[signature] == nil else { return }
        guard isAlive(transaction) else { throw CoinsError(.refused, "Blockhash not found") }
        waiting[signature] = transaction
    }

    func statuses(of signatures: [Signature]) throws -> [SolanaStatus?] {
        try answer()
        return signatures.map { signature in
            guard !isForgetful, let paper = papers[signature] else { return nil }
            return SolanaStatus(slot: paper.slot, isFinal: paper.isFinal, failure: paper.failure)
        }
    }

    func history(of address: Address, before: Signature?, limit: Int) throws -> [SolanaEntry] {
        try answer()
        let all = papers.filter { $0.value.transaction.message.accounts.contains(address) }
            .sorted { $0.value.slot > $1.value.slot }
            .map {
                SolanaEntry(
                    signature: $0.key, slot: $0.value.slot, time: 1_700_000_000, hasFailed: $0.value.failure != nil)
            }
        let start = before.flatMap { last in all.firstIndex { $0.signature == last }.map { $0 + 1 } } ?? 0
        return Array(all.dropFirst(start).prefix(limit))
    }

    func transactions(_ signatures: [Signature]) throws -> [SolanaOutcome?] {
        try signatures.map { signature in
            guard let paper = papers[signature] else { return nil }
            var changes: [Address: (before: Lamports, after: Lamports)] = [:]
            for instruction in try paper.transaction.message.instructions() {
                guard case .transfer(let from, let to, let amount) = Action(instruction) else { continue }
                changes[from] = (before: try amount.adding(Lamports(5_000)), after: .zero)
                changes[to] = (before: .zero, after: amount)
            }
            return SolanaOutcome(
                transaction: paper.transaction, fee: Lamports(5_000), balances: changes, tokens: [])
        }
    }

    private func answer() throws {
        if let outage { throw outage }
    }
}
