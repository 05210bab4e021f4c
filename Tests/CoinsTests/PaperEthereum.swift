// SPDX-License-Identifier: MIT
import Chains
import Coins
import Ethereum

/// An Ethereum chain on paper, with one token; it keeps nonces and balances, and lies when told to.
final class PaperEthereum: EthereumServer {
    struct Paper {
        let transaction: SignedTransaction
        var block: UInt64?
        var hasSucceeded = true
    }

    var balances: [Address: Wei] = [:] { didSet { pastBalances[block] = balances } }
    var tokens: [Address: Wei] = [:]
    var tokenDecimals: UInt8 = 6
    /// What contracts answer when they are asked for a balance, instead of what the token says.
    var contracts: [Address: Result<[UInt8], CoinsError>] = [:]
    /// Contracts that log more transfers than a server's answer may have.
    var floods: Set<Address> = []
    var papers: [[UInt8]: Paper] = [:]
    /// Transactions in blocks that this wallet did not make, by account.
    var otherNonces: [Address: UInt64] = [:] { didSet { pastNonces[block] = otherNonces } }
    /// Payments of others, by block, and what validators got.
    var gifts: [UInt64: [EthereumBlock.Payment]] = [:]
    var withdrawals: [UInt64: [EthereumBlock.Withdrawal]] = [:]
    /// Of how many of the newest blocks states are kept; nil for all.
    var keptStates: UInt64?
    /// What is said instead of the truth.
    var stateLie: ((UInt64) -> EthereumState?)?
    var blockLie: ((UInt64) -> EthereumBlock?)?
    /// Thrown from this question about the past on.
    var pastOutage: (question: Int, error: CoinsError)?
    /// How many calls it took to answer about states, blocks and receipts.
    private(set) var questions = 0
    private var pastBalances: [UInt64: [Address: Wei]] = [:]
    private var pastNonces: [UInt64: [Address: UInt64]] = [:]
    var transfers: [EthereumTransfer] = []
    var block: UInt64 = 1_000
    var baseFee: Wei = 10_000_000_000
    var isOnOtherNetwork = false
    var outage: CoinsError?
    /// The reason for refusing every broadcast.
    var refusal: String?
    private(set) var broadcasts = 0

    static let token = Address.zero.neighbour

    func mine(_ blocks: UInt64 = 1) {
        block += 1
        for (hash, paper) in papers.sorted(by: {
            $0.value.transaction.transaction.nonce < $1.value.transaction.transaction.nonce
        })
        where paper.block == nil && paper.transaction.transaction.nonce == nonceInBlocks(paper.transaction.sender) {
            papers[hash]?.block = block
            execute(paper)
        }
        block += blocks - 1
    }

    private func execute(_ paper: Paper) {
        let order = paper.transaction.transaction
        let sender = paper.transaction.sender
        balances[sender] = try? (balances[sender] ?? 0).subtracting(baseFee.multiplied(by: 21_000))
        guard paper.hasSucceeded else { return }
        balances[sender] = try? (balances[sender] ?? 0).subtracting(order.value)
        if case .transfer(let to, let amount)? = TokenCall(decoding: order.data) {
            tokens[sender] = try? (tokens[sender] ?? 0).subtracting(amount)
            tokens[to] = try? (tokens[to] ?? 0).adding(amount)
            transfers.append(
                EthereumTransfer(
                    token: Self.token, from: sender, to: to, amount: amount, block: block,
                    transaction: paper.transaction.hash))
        } else if let to = order.to {
            balances[to] = try? (balances[to] ?? 0).adding(order.value)
        }
    }

    private func nonceInBlocks(_ address: Address) -> UInt64 {
        UInt64(papers.values.count { $0.block != nil && $0.transaction.sender == address })
            + (otherNonces[address] ?? 0)
    }

    // MARK: - EthereumServer

    func checkNetwork() throws {
        if let outage { throw outage }
        if isOnOtherNetwork { throw CoinsError(.lyingServer, "The server is on another network.") }
    }

    func blockNumber() throws -> UInt64 {
        if let outage { throw outage }
        return block
    }

    func balance(of address: Address) throws -> Wei { balances[address] ?? 0 }
    func nonce(of address: Address) throws -> UInt64 { nonceInBlocks(address) }
    func hasCode(at address: Address) throws -> Bool { address == Self.token }

    func call(_ contract: Address, _ data: [UInt8]) throws -> [UInt8] {
        if let answer = contracts[contract] { return try answer.get() }
        if data == TokenQuery.decimals.data { return Wei(UInt64(tokenDecimals)).bigEndian32 }
        return (tokens[try Address(Array(data.suffix(20)))] ?? 0).bigEndian32
    }

    func gasEstimate(for transaction: Transaction, from sender: Address) throws -> UInt64 {
        transaction.data.isEmpty ? 21_000 : 50_000
    }

