// SPDX-License-Identifier: MIT

/// A cache of converted pictures, so that a reopened screen need not convert them again. The least recently used are
/// removed.
@MainActor
package final class PictureCache {
    private struct Entry {
        let picture: [UInt8]
        var lastUse: UInt64
    }

    private var entries: [[UInt8]: Entry] = [:]
    private var uses: UInt64 = 0
    package private(set) var bytes = 0
    /// The size limit of all pictures together, in bytes.
    package let maximumBytes: Int

    package init(maximumBytes: Int = 16 << 20) { self.maximumBytes = maximumBytes }

    /// The picture with this name, converted if it is not cached.
    package func picture(_ name: [UInt8], _ make: () async throws -> [UInt8]) async rethrows -> [UInt8] {
        uses += 1
        if var entry = entries[name] {
            entry.lastUse = uses
            entries[name] = entry
            return entry.picture
        }
        let made = try await make()
        keep(made, name)
        return made
    }

    private func keep(_ picture: [UInt8], _ name: [UInt8]) {
        guard picture.count <= maximumBytes / 2, entries[name] == nil else { return }
        entries[name] = Entry(picture: picture, lastUse: uses)
        bytes += picture.count
        while bytes > maximumBytes, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
            bytes -= oldest.value.picture.count
        }
    }

    /// Removes all pictures.
    package func empty() { (entries, bytes) = ([:], 0) }
}
