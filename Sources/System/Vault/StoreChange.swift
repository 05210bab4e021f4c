// SPDX-License-Identifier: MIT
package import SQLite

/// Which kinds of rows of a sealed store a commit may have changed.
package struct StoreChange: Sendable, Equatable {
    private let note: CommitNote

    package init(_ note: CommitNote) { self.note = note }

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
    package func observe(_ told: @escaping (StoreChange) -> Void) throws {
        try database.observe { told(StoreChange($0)) }
    }
}
