// SPDX-License-Identifier: MIT
internal import SQL

/// The places of values in SQL text.
package enum Placeholders {
    /// Writes `$1`, `$2` for each `?` in its order, and `$7` for `?7`; quoted text and comments stay as they are.
    ///
    /// - Throws: ``SQLError`` with `.misuse` when both kinds occur.
    package static func numbered(_ sql: String) throws -> String {
        guard sql.utf8.contains(UInt8(ascii: "?")) else { return sql }
        var text: [UInt8] = []
        var next = 0
        var hasNumbers = false
        for piece in SQLPieces(sql) {
            guard case .mark(let number) = piece else {
                text += piece.bytes
                continue
            }
            if number == nil { next += 1 }
            hasNumbers = hasNumbers || number != nil
            text += Array("$\(number ?? next)".utf8)
        }
        guard !hasNumbers || next == 0 else {
            throw SQLError(.misuse, "A statement has values with numbers and values without.")
        }
        return String(decoding: text, as: UTF8.self)
    }
}
