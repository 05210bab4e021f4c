// SPDX-License-Identifier: MIT
internal import Chains
package import Ethereum

/// A server of an Ethereum chain. Its answers are checked against the request before they are returned.
///
/// Every method throws ``CoinsError`` with code `.unreachable`, `.refused`, `.lyingServer` or `.tooLarge`.
package protocol EthereumServer {
    /// Throws `.lyingServer` when the server is on another network than the one that it was added for.
    func checkNetwork() throws
    /// The number of the newest block.
    func blockNumber() throws -> UInt64
    /// The balance in the newest block.
    func balance(of address: Address) throws -> Wei
    /// The number of the account's transactions in blocks.
    func nonce(of address: Address) throws -> UInt64
    func hasCode(at address: Address) throws -> Bool
    /// The result of a contract call that changes nothing.
    func call(_ contract: Address, _ data: [UInt8]) throws -> [UInt8]
    func gasEstimate(for transaction: Transaction, from sender: Address) throws -> UInt64
    func feeSuggestion() throws -> FeeSuggestion

    /// Broadcasts a transaction. One that the server already knows, in a block or not, is accepted as well.
    ///
    /// - Throws: ``CoinsError`` with `.refused` and the server's own reason, `.underpriced` when another one with the
    ///   same nonce pays as much, `.tooLate` when the nonce is used up.
    func broadcast(_ transaction: SignedTransaction) throws
    /// Whether the server knows a transaction, in a block or not.
    func isKnown(_ hash: [UInt8]) throws -> Bool
    /// The outcome of a transaction in a block; nil while it is in none.
    func receipt(of hash: [UInt8]) throws -> EthereumReceipt?

    /// The transfers of the given tokens from or to an account in a block range, oldest first.
    func transfers(of tokens: [Address], touching account: Address, inBlocks blocks: ClosedRange<UInt64>) throws
        -> [EthereumTransfer]
    /// The time of a block, in seconds since 1970.
    func time(ofBlock number: UInt64) throws -> UInt64
    /// An account's state after a block; nil when the server has pruned that state, or does not have the block yet.
    func state(of address: Address, afterBlock number: UInt64) throws -> EthereumState?
    /// A block, with those of its transactions and withdrawals that name an account.
    func block(_ number: UInt64, touching account: Address) throws -> EthereumBlock
}

/// An account's state after a block.
package struct EthereumState: Hashable, Sendable {
    package let balance: Wei
    /// The number of the account's transactions in blocks.
    package let nonce: UInt64

    package init(balance: Wei, nonce: UInt64) {
        self.balance = balance
        self.nonce = nonce
    }

    /// The state before the first block.
    package static let nothing = EthereumState(balance: 0, nonce: 0)
}

/// The parts of a block that concern one account.
package struct EthereumBlock: Hashable, Sendable {
    /// A transaction that the account sent, or that sends ether to it.
    package struct Payment: Hashable, Sendable {
        package let hash: [UInt8]
        package let from: Address
        /// Nil for a transaction that creates a contract.
        package let to: Address?
        package let value: Wei

        package init(hash: [UInt8], from: Address, to: Address?, value: Wei) {
            self.hash = hash
            self.from = from
            self.to = to
            self.value = value
        }
    }

    /// A validator's payout. EIP-4895
    package struct Withdrawal: Hashable, Sendable {
        /// Counts all withdrawals of the network.
        package let index: UInt64
        package let amount: Wei

        package init(index: UInt64, amount: Wei) {
            self.index = index
            self.amount = amount
        }
    }

    package let number: UInt64
    /// Seconds since 1970.
    package let time: UInt64
    package let payments: [Payment]
    package let withdrawals: [Withdrawal]

    package init(number: UInt64, time: UInt64, payments: [Payment], withdrawals: [Withdrawal]) {
        self.number = number
        self.time = time
        self.payments = payments
        self.withdrawals = withdrawals
    }
}

/// The outcome of a transaction in a block.
package struct EthereumReceipt: Hashable, Sendable {
    package let block: UInt64
    /// False when it was reverted and only its gas was paid.
    package let hasSucceeded: Bool
    package let gasUsed: UInt64
    /// Wei per unit of gas.
    package let price: Wei
    /// The network's fee for its data besides the gas; zero on most networks.
    package let dataFee: Wei

    package init(block: UInt64, hasSucceeded: Bool, gasUsed: UInt64, price: Wei, dataFee: Wei = 0) {
        self.block = block
        self.hasSucceeded = hasSucceeded
        self.gasUsed = gasUsed
        self.price = price
        self.dataFee = dataFee
    }

    /// The total that its sender paid for it.
    ///
    /// - Throws: `ChainsError` with code `.overflow`.
    package var fee: Wei { get throws { try price.multiplied(by: Wei(gasUsed)).adding(dataFee) } }
}

/// A token transfer, as the token's contract has logged it.
package struct EthereumTransfer: Hashable, Sendable {
    package let token: Address
    package let from: Address
    package let to: Address
    package let amount: Wei
    package let block: UInt64
    package let transaction: [UInt8]

    package init(token: Address, from: Address, to: Address, amount: Wei, block: UInt64, transaction: [UInt8]) {
        self.token = token
        self.from = from
        self.to = to
        self.amount = amount
        self.block = block
        self.transaction = transaction
    }
}
