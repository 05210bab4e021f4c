// SPDX-License-Identifier: MIT
package import Glibc

/// A program whose input and output are one socket of ours.
package enum PeerChannel {
    /// Starts a program by its path and words; the caller closes the channel and waits for the process.
    package static func open(_ words: [String]) throws -> (pid: pid_t, channel: Int32) {
        var ends: [Int32] = [-1, -1]
        // One socket is the program's input and output. Closed on exec, so that no other child keeps it open.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw PeerError("No channel to \(words[words.count - 1]) can be made: \(errno).")
        }
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        let arguments = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, words[0], &actions, nil, arguments + [nil], environ)
        guard status == 0 else {
            close(ends[0])
            throw PeerError("\(words[words.count - 1]) could not be started: \(String(cString: strerror(status))).")
        }
        return (pid, ends[0])
    }
}
