// SPDX-License-Identifier: MIT

/// One file of an archive, whole. Its place is words to compare, never a path to open.
package struct ArchiveEntry: Equatable, Sendable {
    /// The folders inside the archive and the name, outermost first; without `.`, `..`, drives and empty parts.
    package let place: [String]
    package let bytes: [UInt8]

    package init(place: [String], bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }

    package init(_ name: String, _ bytes: [UInt8]) { self.init(place: [name], bytes: bytes) }

    /// What stands after the last separator.
    package var name: String { place.last ?? "" }

    /// The parts of a name as it is written in an archive; nil for folders and for what a system adds beside the files.
    ///
    /// Backslashes separate too, since some programs on Windows write them.
    static func place(parsing name: String) -> [String]? {
        let parts = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        guard let last = parts.last, !last.isEmpty, last != ".", last != ".." else { return nil }
        // Resource forks and folder settings of macOS and Windows.
        if last.hasPrefix("._") || parts.contains("__MACOSX") || [".DS_Store", "Thumbs.db"].contains(last) {
            return nil
        }
        return parts.filter { !$0.isEmpty && $0 != "." && $0 != ".." }.map(String.init)
    }
}
