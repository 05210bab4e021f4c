// SPDX-License-Identifier: MIT
internal import Glibc
package import Logging

/// Why a file cannot be read or written.
package struct FileIOError: Error, CustomStringConvertible, Sendable {
    package enum Code: CaseIterable, Equatable, Sendable {
        /// The disk or a quota is exhausted, or what must stay free would be used. What was there before is intact.
        case full
        case notFound
        case alreadyThere
        /// A link, another file system or a folder above stands where a file or a folder must be.
        case outside
        /// The file system is not on a disk of this machine, or lacks what is needed.
        case unsupported
        /// The kernel has refused to make bytes durable; nothing written since the last checkpoint can be believed.
        case deactivated
        /// A file does not hold what was written to it.
        case damaged
        /// The content has another hash than its sender has announced.
        case wrongDigest
        /// Another process uses the folder.
        case locked
        /// The operating system refused to read or write.
        case inputOutput
    }

    package var code: Code
    package var message: String
    package var cause: (any Error)?
    package var file: String
    package var line: Int

    package init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.file = file
        self.line = line
    }

    package var description: String { "FileIOError.\(code): \(message)" }
}

extension FileIOError {
    /// The error of the system call that just failed; reads errno, so call nothing in between.
    static func system(_ action: String, _ name: String, file: String = #fileID, line: Int = #line) -> FileIOError {
        let number = errno
        let reason = String(cString: strerror(number))
        let (code, advice): (Code, String) =
            switch number {
            case ENOENT, ENOTDIR: (.notFound, "")
            case EEXIST: (.alreadyThere, "")
            case ELOOP, EXDEV: (.outside, " Satchel does not follow links and mounted folders.")
            case ENOSPC, EDQUOT, EFBIG: (.full, " Free some space and try again.")
            default: (.inputOutput, " Check the disk, and that this user may read and write there.")
            }
        return FileIOError(code, "Could not \(action) '\(name)': \(reason).\(advice)", file: file, line: line)
    }
}

extension FileIOError: LoggableError {
    /// Without the message, which may have the name of a user's file.
    package var logged: LoggedError { LoggedError(Self.self, LogWord(code), file: file, line: line) }
}
