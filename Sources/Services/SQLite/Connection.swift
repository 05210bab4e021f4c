// SPDX-License-Identifier: MIT
internal import CSQLite
internal import Glibc

/// The owner of one SQLite connection handle. Statements keep it alive, so it closes after the last of them.
///
/// C: `sqlite3`, <https://www.sqlite.org/c3ref/sqlite3.html>
final class Connection {
    let handle: OpaquePointer
    /// The path, for messages.
    let name: String

    /// Process-wide settings. SQLite counts its memory under one lock for all connections of the process, which every
    /// allocation would wait for; the count is not used here. If other code has called SQLite before, the setting has
    /// no effect and does no harm.
    /// <https://www.sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus>
    /// The page cache is also prevented from scanning all pages after each transaction: see page_cache.h.
    private static let settings: [Int32] = [satchel_sqlite3_count_no_memory(), satchel_sqlite3_cut_caches_short()]

    /// Opens the file. Nothing is read yet, so the first statement detects a damaged file.
    ///
    /// - Parameters:
    ///   - gathersLog: whether the log is written in large pieces, see gathered_log.h.
    ///   - isUnchanging: whether no process changes the file, so that it needs no log and no locks.
    init(path: String, flags: Int32, gathersLog: Bool = false, isUnchanging: Bool = false) throws {
        _ = Self.settings
        var handle: OpaquePointer?
        // NOMUTEX: a connection has one owner at a time, so SQLite's own locks are not needed.
        let code = sqlite3_open_v2(
            isUnchanging ? Self.unchanging(path) : path, &handle,
            flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (isUnchanging ? SQLITE_OPEN_URI : 0),
            gathersLog ? satchel_sqlite3_gathering() : nil)
        let shown = path == ":memory:" ? "in memory" : "'\(path)'"
        guard let handle else {
            throw SQLError(.cantOpen, "There is no memory left to open the database \(shown).")
        }
        self.handle = handle
        log.initialize(to: 0)
        name = shown
        try check(code, doing: "open")
    }

    deinit {
        // v2 defers the close until the last statement is finalised, whatever the order of release.
        sqlite3_close_v2(handle)
        log.deallocate()
    }

    /// A URI is the only way to open a file as immutable. <https://www.sqlite.org/uri.html>
    private static func unchanging(_ path: String) -> String {
        var uri = path.hasPrefix("/") ? "file://" : "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default: uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
        return uri + "?immutable=1"
    }

    /// Turns a result code into our error. Reads SQLite's message at once, before another call replaces it.
    func check(_ code: Int32, doing action: String, file: String = #fileID, line: Int = #line) throws {
        guard code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE else { return }
        let meaning = meaning(of: code)
        let text = String(cString: sqlite3_errmsg(handle))
        let advice = meaning.advice.isEmpty ? "" : " \(meaning.advice)"
        throw SQLError(
            meaning, "Could not \(action) the database \(name): \(text) (\(code)).\(advice)", file: file, line: line)
    }

    /// The number of pages in the log. Outlives the connection, which writes to it.
    private let log = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    var logPages: Int { Int(log.pointee) }

    /// Counts the pages of the log after each commit, instead of starting a checkpoint there.
    ///
    /// C: <https://www.sqlite.org/c3ref/wal_hook.html>
    func watchLog() { satchel_sqlite3_count_log(handle, log) }

    /// Whether no transaction is open. The engine ends a transaction by itself after some errors.
    var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// Runs SQL text, which may contain several statements, without the statement cache.
    func execute(_ sql: String, doing action: String = "change") throws {
        defer { tellCommits() }
        try check(sqlite3_exec(handle, sql, nil, nil, nil), doing: action)
    }

    /// Nil until the first observer, so that other connections do not pay for it.
    private var observers: CommitObservers?
    var isObserved: Bool { observers != nil }

    func observe(_ told: @escaping (CommitNote) -> Void) {
        let all = observers ?? CommitObservers(handle)
        observers = all
        all.add(told)
    }

    func tell(_ note: CommitNote) { observers?.tell(note) }

    /// Tells the observers of the commits so far, unless a transaction is open.
    func tellCommits() {
        guard let observers, isAutocommit else { return }
        observers.tell()
    }

    /// SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC, which are not imported as constants.
    private static let flushFailed = SQLITE_IOERR | 4 << 8
    private static let folderFlushFailed = SQLITE_IOERR | 5 << 8

    /// <https://www.sqlite.org/rescode.html>: the low byte is the primary code.
    private func meaning(of code: Int32) -> SQLError.Code {
        // After a failed flush the data is lost, whatever the reason.
        if code == Self.flushFailed || code == Self.folderFlushFailed { return .inputOutput }
        return switch code & 0xff {
        // Some files of the engine, such as the log's index, report a full disk as a failed write.
        case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(sqlite3_system_errno(handle)): .full
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cantOpen
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .full
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_CONSTRAINT: .constraint
        case SQLITE_READONLY: .readOnly
        case SQLITE_IOERR: .inputOutput
        case SQLITE_MISMATCH: .mismatch
        case SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_TOOBIG: .misuse
        default: .other
        }
    }
}
