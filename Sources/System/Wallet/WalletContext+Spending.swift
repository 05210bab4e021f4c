// SPDX-License-Identifier: MIT
internal import Crypto
internal import Keys
internal import SQLite
internal import Tokens
internal import Vault

/// The right to spend units, which one copy of a wallet has at a time. Only ``WalletContext/spending(_:)`` grants it.
///
/// While it lasts, no other copy of the store can commit a spend. The count outside the store, and the wallet's register
/// in a security chip if it uses one, name this store's last spend. Decisions 0063 and 0108.
struct SpendTurn {
    fileprivate let context: WalletContext
    fileprivate let epoch: any HeldEpoch
    /// Nil if the wallet uses no chip.
    fileprivate let register: ChipRegister?

    /// Counts one more spend. Call inside the transaction that debits the units.
    func count() throws {
        let tag = context.random.bytes(EpochMark.tagCount)
        try context.store.setEpoch(try context.store.epoch.next(tag: tag))
        if let slot = try context.store.get(.chip), register != nil {
            try context.store.set(.chip, slot.extended(by: tag))
        }
    }

    /// Records the file that holds the count, which may have moved to another disk.
    fileprivate func keepPlace() throws {
        let place = epoch.identity
        guard try context.store.countFile != place else { return }
        do {
            try context.store.setCountFile(place)
        } catch {
            // Safe: if the store cannot be written, the wallet cannot spend either, and the next check records the
            // file.
        }
    }

    /// Advances the count outside to the store's, durably, and then the chip. Call before anything counted there is
    /// signed.
    func record() throws {
        let mark = try context.store.epoch.mark
        if epoch.mark != mark { try epoch.advance(to: mark) }
        guard let register, let slot = try context.store.get(.chip) else { return }
        try register.advance(to: slot, by: mark.tag)
    }

    /// The key that signs units away, or declines them.
    ///
    /// - Throws: ``WalletError`` with code `.frozen` for a key from before a rollback, because it may have signed
    ///   already; with `.damaged` when the count outside or the chip does not name this store's last spend.
    func key(_ row: Int64) throws -> P256.PrivateKey {
        guard try epoch.mark == context.store.epoch.mark, try register?.mark == context.store.get(.chip)?.mark else {
            throw WalletError(.damaged, "A payment was about to be signed that is not counted. Open the wallet again.")
        }
        return try OfflineTokenKeys(context: context).signing(row, self)
    }
}

extension WalletContext {
    /// Runs a body that commits and signs a spend, while no other copy of this wallet can. `body` must neither prompt
    /// the user nor call the network.
    ///
    /// - Throws: ``WalletError`` with code `.frozen` when another copy has spent since or this store is an old one:
    ///   `body` did not run, and the wallet is rolled back; with `.inUse` when another copy does not release the count
    ///   in time; with `.chipUnavailable` when the wallet's security chip does not answer or refuses.
    func spending<R>(_ body: (SpendTurn) throws -> R) throws -> R {
        let reason: FreezeReason
        do {
            return try environment.epochs.hold(try store.name) { epoch in
                let epoch = try compared(epoch)
                return try withRegister { register in
                    let turn = SpendTurn(context: self, epoch: epoch, register: register)
                    try turn.record()
                    if try !store.epoch.mark.isTagged { try tag(turn) }
                    return try body(turn)
                }
            }
        } catch let error as OutOfDate {
            reason = error.reason
        } catch let error as KeysError where error.code == .stale {
            // An older version, which takes no lock, has written the count. What was committed here is not signed.
            reason = .rolledBack
        }
        try RollbackSaga(context: self).freeze(reason)
        throw WalletError.frozen(reason)
    }

    /// Compares the store with its count outside and with its register in the security chip, advances both if a crash
    /// left them one behind, and records the count's file.
    ///
    /// A chip that does not answer is no reason: nothing is signed without it, and the next turn compares again.
    ///
    /// - Returns: why this store is out of date; nil if all name the same spend now.
    func disagreement() throws -> FreezeReason? {
        do {
            try environment.epochs.hold(try store.name) { epoch in
                let epoch = try compared(epoch)
                let turn = SpendTurn(context: self, epoch: epoch, register: nil)
                do {
                    try withRegister { try SpendTurn(context: self, epoch: epoch, register: $0).record() }
                } catch let error as WalletError where error.code == .chipUnavailable {
                    try turn.record()
                }
                try turn.keepPlace()
            }
            return nil
        } catch let error as OutOfDate {
            return error.reason
        } catch let error as KeysError where error.code == .stale {
            return .rolledBack
        }
    }

    /// The count, if this store is not behind it.
    private func compared(_ epoch: (any HeldEpoch)?) throws -> any HeldEpoch {
        guard let epoch, try store.epoch.standing(to: epoch.mark) != .behind else { throw OutOfDate(.rolledBack) }
        // The count's file was restored from a backup, and the store may have been restored with it. Their agreement
        // proves nothing.
        if let known = try store.countFile, let found = epoch.identity, found.isCopy(of: known) {
            throw OutOfDate(.rolledBack)
        }
        return epoch
    }

    /// Gives a store of an older version its first tag. From then on its copies can be told apart.
    private func tag(_ turn: SpendTurn) throws {
        try transaction {
            try turn.count()
            try step(.tagging)
        }
        try step(.tagged)
        try turn.record()
        try step(.tagRecorded)
    }

    /// Takes units out of a coin. Call inside the transaction that decides their use.
    func debit(_ range: UnitRange, ofCoin row: Int64) throws {
        let tokens = table(OfflineTokenRecord.self)
        var stored = try tokens.require(row)
        guard stored.record.state == .live, stored.record.left.contains(range) else {
            throw WalletError(
                .damaged, "Units were chosen that the store does not hold any more. Open the wallet again.")
        }
        stored.record.left.subtract(range)
        if stored.record.left.isEmpty { stored.record.state = .spent }
        try tokens.update(stored)
    }
}

/// A store that its count or its chip shows to be an old or second copy.
struct OutOfDate: Error {
    let reason: FreezeReason

    init(_ reason: FreezeReason) { self.reason = reason }
}
