// SPDX-License-Identifier: MIT
import SQL

/// What the hub's store needs of a database engine beyond a connection: the exclusive right to write, the outcome of an
/// interrupted commit, readers, and the care of the engine's files or connections.
///
/// ```
/// begin ─► the batch's changes ─► commit ─► committed ─► replies ─► batchAnswered
///                                   └─ an error ─► outcome(of:isApplied:)
/// ```
///
/// Another engine is one more type with these members, and a case of ``StorePlace``. Documentation/Map.md lists what
/// `Hub` and `satchel-hub` do for a file or a server alone.
protocol StoreEngine: AnyObject, Sendable {
    /// The connection for changes. One thread uses it at a time.
    var connection: any SQLConnection { get }

    /// Connections that read committed state beside the writer. Nil if ``connection`` is the only connection.
    var readers: ReaderPool? { get }

    /// Connections that read committed state that may lag behind, if there is a replica.
    var replica: ReaderPool? { get }

    /// Begins a batch, as the first step inside its transaction.
    ///
    /// - Throws: ``HubError`` with `.inUse` if this process may not change the database any more, or `SQLError`.
    func begin() throws

    /// Notes that the last batch that was begun is committed.
    func committed()

    /// Decides the fate of the last batch, whose transaction ended with this error. Called before any reply. May ask
    /// the engine repeatedly, for a minute at most.
    ///
    /// - Parameter isApplied: whether all changes were applied, so that the error is one of the commit itself.
    func outcome(of error: SQLError, isApplied: Bool) -> BatchOutcome

    /// Called between two batches by the writer's thread, after the callers of the last one have their replies.
    func batchAnswered()

    /// Whether the database may lack pages that were committed. Then nothing is read from it or written to it.
    var hasGivenUp: Bool { get }

    /// Why this process should end: another one has taken over, the server has lost acknowledged changes, or the disk
    /// has failed to store checkpointed pages.
    var reasonToEnd: String? { get }

    /// Ends the engine's threads and releases its locks. Called once, after the last batch.
    func close()
}

/// What became of a batch whose transaction ended with an error.
enum BatchOutcome: Equatable {
    /// Nothing of it was applied, and the error says why.
    case refused
    /// It is committed; only the answer was lost.
    case committed
    /// Nothing of it was applied: the connection was lost before the commit.
    case lost
    /// It may be committed. Clients repeat their requests under the same ids, and then the database decides.
    case unknown
}

/// Lets consecutive reads of one connection share a snapshot, for as long as it is the newest.
protocol SharedSnapshot: AnyObject {
    /// Begins a read of the newest committed state, unless the read that is active has it.
    func refresh() throws

    /// Ends the read, if one is active.
    func end()
}
