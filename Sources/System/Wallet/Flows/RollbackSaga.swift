// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Keys
internal import Tokens
internal import Vault

/// Detects a store that is older than the last spend, and freezes it. Decision 0007.
///
///     normal ─store behind its epoch file, file missing or copied, or restored─▶ frozen ─sync reached the hub─▶ normal
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | normal | store and epoch file name the same spend, or the store is one ahead because of a crash between the two writes | the file is advanced |
/// | frozen | a new generation of keys has begun: coins of older keys are never signed again | their chains are uploaded at sync, the hub refunds them at `refundAt` |
///
/// Steps that may have been completed after this store's copy was made are not repeated either: open purchases are
/// dropped, queued transfers cancelled, payments without a receipt withheld.
struct RollbackSaga {
    let wallet: OpenStore

    /// Compares store and epoch file, and freezes the wallet if it was rolled back.
    ///
    /// The file is created before the store, so a store without its file is a copy even if it never spent.
    func check() throws {
        if try !wallet.agreesWithCount() { try freeze(.rolledBack) }
    }

    /// Starts a new generation under a new name and holds all coins of the old one: creates the new epoch file, then
    /// changes the store in one transaction. The copy of the store that holds the old name's count is not affected.
    func freeze(_ reason: Store.Freeze) throws {
        let store = wallet.store
        let name = wallet.random.bytes(16)
        let epoch = StoreEpoch(first: try store.epoch.next(tag: wallet.random.bytes(EpochMark.tagCount)).mark)
        // Created first, so that a missing file always means a rollback. If the store does not commit, nothing refers
        // to the file.
        let file = try wallet.environment.epochs.create(name, epoch.mark)
        try wallet.step(.freezeNamed)
        try wallet.transaction {
            try store.set(.seeds, (try store.get(.seeds) ?? []) + [wallet.random.bytes(32)])
            try store.setGeneration(try store.generation + 1)
            try store.setName(name)
            try store.setEpoch(epoch)
            try store.setCountFile(file)
            try store.setFreeze(reason)
            try holdCoins()
            try retireKeys()
            try withholdPayments()
            try dropOrders()
            try wallet.note(
                Activity(.problem, .held, at: try wallet.now(), reason == .restored ? .restored : .rolledBack))
            try wallet.step(.freezing)
        }
        try wallet.step(.frozen)
    }

    private func holdCoins() throws {
        let tokens = wallet.table(OfflineTokenRecord.self)
        for var stored in try tokens.rows(.live) {
            stored.record.state = .held
            try tokens.update(stored)
            try OfflineBalance(wallet: wallet).reportHeld(stored)
        }
        let redemptions = wallet.table(RedemptionRecord.self)
        for var stored in try redemptions.rows(.committed) {
            let released = stored.record.machine.drop()
            try redemptions.update(stored)
            if case .release(let range) = released { try release(range, of: stored.record) }
        }
    }

    /// Gives the units of a redemption that this store never signed back to their coin, and holds the coin.
    private func release(_ range: UnitRange, of record: RedemptionRecord) throws {
        let tokens = wallet.table(OfflineTokenRecord.self)
        var token = try tokens.require(record.token)
        token.record.left.insert(range)
        token.record.state = .held
        try tokens.update(token)
        try OfflineBalance(wallet: wallet).reportHeld(token)
        try wallet.amend(record.activity) {
            $0.status = .held
            $0.event = .heldCoin(until: token.record.token.root.refundAt)
        }
    }

    private func retireKeys() throws {
        let keys = wallet.table(KeyRecord.self)
        for var stored in try keys.rows(.made, .pooled) {
            stored.record.state = .retired
            try keys.update(stored)
        }
    }

    /// A payment without a receipt may have been declined after this store's copy was made. It is neither shown nor
    /// uploaded again.
    private func withholdPayments() throws {
        let payments = wallet.table(OutgoingRecord.self)
        for var stored in try payments.rows(.committed, .handedOver) {
            _ = try stored.record.machine.withhold()
            try payments.update(stored)
            for token in stored.record.tokens {
                try OfflineBalance(wallet: wallet).reportHeld(try wallet.table(OfflineTokenRecord.self).require(token))
            }
            let until = stored.record.machine.refundAt
            try wallet.amend(stored.record.activity) {
                $0.status = .held
                $0.event = .heldPayment(until: until)
            }
        }
    }

    private func dropOrders() throws {
        let purchases = wallet.table(PurchaseRecord.self)
        for var stored in try purchases.rows(.ordered) {
            stored.record.state = .dropped
            try purchases.update(stored)
            try wallet.amend(stored.record.activity) {
                $0.status = .held
                $0.event = .droppedOrder
            }
        }
        let sends = wallet.table(SendRecord.self)
        for var stored in try sends.rows(.queued) {
            stored.record.state = .cancelled
            try sends.update(stored)
            try wallet.amend(stored.record.activity) {
                $0.status = .cancelled
                $0.event = .cancelledByRollback
            }
        }
        try wallet.store.set(.pendingOrders, nil)
    }

    /// Lets the wallet spend again, once it has reached the hub.
    func thaw() throws {
        guard try wallet.store.freeze != .none else { return }
        try wallet.store.setFreeze(.none)
        try wallet.step(.thawed)
    }
}
