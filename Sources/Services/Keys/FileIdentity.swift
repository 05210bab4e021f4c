// SPDX-License-Identifier: MIT
internal import CLinux

/// Which file one is on its file system: one that was copied, or that came back from a backup, is another.
///
/// What a system changes in its life changes none of it: a start, a newer kernel, another number of the device, the file
/// under another name or in another folder. Decision 0064.
package struct FileIdentity: Equatable, Sendable {
    /// File systems that have a number for life and know when a file was made: ext4, btrfs, bcachefs, ZFS. Others name
    /// themselves after a device, which may hold another file system tomorrow. linux/magic.h
    private static let lasting: Set<UInt64> = [0xef53, 0x9123_683e, 0xca45_1a4e, 0x2fc1_2fc1]
    private static let count = 40

    /// The file system's kind and number, the file's number, and the instant at which it was made.
    package let encoded: [UInt8]

    /// As it was kept; nil when it is none.
    package init?(encoded: [UInt8]) {
        guard encoded.count == Self.count else { return nil }
        self.encoded = encoded
    }

    /// - Returns: nil where the file system cannot tell files apart for life.
    init?(of file: Descriptor) {
        var words = [UInt64](repeating: 0, count: 5)
        guard satchel_file_identity(file.number, &words) == 1, Self.lasting.contains(words[0]) else { return nil }
        encoded = words.flatMap { word in (0..<8).reversed().map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    }

    /// Whether this is another file on the same file system, where only a copy can have brought it.
    package func isCopy(of other: FileIdentity) -> Bool {
        encoded[..<16] == other.encoded[..<16] && encoded[16...] != other.encoded[16...]
    }
}
