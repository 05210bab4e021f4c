// SPDX-License-Identifier: MIT
import Glibc
import Keys
import SQL
import SQLite

/// Marks a write-ahead log that must be checkpointed again, because the disk may lack pages that were moved into the
/// database file. An empty file beside the database is the mark; it stays until the whole log was moved again.
///
/// The log's index records how much of the log was moved, and all processes that have the database open share it. A
/// process rebuilds the index only when it opens the database while no other process has it open.
package struct DirtyLogMarker {
    /// The refusal of everything while the mark is set.
    package static let over = HubError(
        .inUse, "The disk failed to store the database file. The hub no longer reads or writes this file.")

    private let path: String
    private var mark: String { path + "-doubt" }

    /// - Parameter path: the path of the database file.
    package init(of path: String) {
        self.path = path
    }

    package var isNoted: Bool { access(mark, F_OK) == 0 }

    /// Sets the mark. From now on every process that opens the database checkpoints its log first.
    ///
    /// - Throws: ``HubError`` with `.system`.
    package func note() throws {
        do {
            try AtomicFile.write([], to: mark)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        }
    }

    /// If the mark is set, moves the whole log and clears the mark.
    ///
    /// - Throws: ``HubError`` with `.inUse` while another process has the database open, and `SQLError`.
    package func settle() throws {
        guard isNoted else { return }
        do {
            try Database(path: .file(path), isAlone: true, busyTimeoutMilliseconds: 1_000).checkpoint()
        } catch let error as SQLError where error.code == .busy {
            throw HubError(
                .inUse,
                """
                The disk has refused a part of the database '\(path)', so the write-ahead log must be moved into it \
                again, and another program has the database open. Wait until that program has ended, or end it.
                """, cause: error)
        }
        unlink(mark)
    }
}
