// SPDX-License-Identifier: MIT
import Glibc

/// A small file that only its owner may read, replaced as a whole or not at all.
enum PrivateFile {
    private static let maximumCount = 1 << 20

    /// Afterwards the bytes are on the disk under this name, or the file is as it was.
    ///
    /// - Throws: ``HubError`` with `.system`.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let partial = path + ".partial"
        unlink(partial)
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("create", path) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw failure("write", path) }
            rest = rest.dropFirst(written)
        }
        guard fsync(descriptor) == 0, rename(partial, path) == 0 else { throw failure("keep", path) }
        try synchroniseFolder(of: path)
    }

    /// - Throws: ``HubError`` with `.keys` when the file is missing, or others may read it.
    static func read(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            throw HubError(.keys, "The key file '\(path)' cannot be read: \(reason). Restore it from a backup.")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumCount else {
            throw HubError(.keys, "The key file '\(path)' is no ordinary small file.")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw HubError(.keys, "Others may read the key file '\(path)'. Run `chmod 600` on it, and rotate its keys.")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    private static func synchroniseFolder(of path: String) throws {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open the folder of", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("synchronise the folder of", path) }
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func failure(_ action: String, _ path: String) -> HubError {
        HubError(.system, "Could not \(action) '\(path)': \(reason).")
    }
}
