// SPDX-License-Identifier: MIT
internal import SQL

/// Rewrites the placeholders of values in SQL text.
package enum Placeholders {
    /// Replaces each `?` by `$1`, `$2` in order, and `?7` by `$7`. Quoted text and comments stay unchanged.
    ///
    /// - Throws: ``SQLError`` with `.misuse` if both kinds occur.
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
