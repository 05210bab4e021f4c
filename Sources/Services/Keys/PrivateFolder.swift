// SPDX-License-Identifier: MIT
internal import Glibc

/// Folders for secrets.
package enum PrivateFolder {
    /// Creates the folder and its missing parents with mode 0700, and sets their owner by ``FolderOwner``. Existing
    /// folders stay unchanged.
    ///
    /// - Throws: ``KeysError``.
    package static func create(_ path: String) throws {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            if mkdir(part, 0o700) == 0 {
                try FolderOwner.adopt(part)
                continue
            }
            guard errno != EEXIST else { continue }
            // A parent that cannot be created is fine if it can be entered.
            guard access(part, X_OK) == 0 else { throw KeysError.system("create", part) }
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw KeysError.system("create", path) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw KeysError(.inputOutput, "'\(path)' is a file where a folder must be: choose another place.")
        }
    }
}
