// SPDX-License-Identifier: MIT
internal import CSQLite
internal import Glibc

/// The owner of one SQLite connection handle; statements keep it alive, so it closes after the last of them.
///
/// C: `sqlite3`, <https://www.sqlite.org/c3ref/sqlite3.html>
final class Connection {
    let handle: OpaquePointer
    /// The path as messages name it.
    let name: String

    /// SQLite counts its memory under one lock for all connections of the process, for which they would wait at every
    /// allocation; nobody here asks for the count. Too late, and harmless, where somebody else called SQLite before.
    /// <https://www.sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus>
    /// And its page cache is kept from looking at every page after each transaction: see page_cache.h.
    private static let settings: [Int32] = [satchel_sqlite3_count_no_memory(), satchel_sqlite3_cut_caches_short()]

    /// Opens the file; nothing is read yet, so a damaged file is noticed by the first statement.
    ///
    /// - Parameters:
    ///   - gathersLog: whether the log is written in large pieces, see gathered_log.h.
    ///   - isUnchanging: whether nobody changes the file, so that it needs no log and no locks.
    init(path: String, flags: Int32, gathersLog: Bool = false, isUnchanging: Bool = false) throws {
        _ = Self.settings
        var handle: OpaquePointer?
        // NOMUTEX: a connection has one owner at a time, so SQLite need not lock for us.
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

    /// The one way to say so. <https://www.sqlite.org/uri.html>
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

    /// Turns a result code into our error, reading SQLite's text at once, before another call replaces it.
    func check(_ code: Int32, doing action: String, file: String = #fileID, line: Int = #line) throws {
        guard code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE else { return }
        let meaning = meaning(of: code)
        let text = String(cString: sqlite3_errmsg(handle))
        let advice = meaning.advice.isEmpty ? "" : " \(meaning.advice)"
        throw SQLError(
            meaning, "Could not \(action) the database \(name): \(text) (\(code)).\(advice)", file: file, line: line)
    }

    /// Pages of the log; outlives the connection, which writes into it.
    private let log = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    var logPages: Int { Int(log.pointee) }

    /// Has the pages of the log counted after each commit, in place of moving it into the file there.
    ///
    /// C: <https://www.sqlite.org/c3ref/wal_hook.html>
    func watchLog() { satchel_sqlite3_count_log(handle, log) }

    /// Whether no transaction is open; the engine leaves a transaction by itself after some errors.
    var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// Runs SQL text, which may hold several statements, outside the statement cache.
    func execute(_ sql: String, doing action: String = "change") throws {
        try check(sqlite3_exec(handle, sql, nil, nil, nil), doing: action)
    }

    /// SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC, which are no constants to the importer.
    private static let flushFailed = SQLITE_IOERR | 4 << 8
    private static let folderFlushFailed = SQLITE_IOERR | 5 << 8

    /// <https://www.sqlite.org/rescode.html>: the low byte is the primary code.
    private func meaning(of code: Int32) -> SQLError.Code {
        // What the disk has not taken in is lost whatever the reason was.
        if code == Self.flushFailed || code == Self.folderFlushFailed { return .inputOutput }
        return switch code & 0xff {
        // Some files of the engine, such as the index of the log, report a full disk as a failed write.
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
