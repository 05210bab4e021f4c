// SPDX-License-Identifier: MIT
internal import CPostgreSQL
internal import SQL

/// The address of a database on a server: a connection string, of which messages show only the parts without secrets.
///
/// <https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING>
package struct DatabaseAddress: Sendable, Equatable {
    /// The whole string, which may contain a password.
    package let secretText: String
    /// Host, database and user, for messages.
    private let shown: String

    private static let maximumBytes = 4_096

    /// Parses `postgresql://…` or `key=value` pairs. Does not connect.
    ///
    /// - Throws: ``SQLError`` with `.cantOpen`. The message contains nothing of the text, which may contain a password.
    package init(_ text: String) throws {
        guard text.utf8.count <= Self.maximumBytes, !text.utf8.contains(0),
            let options = PQconninfoParse(text, nil)
        else {
            throw SQLError(
                .cantOpen,
                "The connection string cannot be read. Write postgresql://user@host/database, or host=… dbname=… user=…."
            )
        }
        defer { PQconninfoFree(options) }
        var parts: [String: String] = [:]
        var next = options
        while let keyword = next.pointee.keyword {
            if let value = next.pointee.val { parts[String(cString: keyword)] = String(cString: value) }
            next += 1
        }
        secretText = text
        let place = parts["host"] ?? parts["hostaddr"] ?? "the local server"
        shown = ["database '\(parts["dbname"] ?? "of the user")'", "on \(place)", parts["user"].map { "as \($0)" }]
            .compactMap { $0 }.joined(separator: " ")
    }

    /// Whether a text is an address and not a file name.
    package static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }
}

extension DatabaseAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { shown }
    package var debugDescription: String { shown }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
