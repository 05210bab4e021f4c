// SPDX-License-Identifier: MIT
internal import Glibc

/// An open file. It closes when its last reference goes, and other programs do not inherit it.
///
/// C: man 2 open, close, pread, pwrite, fdatasync
final class OpenFile: Sendable {
    let number: Int32
    let path: String

    /// - Parameter flags: `O_CLOEXEC` is added. A new file has mode 0600. With `O_EXCL` its owner is set by
    ///   ``FolderOwner``.
    init(_ path: String, _ flags: Int32) throws {
        number = open(path, flags | O_CLOEXEC, 0o600)
        self.path = path
        guard number >= 0 else { throw KeysError.system("open", path) }
        if flags & O_EXCL != 0 { FolderOwner.adopt(self) }
    }

    deinit {
        if number >= 0 { close(number) }
    }

    func write(_ bytes: [UInt8], at offset: Int) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { pwrite(number, $0.baseAddress, $0.count, offset + done) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw KeysError.system("write", path) }
            done += count
        }
    }

    /// Reads up to `count` bytes; fewer at the end of the file.
    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: count)
        while bytes.count < count {
            let read = pread(number, &chunk, count - bytes.count, offset + bytes.count)
            if read < 0 && errno == EINTR { continue }
            guard read >= 0 else { throw KeysError.system("read", path) }
            guard read > 0 else { break }
            bytes += chunk[..<read]
        }
        return bytes
    }

    /// Makes the content durable. When this returns, it survives a power failure.
    func synchronise() throws {
        guard fdatasync(number) == 0 else { throw KeysError.system("save", path) }
    }

    /// Whether the path still refers to this open file.
    var isStillInPlace: Bool {
        var (opened, named) = (stat(), stat())
        return fstat(number, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev
            && opened.st_ino == named.st_ino
    }

    /// Makes the entries of a file's folder durable.
    static func synchroniseFolder(of path: String) throws {
        let descriptor = try OpenFile(folder(of: path), O_RDONLY | O_DIRECTORY)
        guard fsync(descriptor.number) == 0 else { throw KeysError.system("save the folder of", path) }
    }

    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
    }
}
