// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Keys
internal import Tokens
internal import Vault

/// Detects a store that is older than the last spend, and freezes it. Decisions 0007 and 0108.
///
///     normal ─store behind its epoch file or chip, file missing or copied, chip another one, or restored─▶ frozen ─sync reached the hub─▶ normal
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | normal | store and epoch file name the same spend, or the store is one ahead because of a crash between the two writes | the file is advanced |
/// | frozen | a new generation of keys has begun: coins of older keys are never signed again | their chains are uploaded at sync, the hub refunds them at `refundAt` |
///
/// Steps that may have been completed after this store's copy was made are not repeated either: open purchases are
/// dropped, queued transfers cancelled, payments without a receipt withheld.
struct RollbackSaga {
    let context: WalletContext

    /// Compares store and epoch file, and freezes the wallet if it was rolled back.
    ///
    /// The file is created before the store, so a store without its file is a copy even if it never spent.
    func check() throws {
        if let reason = try context.disagreement() { try freeze(reason) }
    }

    /// Begins a new generation under a new name and holds everything of the old one: the new epoch file, then one
    /// transaction. The copy of the store that has the old name's count goes on undisturbed.
    func freeze(_ reason: FreezeReason) throws {
        let store = context.store
        let name = context.random.bytes(16)
        let epoch = StoreEpoch(first: try store.epoch.next(tag: context.random.bytes(EpochMark.tagCount)).mark)
        // Created first, so that a missing file always means a rollback. If the store does not commit, nothing refers
        // to the file.
        let file = try context.environment.epochs.create(name, epoch.mark)
        try context.step(.freezeNamed)
        try context.transaction {
            try store.set(.seeds, (try store.get(.seeds) ?? []) + [context.random.bytes(32)])
            try store.setGeneration(try store.generation + 1)
            try store.setName(name)
            try store.setEpoch(epoch)
            try store.setCountFile(file)
            try store.setFreeze(reason)
            // The other copy goes on with the register in the chip.
            try store.set(.chip, nil)
            try holdCoins()
            try retireKeys()
            try withholdPayments()
            try dropOrders()
            try context.note(
                Activity(.problem, .held, at: try context.now(), Self.event(reason)))
            try context.step(.freezing)
        }
        context.chip = nil
        try context.step(.frozen)
    }

    private static func event(_ reason: FreezeReason) -> ActivityEvent {
        switch reason {
        case .rolledBack: .rolledBack
        case .restored: .restored
        case .otherChip: .otherChip
        }
    }

    private func holdCoins() throws {
        let tokens = context.table(OfflineTokenRecord.self)
        for var stored in try tokens.rows(.live) {
            stored.record.state = .held
            try tokens.update(stored)
            try OfflineBalance(context: context).reportHeld(stored)
        }
        let redemptions = context.table(RedemptionRecord.self)
        for var stored in try redemptions.rows(.committed) {
            let released = stored.record.machine.drop()
            try redemptions.update(stored)
            if case .release(let range) = released { try release(range, of: stored.record) }
        }
    }

    /// Gives the units of a redemption that this store never signed back to their coin, and holds the coin.
    private func release(_ range: UnitRange, of record: RedemptionRecord) throws {
        let tokens = context.table(OfflineTokenRecord.self)
        var token = try tokens.require(record.token)
        token.record.left.insert(range)
        token.record.state = .held
        try tokens.update(token)
        try OfflineBalance(context: context).reportHeld(token)
        try context.amend(record.activity) {
            $0.status = .held
            $0.event = .heldCoin(until: token.record.token.root.refundAt)
        }
    }

    private func retireKeys() throws {
        let keys = context.table(OfflineKeyRecord.self)
        for var stored in try keys.rows(.made, .pooled) {
            stored.record.state = .retired
            try keys.update(stored)
        }
    }

    /// A payment without a receipt may have been declined after this store's copy was made. It is neither shown nor
    /// uploaded again.
    private func withholdPayments() throws {
        let payments = context.table(OutgoingRecord.self)
        for var stored in try payments.rows(.committed, .handedOver) {
            _ = try stored.record.machine.withhold()
            try payments.update(stored)
            for token in stored.record.tokens {
                try OfflineBalance(context: context).reportHeld(
                    try context.table(OfflineTokenRecord.self).require(token))
            }
            let until = stored.record.machine.refundAt
            try context.amend(stored.record.activity) {
                $0.status = .held
                $0.event = .heldPayment(until: until)
            }
        }
    }

    private func dropOrders() throws {
        let purchases = context.table(PurchaseRecord.self)
        for var stored in try purchases.rows(.ordered) {
            stored.record.state = .dropped
            try purchases.update(stored)
            try context.amend(stored.record.activity) {
                $0.status = .held
                $0.event = .droppedOrder
            }
        }
        let sends = context.table(SendRecord.self)
        for var stored in try sends.rows(.queued) {
            stored.record.state = .cancelled
            try sends.update(stored)
            try context.amend(stored.record.activity) {
                $0.status = .cancelled
                $0.event = .cancelledByRollback
            }
        }
        try context.store.set(.pendingOrders, nil)
    }

    /// Lets the wallet spend again, once it has reached the hub.
    func thaw() throws {
        guard try context.store.freeze != nil else { return }
        try context.store.setFreeze(nil)
        try context.step(.thawed)
    }
}
