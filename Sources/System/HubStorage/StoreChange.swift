// SPDX-License-Identifier: MIT
package import SQL
package import Tokens

/// What a change uses while it is applied: the open transaction, the hub's time, and a list of what to do after the
/// commit.
package final class StoreChange {
    package let database: any SQLConnection
    package let now: Timestamp
    package private(set) var commitments: [@Sendable () -> Void] = []

    init(database: any SQLConnection, now: Timestamp) {
        self.database = database
        self.now = now
    }

    /// Updates memory after the disk: `body` runs once the change is durable, and never if it is rolled back.
    package func afterCommit(_ body: @escaping @Sendable () -> Void) { commitments.append(body) }

    /// Runs one part of the change in a savepoint. If it is refused, its rows and commitments are rolled back and the
    /// rest continues.
    ///
    /// - Throws: only what ends the whole batch, see ``SQLError/endsBatch``.
    package func attempt<R>(_ body: () throws -> R) throws -> Result<R, any Error> {
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
