// SPDX-License-Identifier: MIT
package import Bitcoin

/// A server that knows Bitcoin's chain; what it says is checked against what was asked before it is returned.
///
/// Lists are asked for whole, so that a server answers hundreds of questions at once: a question at a time costs a second
/// with some. Every method throws ``CoinsError`` with code `.unreachable`, `.refused`, `.lyingServer` or `.tooLarge`.
package protocol BitcoinServer {
    /// Throws `.lyingServer` when the server is on another network than the one that this server was added for.
    func checkNetwork() throws

    /// The height of the best block.
    func tip() throws -> UInt32

    /// For each script the transactions that pay to it or spend from it, in the order of the scripts.
    func histories(of scripts: [Script]) throws -> [[BitcoinEntry]]

    /// The transactions with these ids, in their order; each one's id is computed from what came.
    func transactions(_ ids: [TransactionID]) throws -> [Transaction]

    /// Seconds since 1970 of the blocks at these heights, in their order, from headers whose hash was checked for work.
    func times(ofBlocks heights: [UInt32]) throws -> [UInt64]

    /// The rate for a transaction to be in a block within so many blocks, or nil when the server cannot say.
    func feeRate(withinBlocks target: Int) throws -> FeeRate?

    /// What the server relays, as far as it says.
    func relayTerms() throws -> RelayTerms

    /// The waiting transactions that spend outputs of a waiting one, and theirs, by id; no more than a hundred or so.
    func descendants(of transaction: Transaction) throws -> [TransactionID: SentTransaction]

    /// Hands a transaction over. One that the server knows already, in a block or not, is accepted as well.
    ///
    /// - Throws: ``CoinsError`` with `.refused` and the server's own reason in the message.
    func broadcast(_ transaction: Transaction) throws
}

/// One transaction in the history of a script.
package struct BitcoinEntry: Hashable, Sendable {
    package let id: TransactionID
    /// The height of its block; nil while it is in none.
    package let height: UInt32?

    package init(id: TransactionID, height: UInt32?) {
        self.id = id
        self.height = height
    }
}
