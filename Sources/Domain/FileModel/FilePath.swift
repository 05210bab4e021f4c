// SPDX-License-Identifier: MIT

/// The names that lead from a folder to an item beneath it; never upwards, and at most 256 of them.
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
    package static let maximumDepth = 256

    package let names: [FileName]

    /// - Throws: ``FileModelError`` with `.tooDeep`.
    package init(_ names: [FileName] = []) throws(FileModelError) {
        guard names.count <= Self.maximumDepth else {
            throw FileModelError(.tooDeep, "Folders are nested at most \(Self.maximumDepth) deep.")
        }
        self.names = names
    }

    /// - Throws: ``FileModelError`` with `.tooDeep`.
    package func appending(_ name: FileName) throws(FileModelError) -> FilePath {
        try FilePath(names + [name])
    }

    package var description: String { names.map(\.description).joined(separator: "/") }
}
