// SPDX-License-Identifier: MIT
internal import Crypto
internal import Keys
internal import SQLite
internal import Tokens
internal import Vault

/// The right to spend units, which one copy of a wallet has at a time. Only ``WalletContext/spending(_:)`` grants it.
///
/// While it lasts, no other copy of the store can commit a spend, and the count outside the store names this store's
/// last spend. Decision 0063.
struct SpendTurn {
    fileprivate let context: WalletContext
    fileprivate let epoch: any HeldEpoch

    /// Counts one more spend. Call inside the transaction that debits the units.
    func count() throws {
        try context.store.setEpoch(try context.store.epoch.next(tag: context.random.bytes(EpochMark.tagCount)))
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

    /// Advances the count outside to the store's, durably. Call before anything counted there is signed.
    func record() throws {
        let mark = try context.store.epoch.mark
        if epoch.mark != mark { try epoch.advance(to: mark) }
    }

    /// The key that signs units away, or declines them.
    ///
    /// - Throws: ``WalletError`` with code `.frozen` for a key from before a rollback, because it may have signed
    ///   already; with `.damaged` when the count outside is not this store's.
    func key(_ row: Int64) throws -> P256.PrivateKey {
        guard try epoch.mark == context.store.epoch.mark else {
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
    ///   in time.
    func spending<R>(_ body: (SpendTurn) throws -> R) throws -> R {
        do {
            let result = try environment.epochs.hold(try store.name) { epoch -> R? in
                guard let turn = try turn(epoch) else { return nil }
                if try !store.epoch.mark.isTagged { try tag(turn) }
                return try body(turn)
            }
            if let result { return result }
        } catch let error as KeysError where error.code == .stale {
            // An older version, which takes no lock, has written the count. What was committed here is not signed.
        }
        try RollbackSaga(context: self).freeze(.rolledBack)
        throw WalletError.frozen(.rolledBack)
    }

    /// Compares the store with its count outside, advances the count if a crash left it one behind, and records its
    /// file.
    ///
    /// - Returns: whether both name the same spend now.
    func agreesWithCount() throws -> Bool {
        do {
            return try environment.epochs.hold(try store.name) { epoch in
                guard let turn = try turn(epoch) else { return false }
                try turn.keepPlace()
                return true
            }
        } catch let error as KeysError where error.code == .stale {
            return false
        }
    }

    private func turn(_ epoch: (any HeldEpoch)?) throws -> SpendTurn? {
        guard let epoch, try store.epoch.standing(to: epoch.mark) != .behind else { return nil }
        // The count's file was restored from a backup, and the store may have been restored with it. Their agreement
        // proves nothing.
        if let known = try store.countFile, let found = epoch.identity, found.isCopy(of: known) { return nil }
        let turn = SpendTurn(context: self, epoch: epoch)
        try turn.record()
        return turn
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
