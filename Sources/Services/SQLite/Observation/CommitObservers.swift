// SPDX-License-Identifier: MIT
internal import CSQLite

/// What a commit may have changed.
///
/// It may name more than was changed, such as a table whose change was rolled back alone; it never leaves out a change.
package enum CommitNote: Sendable, Equatable {
    /// This connection committed. Rows of these tables were added, changed or removed.
    case own(tables: Set<String>)
    /// Another connection committed, of this process or of another. Its tables are not known.
    case foreign
}

/// Collects the tables that a connection changes, and passes them on after the commit.
///
/// C: <https://www.sqlite.org/c3ref/update_hook.html>, <https://www.sqlite.org/c3ref/commit_hook.html>. The engine does
/// not report rows of a table WITHOUT ROWID, nor a DELETE without WHERE.
final class CommitObservers {
    /// The tables of the open transaction.
    private var touched: Set<String> = []
    /// The tables of commits that no observer was told of.
    private var committed: Set<String> = []
    /// The name of the last changed row's table, which stays in place in the engine's memory while a statement runs.
    private var last: UnsafePointer<CChar>?
    private var observers: [(CommitNote) -> Void] = []

    /// Installs the hooks. The connection must keep this object.
    init(_ connection: OpaquePointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_update_hook(
            connection,
            { context, _, _, table, _ in
                guard let context, let table else { return }
                Unmanaged<CommitObservers>.fromOpaque(context).takeUnretainedValue().touch(table)
            }, context)
        sqlite3_commit_hook(
            connection,
            { context in
                guard let context else { return 0 }
                Unmanaged<CommitObservers>.fromOpaque(context).takeUnretainedValue().commit()
                return 0
            }, context)
        sqlite3_rollback_hook(
            connection,
            { context in
                guard let context else { return }
                Unmanaged<CommitObservers>.fromOpaque(context).takeUnretainedValue().rollBack()
            }, context)
    }

    func add(_ observer: @escaping (CommitNote) -> Void) { observers.append(observer) }

    private func touch(_ table: UnsafePointer<CChar>) {
        guard table != last else { return }
        last = table
        touched.insert(String(cString: table))
    }

    private func commit() {
        committed.formUnion(touched)
        (touched, last) = ([], nil)
    }

    private func rollBack() { (touched, last) = ([], nil) }

    /// Tells of the commits so far. Call it while no transaction is open.
    func tell() {
        guard !committed.isEmpty else { return }
        let tables = committed
        committed = []
        tell(.own(tables: tables))
    }

    func tell(_ note: CommitNote) { for observer in observers { observer(note) } }
}
