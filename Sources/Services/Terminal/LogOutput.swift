// SPDX-License-Identifier: MIT
internal import Glibc
package import Logging

/// Writes the records of a program: to the journal with fields, or as lines to standard error.
package struct LogOutput: Sendable {
    /// The environment variable with the level, for every program.
    package static let variable = "SATCHEL_LOG"

    private let console: Console
    private let identifier: String
    private let journal: JournalSocket?

    /// - Parameters:
    ///   - identifier: the program's name in the journal.
    ///   - socket: nil for journald's usual one.
    package init(
        _ console: Console, of identifier: String, environment: (String) -> String?, socket: String? = nil
    ) {
        self.console = console
        self.identifier = identifier
        journal = JournalSocket(
            of: console.errorOutput, environment: environment, path: socket ?? JournalSocket.usualPath)
    }

    /// - Parameter time: the beginning of a line. The journal has its own time.
    package func write(_ record: LogRecord, at time: String?) {
        if let journal, journal.send(fields(of: record)) { return }
        console.note((time.map { "\($0) " } ?? "") + "\(record.level.rawValue) \(record.text)")
    }

    /// systemd.journal-fields(7)
    private func fields(of record: LogRecord) -> [(name: String, value: String)] {
        [
            ("PRIORITY", "\(record.level.priority)"), ("SYSLOG_IDENTIFIER", identifier), ("MESSAGE", record.text),
        ] + record.fields.flatMap(\.pairs).map { ("SATCHEL_" + $0.name.uppercased(), $0.value) }
    }

    /// The present time, such as 2026-11-28T18:05:00Z. strftime(3)
    package static var now: String {
        var (seconds, parts) = (time(nil), tm())
        gmtime_r(&seconds, &parts)
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = bytes.withUnsafeMutableBytes {
            strftime($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// The level of the environment, or nil.
    ///
    /// - Throws: ``Failure`` `.usage` for another word.
    static func level(_ environment: (String) -> String?) throws -> LogLevel? {
        guard let text = environment(variable), !text.isEmpty else { return nil }
        guard let level = LogLevel(rawValue: text) else {
            let words = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.usage, "\(variable) is one of \(words), not '\(text)'.", showsUsage: false)
        }
        return level
    }
}

extension Invocation {
    /// Where this program logs.
    package var logOutput: LogOutput { LogOutput(console, of: programName, environment: environment) }

    /// The level of `SATCHEL_LOG`, of the settings, or `notice`.
    ///
    /// - Throws: ``Failure`` `.usage` when the variable has no level.
    package func logLevel(_ setting: LogLevel? = nil) throws -> LogLevel {
        try LogOutput.level(environment) ?? setting ?? .notice
    }

    /// A log that the caller's thread writes.
    ///
    /// - Parameter isService: whether each line begins with the time.
    /// - Throws: as ``logLevel(_:)``.
    package func log(_ setting: LogLevel? = nil, isService: Bool = false) throws -> Log {
        let output = logOutput
        return Log(try logLevel(setting)) { output.write($0, at: isService ? LogOutput.now : nil) }
    }
}
