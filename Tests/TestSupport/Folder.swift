// SPDX-License-Identifier: MIT
import Glibc

/// Whole folders, as a person with a file browser handles them.
package enum Folder {
    package static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    package static func remove(_ path: String) {
        for name in names(in: path) { remove("\(path)/\(name)") }
        if unlink(path) != 0 { rmdir(path) }
    }

    /// Copies a file, or a folder with everything in it.
    package static func copy(_ source: String, to target: String) throws {
        var status = stat()
        guard lstat(source, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else { return try File.write(try File.read(source), to: target) }
        mkdir(target, 0o700)
        for name in names(in: source) { try copy("\(source)/\(name)", to: "\(target)/\(name)") }
    }
}
