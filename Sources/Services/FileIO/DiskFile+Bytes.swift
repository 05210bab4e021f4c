// SPDX-License-Identifier: MIT
internal import CDisk
internal import Glibc

extension DiskFile {
    /// Lends the descriptor to a call that the kernel serves from the file. It must not be kept or closed.
    package func withDescriptor<R>(_ body: (Int32) throws -> R) rethrows -> R {
        try withExtendedLifetime(self) { try body(descriptor) }
    }

    /// Copies a range to the same place of another file, without copying where the file system can share blocks.
    ///
    /// - Throws: ``FileIOError`` with `.full` or `.inputOutput`; some of the bytes may be copied then. C: man 2
    ///   copy_file_range
    package func copy(_ range: Range<UInt64>, to target: DiskFile) throws {
        var position = range.lowerBound
        while position < range.upperBound {
            let count = satchel_copy_range(
                descriptor, position, target.descriptor, position, range.upperBound - position)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && (errno == EXDEV || errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL) {
                return try copyBytes(position..<range.upperBound, to: target)
            }
            guard count >= 0 else { throw FileIOError.system("copy", name) }
            guard count > 0 else { throw FileIOError(.damaged, "'\(name)' is shorter than it was.") }
            position += UInt64(count)
        }
    }

    private func copyBytes(_ range: Range<UInt64>, to target: DiskFile) throws {
        try withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 64) { buffer in
            var position = range.lowerBound
            while position < range.upperBound {
                let room = Int(min(UInt64(buffer.count), range.upperBound - position))
                let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), at: position)
                guard count > 0 else { throw FileIOError(.damaged, "'\(name)' is shorter than it was.") }
                try target.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: position)
                position += UInt64(count)
            }
        }
    }

    /// Sets whether the owner may execute the file; others may do nothing with it.
    package func setMode(isExecutable: Bool) throws {
        guard fchmod(descriptor, isExecutable ? 0o700 : 0o600) == 0 else {
            throw FileIOError.system("set the mode of", name)
        }
    }

    /// Sets when the content changed last, in nanoseconds since 1970.
    package func setModified(_ nanoseconds: Int64) throws {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        var times = [timespec(), timespec()]
        // UTIME_OMIT, which Swift does not see: the time of the last reading stays.
        times[0].tv_nsec = (1 << 30) - 2
        times[1] =
            rest < 0
            ? timespec(tv_sec: Int(seconds) - 1, tv_nsec: Int(rest) + 1_000_000_000)
            : timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        guard futimens(descriptor, times) == 0 else { throw FileIOError.system("set the time of", name) }
    }
}
