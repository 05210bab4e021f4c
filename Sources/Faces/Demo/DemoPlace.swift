// SPDX-License-Identifier: MIT
internal import Glibc
package import Wallet

/// The folder of one demo: its hub, its wallets and their settings, and nothing of the user's own.
package struct DemoPlace: Sendable {
    package let folder: String

    init(folder: String) { self.folder = folder }

    /// The folder of a person of the demo.
    func person(_ name: String) -> String { "\(folder)/\(name)" }

    /// Where a person's wallet, its counts of spends and its settings are.
    func home(_ name: String) -> WalletHome {
        let own = person(name)
        let variables = ["XDG_STATE_HOME": own + "/state", "XDG_CONFIG_HOME": own + "/config"]
        guard let home = WalletHome(wallet: own + "/wallet", variable: { variables[$0] }) else {
            preconditionFailure("A home with both variables needs no other.")
        }
        return home
    }

    /// The newcomer's.
    package var home: WalletHome { home(DemoStory.user) }

    /// The link to the demo's hub. The file is written last, so it marks a demo that is complete.
    private var linkFile: String { folder + "/link" }

    var link: String? {
        let descriptor = open(linkFile, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    func write(link: String) throws {
        let descriptor = open(linkFile, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DemoError(.noFolder, "'\(linkFile)' cannot be written.") }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, link, link.utf8.count) == link.utf8.count else {
            throw DemoError(.noFolder, "'\(linkFile)' cannot be written: the disk may be full.")
        }
    }

    // MARK: - Finding

    /// The folder that holds the folders of demos: the session's own, which is in memory, or else the temporary one.
    static func parent(_ variable: (String) -> String?) -> String {
        for path in [variable("XDG_RUNTIME_DIR"), variable("TMPDIR")].compactMap({ $0 }) {
            var status = stat()
            if path.hasPrefix("/"), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
                access(path, W_OK | X_OK) == 0
            {
                return WalletHome.absolute(path)
            }
        }
        return "/tmp"
    }

    /// A complete demo of this user that runs now.
    package static func running(_ variable: (String) -> String?) -> DemoPlace? {
        let parent = parent(variable)
        guard let entries = opendir(parent) else { return nil }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            // The same words are in satchel-hub, which makes the folder.
            guard name.hasPrefix("satchel-demo-\(getuid())-") else { continue }
            let place = DemoPlace(folder: "\(parent)/\(name)")
            if place.isRunning, place.link != nil { return place }
        }
        return nil
    }

    /// Whether the demo's hub holds the folder, which must be this user's.
    private var isRunning: Bool {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == getuid(), status.st_mode & 0o077 == 0 else {
            return false
        }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
