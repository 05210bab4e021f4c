// SPDX-License-Identifier: MIT
import Codes
import Glibc
import HTTP
import Hub
import HubAPI
import Money
import SQL
import Terminal
import Tokens

/// The command line of a hub's operator.
enum HubProgram {
    static let program = Program(
        "satchel-hub", version: "0.1.0", summary: "Run a Satchel hub: accounts, ledger and mint.",
        options: [.directory],
        commands: [
            .create, .link, .serve, .topUp, .audit, .user, .merchant, .currency, .sweep, .migrate, .rotateKeys,
            .describe,
            .backup, .restore, .export,
        ],
        explain: explain)

    /// Seconds since 1970 by the system's clock.
    static let clock = Clock { Timestamp(seconds: UInt64(max(0, time(nil)))) }

    /// Who runs this program, for the audit log. getuid(2)
    static var actor: String { "uid \(getuid())" }

    /// Opens the hub beside a serving process, or without one.
    static func open(_ invocation: Invocation) throws -> Hub {
        var configuration = HubConfiguration()
        configuration.execution = .caller
        configuration.actor = actor
        configuration.log = { invocation.console.note($0) }
        return try Hub.open(
            directory: try invocation.required(.directory), configuration: configuration, clock: clock)
    }

    private static let explain: @Sendable (any Error) -> Failure = { error in
        switch error {
        case let error as HubError: Failure(exitCode(error.code), error.message)
        case let error as SQLError: Failure(.storage, error.message)
        case let error as MoneyError: Failure(.usage, error.message)
        case let error as CodesError: Failure(.failed, error.message)
        case let error as HTTPError: Failure(.failed, error.message)
        case let problem as HubProblem: Failure(.failed, problem.message)
        default: Failure(.failed, "\(error)")
        }
    }

    private static func exitCode(_ code: HubError.Code) -> ExitCode {
        switch code {
        case .alreadyInitialised, .inUse: .conflict
        case .wrongPassphrase: .locked
        case .keys, .system: .storage
        case .notInitialised, .keyExpired, .invalid, .internalFault: .failed
        }
    }
}

extension Option {
    static let directory = Option(
        "directory", short: "d", value: "directory", "Where the hub keeps its books and keys.", fallback: "satchel-hub",
        environment: "SATCHEL_HUB", completion: .directories)
    static let rootKey = Option(
        "root-key", value: "file", "The sealed root key; by default hub-root.key in the hub's directory.",
        completion: .files)
}
