// SPDX-License-Identifier: MIT

extension Database {
    /// Runs `body` as one unit: afterwards either all of it is durable, or none of it.
    ///
    /// The outermost call takes the write lock at once (BEGIN IMMEDIATE), so it cannot fail later for lack of it. A
    /// nested call is a savepoint: if it throws, only its own changes are rolled back, and the caller may continue.
    /// After an error that made the engine roll everything back (a full disk), every further statement of the outer
    /// transaction throws `.rolledBack`, and so does its end.
    ///
    /// - Throws: what `body` throws, or ``SQLError``. The changes are rolled back in both cases.
    @discardableResult
    package func transaction<R>(_ body: () throws -> R) throws -> R {
        try transactions.requireUsable(on: connection)
        let depth = transactions.depth
        try connection.execute(depth == 0 ? "BEGIN IMMEDIATE" : "SAVEPOINT s\(depth)", doing: "begin a change of")
        transactions.depth += 1
        defer { transactions.depth = depth }
        do {
            let result = try body()
            try transactions.requireUsable(on: connection)
            try connection.execute(depth == 0 ? "COMMIT" : "RELEASE s\(depth)", doing: "commit a change of")
            return result
        } catch {
            if !connection.isAutocommit {
                try connection.execute(
                    depth == 0 ? "ROLLBACK" : "ROLLBACK TO s\(depth); RELEASE s\(depth)", doing: "undo a change of")
            }
            throw error
        }
    }

    /// Whether a call of ``transaction(_:)`` is active.
    package var isInTransaction: Bool { transactions.depth > 0 }
}
