// SPDX-License-Identifier: MIT
import Glibc

/// What became of a process.
package enum Outcome: Equatable {
    /// It ended by itself, and a person has this in hand.
    case shown(String)
    case refused(code: String, message: String)
    /// It died by SIGKILL, perhaps after a person had seen what it came up with.
    case killed(shown: String?)
    /// It ended in a way that no order asks for.
    case broken(String)

    /// For a step log: documents are named by their beginning.
    package var brief: String {
        switch self {
        case .shown(let text): "shown \(text.prefix(12))"
        case .refused(let code, let message): "refused, \(code): \(message)"
        case .killed(let shown): "killed\(shown.map { " after showing \($0.prefix(12))" } ?? "")"
        case .broken(let how): how
        }
    }
}

/// One process of a crash driver, from its start to the collection of its remains.
package final class Child {
    private let pid: pid_t
    private let output: Int32
    private let input: Int32
    private var collected: [UInt8] = []
    private var isOver = false

    /// - Parameters:
    ///   - program: one that was built together with the tests, or the whole path of another.
    ///   - words: its command line.
    package init(_ program: String, _ words: [String]) throws {
        let outputs = try Self.pipe()
        let inputs = try Self.pipe()
        defer {
            close(outputs.write)
            close(inputs.read)
        }
        pid = try Self.spawn(
            program.hasPrefix("/") ? program : BuiltPrograms.path(program), words, input: inputs.read,
            output: outputs.write)
        output = outputs.read
        input = inputs.write
    }

    deinit {
        if !isOver { _ = end() }
        close(output)
        close(input)
    }

    /// Waits for the end of the process.
    package func finish() -> Outcome {
        while readSome() {}
        return collect()
    }

    /// Lets the process live for a while, then kills it; one that was quicker has finished.
    package func finish(killingAfterMicroseconds delay: Int) -> Outcome {
        usleep(useconds_t(delay))
        kill(pid, SIGKILL)
        return finish()
    }

    /// The first line of a process that goes on; nil when it ended without one.
    package func firstLine() -> String? {
        while !collected.contains(UInt8(ascii: "\n")) {
            guard readSome() else { return nil }
        }
        return lines().first?.text
    }

    /// Ends the input of the process, which tells it that it may go on.
    package func release() { shutdown(input, Int32(SHUT_WR)) }

    /// Ends the input of the process, which tells it that it may go, and waits until it has.
    package func dismiss() -> Outcome {
        release()
        return finish()
    }

    /// Kills the process; one that is dead already stays so.
    package func end() -> Outcome {
        kill(pid, SIGKILL)
        return finish()
    }

    /// Asks the process to end by itself, and waits until it has.
    package func stop() -> Outcome {
        kill(pid, SIGTERM)
        return finish()
    }

    /// Whether the process has died by itself.
    package var isDead: Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0
            && info._sifields._sigchld.si_pid == pid
    }

    private func readSome() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(output, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            collected += chunk[..<count]
            return true
        }
    }

    private func lines() -> [(kind: String, text: String)] {
        String(decoding: collected, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true).map {
            let halves = $0.split(separator: " ", maxSplits: 1)
            return (String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
        }
    }

    private func collect() -> Outcome {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        isOver = true
        let lines = lines()
        let shown = lines.last { $0.kind == "shown" }?.text
        // The layout of a wait status, whose C macros Swift does not import. wait(2)
        let (signal, exitStatus) = (status & 0x7f, status >> 8 & 0xff)
        if signal == SIGKILL { return .killed(shown: shown) }
        if let refusal = lines.first(where: { $0.kind == "refused" }) {
            let halves = refusal.text.split(separator: " ", maxSplits: 1).map(String.init)
            return .refused(code: halves[0], message: halves.count > 1 ? halves[1] : "")
        }
        guard signal == 0, exitStatus == 0, let shown else {
            return .broken("signal \(signal), status \(exitStatus), output '\(lines)'")
        }
        return .shown(shown)
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        // Closed on exec from the start, so that no other thread's child keeps an end open.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw UnexpectedResult("No pipe can be made: \(errno).")
        }
        return (ends[0], ends[1])
    }

    private static func spawn(_ program: String, _ words: [String], input: Int32, output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        let arguments = ([program] + words).map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, program, &actions, nil, arguments + [nil], environ)
        guard status == 0 else {
            throw UnexpectedResult("\(program) could not be started: \(String(cString: strerror(status))).")
        }
        return pid
    }
}
