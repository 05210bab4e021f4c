// SPDX-License-Identifier: MIT
internal import Glibc

/// What changes when a file is replaced or written: two equal stamps around a reading mean that one content was read.
package struct FileStamp: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    /// In bytes.
    package let size: UInt64
    /// When the content changed last, in nanoseconds since 1970.
    package let modified: Int64
    /// When the content or the attributes changed last, in nanoseconds since 1970.
    package let changed: Int64
    package let isExecutable: Bool

    package init(device: UInt64, inode: UInt64, size: UInt64, modified: Int64, changed: Int64, isExecutable: Bool) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
        self.isExecutable = isExecutable
    }
}

extension FileStamp {
    init(_ status: stat) {
        func nanoseconds(_ time: timespec) -> Int64 {
            let (seconds, isOver) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
            return isOver ? 0 : seconds + Int64(time.tv_nsec)
        }
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: UInt64(max(0, status.st_size)),
            modified: nanoseconds(status.st_mtim), changed: nanoseconds(status.st_ctim),
            isExecutable: status.st_mode & S_IXUSR != 0)
    }
}

extension DiskFolder {
    /// The stamp of the folder as it is now. C: man 2 fstat
    package func stamp() throws -> FileStamp {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileIOError.system("look at", name) }
        return FileStamp(status)
    }
}

extension DiskFile {
    /// The stamp of the file as it is now. C: man 2 fstat
    package func stamp() throws -> FileStamp {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileIOError.system("look at", name) }
        return FileStamp(status)
    }

    /// Sets what a stranger's program sees of a finished file: the mode that the user's mask leaves of 0666 or 0777,
    /// and the time of its content.
    ///
    /// - Parameter modified: milliseconds since 1970; nil to leave the time alone. A time that the file system cannot
    ///   hold is left alone too: it is for showing only.
    package func dress(isExecutable: Bool, modified: Int64?) throws {
        let mask = umask(0o077)
        umask(mask)
        guard fchmod(descriptor, (isExecutable ? 0o777 : 0o666) & ~mask) == 0 else {
            throw FileIOError.system("set the mode of", name)
        }
        guard let modified else { return }
        let (seconds, rest) = modified.quotientAndRemainder(dividingBy: 1_000)
        let floor = rest < 0 ? (seconds - 1, rest + 1_000) : (seconds, rest)
        let time = timespec(tv_sec: Int(floor.0), tv_nsec: Int(floor.1) * 1_000_000)
        _ = futimens(descriptor, [time, time])
    }
}
