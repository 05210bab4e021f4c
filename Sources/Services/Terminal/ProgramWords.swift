// SPDX-License-Identifier: MIT
internal import Glibc

/// The words that a program was started with.
package enum ProgramWords {
    /// All but the program's name.
    ///
    /// Swift looks for them beside the environment and finds not even the name where a library that was loaded first has
    /// moved that, as libfaketime does. A program that went on without them would use another folder than the one it was
    /// given, so they are then read from the system. proc_pid_cmdline(5)
    package static var all: [String] {
        let found = CommandLine.arguments
        return Array((found.isEmpty ? told : found).dropFirst())
    }

    private static var told: [String] {
        let descriptor = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        // Each word ends with a zero.
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
