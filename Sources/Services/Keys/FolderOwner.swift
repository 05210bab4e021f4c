// SPDX-License-Identifier: MIT
internal import Glibc

/// Whom the things belong to that root makes in a folder of somebody else: to them, because what runs as them must read them.
///
/// A service has a user of its own, and its operator is root: without this, keys that root rotates would be out of the
/// service's reach.
package enum FolderOwner {
    /// Gives a file or folder that belongs to root to the owner of the folder that it is in.
    ///
    /// Does nothing for other users than root, to what others own, to links, and to files that have a second name; and on
    /// file systems that know no owners.
    ///
    /// - Throws: ``KeysError`` when it cannot be opened.
    package static func adopt(_ path: String) throws {
        guard geteuid() == 0 else { return }
        adopt(try Descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
    }

    /// As ``adopt(_:)``, for what is open already.
    static func adopt(_ descriptor: Descriptor) {
        guard geteuid() == 0 else { return }
        var (file, folder) = (stat(), stat())
        guard fstat(descriptor.number, &file) == 0, stat(Descriptor.folder(of: descriptor.path), &folder) == 0,
            file.st_uid == 0, folder.st_uid != 0
        else { return }
        let kind = file.st_mode & S_IFMT
        guard kind == S_IFDIR || kind == S_IFREG && file.st_nlink == 1 else { return }
        // Where nothing can be given away, it stays as it would have been.
        _ = fchown(descriptor.number, folder.st_uid, folder.st_gid)
    }
}
