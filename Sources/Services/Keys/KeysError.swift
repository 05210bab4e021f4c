// SPDX-License-Identifier: MIT
internal import Glibc

/// Why a secret cannot be read or stored. Messages never contain key material.
package struct KeysError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        case wrongPassphrase
        /// A file is damaged, or not one of ours.
        case malformed
        /// A newer program wrote the file, or it needs hardware that this program does not know.
        case unsupported
        /// A sealed row was changed or moved to another row or table, or it belongs to another wallet.
        case brokenSeal
        /// Another process has the wallet open.
        case locked
        case notFound
        /// The disk or a quota is full. Existing data is intact.
        case full
        /// The operating system refused to read or write.
        case inputOutput
        /// The epoch on disk is already this high, or another program changed it.
        case stale
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

    package var description: String { "KeysError.\(code): \(message)" }
}

extension KeysError {
    /// The error of the system call that just failed. It reads errno, so no call may come in between.
    static func system(_ action: String, _ path: String, file: String = #fileID, line: Int = #line) -> KeysError {
        let number = errno
        let reason = String(cString: strerror(number))
        switch number {
        case ENOENT, ENOTDIR:
            return KeysError(.notFound, "Could not \(action) '\(path)': \(reason).", file: file, line: line)
        case ENOSPC, EDQUOT, EFBIG:
            return KeysError(
                .full, "Could not \(action) '\(path)': the disk is full. Free some space and try again.", file: file,
                line: line)
        default:
            return KeysError(
                .inputOutput,
                "Could not \(action) '\(path)': \(reason). Check that this user may read and write there.", file: file,
                line: line)
        }
    }
}
