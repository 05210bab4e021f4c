// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import HubAPI
internal import Money
internal import Tokens
internal import Vault

/// The wallet's coins: their total, and what can be spent of them.
struct OfflineBalance {
    let context: WalletContext

    private var tokens: SealedTable<OfflineTokenRecord> { context.table(OfflineTokenRecord.self) }

    /// A live coin, as input of the coin choice.
    struct Holding {
        let row: Stored<OfflineTokenRecord>
        let spendable: Spendable
    }

    /// Stores a coin that one of this wallet's keys owns. Call inside a transaction.
    ///
    /// A coin of a key from before a rollback is held at once, because the store cannot know whether it was spent
    /// already.
    @discardableResult
    func add(_ token: OfflineToken, key: Int64) throws -> Stored<OfflineTokenRecord> {
        let hub = try context.hubID()
        let generation = try context.table(OfflineKeyRecord.self).require(key).record.generation
        let isCurrent = try generation == context.store.generation
        let record = OfflineTokenRecord(
            state: isCurrent ? .live : .held, token: token, key: key, left: RangeSet(token.range))
        let row = try tokens.insert(record)
        try context.store.note(token.id(hub: hub), .token, owner: row)
        try context.store.note(token.root.id(hub: hub), .root, owner: row)
        let stored = Stored(id: row, record: record)
        if !isCurrent { try reportHeld(stored) }
        return stored
    }

    /// Queues the upload of a coin that this wallet will not sign away, so that the hub knows whom to refund. Call
    /// inside a transaction. Own roots are skipped: the hub knows them.
    func reportHeld(_ stored: Stored<OfflineTokenRecord>) throws {
        guard !stored.record.isRoot else { return }
        let uploads = context.table(UploadRecord.self)
        let id = stored.record.token.id(hub: try context.hubID())
        guard try uploads.row(reference: id.bytes) == nil else { return }
        try uploads.insert(UploadRecord(state: .waiting, chain: stored.record.token.encoded), reference: id.bytes)
    }

    /// The input of the coin choice, with each coin's row by its id.
    func holdings() throws -> [RecordID: Holding] {
        let hub = try context.hubID()
        let announced = try context.announced()
        var holdings: [RecordID: Holding] = [:]
        for stored in try tokens.rows(.live) {
            let token = stored.record.token
            let id = token.id(hub: hub)
            let certificate =
                stored.record.isRoot
                ? nil : try context.table(OfflineKeyRecord.self).require(stored.record.key).record.certificate
            let issuers =
                [token.root.issuer] + token.certificates.map(\.issuer) + [certificate?.issuer].compactMap { $0 }
            let keysUntil = issuers.compactMap { announced.announcement($0)?.acceptUntil }.min() ?? .maximum
            holdings[id] = Holding(
                row: stored,
                spendable: Spendable(
                    token, id: id, free: stored.record.left, certificate: certificate, keysUntil: keysUntil,
                    // Safe: a stored coin was verified under its policy, so the policy is known.
                    policy: (try? LimitPolicy.policy(id: token.root.policyID, present: context.policy))
                        ?? context.policy
                ))
        }
        return holdings
    }

    /// Units that can be paid offline now.
    func spendable(at now: Timestamp) throws -> UInt64 {
        guard try context.store.freeze == nil else { return 0 }
        return try holdings().values.filter { isSpendable($0.spendable, at: now) }
            .reduce(0) { $0 + $1.spendable.free.total }
    }

    private func isSpendable(_ spendable: Spendable, at now: Timestamp) -> Bool {
        !spendable.isTooDeep && now <= spendable.spendableUntil
    }

    /// Units received and not yet credited, which the policy limits.
    func unsettled() throws -> UInt64 {
        let received = try tokens.rows(.live).filter { !$0.record.isRoot }.reduce(0) { $0 + $1.record.left.total }
        return try received + redeeming()
    }

    private func redeeming() throws -> UInt64 {
        try context.table(RedemptionRecord.self).rows(.committed, .ready).reduce(0) { $0 + $1.record.units }
    }

    /// Units that a payee declined and the hub has not yet paid back.
    private func declined() throws -> UInt64 {
        try context.table(OutgoingRecord.self).rows(.declined).flatMap(\.record.machine.coinsToUpload)
            .reduce(0) { $0 + $1.range.length }
    }

    func balances() throws -> Balances {
        let now = try context.now()
        let frozen = try context.store.freeze
        var offline: UInt64 = 0
        var awaiting = try redeeming() + declined()
        for holding in try holdings().values {
            let units = holding.spendable.free.total
            if isSpendable(holding.spendable, at: now) { offline += units } else { awaiting += units }
        }
        let sends = try context.table(SendRecord.self).rows(.queued).map(\.record.order.amount)
        let orders = try context.table(PurchaseRecord.self).rows(.ordered).flatMap { $0.record.pieces.map(\.amount) }
        let currency = try context.currency()
        let open = try context.table(OutgoingRecord.self).rows(.committed, .handedOver, .recorded).map(
            \.record.machine.request.units)
        return Balances(
            account: try context.store.get(.balance).map {
                Balances.Account(balance: $0.balance, available: $0.available, asOf: $0.time)
            },
            others: try (context.store.get(.otherBalances) ?? []).map {
                Balances.Account(balance: $0.balance, available: $0.available, asOf: $0.time)
            },
            offline: try context.amount(frozen == nil ? offline : 0),
            awaiting: try context.amount(frozen == nil ? awaiting : awaiting + offline),
            held: try held(),
            queued: try (sends + orders).filter { $0.currency == currency }.reduce(.zero(currency)) {
                try $0.adding($1)
            },
            queuedOthers: sends.filter { $0.currency != currency },
            unacknowledged: try context.amount(open.reduce(0, +)),
            requestsReady: try CertificatePool(context: context).ready(at: now),
            frozen: frozen)
    }

    private func held() throws -> [Balances.Held] {
        var units: [Timestamp: UInt64] = [:]
        for stored in try tokens.rows(.held) where !stored.record.left.isEmpty {
            units[stored.record.token.root.refundAt, default: 0] += stored.record.left.total
        }
        for stored in try context.table(OutgoingRecord.self).rows(.withheld) {
            for transfer in stored.record.machine.transfers {
                units[transfer.token.root.refundAt, default: 0] += transfer.units
            }
        }
        return try units.sorted { $0.key < $1.key }.map {
            Balances.Held(amount: try context.amount($0.value), until: $0.key)
        }
    }
}

extension PayMachine {
    /// From this time on the hub refunds what no payee has redeemed.
    var refundAt: Timestamp { transfers.map(\.token.root.refundAt).max() ?? Timestamp(seconds: 0) }
}
