// SPDX-License-Identifier: MIT
internal import CFUSE
internal import Glibc

/// What `stat` says of a folder or a file.
package struct MountAttributes: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case folder, file }

    /// The inode number that programs see, which is never given to another file.
    package var number: UInt64
    package var kind: Kind
    /// The permission bits.
    package var mode: UInt32
    /// In bytes.
    package var size: UInt64
    /// What it takes on this device's disk, in bytes.
    package var stored: UInt64
    /// When the content changed last, in nanoseconds since 1970.
    package var modified: Int64
    /// When the content or the attributes changed last, in nanoseconds since 1970.
    package var changed: Int64

    package init(
        number: UInt64, kind: Kind, mode: UInt32, size: UInt64, stored: UInt64, modified: Int64, changed: Int64
    ) {
        self.number = number
        self.kind = kind
        self.mode = mode
        self.size = size
        self.stored = stored
        self.modified = modified
        self.changed = changed
    }

    /// As the system has them; everything belongs to this user. man 3 stat
    var status: stat {
        var status = stat()
        status.st_ino = UInt(number)
        status.st_mode = (kind == .folder ? S_IFDIR : S_IFREG) | mode
        status.st_nlink = kind == .folder ? 2 : 1
        status.st_uid = getuid()
        status.st_gid = getgid()
        status.st_size = off_t(clamping: size)
        status.st_blksize = 128 << 10
        status.st_blocks = blkcnt_t(clamping: stored / 512 + (stored % 512 == 0 ? 0 : 1))
        status.st_mtim = Self.time(modified)
        status.st_atim = Self.time(modified)
        status.st_ctim = Self.time(changed)
        return status
    }

    private static func time(_ nanoseconds: Int64) -> timespec {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest < 0
            ? timespec(tv_sec: Int(seconds) - 1, tv_nsec: Int(rest) + 1_000_000_000)
            : timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    }
}

/// What a program asks to change of a file's attributes; nil leaves as it is. man 2 chmod, chown, truncate, utimensat
package struct AttributeChange: Equatable, Sendable {
    package enum Time: Equatable, Sendable {
        case now
        /// Nanoseconds since 1970.
        case at(Int64)
    }

    package var mode: UInt32?
    /// Whether the file would belong to another user or group than this process's.
    package var changesOwner = false
    package var size: UInt64?
    package var modified: Time?

    init(_ status: stat, _ parts: Int32) {
        if parts & FUSE_SET_ATTR_MODE != 0 { mode = status.st_mode & 0o7777 }
        changesOwner =
            parts & FUSE_SET_ATTR_UID != 0 && status.st_uid != getuid()
            || parts & FUSE_SET_ATTR_GID != 0 && status.st_gid != getgid()
        if parts & FUSE_SET_ATTR_SIZE != 0 { size = UInt64(max(0, status.st_size)) }
        if parts & FUSE_SET_ATTR_MTIME_NOW != 0 {
            modified = .now
        } else if parts & FUSE_SET_ATTR_MTIME != 0 {
            let (seconds, isOver) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
            modified = .at(isOver ? 0 : seconds &+ Int64(status.st_mtim.tv_nsec))
        }
    }
}

/// The room of a file system as `statvfs` says it, in bytes.
package struct MountRoom: Equatable, Sendable {
    package var total: UInt64
    package var free: UInt64
    package var items: UInt64

    package init(total: UInt64, free: UInt64, items: UInt64) {
        self.total = total
        self.free = free
        self.items = items
    }
}
