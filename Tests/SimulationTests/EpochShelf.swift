// SPDX-License-Identifier: MIT
import Synchronization
import Wallet

/// The epoch files of one device; they survive its store, and only a cheater copies them.
final class EpochShelf: Sendable {
    private let epochs: Mutex<[[UInt8]: UInt64]>

    init() { epochs = Mutex([:]) }

    private init(copying epochs: [[UInt8]: UInt64]) { self.epochs = Mutex(epochs) }

    func copy() -> EpochShelf { EpochShelf(copying: epochs.withLock { $0 }) }

    /// The files are lost, as when only the store is carried to another machine.
    func wipe() { epochs.withLock { $0 = [:] } }

    var store: EpochStore {
        EpochStore(
            read: { [self] wallet in epochs.withLock { $0[wallet] } },
            write: { [self] wallet, epoch in epochs.withLock { $0[wallet] = epoch } })
    }
}
