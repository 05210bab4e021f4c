// SPDX-License-Identifier: MIT
#if canImport(CLinux)
    internal import Glibc

    /// Walks from the root folder to files, and finds each folder and link on the way through which another user could
    /// put something else in a file's place. A folder that several ways share is looked at once.
    ///
    /// C: path_resolution(7), symlink(7)
    struct PathWalk {
        let rights: FileRights
        private(set) var findings: [DeviceFinding] = []
        private var known: Set<String> = []
        /// The folders, not links to folders, that were looked at.
        private var folders: Set<String> = []

        /// As many links as the kernel follows in one path. path_resolution(7)
        private static let maximumLinks = 40

        init(_ rights: FileRights) { self.rights = rights }

        /// Looks at all folders and links that lead to a path, which is absolute, and at the path itself if it is a
        /// folder or link. The way ends at the first part that does not exist.
        mutating func walk(to path: String) {
            var rest = Self.parts(path)
            var place = ""
            var links = 0
            look("/")
            while let part = rest.popLast() {
                if part == ".." {
                    place = Self.parent(place)
                    continue
                }
                let next = "\(place)/\(part)"
                if folders.contains(next) {
                    place = next
                    continue
                }
                guard let status = FactFile.status(next, followsLinks: false) else { return }
                guard status.st_mode & S_IFMT == S_IFLNK else {
                    place = next
                    if status.st_mode & S_IFMT == S_IFDIR {
                        folders.insert(next)
                        look(next, status)
                    }
                    continue
                }
                links += 1
                guard links <= Self.maximumLinks, let target = FactFile.target(ofLink: next) else { return }
                if known.insert(next).inserted, rights.isForeign(status.st_uid) { findings.append(.foreignLink(next)) }
                if target.hasPrefix("/") { place = "" }
                rest += Self.parts(target)
            }
        }

        private mutating func look(_ folder: String, _ status: stat? = nil) {
            guard known.insert(folder).inserted, let status = status ?? FactFile.status(folder) else { return }
            if rights.othersMayRename(in: status) { findings.append(.openWay(folder)) }
            if rights.isForeign(status.st_uid) { findings.append(.foreignFolder(folder)) }
        }

        /// The names between the slashes, the first one last.
        private static func parts(_ path: String) -> [Substring] {
            path.split(separator: "/").filter { $0 != "." }.reversed()
        }

        private static func parent(_ path: String) -> String {
            path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        }
    }
#endif
