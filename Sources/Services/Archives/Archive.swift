// SPDX-License-Identifier: MIT
package import Bytes
internal import CZip

/// Zip archives in memory: read within limits, written whole; locked with WinZip's AES when there is a password.
///
/// C: <https://libzip.org/documentation/libzip.html>
package enum Archive {
    /// Whether the bytes begin as a zip does: an empty one too, and one that was to be split (APPNOTE.TXT, section 8.5).
    package static func begins(_ bytes: [UInt8]) -> Bool {
        [[3, 4], [5, 6], [7, 8], [0x30, 0x30]].contains { bytes.starts(with: [0x50, 0x4b] + $0) }
    }

    /// Every file of an archive in its order, without folders and without what macOS and Windows add.
    ///
    /// Nothing is written anywhere, and no name of the archive is used as a path. AES and the old cipher of PKWARE are
    /// both read.
    ///
    /// - Throws: ``ArchivesError``: `.damaged` (also for two files in one place), `.tooLarge`, `.passwordNeeded`,
    ///   `.wrongPassword`, `.unsupported`.
    package static func read(
        _ bytes: [UInt8], password: SecretBytes? = nil, limits: ArchiveLimits = ArchiveLimits()
    ) throws -> [ArchiveEntry] {
        guard bytes.count <= limits.archiveBytes else {
            throw ArchivesError(
                .tooLarge, "The archive has \(bytes.count) bytes; at most \(limits.archiveBytes) are read. Split it.")
        }
        let directory = try ArchiveDirectory(bytes, limits: limits)
        // libzip 1.7 compares the checksum of files that are not packed even where AES has replaced it by zero. As
        // "packed" they can be taken out unlocked and proved, without it.
        var content = bytes
        for place in directory.storedAndLocked.values { content[place] = 8 }
        return try content.withUnsafeBytes { content in
            let archive = try OpenArchive(
                reading: content, password: password, stored: Set(directory.storedAndLocked.keys))
            guard archive.count == directory.count else {
                throw ArchivesError(.damaged, "The archive has two lists of files that differ.")
            }
            return try archive.entries(limits: limits)
        }
    }

    /// Where the files of an archive stand, without unpacking or unlocking any; for telling what it is.
    ///
    /// - Throws: ``ArchivesError`` with `.damaged` or `.tooLarge`.
    package static func places(in bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws -> [[String]] {
        _ = try ArchiveDirectory(bytes, limits: limits)
        return try bytes.withUnsafeBytes { content in
            try OpenArchive(reading: content, password: nil, stored: []).places()
        }
    }

    /// An archive of the files, packed; locked with AES-256 when there is a password.
    ///
    /// The same files make the same bytes unless they are locked: no time of day is written.
    ///
    /// - Throws: ``ArchivesError`` with `.notWritten`, in practice for lack of memory or two files of one name.
    package static func write(_ entries: [ArchiveEntry], password: SecretBytes? = nil) throws -> [UInt8] {
        // libzip makes no archive without a file; this is the end record alone.
        guard !entries.isEmpty else { return [0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18) }
        let archive = try NewArchive(password: password)
        for entry in entries { try archive.add(entry) }
        return try archive.finish()
    }
}
