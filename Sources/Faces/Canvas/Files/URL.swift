// SPDX-License-Identifier: MIT
internal import Glibc

/// A file or folder of this machine. Apple's is a structure of Foundation, which also stands for other resources.
nonisolated package struct URL: Hashable, Sendable {
    /// Absolute, without a slash at the end.
    package let path: String

    /// - Parameter path: a relative one begins at the program's own folder.
    package init(fileURLWithPath path: String) {
        var path = path
        if !path.hasPrefix("/"), let folder = getcwd(nil, 0) {
            path = "\(String(cString: folder))/\(path)"
            free(folder)
        }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// The name of the file; of the root it is the slash.
    package var lastPathComponent: String { path.split(separator: "/").last.map(String.init) ?? "/" }
    /// What stands behind the last dot of the name; empty without one.
    package var pathExtension: String {
        let name = lastPathComponent
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }

    /// Nothing to ask for on Linux: a program may read what its user may.
    package func startAccessingSecurityScopedResource() -> Bool { true }
    package func stopAccessingSecurityScopedResource() {}
}
