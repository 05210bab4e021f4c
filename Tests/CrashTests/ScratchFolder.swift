// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// A folder of its own that is gone with everything in it when the last owner lets go, unless it is kept as evidence.
final class ScratchFolder: Sendable {
    let path: String
    private let isKept = Atomic(false)

    init() {
        // A kill leaves the page cache whole, so a disk would only make the same test slower.
        let home = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(home)/satchel-crash-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("No folder can be made in \(home).") }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// Leaves the folder behind, for whoever must understand a failure.
    func keep() { isKept.store(true, ordering: .relaxed) }

    deinit { if !isKept.load(ordering: .relaxed) { Folder.remove(path) } }
}

/// Whole folders, as a person with a file browser handles them.
enum Folder {
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func remove(_ path: String) {
        for name in names(in: path) { remove("\(path)/\(name)") }
        if unlink(path) != 0 { rmdir(path) }
    }

    /// Copies a file, or a folder with everything in it.
    static func copy(_ source: String, to target: String) throws {
        var status = stat()
        guard lstat(source, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else { return try File.write(try File.read(source), to: target) }
        mkdir(target, 0o700)
        for name in names(in: source) { try copy("\(source)/\(name)", to: "\(target)/\(name)") }
    }
}

enum File {
    static func read(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Surprise("'\(path)' cannot be read: \(errno).") }
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        let size = Int(status.st_size)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let read = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
                guard read > 0 else { return }
                count += read
            }
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Surprise("'\(path)' cannot be written: \(errno).") }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw Surprise("'\(path)' cannot be written whole: \(errno).")
        }
    }

    /// The lines of a file, which may not be there.
    static func lines(_ path: String) -> [String] {
        guard access(path, F_OK) == 0, let bytes = try? read(path) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
