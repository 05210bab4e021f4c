// SPDX-License-Identifier: MIT
package import Bitcoin

/// A server of Bitcoin's chain. Its answers are checked against the request before they are returned.
///
/// Methods take whole lists, so that a server answers hundreds of requests in one batch; with some servers a single
/// request takes a second. Every method throws ``CoinsError`` with code `.unreachable`, `.refused`, `.lyingServer` or
/// `.tooLarge`.
package protocol BitcoinServer {
    /// Throws `.lyingServer` when the server is on another network than the one that it was added for.
    func checkNetwork() throws

    /// The height of the best block.
    func tip() throws -> UInt32

    /// For each script, in order, the transactions that pay to it or spend from it.
    func histories(of scripts: [Script]) throws -> [[BitcoinEntry]]

    /// The transactions with these ids, in order. Each id is recomputed from the received bytes.
    func transactions(_ ids: [TransactionID]) throws -> [Transaction]

    /// The times of the blocks at these heights, in order, in seconds since 1970. The proof of work of each header is
    /// checked.
    func times(ofBlocks heights: [UInt32]) throws -> [UInt64]

    /// The fee rate to be in a block within this many blocks, or nil when the server cannot say.
    func feeRate(withinBlocks target: Int) throws -> FeeRate?

    /// The server's relay policy, as far as it reports one.
    func relayTerms() throws -> RelayTerms

    /// The waiting transactions that descend from a waiting one, by id; about a hundred at most.
    func descendants(of transaction: Transaction) throws -> [TransactionID: SentTransaction]

    /// Broadcasts a transaction. A transaction that the server already knows, in a block or not, is accepted as well.
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
