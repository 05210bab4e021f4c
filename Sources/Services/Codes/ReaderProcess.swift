// SPDX-License-Identifier: MIT
import Glibc

/// One run of the reader, from its start to the collection of its remains.
struct ReaderProcess: ~Copyable {
    enum Outcome {
        case answered([UInt8])
        case died(signal: Int32)
        case exited(status: Int32)
        case saidTooMuch
        case tookTooLong
    }

    private let pid: pid_t
    private let output: Int32

    /// Starts the program with an image as its standard input and this process at the other end of its output.
    ///
    /// - Throws: ``CodesError`` `.readerMissing` when it cannot be started. C: `posix_spawn(3)`.
    init(executable: String, arguments: [String], input: Int32) throws {
        var ends: [Int32] = [-1, -1]
        // As a pipe, but closed on exec from the start, so that no other thread's child keeps it open.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw ReaderProcess.cannotStart(executable, errno)
        }
        // Where standard input is closed an end may have taken its number, which the image is about to take.
        let writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 3)
        close(ends[1])
        guard writing >= 0 else {
            close(ends[0])
            throw ReaderProcess.cannotStart(executable, EMFILE)
        }
        defer { close(writing) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, writing, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

        // A caller may ignore or block signals; the reader must die from them.
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
        // The environment is empty: it may hold secrets, and names libraries to load.
        let status = posix_spawn(&pid, executable, &actions, &attributes, words + [nil], [nil])
        guard status == 0 else {
            close(ends[0])
            throw ReaderProcess.cannotStart(executable, status)
        }
        self.pid = pid
        self.output = ends[0]
    }

    /// Collects the answer and the process, which is gone afterwards in every case.
    consuming func finish(withinMilliseconds limit: Int, maximumBytes: Int) -> Outcome {
        let deadline = ReaderProcess.milliseconds() + limit
        let answer = collect(until: deadline, maximumBytes: maximumBytes)
        close(output)
        // A process that closed its output may still be running, so its end has to come in time as well.
        guard let answer, answer.count <= maximumBytes, let status = waitForEnd(until: deadline) else {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            return (answer?.count ?? 0) > maximumBytes ? .saidTooMuch : .tookTooLong
        }
        // The layout of a wait status, whose C macros Swift does not import. wait(2)
        let (signal, exitStatus) = (status & 0x7F, status >> 8 & 0xFF)
        if signal == SIGXCPU { return .tookTooLong }
        if signal != 0 { return .died(signal: signal) }
        return exitStatus == 0 ? .answered(answer) : .exited(status: exitStatus)
    }

    /// Reads to the end, or to just beyond the bound; nil when the time is up first.
    private borrowing func collect(until deadline: Int, maximumBytes: Int) -> [UInt8]? {
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while answer.count <= maximumBytes {
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let remaining = deadline - ReaderProcess.milliseconds()
            guard remaining > 0 else { return nil }
            guard poll(&waiting, 1, Int32(clamping: remaining)) > 0 else { continue }
            let count = read(output, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            answer += chunk[..<count]
        }
        return answer
    }

    /// The wait status of the process, or nil when it is still running at the deadline.
    private borrowing func waitForEnd(until deadline: Int) -> Int32? {
        var status: Int32 = 0
        while true {
            if waitpid(pid, &status, WNOHANG) == pid { return status }
            guard ReaderProcess.milliseconds() < deadline else { return nil }
            usleep(200)
        }
    }

    private static func milliseconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
    }

    private static func cannotStart(_ executable: String, _ status: Int32) -> CodesError {
        let reason = String(cString: strerror(status))
        return CodesError(
            .readerMissing, "The image reader \(executable) could not be started: \(reason). Install Satchel again.")
    }
}
