// SPDX-License-Identifier: MIT
internal import Glibc

/// Keeps a second process away from a wallet for as long as it lives; the system releases it when the process dies.
///
/// C: man 2 flock
package final class StoreLock: Sendable {
    private let descriptor: Descriptor

    /// Takes the lock, creating its file, which stays empty.
    ///
    /// - Parameter isReadOnly: the file is there already, where nothing can be made.
    /// - Throws: ``KeysError`` with code `.locked` when another process, or another owner here, holds it.
    package init(path: String, isReadOnly: Bool = false) throws {
        let made: Descriptor?
        do {
            // Made here, it belongs to whom the folder does; whoever finds it there takes it as it is.
            made = isReadOnly ? nil : try Descriptor(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
        } catch {
            made = nil
        }
        descriptor = try made ?? Descriptor(path, isReadOnly ? O_RDONLY : O_RDWR | O_CREAT)
        while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw KeysError.system("lock", path) }
            throw KeysError(
                .locked, "Another program has this wallet open ('\(path)'): close it there, or wait until it is done.")
        }
    }

    /// Unlocks by name: a child that was forked and has not yet run its program still holds a copy of the descriptor, and
    /// closing ours alone would leave the lock with it for that moment.
    deinit { _ = flock(descriptor.number, LOCK_UN) }
}
