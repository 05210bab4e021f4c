// SPDX-License-Identifier: MIT

/// Pictures that were made already, so that a screen that is opened again does not make them again; the longest unused go.
@MainActor
package final class PictureCache {
    private struct Entry {
        let picture: [UInt8]
        var lastUse: UInt64
    }

    private var entries: [[UInt8]: Entry] = [:]
    private var uses: UInt64 = 0
    package private(set) var bytes = 0
    /// Bytes of all pictures together.
    package let maximumBytes: Int

    package init(maximumBytes: Int = 16 << 20) { self.maximumBytes = maximumBytes }

    /// The picture under a name, made where it is not there.
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

    /// Lets all of them go.
    package func empty() { (entries, bytes) = ([:], 0) }
}
