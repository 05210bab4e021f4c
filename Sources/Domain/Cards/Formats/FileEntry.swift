// SPDX-License-Identifier: MIT

/// One file of an archive, already unpacked: cards know nothing of zips.
package struct FileEntry: Equatable, Sendable {
    /// Folders and the name, outermost first; words to compare, never a path.
    package let place: [String]
    package let bytes: [UInt8]

    package init(place: [String], bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }

    package init(_ name: String, _ bytes: [UInt8]) { self.init(place: [name], bytes: bytes) }

    package var name: String { place.last ?? "" }
}
