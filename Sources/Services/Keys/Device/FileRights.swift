// SPDX-License-Identifier: MIT
#if canImport(CLinux)
    internal import Glibc

    /// Judges from a file's owner, group and mode which users other than this one and root can change it.
    ///
    /// C: man 2 stat, passwd(5), group(5), user_namespaces(7) `/proc/PID/uid_map`
    struct FileRights {
        /// The folder in which `/etc` and `/proc` lie; empty for the machine itself.
        let root: String
        private let user = geteuid()

        /// Owners that the kernel cannot name in this user namespace, as in Flatpak and toolbox, have this number.
        private static let unnamed: uid_t = 65_534

        /// Whether the owner is neither root nor this user. Root may work in other users' folders, as operators do, so
        /// for root no owner is foreign.
        func isForeign(_ owner: uid_t) -> Bool {
            guard user != 0, owner != 0, owner != user else { return false }
            return owner != Self.unnamed || namesRoot
        }

        /// Whether the owner is not root.
        func isNotRoots(_ owner: uid_t) -> Bool { owner != 0 && (owner != Self.unnamed || namesRoot) }

        /// Whether users other than the owner and root may write: everyone, or a group with other users in it.
        func othersMayWrite(_ status: stat) -> Bool {
            if status.st_mode & 0o002 != 0 { return true }
            return status.st_mode & 0o020 != 0 && hasOthers(status.st_gid)
        }

        /// Whether users other than this one and root may rename the entries of a folder. In a folder with the sticky
        /// bit only an entry's owner may.
        func othersMayRename(in folder: stat) -> Bool {
            folder.st_mode & mode_t(S_ISVTX) == 0 && othersMayWrite(folder)
        }

        /// Whether a group has members beside this user and root. A group that is not in `/etc/group` counts as one
        /// that has.
        private func hasOthers(_ group: gid_t) -> Bool {
            guard group != 0 else { return false }
            let users = lines(of: "/etc/passwd").filter { $0.count >= 4 }
            let own = Set(users.filter { $0[2] == "\(user)" || $0[2] == "0" }.map { $0[0] })
            if users.contains(where: { $0[3] == "\(group)" && !own.contains($0[0]) }) { return true }
            guard let named = lines(of: "/etc/group").first(where: { $0.count >= 4 && $0[2] == "\(group)" }) else {
                return true
            }
            return named[3].split(separator: ",").contains { !own.contains($0) }
        }

        private func lines(of path: String) -> [[Substring]] {
            FactFile.text(root + path).split(separator: "\n").map {
                $0.split(separator: ":", omittingEmptySubsequences: false)
            }
        }

        /// Whether root outside has a number in this user namespace.
        private var namesRoot: Bool {
            let rows = FactFile.text(root + "/proc/self/uid_map").split(separator: "\n").map {
                $0.split(separator: " ")
            }
            return rows.isEmpty || rows.contains { $0.count == 3 && $0[1] == "0" }
        }
    }

    /// The files of the system from which findings are made.
    enum FactFile {
        static let maximumCount = 1 << 20

        /// A file's text; empty if it is missing, unreadable or larger than ``maximumCount``. A fact that cannot be read
        /// is no finding.
        static func text(_ path: String) -> String {
            // Safe: see above.
            guard let bytes = try? AtomicFile.read(path, maximumCount: maximumCount) else { return "" }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// What a symbolic link contains; nil if it is none.
        static func target(ofLink path: String) -> String? {
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &target, target.count)
            return count > 0 ? String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
        }

        /// A file's status, of the link itself or of what it leads to; nil if there is none.
        static func status(_ path: String, followsLinks: Bool = true) -> stat? {
            var status = stat()
            return (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
        }
    }
#endif
