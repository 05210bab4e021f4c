// SPDX-License-Identifier: MIT
internal import Glibc

/// A file or folder on this device. Apple's `URL` is a structure of Foundation that can also name other resources.
nonisolated package struct URL: Hashable, Sendable {
    /// Absolute, without a slash at the end.
    package let path: String

    /// - Parameter path: a relative one starts at the current folder.
    package init(fileURLWithPath path: String) {
        var path = path
        if !path.hasPrefix("/"), let folder = getcwd(nil, 0) {
            path = "\(String(cString: folder))/\(path)"
            free(folder)
        }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// The name of the file; a slash for the root.
    package var lastPathComponent: String { path.split(separator: "/").last.map(String.init) ?? "/" }
    /// The text after the last dot of the name; empty without one.
    package var pathExtension: String {
        let name = lastPathComponent
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }

    /// Does nothing on Linux, where a program may read what its user may.
    package func startAccessingSecurityScopedResource() -> Bool { true }
    package func stopAccessingSecurityScopedResource() {}
}
