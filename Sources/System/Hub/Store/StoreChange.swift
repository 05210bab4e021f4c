// SPDX-License-Identifier: MIT
import SQLite
import Tokens

/// What a change gets to work with while it is applied: the open transaction, the hub's time, and a place for
/// everything that must wait until the commit is durable.
final class StoreChange {
    let database: Database
    let now: Timestamp
    private(set) var commitments: [@Sendable () -> Void] = []

    init(database: Database, now: Timestamp) {
        self.database = database
        self.now = now
    }

    /// Memory follows the disk: runs once the change is durable, and never if it is undone.
    func afterCommit(_ body: @escaping @Sendable () -> Void) { commitments.append(body) }

    /// Runs one part of the change alone: if it is refused, its rows and its commitments are undone and the rest goes on.
    ///
    /// - Throws: only what ends the whole batch, see ``SQLiteError/endsBatch``.
    func attempt<R>(_ body: () throws -> R) throws -> Result<R, any Error> {
        let kept = commitments.count
        do {
            return .success(try database.transaction(body))
        } catch let error as SQLiteError where error.endsBatch {
            throw error
        } catch {
            commitments.removeLast(commitments.count - kept)
            return .failure(error)
        }
    }
}

extension SQLiteError {
    /// Whether nothing more can be done in the surrounding transaction: everything but a rule of the schema that
    /// refused one row, or a row that does not hold what the code expects.
    var endsBatch: Bool {
        switch code {
        case .constraint, .mismatch: false
        default: true
        }
    }
}