    func feeSuggestion() throws -> FeeSuggestion {
        try FeeSuggestion(baseFees: [baseFee, baseFee], rewards: [[1_000_000_000, 2_000_000_000, 3_000_000_000]])
    }

    func broadcast(_ transaction: SignedTransaction) throws {
        if let outage { throw outage }
        broadcasts += 1
        guard papers[transaction.hash] == nil else { return }
        if let refusal { throw CoinsError(.refused, refusal) }
        let nonce = transaction.transaction.nonce
        guard nonce >= nonceInBlocks(transaction.sender) else { throw CoinsError(.tooLate, "nonce too low") }
        for (hash, paper) in papers
        where paper.block == nil && paper.transaction.sender == transaction.sender
            && paper.transaction.transaction.nonce == nonce
        {
            guard try Replacement.isEnough(transaction.transaction.pricing, over: paper.transaction.transaction.pricing)
            else {
                throw CoinsError(.underpriced, "replacement transaction underpriced")
            }
            papers[hash] = nil
        }
        papers[transaction.hash] = Paper(transaction: transaction)
    }

    func isKnown(_ hash: [UInt8]) throws -> Bool { papers[hash] != nil }

    func receipt(of hash: [UInt8]) throws -> EthereumReceipt? {
        questions += 1
        if let block = gifts.first(where: { $0.value.contains { $0.hash == hash } })?.key {
            return EthereumReceipt(block: block, hasSucceeded: !failed.contains(hash), gasUsed: 21_000, price: baseFee)
        }
        guard let paper = papers[hash], let block = paper.block else { return nil }
        return EthereumReceipt(block: block, hasSucceeded: paper.hasSucceeded, gasUsed: 21_000, price: baseFee)
    }

    // MARK: - The past

    /// The hashes of gifts that failed.
    var failed: Set<[UInt8]> = []
    private var made: UInt64 = 0

    /// Pays an account in the newest block.
    ///
    /// - Parameter from: nil for a contract, which no transaction shows.
    @discardableResult
    func give(_ amount: Wei, to: Address, from: Address?) throws -> [UInt8] {
        balances[to] = try (balances[to] ?? 0).adding(amount)
        guard let from else { return [] }
        made += 1
        let hash = [UInt8](repeating: 0x77, count: 24) + withUnsafeBytes(of: made.bigEndian) { Array($0) }
        gifts[block, default: []].append(EthereumBlock.Payment(hash: hash, from: from, to: to, value: amount))
        return hash
    }

    /// Takes the newest blocks away, with what was in them.
    func reorganise(_ depth: UInt64) {
        block -= depth
        gifts = gifts.filter { $0.key <= block }
        pastBalances = pastBalances.filter { $0.key <= block }
        balances = pastBalances.max { $0.key < $1.key }?.value ?? [:]
    }

    private func notePast(_ count: Int) throws {
        questions += count
        if let pastOutage, questions > pastOutage.question { throw pastOutage.error }
    }

    func state(of address: Address, afterBlock number: UInt64) throws -> EthereumState? {
        try notePast(2)
        if let lie = stateLie?(number) { return lie }
        guard number <= block, block - number < keptStates ?? .max else { return nil }
        func last<Value>(_ past: [UInt64: Value]) -> Value? {
            past.filter { $0.key <= number }.max { $0.key < $1.key }?.value
        }
        let own = papers.values.count { $0.block ?? .max <= number && $0.transaction.sender == address }
        return EthereumState(
            balance: last(pastBalances)?[address] ?? 0, nonce: UInt64(own) + (last(pastNonces)?[address] ?? 0))
    }

    func block(_ number: UInt64, touching account: Address) throws -> EthereumBlock {
        try notePast(1)
        if let lie = blockLie?(number) { return lie }
        let own = papers.values.filter { $0.block == number }.map(\.transaction).map {
            EthereumBlock.Payment(
                hash: $0.hash, from: $0.sender, to: $0.transaction.to, value: $0.transaction.value)
        }
        return EthereumBlock(
            number: number, time: try time(ofBlock: number),
            payments: (own + (gifts[number] ?? [])).filter {
                $0.from == account || ($0.to == account && !$0.value.isZero)
            }, withdrawals: withdrawals[number] ?? [])
    }

    func transfers(of tokens: [Address], touching account: Address, inBlocks blocks: ClosedRange<UInt64>) throws
        -> [EthereumTransfer]
    {
        guard floods.isDisjoint(with: tokens) else { throw CoinsError(.tooLarge, "more than 10000 transfers") }
        return transfers.filter { blocks.contains($0.block) && ($0.from == account || $0.to == account) }
    }

    func time(ofBlock number: UInt64) throws -> UInt64 { 1_700_000_000 + number * 12 }
}

extension Address {
    fileprivate var neighbour: Address {
        // Safe: twenty bytes are an address.
        try! Address([UInt8](repeating: 0x11, count: 20))
    }
}
