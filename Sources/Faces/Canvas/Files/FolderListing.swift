// SPDX-License-Identifier: MIT
internal import Glibc

/// The contents of a folder, for display.
nonisolated struct FolderListing: Sendable {
    struct Entry: Identifiable, Hashable, Sendable {
        let name: String
        let isFolder: Bool
        var id: String { name }
    }

    /// Folders first, then files, each sorted by name. Hidden names and names that are not UTF-8 are omitted.
    let entries: [Entry]

    /// The most names that are read; in a larger folder the user must type the name.
    static let maximumCount = 50_000

    /// Reads a folder, which may be slow on some disks and networks. opendir(3)
    ///
    /// - Returns: nil when it cannot be read.
    init?(_ path: String) {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var found: [Entry] = []
        while found.count < Self.maximumCount, let entry = readdir(folder) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard let name = String(validating: bytes, as: UTF8.self), !name.hasPrefix(".") else { continue }
            switch Int32(entry.pointee.d_type) {
            case Int32(DT_DIR): found.append(Entry(name: name, isFolder: true))
            case Int32(DT_REG): found.append(Entry(name: name, isFolder: false))
            default:
                var status = stat()
                guard stat("\(path)/\(name)", &status) == 0 else { continue }
                let kind = status.st_mode & S_IFMT
                if kind == S_IFDIR || kind == S_IFREG { found.append(Entry(name: name, isFolder: kind == S_IFDIR)) }
            }
        }
        entries = found.map { (key: $0.name.lowercased(), entry: $0) }
            .sorted { ($0.entry.isFolder ? 0 : 1, $0.key) < ($1.entry.isFolder ? 0 : 1, $1.key) }.map(\.entry)
    }

    enum Kind { case folder, file, nothing }

    /// The kind of a path's target. stat(2)
    static func kind(of path: String) -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else { return .nothing }
        return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }
}
