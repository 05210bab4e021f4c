// SPDX-License-Identifier: MIT
internal import Crypto
internal import Keys
internal import SQLite
internal import Tokens
internal import Vault

/// The right to sign with units, which one copy of a wallet has at a time; ``OpenStore/spending(_:)`` alone gives it.
///
/// While it lasts, no other copy of the store can commit a spend, and the count outside the store names the last one of
/// this store. Decision 0063.
struct SpendTurn {
    fileprivate let wallet: OpenStore
    fileprivate let epoch: any HeldEpoch

    /// Counts one more spend; inside the transaction that debits the units.
    func count() throws {
        try wallet.store.setEpoch(try wallet.store.epoch.next(tag: wallet.random.bytes(EpochMark.tagCount)))
    }

    /// Notes which file the count is in; it may have been moved to another disk.
    fileprivate func keepPlace() throws {
        let place = epoch.identity
        guard try wallet.store.countFile != place else { return }
        do {
            try wallet.store.setCountFile(place)
        } catch {
            // Safe: where the store cannot be written, nothing can be spent either, and the place is looked at again.
        }
    }

    /// Brings the count outside up to the store's, durably; before anything of that count is signed.
    func record() throws {
        let mark = try wallet.store.epoch.mark
        if epoch.mark != mark { try epoch.advance(to: mark) }
    }

    /// The key that may sign units away, or decline them.
    ///
    /// - Throws: ``WalletError`` with code `.frozen` for a key from before a rollback: it may have signed already; with
    ///   `.damaged` when the count outside is not this store's.
    func key(_ row: Int64) throws -> P256.PrivateKey {
        guard try epoch.mark == wallet.store.epoch.mark else {
            throw WalletError(.damaged, "A payment was about to be signed that is not counted. Open the wallet again.")
        }
        return try CoinKeys(wallet: wallet).signing(row, self)
    }
}

extension OpenStore {
    /// Runs what commits a spend and signs for it, while no other copy of this wallet can; `body` neither prompts nor
    /// calls the network.
    ///
    /// - Throws: ``WalletError`` with code `.frozen` when another copy has spent since, or this store is an old one: `body`
    ///   did not run, and the wallet is rolled back; with `.inUse` when another copy does not let go in time.
    func spending<R>(_ body: (SpendTurn) throws -> R) throws -> R {
        do {
            let result = try environment.epochs.hold(try store.name) { epoch -> R? in
                guard let turn = try turn(epoch) else { return nil }
                if try !store.epoch.mark.isTagged { try tag(turn) }
                return try body(turn)
            }
            if let result { return result }
        } catch let error as KeysError where error.code == .stale {
            // A program that asks for no lock has written the count: what was committed here is not signed.
        }
        try RollbackSaga(wallet: self).freeze(.rolledBack)
        throw WalletError(.frozen, Store.Freeze.rolledBack.sentence ?? "")
    }

    /// Compares the store with its count outside, brings that up when only a crash came between, and notes where it is.
    ///
    /// - Returns: whether they name the same spend now.
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
        // It came back from a backup, and the store may have come with it: both say what was so then.
        if let known = try store.countFile, let found = epoch.identity, found.isCopy(of: known) { return nil }
        let turn = SpendTurn(wallet: self, epoch: epoch)
        try turn.record()
        return turn
    }

    /// Gives a store its first tag that a program wrote which knew numbers alone: from here on its copies are told apart.
    private func tag(_ turn: SpendTurn) throws {
        try transaction {
            try turn.count()
            try step(.tagging)
        }
        try step(.tagged)
        try turn.record()
        try step(.tagRecorded)
    }

    /// Takes units out of a coin; inside the transaction that decides what they are for.
    func debit(_ range: UnitRange, ofCoin row: Int64) throws {
        let coins = table(CoinRecord.self)
        var stored = try coins.require(row)
        guard stored.record.state == .live, stored.record.left.contains(range) else {
            throw WalletError(
                .damaged, "Units were chosen that the store does not hold any more. Open the wallet again.")
        }
        stored.record.left.subtract(range)
        if stored.record.left.isEmpty { stored.record.state = .spent }
        try coins.update(stored)
    }
}
