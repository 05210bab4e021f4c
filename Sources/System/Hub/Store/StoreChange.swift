// SPDX-License-Identifier: MIT
import SQL
import Tokens

/// What a change gets to work with while it is applied: the open transaction, the hub's time, and a place for
/// everything that must wait until the commit is durable.
final class StoreChange {
    let database: any SQLConnection
    let now: Timestamp
    private(set) var commitments: [@Sendable () -> Void] = []

    init(database: any SQLConnection, now: Timestamp) {
        self.database = database
        self.now = now
    }

    /// Memory follows the disk: runs once the change is durable, and never if it is undone.
    func afterCommit(_ body: @escaping @Sendable () -> Void) { commitments.append(body) }

    /// Runs one part of the change alone: if it is refused, its rows and its commitments are undone and the rest goes on.
    ///
    /// - Throws: only what ends the whole batch, see ``SQLError/endsBatch``.
    func attempt<R>(_ body: () throws -> R) throws -> Result<R, any Error> {
        let kept = commitments.count
        do {
            return .success(try database.transaction(body))
        } catch let error as SQLError where error.endsBatch {
            throw error
        } catch {
            commitments.removeLast(commitments.count - kept)
            return .failure(error)
        }
    }
}
