// SPDX-License-Identifier: MIT
internal import SQLite

/// Which kinds of rows of a sealed store a commit may have changed.
package struct SealedStoreChange: Sendable, Equatable {
    private let note: CommitNote

    init(_ note: CommitNote) { self.note = note }

    /// Whether another connection committed, so that any row may have changed.
    package var isForeign: Bool { note == .foreign }

    /// Whether rows of these tables may have changed.
    package func concerns(_ tables: Set<String>) -> Bool {
        switch note {
        case .own(let changed): !changed.isDisjoint(with: tables)
        case .foreign: true
        }
    }

    /// Whether rows of this kind may have changed.
    package func concerns<Record: SealedRecord>(_: Record.Type) -> Bool { concerns([Record.table]) }
}

extension SealedStore {
    /// Calls `told` after each commit; see `Database.observe(_:)`.
    package func observe(_ told: @escaping (SealedStoreChange) -> Void) throws {
        try database.observe { told(SealedStoreChange($0)) }
    }

    /// Tells the observers if another connection has committed since the last call. Call it when a ``StoreWatch``
    /// reports.
    package func noteForeignCommits() throws { try database.noteForeignCommits() }
}

/// Reports commits of any process to a store's file as long as it lives, and sometimes reports without one.
package final class StoreWatch: Sendable {
    private let files: FileWatch

    /// Nil for a store in memory, which no other connection can change.
    ///
    /// - Parameter told: called on another thread; it must return quickly.
    package init?(of store: SealedStore, told: @escaping @Sendable () -> Void) {
        guard let files = FileWatch(of: store.database, told: told) else { return nil }
        self.files = files
    }
}
