// SPDX-License-Identifier: MIT

/// How much an archive may make of itself. Everything is checked before it is unpacked and again while it is.
package struct ArchiveLimits: Sendable {
    /// The bytes of the archive itself.
    package var archiveBytes: Int
    package var entries: Int
    /// The bytes of one file, unpacked.
    package var entryBytes: Int
    /// The bytes of all files together, unpacked.
    package var totalBytes: Int
    /// How many bytes one packed byte may become, in files of more than ``freeBytes``.
    package var ratio: Int

    /// Below this many bytes no ratio is asked for: a small file of zeros is no bomb.
    static let freeBytes = 1 << 20

    package init(
        archiveBytes: Int = 100_000_000, entries: Int = 40_000, entryBytes: Int = 50_000_000,
        totalBytes: Int = 100_000_000, ratio: Int = 200
    ) {
        self.archiveBytes = archiveBytes
        self.entries = entries
        self.entryBytes = entryBytes
        self.totalBytes = totalBytes
        self.ratio = ratio
    }
}
