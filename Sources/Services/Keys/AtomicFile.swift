// SPDX-License-Identifier: MIT
internal import Glibc

/// Small files with atomic replacement: after a power failure a file is either the old or the new one.
package enum AtomicFile {
    /// Replaces the file, or creates it.
    ///
    /// Afterwards the complete file is durable and readable by its owner only (0600). If it throws, the old file is
    /// unchanged.
    ///
    /// - Throws: ``KeysError`` with code `.full`, `.notFound` (no such folder) or `.inputOutput`.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        try write(to: path) { append in try append(bytes) }
    }

    /// Replaces the file, or creates it, from pieces that need not fit into memory together.
    ///
    /// - Parameter body: calls its argument with each piece. If it throws, the old file is unchanged.
    /// - Throws: as ``write(_:to:)`` does.
    package static func write(
        to path: String, _ body: (_ append: (_ piece: [UInt8]) throws -> Void) throws -> Void
    ) throws {
        let partial = path + ".partial"
        // A leftover of a crashed process is useless. O_EXCL then refuses a link that another user puts in its place.
        unlink(partial)
        do {
            let descriptor = try OpenFile(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
            var count = 0
            try body { piece in
                try descriptor.write(piece, at: count)
                count += piece.count
            }
            guard fsync(descriptor.number) == 0 else { throw KeysError.system("save", path) }
            guard rename(partial, path) == 0 else { throw KeysError.system("replace", path) }
        } catch {
            unlink(partial)
            throw error
        }
        try OpenFile.synchroniseFolder(of: path)
    }

    /// Reads a whole file.
    ///
    /// - Throws: ``KeysError`` with code `.notFound`, `.inputOutput`, or `.malformed` when the file is larger than
    ///   `maximumCount`.
    package static func read(_ path: String, maximumCount: Int) throws -> [UInt8] {
        let bytes = try OpenFile(path, O_RDONLY).read(maximumCount + 1, at: 0)
        guard bytes.count <= maximumCount else {
            throw KeysError(
                .malformed, "The file '\(path)' is larger than \(maximumCount) bytes, so it is not a file of Satchel.")
        }
        return bytes
    }

    /// Reads a piece of a file; fewer bytes if the file ends within it.
    ///
    /// - Throws: ``KeysError`` with code `.notFound` or `.inputOutput`.
    package static func read(_ path: String, at offset: Int, count: Int) throws -> [UInt8] {
        try OpenFile(path, O_RDONLY).read(count, at: offset)
    }
}
