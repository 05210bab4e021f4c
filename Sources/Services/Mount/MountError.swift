// SPDX-License-Identifier: MIT
internal import Glibc

/// Why a folder cannot be mounted or unmounted.
package struct MountError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// The kernel or the system has no FUSE, or this user may not use it.
        case unavailable
        /// The place is no folder, cannot be reached, or something stands in it.
        case badPlace
        /// Something is mounted there already.
        case occupied
        /// Programs use the mounted folder.
        case busy
        case system
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

    package var description: String { "MountError.\(code): \(message)" }
}

/// An error number as programs that use the folder get it. man 3 errno
package struct MountErrno: Error, Equatable, Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }
}
