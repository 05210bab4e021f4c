// SPDX-License-Identifier: MIT
internal import SQLite

/// The kinds of rows that a screen shows of a drive.
package enum DriveRows: CaseIterable, Sendable {
    /// Items and spaces.
    case files
    /// The queue.
    case tasks

    fileprivate static func changed(by note: CommitNote) -> Set<DriveRows> {
        switch note {
        case .foreign: Set(allCases)
        case .own(let tables):
            Set(allCases.filter { $0 == .files ? tables.contains("item") : tables.contains("task") })
        }
    }
}

extension DriveStore {
    /// Calls `told` after each commit with what it may have changed; see `Database.observe(_:)`.
    ///
    /// Spaces and settings change on other connections only: those that ask the server. They count as a foreign commit.
    package func observe(_ told: @escaping (Set<DriveRows>) -> Void) throws {
        do {
            try database.observe { told(DriveRows.changed(by: $0)) }
        } catch {
            throw DriveError.translating(error)
        }
    }

    /// Tells the observers if another connection has committed since the last call. Call it when a ``DriveWatch``
    /// reports.
    package func noteForeignCommits() throws {
        do {
            try database.noteForeignCommits()
        } catch {
            throw DriveError.translating(error)
        }
    }
}

/// Reports commits of any process to a drive's store as long as it lives, and sometimes reports without one.
package final class DriveWatch: Sendable {
    private let files: FileWatch

    /// - Parameter told: called on another thread; it must return quickly.
    package init?(of store: DriveStore, told: @escaping @Sendable () -> Void) {
        guard let files = FileWatch(of: store.database, told: told) else { return nil }
        self.files = files
    }
}
