// SPDX-License-Identifier: MIT
internal import CFUSE
internal import Glibc

/// What is mounted, by the kernel's table. man 5 proc, /proc/pid/mountinfo
package struct MountPoint: Equatable, Sendable {
    /// An absolute path.
    package let path: String
    /// Such as `fuse.satchel`.
    package let kind: String
    package let source: String

    /// Parses one line of the table; nil for a line of another form.
    package init?(line: Substring) {
        let halves = line.split(separator: " ", omittingEmptySubsequences: false)
        guard halves.count >= 10, let dash = halves.firstIndex(of: "-"), dash >= 6, halves.count >= dash + 3 else {
            return nil
        }
        path = Self.unescaped(halves[4])
        kind = String(halves[dash + 1])
        source = Self.unescaped(halves[dash + 2])
    }

    /// The kernel writes a blank as `\040`, and so a tab, a newline and a backslash.
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            guard byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ 48...55 ~= $0 }) else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 - 48) }))
            rest = rest.dropFirst(3)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// All that is mounted, as this process sees it.
    package static func all() -> [MountPoint] {
        let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var table: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = read(descriptor, &piece, piece.count), count > 0, table.count < maximumTable {
            table += piece[..<count]
        }
        return String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { MountPoint(line: $0) }
    }

    private static let maximumTable = 16 << 20

    /// Whether the process behind the folder is gone: each use of it fails with ENOTCONN.
    package var isDead: Bool {
        // Attributes may be the kernel's of before; an opening is asked for.
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return false
        }
        return errno == ENOTCONN
    }

    /// Takes the folder away.
    ///
    /// - Parameter isLazy: whether also from programs that use it.
    /// - Throws: ``MountError`` with `.busy` when programs use it.
    package func unmount(isLazy: Bool) throws {
        if umount2(path, isLazy ? Int32(MNT_DETACH) : 0) == 0 { return }
        let number = errno
        guard number != EBUSY else { throw Self.busy(path) }
        // What is mounted as another user than root is unmounted by the helper of the package fuse3.
        guard number == EPERM, Self.runHelper(["fusermount3", isLazy ? "-uz" : "-u", "--", path]) else {
            throw number == EPERM
                ? Self.busy(path)
                : MountError(
                    .system, "The folder '\(path)' could not be unmounted: \(String(cString: strerror(number))).")
        }
    }

    private static func busy(_ path: String) -> MountError {
        MountError(.busy, "Programs use the folder '\(path)'. Close what is open in it, and try again.")
    }

    /// - Returns: whether it ended with 0.
    private static func runHelper(_ words: [String]) -> Bool {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, words[0], nil, nil, &arguments, environ) == 0 else { return false }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return false } }
        return status == 0
    }

    /// Makes a place ready for a mount: removes what is left of an earlier one of ours, and nothing else.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - source, kind: of our mounts.
    /// - Throws: ``MountError`` with `.occupied` or `.badPlace`.
    package static func prepare(_ path: String, source: String, kind: String) throws {
        var waited = 0
        while let there = all().last(where: { $0.path == path }) {
            guard there.kind == "fuse.\(kind)", there.source == source else {
                throw MountError(
                    .occupied,
                    "'\(path)' is a mounted folder of another program (\(there.kind)). Choose another folder.")
            }
            if there.isDead {
                try there.unmount(isLazy: true)
                continue
            }
            // The helper of libfuse may be removing it just now.
            guard waited < endMilliseconds else {
                throw MountError(.occupied, "'\(path)' is mounted already. Unmount it first: satchel drive unmount")
            }
            usleep(20_000)
            waited += 20
        }
        try requireEmptyFolder(path)
    }

    private static let endMilliseconds = 3_000

    private static func requireEmptyFolder(_ path: String) throws {
        guard let stream = opendir(path) else {
            throw MountError(
                .badPlace, "'\(path)' cannot be opened as a folder: \(String(cString: strerror(errno))). Make it first."
            )
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name == Array(".".utf8) || name == Array("..".utf8) else {
                throw MountError(.badPlace, "The folder '\(path)' is not empty. Choose an empty folder.")
            }
        }
    }
}
