// SPDX-License-Identifier: MIT
internal import Glibc

/// Small files that are either the old or the new one, whenever the power fails.
package enum AtomicFile {
    /// Replaces the file, or creates it.
    ///
    /// Afterwards the file is on the disk whole, and readable by its owner alone (0600). When it throws, the old file is
    /// still there.
    ///
    /// - Throws: ``KeysError`` with code `.full`, `.notFound` (no such folder) or `.inputOutput`.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let partial = path + ".partial"
        // Whatever a dying process left is no use; O_EXCL then refuses anybody's link in its place.
        unlink(partial)
        do {
            let descriptor = try Descriptor(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
            try descriptor.write(bytes, at: 0)
            guard fsync(descriptor.number) == 0 else { throw KeysError.system("save", path) }
            guard rename(partial, path) == 0 else { throw KeysError.system("replace", path) }
        } catch {
            unlink(partial)
            throw error
        }
        try Descriptor.synchroniseFolder(of: path)
    }

    /// - Throws: ``KeysError`` with code `.notFound`, `.inputOutput`, or `.malformed` when it is larger than it should be.
    package static func read(_ path: String, maximumCount: Int) throws -> [UInt8] {
        let bytes = try Descriptor(path, O_RDONLY).read(maximumCount + 1, at: 0)
        guard bytes.count <= maximumCount else {
            throw KeysError(
                .malformed, "The file '\(path)' is larger than \(maximumCount) bytes, so it is none of ours.")
        }
        return bytes
    }
}
