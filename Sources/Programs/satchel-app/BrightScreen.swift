// SPDX-License-Identifier: MIT
internal import Dispatch
internal import Glibc
internal import SystemBus

/// Keeps the screen as bright as it can be while a code is shown, through a process of its own.
///
/// That process restores the brightness when its input ends: the window was closed, or this process has died in any way.
nonisolated enum BrightScreen {
    /// The word that makes a start of this program that process. It is not for people.
    static let word = "--bright-screen"

    /// Runs the processes in turn, so that one never takes another's brightness for the user's.
    private static let queue = DispatchQueue(label: "satchel.brightness")

    /// Returns when the task is cancelled.
    static let keep: @Sendable () async -> Void = {
        var ends: [Int32] = [-1, -1]
        // Close-on-exec from the start, so that no other thread's child keeps the input open.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard access("/sys/class/backlight", R_OK) == 0, socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return }
        let (input, output) = (ends[0], ends[1])
        queue.async { runProcess(reading: input) }
        let (waiting, end) = AsyncStream.makeStream(of: Void.self)
        for await _ in waiting {}
        withExtendedLifetime(end) { _ = close(output) }
    }

    /// Starts the process, and waits until it has ended.
    private static func runProcess(reading input: Int32) {
        defer { close(input) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What ends this process, such as Control-C, must not end that one before it has restored the brightness.
        var kept = sigset_t()
        sigemptyset(&kept)
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&kept, signal) }
        posix_spawnattr_setsigmask(&attributes, &kept)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let program = "/proc/self/exe"
        let texts: [String] = [program, word]
        let words = texts.map { strdup($0) }
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        // The environment is empty, because it may hold secrets and names of libraries to load.
        guard posix_spawn(&process, program, &actions, &attributes, words + [nil], [nil]) == 0 else { return }
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }

    /// What that process does.
    static func run() -> Never {
        Backlight.keepBright {
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                guard count > 0 || count < 0 && errno == EINTR else { return }
            }
        }
        exit(0)
    }
}
