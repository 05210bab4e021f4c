// SPDX-License-Identifier: MIT
internal import CLinux

/// The permanent identity of a file on its file system. A copy of the file, or one restored from a backup, has another.
///
/// Normal system changes do not affect it: a restart, a newer kernel, another device number, a rename, or a move to
/// another folder. Decision 0064.
package struct FileIdentity: Equatable, Sendable {
    /// File systems with a permanent id that record a file's creation time: ext4, btrfs, bcachefs, ZFS. Others derive
    /// their id from a device, which may hold another file system tomorrow. linux/magic.h
    private static let lasting: Set<UInt64> = [0xef53, 0x9123_683e, 0xca45_1a4e, 0x2fc1_2fc1]
    private static let count = 40

    /// The file system's kind and id, the file's number, and its creation time.
    package let encoded: [UInt8]

    /// Reads a stored identity; nil if the bytes are not one.
    package init?(encoded: [UInt8]) {
        guard encoded.count == Self.count else { return nil }
        self.encoded = encoded
    }

    /// - Returns: nil if the file system has no permanent file identities.
    init?(of file: OpenFile) {
        var words = [UInt64](repeating: 0, count: 5)
        guard satchel_file_identity(file.number, &words) == 1, Self.lasting.contains(words[0]) else { return nil }
        encoded = words.flatMap { word in (0..<8).reversed().map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    }

    /// Whether this is another file on the same file system, which only copying or restoring can cause.
    package func isCopy(of other: FileIdentity) -> Bool {
        encoded[..<16] == other.encoded[..<16] && encoded[16...] != other.encoded[16...]
    }
}
