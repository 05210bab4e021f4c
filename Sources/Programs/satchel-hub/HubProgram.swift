// SPDX-License-Identifier: MIT
import Backups
import Banking
import Codes
import FileIO
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Logging
import Money
import Release
import SQL
import Terminal
import Tokens
import WireGuard

/// The command line of a hub's operator.
enum HubProgram {
    static let program = Program(
        "satchel-hub", version: Release.version, summary: "Run a Satchel hub: accounts, ledger and mint.",
        options: [.directory, .configurationFile],
        topics: [
            Topic("Hub", [.create, .link, .serve, .console, .config, .describe, .demo]),
            Topic("Accounts", [.user, .merchant, .topUp]),
            Topic("Ledger", [.audit, .export, .sweep, .currency]),
            Topic("Bank", [.bank]),
            Topic("Files", [.files]),
            Topic("Tunnel", [.tunnel]),
            Topic("Keys and certificates", [.rotateKeys, .announceCertificate]),
            Topic("Backup", [.backup, .restore, .migrate]),
        ],
        answers: HubAnswers.all, explain: explain)

    /// Seconds since 1970 by the system's clock.
    static let clock = Clock { Timestamp(seconds: UInt64(max(0, time(nil)))) }

    /// Who runs this program, for the audit log. getuid(2)
    static var actor: String { "uid \(getuid())" }

    /// The settings of the file and the environment. Options of the command line override them.
    static func settings(_ invocation: Invocation) throws -> HubSettings {
        let given = invocation.value(.configurationFile)
        let path = try given ?? invocation.required(.directory) + "/hub.toml"
        var file: (name: String, bytes: [UInt8])?
        if given != nil || access(path, F_OK) == 0 {
            file = (path, try TextFile.bytes(of: path, maximumBytes: HubSettings.maximumFileBytes))
        }
        return try HubSettings(file: file, environment: try environment())
    }

    /// All variables of this process, as they were at its start. Once core dumps are forbidden, only root may read them
    /// there. proc_pid_environ(5)
    static let inherited = Result { try TextFile.bytes(of: "/proc/self/environ", maximumBytes: 4 << 20) }

    private static func environment() throws -> [(name: String, value: String)] {
        try inherited.get().split(separator: 0).compactMap { entry in
            guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            return (
                String(decoding: entry[..<equals], as: UTF8.self),
                String(decoding: entry[entry.index(after: equals)...], as: UTF8.self)
            )
        }
    }

    /// The message of an error, the same as at the end of a command.
    static func sentence(_ error: any Error) -> String { program.failure(for: error).message }

    /// An error of the serving loop for the log. A file that cannot be read is one of the operator's settings there.
    static func logged(_ error: any Error) -> LogField {
        guard let error = error as? TerminalError, error.code == .cannotRead else { return .error(error) }
        return .failure(
            LoggedError(
                TerminalError.self, LogWord(error.code), reason: LogText(withoutUserData: error.message),
                file: error.file, line: error.line))
    }

    /// Opens the hub. A serving process may run at the same time.
    static func open(_ invocation: Invocation) throws -> Hub {
        let settings = try settings(invocation)
        var configuration = settings.configuration
        configuration.execution = .caller
        configuration.actor = actor
        configuration.log = try invocation.log(settings.logLevel)
        return try Hub.open(
            directory: try invocation.required(.directory), configuration: configuration, clock: clock)
    }

    /// Opens the hub for the closure and closes it. A serving process may run at the same time.
    static func with(_ invocation: Invocation, _ body: (Hub) throws -> Void) throws {
        let hub = try open(invocation)
        defer { hub.close() }
        try body(hub)
    }

    private static let explain: @Sendable (any Error) -> Failure = { error in
        switch error {
        case let error as HubError: Failure(exitCode(error.code), error.message)
        case let error as SQLError: Failure(.storage, error.message)
        case let error as FileIOError: Failure(.storage, error.message)
        case let error as BackupError: Failure(error.code == .alreadyThere ? .conflict : .storage, error.message)
        case let error as MoneyError: Failure(.usage, error.message)
        case let error as BankingError: Failure(.failed, error.message)
        case let error as CodesError: Failure(.failed, error.message)
        case let error as WireGuardError: Failure(.usage, error.message)
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
        "directory", short: "d", value: "directory", "The hub's data directory.", fallback: "satchel-hub",
        environment: "SATCHEL_HUB", completion: .directories)
    static let configurationFile = Option(
        "config", value: "file", "Settings file (TOML). Default: hub.toml in the hub's directory, if it exists.",
        environment: "SATCHEL_HUB_CONFIG", completion: .files)
    static let rootKey = Option(
        "root-key", value: "file", "Encrypted root key file. Default: hub-root.key in the hub's directory.",
        completion: .files)
}
