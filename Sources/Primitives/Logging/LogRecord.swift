// SPDX-License-Identifier: MIT

/// One entry of a log: a constant sentence, and fields.
package struct LogRecord: Sendable {
    package let level: LogLevel
    package let message: StaticString
    package let fields: [LogField]

    package init(_ level: LogLevel, _ message: StaticString, _ fields: [LogField]) {
        self.level = level
        self.message = message
        self.fields = fields
    }

    /// The sentence, the reason of an error, and the fields as logfmt, on one line.
    package var text: String {
        let reasons = fields.compactMap { field in
            if case .failure(let error) = field { error.reason.map { ": \($0.text)" } } else { nil }
        }
        let fields = fields.flatMap(\.pairs).map { " \($0.name)=\(Self.value($0.value))" }
        let text = "\(message)" + reasons.joined() + fields.joined()
        return String(text.map { $0.isNewline ? " " : $0 })
    }

    /// A value with spaces has quotes.
    private static func value(_ text: String) -> String {
        guard text.isEmpty || text.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" || $0.isNewline }) else {
            return text
        }
        return "\"" + text.map { $0 == "\"" ? "'" : String($0) }.joined() + "\""
    }
}
