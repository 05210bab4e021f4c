// SPDX-License-Identifier: MIT
internal import CDisk
internal import Crypto
package import FileModel
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

    /// Has the disk begin to write what was written, so that a later ``flush()`` waits for less. It says nothing about
    /// what survives, and a refusal is found by the flush.
    package func startWriting(_ range: Range<UInt64>) {
        _ = satchel_start_writing(descriptor, range.lowerBound, range.upperBound - range.lowerBound)
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

    /// Hashes all bytes of the file.
    ///
    /// - Parameter visit: gets each piece of at most 256 KiB, and where it begins.
    package func contentHash(
        _ visit: (UnsafeRawBufferPointer, UInt64) throws -> Void = { _, _ in }
    ) throws -> ContentHash {
        var hasher = ResumableSHA256()
        try withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 64) { buffer in
            while case let count = try read(into: buffer, at: hasher.count), count > 0 {
                let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                try visit(piece, hasher.count)
                hasher.update(piece)
            }
        }
        return ContentHash(hasher.digest)
    }

    /// Lets the kernel forget the bytes that are on the disk, so that they are read from there the next time. man 2
    /// posix_fadvise
    package func dropCache() { posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) }

    /// From now on this thread reads and writes only when no one else wants the disk. Disks whose scheduler knows no
    /// priorities are read as before.
    package static func beIdle() { _ = satchel_idle_disk() }

    /// Sets when the file was modified last, and whether it may be executed, as the device that stored it said.
    ///
    /// - Parameter modified: in milliseconds since 1970; nil leaves it as it is. man 2 futimens, fchmod
    package func describe(modified: Int64?, executable: Bool) throws {
        if executable, fchmod(descriptor, 0o700) != 0 { throw FileIOError.system("set the mode of", name) }
        guard let modified else { return }
        let (seconds, rest) = modified.quotientAndRemainder(dividingBy: 1_000)
        let isBefore = rest < 0
        var times = [timespec(), timespec()]
        // UTIME_OMIT, which Swift does not see: the time of the last reading stays.
        times[0].tv_nsec = (1 << 30) - 2
        times[1].tv_sec = time_t(seconds) - (isBefore ? 1 : 0)
        times[1].tv_nsec = Int(rest + (isBefore ? 1_000 : 0)) * 1_000_000
        guard futimens(descriptor, times) == 0 else { throw FileIOError.system("set the time of", name) }
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
