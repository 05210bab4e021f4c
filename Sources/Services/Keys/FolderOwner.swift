// SPDX-License-Identifier: MIT
internal import Glibc

/// Gives files that root creates in another user's folder to that user, because programs of that user must read them.
///
/// A service has its own user, and its operator is root. Otherwise the service could not read keys that root rotates.
package enum FolderOwner {
    /// Changes the owner of a root-owned file or folder to the owner of its parent folder.
    ///
    /// Does nothing for processes of other users than root, items that other users own, symbolic links, and files with
    /// a second hard link; nor on file systems without owners.
    ///
    /// - Throws: ``KeysError`` when it cannot be opened.
    package static func adopt(_ path: String) throws {
        guard geteuid() == 0 else { return }
        adopt(try OpenFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
    }

    /// As ``adopt(_:)``, for an open file.
    static func adopt(_ descriptor: OpenFile) {
        guard geteuid() == 0 else { return }
        var (file, folder) = (stat(), stat())
        guard fstat(descriptor.number, &file) == 0, stat(OpenFile.folder(of: descriptor.path), &folder) == 0,
            file.st_uid == 0, folder.st_uid != 0
        else { return }
        let kind = file.st_mode & S_IFMT
        guard kind == S_IFDIR || kind == S_IFREG && file.st_nlink == 1 else { return }
        // If the owner cannot be changed, the file keeps its owner.
        _ = fchown(descriptor.number, folder.st_uid, folder.st_gid)
    }
}
