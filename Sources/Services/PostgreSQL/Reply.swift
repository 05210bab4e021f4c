// SPDX-License-Identifier: MIT
internal import CPostgreSQL
internal import SQL

/// The owner of one answer of the server. C: `PGresult`
final class Reply {
    private let handle: OpaquePointer
    private let columns: Row.Columns
    private let kinds: [Oid]

    /// Takes ownership of a result.
    ///
    /// - Throws: ``SQLError`` if the result is an error, or nil.
    init(_ result: OpaquePointer?, of link: Link, file: String = #fileID, line: Int = #line) throws {
        guard let result else { throw link.failure("ask", file: file, line: line) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            break
        case PGRES_PIPELINE_ABORTED:
            PQclear(result)
            throw SQLError(.rolledBack, "An earlier change of the same journey was refused.", file: file, line: line)
        default:
            defer { PQclear(result) }
            throw Self.refusal(result, of: link, file: file, line: line)
        }
        handle = result
        let count = PQnfields(result)
        columns = Row.Columns((0..<count).map { PQfname(result, $0).map { String(cString: $0) } ?? "" })
        kinds = (0..<count).map { PQftype(result, $0) }
    }

    deinit { PQclear(handle) }

    var rowCount: Int { Int(PQntuples(handle)) }

    /// The number of rows inserted, updated or deleted.
    var changeCount: Int {
        guard PQnfields(handle) == 0 || !tag.hasPrefix("SELECT") else { return 0 }
        return Int(String(cString: PQcmdTuples(handle))) ?? 0
    }

    /// The command tag, such as `COMMIT`.
    var tag: String { PQcmdStatus(handle).map { String(cString: $0) } ?? "" }

    func row(_ number: Int) throws -> Row {
        var values: [Value] = []
        values.reserveCapacity(kinds.count)
        for (index, kind) in kinds.enumerated() {
            let (row, column) = (Int32(number), Int32(index))
            guard PQgetisnull(handle, row, column) == 0, let start = PQgetvalue(handle, row, column) else {
                values.append(.null)
                continue
            }
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(handle, row, column)))
            values.append(try BinaryForm.value(bytes, kind: kind, column: columns.names[index]))
        }
        return Row(values: values, columns: columns)
    }

    func rows() throws -> [Row] { try (0..<rowCount).map(row) }

    /// The server's message without its detail, which may contain user data.
    private static func refusal(_ result: OpaquePointer, of link: Link, file: String, line: Int) -> SQLError {
        // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY are character constants in C.
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        let text = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
        // Only the server sets a state. Without one, libpq reports a connection that has ended.
        let code: SQLError.Code = link.isLost || state.isEmpty ? .lost : SQLError.Code(state: state)
        let advice = code.adviceForServer.isEmpty ? "" : " \(code.adviceForServer)"
        return SQLError(
            code,
            "The \(link.address) refused: \(text ?? Link.line(PQerrorMessage(link.handle))) (\(state)).\(advice)",
            file: file, line: line)
    }
}

extension SQLError.Code {
    /// What a user can do about an error of a server.
    fileprivate var adviceForServer: String {
        guard self == .readOnly else { return advice }
        return "The server takes no changes: promote it if it is a standby, otherwise switch "
            + "default_transaction_read_only off."
    }

    /// <https://www.postgresql.org/docs/15/errcodes-appendix.html>
    init(state: String) {
        switch state {
        // An integer beyond 64 bits: like a row that a constraint refuses in the other engine.
        case "22003": self = .constraint
        case "25006": self = .readOnly
        case "25P02": self = .rolledBack
        case "53100": self = .full
        case "53300", "55P03", "57014", "57P03", "40001", "40P01": self = .busy
        case "57P01", "57P02", "57P05", "25P03": self = .lost
        case "58030": self = .inputOutput
        case "XX001", "XX002": self = .corrupt
        default:
            switch state.prefix(2) {
            case "22": self = .mismatch
            case "23": self = .constraint
            case "08": self = .lost
            case "28", "3D": self = .cantOpen
            case "42", "26", "0A": self = .misuse
            default: self = .other
            }
        }
    }
}
