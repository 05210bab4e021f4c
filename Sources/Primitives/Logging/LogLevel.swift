// SPDX-License-Identifier: MIT

/// How urgent a record of the log is. The raw value is what an operator writes.
package enum LogLevel: String, CaseIterable, Sendable {
    /// Something failed that the program was asked for.
    case error = "error"
    /// Something will fail, or money is in question, unless an operator acts.
    case warning = "warning"
    /// What an operator wants to read on any day.
    case notice = "notice"
    /// Work that was done as expected.
    case info = "info"
    /// What helps to find a fault.
    case debug = "debug"

    /// The priority of syslog(3), which journald shares: a smaller one is more urgent.
    package var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug: 7
        }
    }
}
