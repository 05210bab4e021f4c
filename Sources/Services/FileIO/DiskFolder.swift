// SPDX-License-Identifier: MIT
internal import CDisk
package import FileModel
internal import Glibc

/// An open folder. Everything is reached from it by name and beneath it: links are not followed, mounted file systems
/// are not entered, and a folder that is moved meanwhile stays the same folder.
///
/// C: man 2 openat2, mkdirat, renameat, unlinkat, fsync
package final class DiskFolder: Sendable {
    let descriptor: Int32
    /// For messages.
    let name: String

    /// Opens a folder by its path, which the operator has chosen: links in it are followed.
    ///
    /// - Throws: ``FileIOError`` with `.notFound` or `.inputOutput`.
    package init(path: String) throws {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        name = path
        guard descriptor >= 0 else { throw FileIOError.system("open the folder", path) }
    }

    private init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Keeps other processes away that ask for the same, until this one ends.
    ///
    /// - Throws: ``FileIOError`` with `.locked`. C: man 2 flock
    func lock() throws {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw FileIOError.system("lock", name) }
            throw FileIOError(.locked, "Another process uses '\(name)'. Stop it, or choose another folder.")
        }
    }

    // MARK: - Opening

    /// - Throws: ``FileIOError`` with `.notFound` or `.outside`.
    package func folder(_ name: FileName) throws -> DiskFolder {
        let place = place(of: name)
        return DiskFolder(descriptor: try openBeneath(name, O_RDONLY | O_DIRECTORY, place), name: place)
    }

    /// The folder of this name, which is made if it is missing; the name then survives a power cut.
    package func folder(making name: FileName) throws -> DiskFolder {
        let isNew = name.withCString { mkdirat(descriptor, $0, 0o700) } == 0
        guard isNew || errno == EEXIST else { throw FileIOError.system("make the folder", place(of: name)) }
        if isNew { try flush() }
        return try folder(name)
    }

    /// Opens a regular file for reading.
    ///
    /// - Throws: ``FileIOError`` with `.notFound`, or `.outside` for anything that is no regular file.
    package func file(_ name: FileName) throws -> DiskFile { try file(name, O_RDONLY) }

    /// Opens a regular file for reading and writing.
    package func file(changing name: FileName) throws -> DiskFile { try file(name, O_RDWR) }

    /// Makes a file that only its owner can read.
    ///
    /// - Throws: ``FileIOError`` with `.alreadyThere`, `.full` or `.inputOutput`.
    package func file(making name: FileName) throws -> DiskFile { try file(name, O_RDWR | O_CREAT | O_EXCL) }

    /// Opens a file beneath this folder for reading, one name after another, so that the whole path may be longer than
    /// the kernel takes at once.
    package func file(_ path: FilePath) throws -> DiskFile {
        guard let last = path.names.last else {
            throw FileIOError(.outside, "The folder '\(name)' is not a file.")
        }
        var folder = self
        for name in path.names.dropLast() { folder = try folder.folder(name) }
        return try folder.file(last)
    }

    private func file(_ name: FileName, _ flags: Int32) throws -> DiskFile {
        let place = place(of: name)
        // Without O_NONBLOCK a pipe of that name would hold up the caller.
        let descriptor = try openBeneath(name, flags | O_NONBLOCK, place)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FileIOError(.outside, "'\(place)' is not a regular file.")
        }
        return DiskFile(descriptor: descriptor, name: place)
    }

    private func openBeneath(_ name: FileName, _ flags: Int32, _ place: String) throws -> Int32 {
        let mode: UInt32 = flags & O_CREAT == 0 ? 0 : 0o600
        while true {
            let opened = name.withCString { satchel_open_beneath(descriptor, $0, flags, mode) }
            if opened >= 0 { return opened }
            // EAGAIN: something was renamed meanwhile. man 2 openat2
            guard errno == EINTR || errno == EAGAIN else { break }
        }
        guard errno != ENOSYS else {
            throw FileIOError(.unsupported, "The kernel has no openat2: Linux 5.6 or later is needed.")
        }
        throw FileIOError.system("open", place)
    }

    // MARK: - Changing

    /// Gives a file its place in a moment: it is there whole or not at all. What had the name before is gone.
    ///
    /// It survives a power cut once both folders are flushed.
    package func rename(_ name: FileName, to folder: DiskFolder, as target: FileName) throws {
        let code = name.withCString { from in
            target.withCString { to in renameat(descriptor, from, folder.descriptor, to) }
        }
        guard code == 0 else { throw FileIOError.system("move", place(of: name)) }
    }

    /// Removes a file; one that is not there is gone already.
    package func remove(_ name: FileName) throws {
        guard name.withCString({ unlinkat(descriptor, $0, 0) }) == 0 || errno == ENOENT else {
            throw FileIOError.system("remove", place(of: name))
        }
    }

    /// Removes an empty folder.
    package func removeFolder(_ name: FileName) throws {
        guard name.withCString({ unlinkat(descriptor, $0, AT_REMOVEDIR) }) == 0 || errno == ENOENT else {
            throw FileIOError.system("remove the folder", place(of: name))
        }
    }

    /// Afterwards the names in this folder survive a power cut.
    ///
    /// - Throws: ``FileIOError`` with `.deactivated`, as ``DiskFile/flush()``.
    package func flush() throws {
        guard fsync(descriptor) == 0 else {
            let cause = FileIOError.system("flush the folder", name)
            throw FileIOError(.deactivated, cause.message, cause: cause)
        }
    }

    // MARK: - Looking

    /// What stands in this folder, in the order of the names' bytes.
    package func entries() throws -> [DiskItem] {
        // A descriptor of its own: a stream has a position, and closes what it was made of.
        let again = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard again >= 0, let stream = fdopendir(again) else { throw FileIOError.system("list", name) }
        defer { closedir(stream) }
        var entries: [DiskItem] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if bytes == Array(".".utf8) || bytes == Array("..".utf8) { continue }
            let name = try FileName(bytes)
            // It may have been removed meanwhile.
            if let entry = try look(at: name) { entries.append(entry) }
        }
        guard errno == 0 else { throw FileIOError.system("list", name) }
        return entries.sorted { $0.name < $1.name }
    }

    /// What has this name; nil when nothing has.
    package func look(at name: FileName) throws -> DiskItem? {
        var status = stat()
        guard name.withCString({ fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else {
            guard errno == ENOENT else { throw FileIOError.system("look at", place(of: name)) }
            return nil
        }
        let kind: DiskItem.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        return DiskItem(name: name, kind: kind, stamp: FileStamp(status))
    }

    /// Visits everything beneath this folder, each folder before what is in it; does not enter links, other file
    /// systems, nor folders deeper than 256.
    ///
    /// - Parameters:
    ///   - visit: the path from here, and what is there. Folders that are not entered are told as `.other`.
    ///   - failed: a folder beneath this one that cannot be read, and why. The walk goes on behind it, or ends with
    ///     what this throws.
    package func walk(
        _ visit: (FilePath, DiskItem) throws -> Void, failed: (FilePath, FileIOError) throws -> Void = { throw $1 }
    ) throws {
        try walk(try entries(), beneath: FilePath(), visit, failed)
    }

    private func walk(
        _ entries: [DiskItem], beneath path: FilePath, _ visit: (FilePath, DiskItem) throws -> Void,
        _ failed: (FilePath, FileIOError) throws -> Void
    ) throws {
        guard path.names.count < FilePath.maximumDepth else { return }
        for entry in entries {
            let place = try path.appending(entry.name)
            guard entry.kind == .folder else {
                try visit(place, entry)
                continue
            }
            let (inner, inside): (DiskFolder?, [DiskItem])
            do {
                inner = try enter(entry.name)
                inside = try inner?.entries() ?? []
            } catch let error as FileIOError {
                try failed(place, error)
                continue
            }
            guard let inner else {
                try visit(place, DiskItem(name: entry.name, kind: .other, stamp: entry.stamp))
                continue
            }
            try visit(place, entry)
            try inner.walk(inside, beneath: place, visit, failed)
        }
    }

    /// The folder; nil when it is mounted there, is a link by now, or is gone.
    private func enter(_ name: FileName) throws -> DiskFolder? {
        do {
            return try folder(name)
        } catch let error as FileIOError where error.code == .outside || error.code == .notFound {
            return nil
        }
    }

    /// The space of the file system, in bytes: what this user may still take, and all.
    package func space() throws -> (free: UInt64, total: UInt64) {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { throw FileIOError.system("ask for the space of", name) }
        let size = UInt64(status.f_frsize)
        return (UInt64(status.f_bavail) * size, UInt64(status.f_blocks) * size)
    }

    /// Fails unless the file system is a local one that keeps its word about flushes.
    ///
    /// - Throws: ``FileIOError`` with `.unsupported`, which names the kind.
    package func requireLocal() throws {
        let kind = satchel_file_system(descriptor)
        guard let name = Self.remote[kind] else { return }
        throw FileIOError(
            .unsupported, "'\(self.name)' is on \(name). Choose a folder on a disk of this machine.")
    }

    /// Network file systems and FUSE, by their magic numbers. man 2 statfs
    private static let remote: [UInt32: String] = [
        0x6969: "NFS", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB", 0x517B: "SMB", 0x6573_5546: "FUSE",
        0x00C3_6400: "CephFS",
        0x0102_1997: "9P", 0x5346_414F: "AFS", 0x0B_D00B_D0: "Lustre", 0x4750_4653: "GPFS",
    ]

    func place(of name: FileName) -> String { "\(self.name)/\(name)" }
}

/// One entry of a folder.
package struct DiskItem: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case file, folder, link, other }

    package let name: FileName
    package let kind: Kind
    package let stamp: FileStamp

    /// In bytes.
    package var size: UInt64 { stamp.size }
    /// When the content changed last, in seconds since 1970; for showing alone.
    package var changed: Int64 { stamp.modified / 1_000_000_000 }
}

extension FileName {
    /// The name as C takes it; it holds no NUL.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else { preconditionFailure("A name has at least a NUL.") }
                return body(start)
            }
        }
    }
}
