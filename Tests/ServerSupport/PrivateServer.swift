// SPDX-License-Identifier: MIT
import Glibc
package import PostgreSQL
import Synchronization
import TestSupport
package import Testing

/// A PostgreSQL server of Debian's package that only this process can reach: on a socket in a folder of its own.
///
/// It runs as `nobody` when the tests are root, because the server refuses root. A shell that reads from us stops it and
/// removes everything when we end, however we end.
package final class PrivateServer: Sendable {
    package static let programs = "/usr/lib/postgresql/15/bin"
    package static var isInstalled: Bool { access(programs + "/postgres", X_OK) == 0 }

    /// In CI a missing server fails a test; on a machine that cannot have one, the test is skipped and says so.
    package static var canBeAsked: Bool { isInstalled || getenv("CI") != nil }

    /// The one that all tests of this process share; each takes a database of its own.
    package static let shared = Result { try PrivateServer() }

    package let folder: String
    private let options: String
    private let watch: Int32
    private let count = Atomic(0)

    /// - Parameters:
    ///   - isDurable: whether commits wait for the disk; a killed process loses nothing either way.
    ///   - settings: further `name=value` settings of the server.
    package convenience init(isDurable: Bool = false, settings: [String] = []) throws {
        try self.init(settings: settings + ["fsync=\(isDurable ? "on" : "off")"]) { data in
            let words = ["-A", "trust", "-U", "satchel", "-E", "UTF8", "--locale=C", "--no-sync"]
            try Self.finish([Self.programs + "/initdb", "-D", data] + words)
        }
    }

    /// A replica of this server that comes after it by so much time, such as `1h`.
    package func makeReplica(behind lag: String) throws -> PrivateServer {
        try PrivateServer(settings: ["fsync=off", "recovery_min_apply_delay=\(lag)"]) { data in
            let words = ["-h", folder, "-U", "satchel", "-R", "-c", "fast", "--no-sync"]
            try Self.finish([Self.programs + "/pg_basebackup", "-D", data] + words)
        }
    }

    private init(settings: [String], fill: (String) throws -> Void) throws {
        var template = Array("/tmp/satchel-server-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw UnexpectedResult("No folder can be made in /tmp: \(errno).") }
        folder = String(cString: made)
        if getuid() == 0 { chown(folder, Self.nobody, Self.nobody) }
        options = (["listen_addresses=", "unix_socket_directories=\(folder)"] + settings).map { "-c '\($0)'" }
            .joined(separator: " ")
        let data = folder + "/data"
        // In the background of a shell that is waited for here: the thread with which Swift Testing waits for exit tests
        // keeps a processor busy for as long as this process has a child that has ended and was not waited for.
        let end = "\(Self.programs)/pg_ctl -D \(data) -m immediate -s stop; rm -rf \(folder)"
        let shell = try Self.spawn(["/bin/sh", "-c", "exec 3<&0; { read line <&3; \(end); } &"], keepsInput: true)
        watch = shell.input
        _ = Self.wait(for: shell.pid)
        try fill(data)
        try start()
    }

    deinit { close(watch) }

    /// Starts it and waits until it answers.
    package func start() throws {
        try Self.finish([
            Self.programs + "/pg_ctl", "-D", folder + "/data", "-l", folder + "/log", "-s", "-w", "-o", options,
            "start",
        ])
    }

    /// Ends it as a power failure would, apart from the disk.
    package func crash() throws {
        try Self.finish([Self.programs + "/pg_ctl", "-D", folder + "/data", "-m", "immediate", "-s", "-w", "stop"])
    }

    /// An empty database.
    package func makeDatabase() throws -> DatabaseAddress {
        let name = "t\(count.add(1, ordering: .relaxed).newValue)"
        let server = try ServerDatabase(address(of: "postgres"))
        try server.execute("CREATE DATABASE \(name)")
        return try address(of: name)
    }

    package func text(of database: String) -> String { "postgresql://satchel@/\(database)?host=\(folder)" }

    package func address(of database: String) throws -> DatabaseAddress { try DatabaseAddress(text(of: database)) }

    /// Runs one of the package's programs, such as `pgbench`, and returns what it prints.
    package func run(_ program: String, _ words: [String]) throws -> String {
        try Self.finish([Self.programs + "/" + program, "-h", folder, "-U", "satchel"] + words)
    }

    // MARK: - Processes

    private static let nobody: uid_t = 65_534

    @discardableResult
    private static func finish(_ words: [String]) throws -> String {
        let child = try spawn(words, keepsInput: false)
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(child.output, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            output += chunk[..<count]
        }
        close(child.output)
        let status = wait(for: child.pid)
        let text = String(decoding: output, as: UTF8.self)
        guard status == 0 else { throw UnexpectedResult("\(words[0]) ended with \(status >> 8): \(text)") }
        return text
    }

    private static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    private static func spawn(_ words: [String], keepsInput: Bool) throws -> (pid: pid_t, input: Int32, output: Int32) {
        let change = ["/usr/bin/setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"]
        let words = getuid() == 0 ? change + words : words
        var inputs: [Int32] = [-1, -1]
        var outputs: [Int32] = [-1, -1]
        // Closed on exec from the start, so that no other thread's child keeps an end open.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &inputs) == 0, socketpair(AF_UNIX, kind, 0, &outputs) == 0 else {
            throw UnexpectedResult("No pipe can be made: \(errno).")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inputs[0], STDIN_FILENO)
        if keepsInput {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        } else {
            posix_spawn_file_actions_adddup2(&actions, outputs[1], STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, outputs[1], STDERR_FILENO)
        }
        // A server outlives the group of the process that asked for it, and a Ctrl-C meant for the tests.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let settings = ["PATH=/usr/bin:/bin", "LC_ALL=C", "HOME=/tmp"]
        let environment: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) }
        defer { for item in environment { free(item) } }
        let status = posix_spawn(&pid, words[0], &actions, &attributes, arguments + [nil], environment + [nil])
        close(inputs[0])
        close(outputs[1])
        if !keepsInput { close(inputs[1]) } else { close(outputs[0]) }
        guard status == 0 else { throw UnexpectedResult("\(words[0]) could not be started: \(status).") }
        return (pid, inputs[1], outputs[0])
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests that need a database on a server.
    package static var needsServer: Self {
        .enabled(
            if: PrivateServer.canBeAsked,
            "SKIPPED, NOTHING PROVED: PostgreSQL is not here; run Scripts/setup --tests first.")
    }
}
