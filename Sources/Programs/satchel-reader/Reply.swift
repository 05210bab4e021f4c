// SPDX-License-Identifier: MIT
import Glibc

/// The answer on standard output: a status byte, then for `found` each text as a big-endian 32-bit length and its bytes.
///
/// `Codes` reads it (ReaderReply.swift), and its tests run this program, so the two cannot drift.
struct Reply {
    enum Status: Int32, Error {
        case found = 0
        case notAnImage = 1
        case unsupportedFormat = 2
        case damaged = 3
        case tooManyBytes = 4
        case tooManyPixels = 5
        /// Never written: the exit status when the process could not confine itself.
        case notConfined = 6
    }

    private var bytes: [UInt8]

    init(to file: [UInt8]) {
        do {
            bytes = [UInt8(Status.found.rawValue)]
            for code in try Image(file).codes() {
                withUnsafeBytes(of: UInt32(code.count).bigEndian) { bytes += $0 }
                bytes += code
            }
        } catch {
            bytes = [UInt8(error.rawValue)]
        }
    }

    /// Writes the whole answer; a parent that no longer listens ends the program by SIGPIPE.
    func send() {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { exit(EXIT_FAILURE) }
            rest = rest.dropFirst(count)
        }
    }
}
