// SPDX-License-Identifier: MIT
import Glibc

/// A program of ours in a process of its own. posix_spawn(3)
final class ChildProcess {
    /// A program that was built beside this one.
    ///
    /// - Throws: ``BenchError`` with `.system` when it is not there.
    static func sibling(_ name: String) throws -> String {
        let own = try ownPath()
        guard let slash = own.lastIndex(of: "/") else { throw BenchError(.system, "This program has no folder.") }
        let path = own[...slash] + name
        guard access(String(path), X_OK) == 0 else {
            throw BenchError(.system, "There is no program '\(path)'. Build everything with `make build` first.")
        }
        return String(path)
    }

    static func ownPath() throws -> String {
        guard let path = realpath("/proc/self/exe", nil) else {
            throw BenchError(.system, "Could not find this program's own file.")
        }
        defer { free(path) }
        return String(cString: path)
    }

    private let pid: pid_t
    /// The number by which the system knows it.
    var identifier: Int { Int(pid) }
    private let output: Int32
    private var status: Int32?

    /// Starts a program; its standard output is read by ``firstLine()``, its standard error goes to a file.
    ///
    /// - Parameter environment: all of it, as `NAME=value`.
    init(_ path: String, _ arguments: [String], environment: [String] = [], complaints: String = "/dev/null") throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw BenchError(.system, "No pipe is left.") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, complaints, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let words = ([path] + arguments).map { strdup($0) }
        let settings = environment.map { strdup($0) }
        defer { for text in words + settings { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, nil, words + [nil], settings + [nil])
        guard code == 0 else {
            close(ends[0])
            throw BenchError(.system, "Could not start '\(path)': \(String(cString: strerror(code))).")
        }
        self.pid = pid
        output = ends[0]
    }

    deinit {
        stop()
        close(output)
    }

    /// What the program printed up to its first line feed.
    func firstLine() throws -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        throw BenchError(.system, "A program ended without a word; run it by hand to see why.")
    }

    /// Waits until the program has closed its output and ended.
    ///
    /// - Returns: its exit status; above 255 when a signal ended it.
    @discardableResult
    func wait() -> Int32 {
        if let status { return status }
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while read(output, &chunk, chunk.count) > 0 {}
        var raw: Int32 = 0
        while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
        // The layout of a wait status, whose C macros Swift does not import. wait(2)
        let code = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 256 + (raw & 0x7F)
        status = code
        return code
    }

    /// Nanoseconds that processors have worked for the program; zero once it has ended. clock_getcpuclockid(3)
    var processorTime: UInt64 {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Asks the program to end and waits for it.
    func stop() {
        guard status == nil else { return }
        kill(pid, SIGTERM)
        wait()
    }
}
