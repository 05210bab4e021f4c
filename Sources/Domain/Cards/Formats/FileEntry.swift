// SPDX-License-Identifier: MIT

/// One unpacked file of an archive. This module does not read zips.
package struct FileEntry: Equatable, Sendable {
    /// Folders and the name, outermost first. Only for comparisons, never used as a path.
    package let place: [String]
    package let bytes: [UInt8]

    package init(place: [String], bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }

    package init(_ name: String, _ bytes: [UInt8]) { self.init(place: [name], bytes: bytes) }

    package var name: String { place.last ?? "" }
}
