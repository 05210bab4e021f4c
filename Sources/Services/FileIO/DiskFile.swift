// SPDX-License-Identifier: MIT
internal import CDisk
internal import Glibc

/// An open file that closes with its last owner. Offsets and counts are bytes.
///
/// C: man 2 pread, pwrite, fdatasync, ftruncate
package final class DiskFile: Sendable {
    let descriptor: Int32
    /// For messages.
    let name: String

    /// Takes over an open descriptor.
    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    deinit { close(descriptor) }

    /// - Throws: ``FileIOError`` with `.full` or `.inputOutput`; some of the bytes may be written then.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw FileIOError.system("write", name) }
            done += count
        }
    }

    package func write(_ bytes: [UInt8], at offset: UInt64) throws {
        try bytes.withUnsafeBytes { try write($0, at: offset) }
    }

    /// Fills the buffer, or as much of it as the file has.
    ///
    /// - Returns: how many bytes were read; fewer than asked for only at the end of the file.
    /// - Throws: ``FileIOError`` with `.inputOutput`.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileIOError.system("read", name) }
            guard count > 0 else { break }
            done += count
        }
        return done
    }

    /// At most `count` bytes; fewer at the end of the file.
    package func read(_ count: Int, at offset: UInt64) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
    }

    /// Afterwards what was written survives a power cut.
    ///
    /// - Throws: ``FileIOError`` with `.deactivated`: the kernel may have forgotten the bytes, and a second call may
    ///   succeed although they are lost. Do not ask again.
    package func flush() throws {
        guard fdatasync(descriptor) == 0 else {
            let cause = FileIOError.system("flush", name)
            throw FileIOError(.deactivated, cause.message, cause: cause)
        }
    }

    package func size() throws -> UInt64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileIOError.system("look at", name) }
        return UInt64(status.st_size)
    }

    package func truncate(to size: UInt64) throws {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw FileIOError.system("cut", name) }
    }

    /// Takes disk space for bytes that will be written later; the size stays. File systems that cannot do so are left
    /// alone.
    ///
    /// - Throws: ``FileIOError`` with `.full`.
    package func reserve(_ range: Range<UInt64>) throws {
        guard !range.isEmpty else { return }
        while satchel_reserve(descriptor, range.lowerBound, range.upperBound - range.lowerBound) != 0 {
            if errno == EINTR { continue }
            guard errno != EOPNOTSUPP && errno != ENOSYS else { return }
            throw FileIOError.system("reserve space for", name)
        }
    }
}
