// SPDX-License-Identifier: MIT
internal import CPostgreSQL
internal import SQL

/// The owner of one connection handle and its prepared statements. Closes the connection when it is released.
///
/// C: `PGconn`, <https://www.postgresql.org/docs/15/libpq.html>
final class Link {
    let handle: OpaquePointer
    let address: DatabaseAddress
    /// Whether the state of the connection is unknown.
    private var isEnded = false
    /// The prepared statements, by text and types of values.
    private var prepared: [String: String] = [:]
    private var count = 0

    /// A program has a few dozen. Reaching this limit means that SQL text contains values.
    private static let maximumPrepared = 256

    /// Connects and waits for the answer. Unless the connection string says otherwise, connecting takes at most 10
    /// seconds, and anything sent may stay unacknowledged for at most 15 seconds.
    init(_ address: DatabaseAddress) throws {
        let settings = [
            ("connect_timeout", "10"), ("tcp_user_timeout", "15000"), ("keepalives_idle", "15"),
            ("client_encoding", "UTF8"), ("fallback_application_name", "satchel-hub"),
            // Expanded in place, so that it overrides the settings before it.
            ("dbname", address.secretText),
        ]
        let keywords = CStrings(settings.map(\.0))
        let values = CStrings(settings.map(\.1))
        guard let handle = PQconnectdbParams(keywords.pointers, values.pointers, 1) else {
            throw SQLError(.cantOpen, "There is no memory left to connect to the \(address).")
        }
        self.handle = handle
        self.address = address
        guard PQstatus(handle) == CONNECTION_OK else {
            let text = Self.line(PQerrorMessage(handle))
            // A server that is starting, stopping or full will accept connections later.
            let isBusy = text.contains("starting up") || text.contains("shutting down") || text.contains("too many")
            let code: SQLError.Code = isBusy ? .busy : .cantOpen
            throw SQLError(code, "Could not connect to the \(address): \(text). \(SQLError.Code.lost.advice)")
        }
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// Whether the connection has ended, as far as libpq knows.
    var isLost: Bool { isEnded || PQstatus(handle) != CONNECTION_OK }

    /// Marks the connection as unusable.
    func end() { isEnded = true }

    /// Runs text without values. It may contain several statements.
    @discardableResult
    func execute(_ sql: String) throws -> Reply { try Reply(PQexec(handle, sql), of: self) }

    /// Runs one statement with values; it is prepared once.
    func run(_ sql: String, _ parameters: Parameters) throws -> Reply {
        let name = try prepare(sql, parameters)
        return try parameters.withPointers { count, values, lengths, formats in
            try Reply(PQexecPrepared(handle, name, count, values, lengths, formats, 1), of: self)
        }
    }

    /// Sends one statement for each list of values, then reads the answers, in one round trip.
    ///
    /// <https://www.postgresql.org/docs/15/libpq-pipeline-mode.html>
    func run(_ sql: String, forEach lists: [Parameters]) throws -> [Reply] {
        // Prepared first, because preparing waits for its own answer.
        let names = try lists.map { try prepare(sql, $0) }
        guard PQenterPipelineMode(handle) == 1 else { throw failure("begin a pipeline on") }
        var replies: [Reply] = []
        replies.reserveCapacity(lists.count)
        var trouble: (any Error)?
        for (name, list) in zip(names, lists) {
            let sent = list.withPointers { count, values, lengths, formats in
                PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
            }
            guard sent == 1 else { throw abandoned() }
        }
        guard PQpipelineSync(handle) == 1 else { throw abandoned() }
        for _ in lists {
            do {
                replies.append(try Reply(PQgetResult(handle), of: self))
            } catch {
                // The first error is the cause; the statements after it were not run.
                trouble = trouble ?? error
            }
            if isLost { throw trouble ?? failure("change") }
            // Each answer ends with a null result.
            PQclear(PQgetResult(handle))
        }
        PQclear(PQgetResult(handle))
        guard PQexitPipelineMode(handle) == 1 else { throw trouble ?? abandoned() }
        if let trouble { throw trouble }
        return replies
    }

    /// Ends the connection with a pipeline that cannot be ended in order.
    private func abandoned() -> SQLError {
        defer { end() }
        return failure("send a change to")
    }

    /// The server's name of the prepared statement.
    private func prepare(_ sql: String, _ parameters: Parameters) throws -> String {
        let key = parameters.signature + sql
        if let name = prepared[key] { return name }
        if prepared.count >= Self.maximumPrepared {
            try execute("DEALLOCATE ALL")
            prepared.removeAll()
        }
        count += 1
        let name = "s\(count)"
        let text = try Placeholders.numbered(sql)
        try parameters.withKinds { count, kinds in
            _ = try Reply(PQprepare(handle, name, text, count, kinds), of: self)
        }
        prepared[key] = name
        return name
    }

    /// The error for a call without a result.
    func failure(_ action: String, file: String = #fileID, line: Int = #line) -> SQLError {
        let code: SQLError.Code = isLost ? .lost : .other
        return SQLError(
            code, "Could not \(action) the \(address): \(Self.line(PQerrorMessage(handle))). \(code.advice)",
            file: file,
            line: line)
    }

    /// The first line of libpq's message.
    static func line(_ text: UnsafePointer<CChar>?) -> String {
        let whole = text.map { String(cString: $0) } ?? ""
        return String(whole.split(separator: "\n").first ?? "no reason was given")
    }
}

/// C strings with the lifetime of this object, followed by a null pointer.
private final class CStrings {
    private let owned: [UnsafeMutablePointer<CChar>]
    let pointers: [UnsafePointer<CChar>?]

    init(_ strings: [String]) {
        owned = strings.map { string in
            let bytes = Array(string.utf8CString)
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            copy.initialize(from: bytes, count: bytes.count)
            return copy
        }
        pointers = owned.map { UnsafePointer($0) } + [nil]
    }

    deinit { for string in owned { string.deallocate() } }
}
