// SPDX-License-Identifier: MIT
internal import CDisk
package import FileModel
internal import Glibc

extension DiskFolder {
    /// Gives a file of this folder another name, if nothing has that name.
    ///
    /// The name survives a power cut once the folder is flushed. C: man 2 renameat2
    ///
    /// - Throws: ``FileIOError`` with `.alreadyThere`; nothing has changed then.
    package func rename(_ name: FileName, toFree target: FileName) throws {
        let code = name.withCString { from in
            target.withCString { to in satchel_rename_new(descriptor, from, descriptor, to) }
        }
        guard code == 0 else {
            guard errno != EINVAL && errno != ENOSYS else {
                throw FileIOError(
                    .unsupported,
                    "The file system of '\(place(of: target))' cannot keep a rename from replacing a file. Choose another folder."
                )
            }
            throw FileIOError.system("give its name to", place(of: target))
        }
    }

    /// The folder of this name, which is made if it is missing, with the mode that the user's mask leaves of 0777.
    package func folder(makingPlain name: FileName) throws -> DiskFolder {
        let isNew = name.withCString { mkdirat(descriptor, $0, 0o777) } == 0
        guard isNew || errno == EEXIST else { throw FileIOError.system("make the folder", place(of: name)) }
        if isNew { try flush() }
        return try folder(name)
    }
}
