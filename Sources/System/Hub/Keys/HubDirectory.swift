// SPDX-License-Identifier: MIT
import Glibc

/// The files of one hub.
package struct HubDirectory: Sendable {
    package let path: String

    package init(_ path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The books.
    package var database: String { path + "/hub.sqlite" }
    /// The private halves of the working keys; a serving hub needs them.
    package var workingKeys: String { path + "/working.keys" }
    /// The root key, sealed with a passphrase; a serving hub does not need it, so it can be kept elsewhere.
    package var rootKey: String { path + "/hub-root.key" }
    var lock: String { path + "/hub.lock" }

    /// Makes the directory if it is not there, for its owner alone.
    ///
    /// - Throws: ``HubError`` with `.system`.
    func create() throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw HubError(.system, "Could not make the directory '\(path)': \(String(cString: strerror(errno))).")
        }
    }
}

/// The right to serve a directory; the kernel takes it back when the process ends, however it ends. `flock(2)`.
final class DirectoryLock: Sendable {
    private let descriptor: Int32

    /// - Throws: ``HubError`` with `.inUse` when another process holds it.
    init(_ directory: HubDirectory) throws {
        descriptor = open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw HubError(
                .notInitialised,
                "Could not open '\(directory.lock)': \(String(cString: strerror(errno))). Make a hub with `satchel-hub init`."
            )
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw HubError(.inUse, "Another process serves the hub in '\(directory.path)'. Stop it first.")
        }
    }

    deinit { close(descriptor) }
}
