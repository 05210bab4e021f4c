// SPDX-License-Identifier: MIT

/// Where a part of the program writes down what an operator should know.
package struct Log: Sendable {
    /// The least urgent level that is written.
    package let level: LogLevel
    private let write: @Sendable (LogRecord) -> Void

    /// - Parameter write: called with each record of the level or of a more urgent one, on any thread.
    package init(_ level: LogLevel, _ write: @escaping @Sendable (LogRecord) -> Void) {
        self.level = level
        self.write = write
    }

    /// Writes nothing.
    package static let none = Log(.error) { _ in }

    package func isOn(_ level: LogLevel) -> Bool { level.priority <= self.level.priority }

    package func error(_ message: StaticString, _ fields: LogField...) { note(.error, message, fields) }

    package func warning(_ message: StaticString, _ fields: LogField...) { note(.warning, message, fields) }

    package func notice(_ message: StaticString, _ fields: LogField...) { note(.notice, message, fields) }

    package func info(_ message: StaticString, _ fields: LogField...) { note(.info, message, fields) }

    package func debug(_ message: StaticString, _ fields: LogField...) { note(.debug, message, fields) }

    private func note(_ level: LogLevel, _ message: StaticString, _ fields: [LogField]) {
        if isOn(level) { write(LogRecord(level, message, fields)) }
    }

    /// Writes a record that was asked for by itself, whatever its level.
    package func always(_ record: LogRecord) { write(record) }
}
