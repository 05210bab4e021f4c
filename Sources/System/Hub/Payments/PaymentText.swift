// SPDX-License-Identifier: MIT
import HubAPI

/// What people may write beside money: bounded, and nothing that moves a terminal's cursor.
enum PaymentText {
    static let maximumNote = 256
    static let maximumName = 64

    /// - Throws: `HubProblem` with `.badRequest`.
    static func check(note: String?) throws {
        guard note?.utf8.count ?? 0 <= maximumNote else {
            throw HubProblem(.badRequest, "A note has at most \(maximumNote) bytes.")
        }
    }

    /// For names and references, which stand on one line.
    ///
    /// - Throws: `HubProblem` with `.badRequest`.
    static func check(line: String?, called field: String) throws {
        guard let line else { return }
        let isClean = line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f ~= $0.value) }
        guard 1...maximumName ~= line.utf8.count, isClean else {
            throw HubProblem(
                .badRequest, "\"\(field)\" has 1 to \(maximumName) bytes and no control characters.",
                details: ["field": field])
        }
    }
}
