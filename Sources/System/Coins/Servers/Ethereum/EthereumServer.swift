// SPDX-License-Identifier: MIT
internal import Chains
package import Ethereum

/// A server that knows a chain of Ethereum's kind; what it says is checked against what was asked before it is returned.
///
/// Every method throws ``CoinsError`` with code `.unreachable`, `.refused`, `.lyingServer` or `.tooLarge`.
package protocol EthereumServer {
    /// Throws `.lyingServer` when the server is on another network than the one that this server was added for.
    func checkNetwork() throws
    /// The number of the newest block.
    func blockNumber() throws -> UInt64
    /// In the newest block.
    func balance(of address: Address) throws -> Wei
    /// How many transactions of the account are in blocks.
    func nonce(of address: Address) throws -> UInt64
    func hasCode(at address: Address) throws -> Bool
    /// What a contract answers to a call that changes nothing.
    func call(_ contract: Address, _ data: [UInt8]) throws -> [UInt8]
    func gasEstimate(for transaction: Transaction, from sender: Address) throws -> UInt64
    func feeSuggestion() throws -> FeeSuggestion

    /// Hands a transaction over. One that the server knows already, in a block or not, is accepted as well.
    ///
    /// - Throws: ``CoinsError`` with `.refused` and the server's own reason, `.underpriced` when another one of the same
    ///   nonce pays as much, `.tooLate` when the nonce is used up.
    func broadcast(_ transaction: SignedTransaction) throws
    /// Whether the server knows a transaction, in a block or not.
    func isKnown(_ hash: [UInt8]) throws -> Bool
    /// What became of a transaction in a block; nil while it is in none.
    func receipt(of hash: [UInt8]) throws -> EthereumReceipt?

    /// The transfers of some tokens from or to an account, in some blocks, oldest first.
    func transfers(of tokens: [Address], touching account: Address, inBlocks blocks: ClosedRange<UInt64>) throws
        -> [EthereumTransfer]
    /// Seconds since 1970.
    func time(ofBlock number: UInt64) throws -> UInt64
    /// What an account had after a block; nil when the server does not keep so old a state, or does not have the block yet.
    func state(of address: Address, afterBlock number: UInt64) throws -> EthereumState?
    /// A block, with those of its transactions and withdrawals that name an account.
    func block(_ number: UInt64, touching account: Address) throws -> EthereumBlock
}

/// What an account had after a block.
package struct EthereumState: Hashable, Sendable {
    package let balance: Wei
    /// How many transactions of the account were in blocks.
    package let nonce: UInt64

    package init(balance: Wei, nonce: UInt64) {
        self.balance = balance
        self.nonce = nonce
    }

    /// Before the first block.
    package static let nothing = EthereumState(balance: 0, nonce: 0)
}

/// What a block says of one account.
package struct EthereumBlock: Hashable, Sendable {
    /// A transaction that the account sent, or that sends ether to it.
    package struct Payment: Hashable, Sendable {
        package let hash: [UInt8]
        package let from: Address
        /// Nil for one that creates a contract.
        package let to: Address?
        package let value: Wei

        package init(hash: [UInt8], from: Address, to: Address?, value: Wei) {
            self.hash = hash
            self.from = from
            self.to = to
            self.value = value
        }
    }

    /// What a validator gets paid out. EIP-4895
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

/// What became of a transaction in a block.
package struct EthereumReceipt: Hashable, Sendable {
    package let block: UInt64
    /// False when it was undone and only its gas was paid.
    package let hasSucceeded: Bool
    package let gasUsed: UInt64
    /// Wei a unit of gas.
    package let price: Wei
    /// What the network took for its data beside the gas; zero on most networks.
    package let dataFee: Wei

    package init(block: UInt64, hasSucceeded: Bool, gasUsed: UInt64, price: Wei, dataFee: Wei = 0) {
        self.block = block
        self.hasSucceeded = hasSucceeded
        self.gasUsed = gasUsed
        self.price = price
        self.dataFee = dataFee
    }

    /// All that its sender paid for it.
    ///
    /// - Throws: `ChainsError` with code `.overflow`.
    package var fee: Wei { get throws { try price.multiplied(by: Wei(gasUsed)).adding(dataFee) } }
}

/// Tokens that changed hands, as the token's contract has logged it.
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
