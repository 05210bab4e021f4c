// SPDX-License-Identifier: MIT
internal import Bytes
internal import Glibc
internal import Keys
internal import Synchronization

/// Where a wallet's count of spends is kept outside its store, so that an older store gives itself away.
///
/// A wallet is named by 16 random bytes; a name that was never written reads as nil.
package struct EpochStore: Sendable {
    package let read: @Sendable (_ wallet: [UInt8]) throws -> UInt64?
    /// Durable when it returns.
    package let write: @Sendable (_ wallet: [UInt8], _ epoch: UInt64) throws -> Void

    package init(
        read: @escaping @Sendable (_ wallet: [UInt8]) throws -> UInt64?,
        write: @escaping @Sendable (_ wallet: [UInt8], _ epoch: UInt64) throws -> Void
    ) {
        self.read = read
        self.write = write
    }

    /// One small file a wallet in a folder of the state directory, never beside the store; a damaged one reads as nil.
    package static func folder(_ path: String) -> EpochStore {
        @Sendable func file(_ wallet: [UInt8]) throws -> EpochFile {
            try PrivateFolder.create(path)
            return EpochFile(path: path + "/" + Hex.encode(wallet) + ".epoch")
        }
        return EpochStore(
            read: { wallet in
                do {
                    return try file(wallet).read()
                } catch let error as KeysError where error.code == .malformed {
                    // A damaged file tells as little as a missing one: the wallet is treated as rolled back.
                    return nil
                }
            },
            write: { wallet, epoch in
                do {
                    try file(wallet).write(epoch)
                } catch let error as KeysError where error.code == .malformed {
                    unlink(path + "/" + Hex.encode(wallet) + ".epoch")
                    try file(wallet).write(epoch)
                }
            })
    }

    /// Lives as long as this value and its copies; for simulations.
    package static func memory() -> EpochStore {
        final class Box: Sendable { let epochs = Mutex<[[UInt8]: UInt64]>([:]) }
        let box = Box()
        return EpochStore(
            read: { wallet in box.epochs.withLock { $0[wallet] } },
            write: { wallet, epoch in box.epochs.withLock { $0[wallet] = epoch } })
    }
}
