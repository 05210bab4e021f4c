// SPDX-License-Identifier: MIT
internal import Glibc
internal import Keys

/// The files of a wallet's folder.
struct WalletFolder {
    let path: String

    var store: String { path + "/wallet.sqlite" }
    /// Where a new or restored store is prepared before it can be opened.
    var unfinished: String { path + "/unfinished.sqlite" }
    var key: String { path + "/vault.key" }
    var lock: String { path + "/lock" }
    /// Sealed files that rows of other parts refer to: the photos of the cards.
    var photos: String { path + "/photos" }
    /// The key of the ``Listener`` and what it knows.
    var listener: String { path + "/listener" }

    /// Whether the folder holds a wallet. Creation puts the store in place last.
    var isOccupied: Bool { hasStore && Self.exists(key) }

    /// Whether there is a store, perhaps without its key. No operation may replace it.
    var hasStore: Bool { Self.exists(store) }

    /// Whether this process cannot write here, for lack of permission or because the file system is read-only.
    /// access(2)
    var isReadOnly: Bool {
        let places = [path, store]
        return places.contains { access($0, W_OK) != 0 && [EROFS, EACCES, EPERM].contains(errno) }
    }

    /// Creates the folder, accessible to its owner only.
    func create() throws {
        try PrivateFolder.create(path)
        close()
    }

    /// Removes all permissions of other users.
    func close() { chmod(path, 0o700) }

    /// Overwrites and removes everything that may hold a secret. The key goes first: without it the rest cannot be
    /// read.
    func erase() {
        Self.erase(key)
        eraseUnfinished()
        for suffix in ["", "-wal", "-shm"] { Self.erase(store + suffix) }
        for name in photoNames { unlink(photos + "/" + name) }
        rmdir(photos)
        Self.erase(listener + "/key")
        for name in ["position", "keys"] { unlink(listener + "/" + name) }
        rmdir(listener)
        Self.erase(lock)
    }

    func eraseUnfinished() {
        for suffix in ["", "-wal", "-shm"] { Self.erase(unfinished + suffix) }
    }

    /// Gives the finished store its final name, durably.
    func putInPlace() throws {
        guard rename(unfinished, store) == 0 else {
            let reason = String(cString: strerror(errno))
            throw WalletError(.storage, "Could not put '\(store)' in place: \(reason).")
        }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        Glibc.close(descriptor)
    }

    /// The names of the sealed files that belong to the wallet, sorted.
    var photoNames: [String] {
        guard let listing = opendir(photos) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if Self.isPhoto(name) { names.append(name) }
        }
        return names.sorted()
    }

    /// Whether a photo may have this name: 64 hexadecimal digits, so that no name leads out of the folder.
    static func isPhoto(_ name: String) -> Bool {
        name.utf8.count == 64 && name.utf8.allSatisfy { Array("0123456789abcdef".utf8).contains($0) }
    }

    /// The size of a file in bytes, or nil if stat(2) fails.
    static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func erase(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor >= 0 {
            let zeros = [UInt8](repeating: 0, count: 65_536)
            var left = Int(lseek(descriptor, 0, SEEK_END))
            lseek(descriptor, 0, SEEK_SET)
            while left > 0 {
                let count = write(descriptor, zeros, min(left, zeros.count))
                guard count > 0 else { break }
                left -= count
            }
            fsync(descriptor)
            Glibc.close(descriptor)
        }
        unlink(path)
    }
}
