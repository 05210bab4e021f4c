// SPDX-License-Identifier: MIT
import Glibc

/// Whole files, as a person with an editor handles them.
package enum File {
    package static func read(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnexpectedResult("'\(path)' cannot be read: \(errno).") }
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

    package static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o600) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw UnexpectedResult("'\(path)' cannot be written: \(errno).") }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw UnexpectedResult("'\(path)' cannot be written whole: \(errno).")
        }
    }

    /// The lines of a file, which may not be there.
    package static func lines(_ path: String) -> [String] {
        guard access(path, F_OK) == 0, let bytes = try? read(path) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
