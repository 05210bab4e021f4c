// SPDX-License-Identifier: MIT
internal import Bytes
internal import Glibc

/// A running `satchel-hub demo`. It ends, and removes the demo's folder, when this process ends in whatever way.
///
/// C: man 3 posix_spawn
final class DemoHubProcess: Sendable {
    let folder: String
    let link: String
    private let process: pid_t
    private let connection: Int32

    static let program = "satchel-hub"

    /// - Parameter secondsBehind: how far its clock is behind at the start.
    /// - Throws: ``DemoError``.
    init(in parent: String, secondsBehind: Int, variable: (String) -> String?) throws {
        guard let program = Self.find(variable) else {
            throw DemoError(
                .noHub,
                "The demo needs the program satchel-hub, which is not installed. On Debian, install the package satchel-hub."
            )
        }
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw DemoError(.hubFailed, "The demo's hub could not be started: \(String(cString: strerror(errno))).")
        }
        let words = [program, "demo", parent, "--behind", "\(secondsBehind)", "--json"]
        var process: pid_t = 0
        let code = Self.spawn(words, over: ends[1], &process)
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw DemoError(.hubFailed, "The demo's hub could not be started: \(String(cString: strerror(code))).")
        }
        guard let ready = Self.line(from: ends[0]), let folder = ready["folder"], let link = ready["link"] else {
            close(ends[0])
            Self.collect(process)
            throw DemoError(.hubFailed, "The demo's hub has ended. Try 'satchel-hub demo /tmp' to see why.")
        }
        (self.folder, self.link, self.process, connection) = (folder, link, process, ends[0])
    }

    /// Gives the hub an order and waits until it is done.
    func order(_ line: String) throws {
        let bytes = Array((line + "\n").utf8)
        guard send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count,
            Self.line(from: connection)?["done"] == line
        else { throw DemoError(.hubFailed, "The demo's hub did not do '\(line)'.") }
    }

    /// Ends the hub, and waits until it has removed the folder.
    deinit {
        close(connection)
        Self.collect(process)
    }

    private static func collect(_ process: pid_t) {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// The program beside this one, or else where the shell would find it.
    private static func find(_ variable: (String) -> String?) -> String? {
        var own = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &own, own.count - 1)
        let path = String(decoding: own.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let beside = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let folders = [beside] + (variable("PATH") ?? "").split(separator: ":").map { String($0) }
        return folders.map { "\($0)/\(program)" }.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }

    /// In a session of its own: Ctrl-C at the terminal ends this process, and its end ends the hub in order.
    private static func spawn(_ words: [String], over connection: Int32, _ process: inout pid_t) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, connection, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, connection, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        // POSIX_SPAWN_SETSID is 0x80.
        posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        // No environment: the settings of the user's own hub are not for this one.
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        return posix_spawn(&process, words[0], &actions, &attributes, &arguments, &environment)
    }

    /// The members of the next line of JSON; nil when the hub has ended.
    private static func line(from descriptor: Int32) -> [String: String]? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 4_096 {
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        // Safe: a line that is no JSON is treated as the end of the hub.
        guard let json = try? JSONValue(parsing: bytes), case .object(let members) = json else { return nil }
        var texts: [String: String] = [:]
        for member in members { texts[member.key] = member.value.string }
        return texts
    }
}
