// SPDX-License-Identifier: MIT
import Glibc

/// A running `satchel-reader` or `satchel-unpacker` and the connection to it. The process ends with this value.
final class ReaderProcess {
    enum Outcome {
        case answered
        case died(signal: Int32)
        case exited(status: Int32)
        /// Its answer was invalid, so it was stopped.
        case spokeNonsense
        case tookTooLong
    }

    let pid: pid_t
    /// This side of its standard input and output.
    private let connection: Int32
    private var isCollected = false
    /// The number of answered requests.
    private(set) var answered = 0

    /// Starts the program, connected to this process by its standard input and output.
    ///
    /// - Throws: ``CodesError`` `.readerMissing` when it cannot be started. C: `posix_spawn(3)`.
    init(executable: String, arguments: [String]) throws {
        var ends: [Int32] = [-1, -1]
        // A socket pair instead of pipes, because it is bidirectional and close-on-exec from the start, so that no
        // other thread's child inherits it.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw ReaderProcess.cannotStart(executable, errno)
        }
        // If a standard stream is closed, a descriptor of the pair may have its number, which the child needs.
        let theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, 3)
        let ours = fcntl(ends[0], F_DUPFD_CLOEXEC, 3)
        close(ends[0])
        close(ends[1])
        defer { if theirs >= 0 { close(theirs) } }
        guard theirs >= 0, ours >= 0 else {
            if ours >= 0 { close(ours) }
            throw ReaderProcess.cannotStart(executable, EMFILE)
        }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, theirs, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, theirs, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

        // A caller may ignore or block signals, but they must terminate the reader.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        var none = sigset_t()
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var pid: pid_t = 0
        let words = ([executable] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        // The environment is empty, because it may hold secrets and names of libraries to load.
        let status = posix_spawn(&pid, executable, &actions, &attributes, words + [nil], [nil])
        guard status == 0 else {
            close(ours)
            throw ReaderProcess.cannotStart(executable, status)
        }
        self.pid = pid
        connection = ours
    }

    deinit {
        close(connection)
        guard !isCollected else { return }
        kill(pid, SIGKILL)
        _ = ReaderProcess.collect(pid, flags: 0)
    }

    /// Sends a request and receives the answer. After any outcome except ``Outcome/answered`` the process has ended.
    ///
    /// - Parameters:
    ///   - reply: receives the answer, even a partial one of a process that died or was stopped.
    ///   - meanwhile: a descriptor to read while the process works, such as a camera's, and the function that reads it.
    func exchange(
        _ request: some ChildQuestion, reply: inout some ChildReply, withinMilliseconds limit: Int,
        meanwhile: (descriptor: Int32, take: () -> Void)? = nil
    ) -> Outcome {
        let deadline = Monotonic.milliseconds() + limit
        var rest = [request.head[...], request.body[...]]
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while reply.status == nil {
            var waiting = [
                pollfd(fd: connection, events: Int16(rest.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0),
                pollfd(fd: meanwhile?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let remaining = deadline - Monotonic.milliseconds()
            guard remaining > 0 else { return stop(.tookTooLong) }
            guard poll(&waiting, 2, Int32(clamping: remaining)) > 0 else { continue }
            if waiting[1].revents != 0 { meanwhile?.take() }
            if waiting[0].revents & Int16(POLLOUT) != 0 { send(&rest) }
            guard waiting[0].revents & ~Int16(POLLOUT) != 0 else { continue }
            let count = recv(connection, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return end(by: deadline) }
            do {
                try reply.receive(chunk[..<count])
            } catch {
                return stop(.spokeNonsense)
            }
        }
        // The process answered before it had received the whole request.
        guard rest.isEmpty || reply.status != .done else { return stop(.spokeNonsense) }
        answered += 1
        if !rest.isEmpty { _ = stop(.answered) }
        return .answered
    }

    /// Whether the process can receive another request.
    var isUsable: Bool { !isCollected }

    /// Sends as much as possible. If the other side is closed there is nothing left to send, and reading reports it.
    private func send(_ rest: inout [ArraySlice<UInt8>]) {
        while let part = rest.first {
            let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
            let count = part.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, flags) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count >= 0 else {
                rest = []
                return
            }
            rest[0] = part.dropFirst(count)
            if rest[0].isEmpty { rest.removeFirst() }
        }
    }

    private func stop(_ outcome: Outcome) -> Outcome {
        kill(pid, SIGKILL)
        _ = ReaderProcess.collect(pid, flags: 0)
        isCollected = true
        return outcome
    }

    /// How the process ended; closing its connection should have caused that.
    private func end(by deadline: Int) -> Outcome {
        while true {
            if let status = ReaderProcess.collect(pid, flags: WNOHANG) {
                isCollected = true
                // The layout of a wait status; Swift does not import the C macros. wait(2)
                let (signal, exitStatus) = (status & 0x7F, status >> 8 & 0xFF)
                // The limits per request and per process.
                if signal == SIGPROF || signal == SIGXCPU { return .tookTooLong }
                if signal != 0 { return .died(signal: signal) }
                return exitStatus == 0 ? .spokeNonsense : .exited(status: exitStatus)
            }
            guard Monotonic.milliseconds() < deadline else { return stop(.tookTooLong) }
            usleep(200)
        }
    }

    /// The wait status; nil while the process runs. If another part of the program has reaped it, it counts as a clean
    /// exit.
    private static func collect(_ pid: pid_t, flags: Int32) -> Int32? {
        var status: Int32 = 0
        while true {
            let result = waitpid(pid, &status, flags)
            if result == pid { return status }
            if result == 0 { return nil }
            if errno != EINTR { return 0 }
        }
    }

    private static func cannotStart(_ executable: String, _ status: Int32) -> CodesError {
        let reason = String(cString: strerror(status))
        return CodesError(
            .readerMissing, "The image reader \(executable) could not be started: \(reason). Install Satchel again.")
    }
}

/// A monotonic clock.
enum Monotonic {
    static func milliseconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
    }
}
