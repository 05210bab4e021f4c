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

    var balances: [Address: Wei] = [:]
    var tokens: [Address: Wei] = [:]
    var tokenDecimals: UInt8 = 6
    var papers: [[UInt8]: Paper] = [:]
    /// Transactions in blocks that this wallet did not make, by account.
    var otherNonces: [Address: UInt64] = [:]
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
        guard let paper = papers[hash], let block = paper.block else { return nil }
        return EthereumReceipt(block: block, hasSucceeded: paper.hasSucceeded, gasUsed: 21_000, price: baseFee)
    }

    func transfers(of tokens: [Address], touching account: Address, inBlocks blocks: ClosedRange<UInt64>) throws
        -> [EthereumTransfer]
    {
        transfers.filter { blocks.contains($0.block) && ($0.from == account || $0.to == account) }
    }

    func time(ofBlock number: UInt64) throws -> UInt64 { 1_700_000_000 + number * 12 }
}

extension Address {
    fileprivate var neighbour: Address {
        // Safe: twenty bytes are an address.
        try! Address([UInt8](repeating: 0x11, count: 20))
    }
}
