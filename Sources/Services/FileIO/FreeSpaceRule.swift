// SPDX-License-Identifier: MIT

/// How much of a disk files leave to everything else, first of all to the ledger.
package struct FreeSpaceRule: Sendable {
    /// In bytes.
    package var minimum: UInt64
    /// Of the whole file system.
    package var percent: UInt64

    package init(minimum: UInt64, percent: UInt64) {
        self.minimum = minimum
        self.percent = percent
    }

    /// 1 %, and at least 512 MiB.
    package static let standard = FreeSpaceRule(minimum: 512 << 20, percent: 1)

    /// - Throws: ``FileIOError`` with `.full` when so many bytes more would not leave enough.
    func requireRoom(for count: UInt64, in folder: DiskFolder) throws {
        let (free, total) = try folder.space()
        let kept = max(minimum, total / 100 * percent)
        guard free >= kept, free - kept >= count else {
            throw FileIOError(
                .full,
                "There is no room for \(count) bytes: \(free) are free, of which \(kept) are kept. Free some space and try again."
            )
        }
    }
}
