// SPDX-License-Identifier: MIT
internal import Glibc

/// Keeps other processes out of a wallet as long as this object lives. The system releases the lock when the process
/// dies.
///
/// C: man 2 flock
package final class StoreLock: Sendable {
    private let descriptor: OpenFile

    /// Takes the lock. Creates its file if missing; the file stays empty.
    ///
    /// - Parameter isReadOnly: the file exists, and the folder cannot be written.
    /// - Throws: ``KeysError`` with code `.locked` when another process, or another owner in this process, holds it.
    package init(path: String, isReadOnly: Bool = false) throws {
        let made: OpenFile?
        do {
            // A new file gets the folder's owner; an existing one keeps its own.
            made = isReadOnly ? nil : try OpenFile(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
        } catch {
            made = nil
        }
        descriptor = try made ?? OpenFile(path, isReadOnly ? O_RDONLY : O_RDWR | O_CREAT)
        while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw KeysError.system("lock", path) }
            throw KeysError(
                .locked, "Another program has this wallet open ('\(path)'): close it there, or wait until it is done.")
        }
    }

    /// Unlocks explicitly: a forked child that has not yet called exec still holds a copy of the descriptor, and
    /// closing ours alone would keep the lock for that moment.
    deinit { _ = flock(descriptor.number, LOCK_UN) }
}
