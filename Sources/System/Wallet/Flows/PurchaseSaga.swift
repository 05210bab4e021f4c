// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import HubAPI
internal import Money
internal import Tokens
internal import Vault

/// Turns account balance into root tokens that can be spent offline.
///
///     ordered ──the hub's roots──▶ done
///        ├──the hub refuses──▶ refused
///        └──the store was rolled back──▶ dropped
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | ordered | the order's id and the owner keys are durable; the hub may have issued the roots already | asked again under the same id: the same roots |
/// | done | the roots are in the store | none |
/// | refused | the hub moved nothing | none |
/// | dropped | ordered before a rollback; not asked for again, because its roots may be spent already | the hub refunds what no owner redeems |
struct PurchaseSaga {
    let context: WalletContext
    let link: HubClient

    private var table: SealedTable<PurchaseRecord> { context.table(PurchaseRecord.self) }

    /// Stores an order durably and returns its row. Call outside a transaction.
    ///
    /// - Parameter time: the hub's time, if it has just been received; nil for this wallet's time.
    func order(_ amount: Amount, at time: Timestamp? = nil) throws -> Int64 {
        let held = try OfflineBalance(context: context).spendable(at: time ?? context.now())
        guard let units = UInt64(exactly: amount.minorUnits), units > 0 else {
            throw WalletError(.badAmount, "The amount must be above zero.")
        }
        guard try amount.currency == context.currency() else {
            throw WalletError(
                .badAmount,
                "This hub keeps offline money in \(try context.currency().code), not \(amount.currency.code). Enter an amount in \(try context.currency().code)."
            )
        }
        guard held <= context.policy.walletTotal, units <= context.policy.walletTotal - held else {
            throw WalletError(
                .overLimit,
                "A wallet may hold \(try context.amount(context.policy.walletTotal).formatted) offline and this one has \(try context.amount(held).formatted). Buy less, or sync first."
            )
        }
        let pieces = try WithdrawalPack.split(units, policy: context.policy, largest: largestRoot())
        let row = try context.transaction { () throws -> Int64 in
            let now = try context.now()
            let row = try table.nextID()
            let activity = try context.note(
                Activity(.bought, .open, at: now, amount: amount, subject: ReferenceID(.purchase, row), .ordered))
            let record = PurchaseRecord(
                state: .ordered, id: try context.operation(),
                pieces: try pieces.map {
                    PurchaseRecord.Piece(
                        amount: try context.amount($0), key: try OfflineTokenKeys(context: context).make(.used).id)
                }, activity: activity)
            try table.insert(record)
            try context.step(.purchaseOrdering)
            return row
        }
        try context.step(.purchaseOrdered)
        return row
    }

    /// Requests the roots of an order from the hub and stores them.
    func finish(_ row: Int64) throws {
        let stored = try table.require(row)
        guard stored.record.state == .ordered else { return }
        let keys = try stored.record.pieces.map {
            try context.table(OfflineKeyRecord.self).require($0.key).record.publicKey
        }
        let order = PurchaseOrder(
            id: stored.record.id,
            pieces: zip(stored.record.pieces, keys).map {
                PurchaseOrder.Piece(amount: $0.amount, owner: Blob($1.compressed))
            })
        let answer: PurchaseAnswer
        switch try link.ask(Routes.purchase, order) {
        case .answered(let issued): answer = issued
        case .refused(let problem):
            if problem.isFinal { try refuse(stored, problem) }
            throw problem
        case .none(let noAnswer): throw noAnswer
        }
        try context.step(.purchaseAnswered)
        let roots = try check(answer, stored.record, keys)
        try context.transaction {
            for (root, piece) in zip(roots, stored.record.pieces) {
                let token = try OfflineToken(root: root)
                try OfflineBalance(context: context).add(token, key: piece.key)
                try context.store.raiseTimeFloor(to: root.issuedAt)
            }
            var done = stored
            done.record.state = .done
            try table.update(done)
            try context.keep(answer.balance)
            try context.amend(stored.record.activity) {
                $0.status = .done
                $0.event = .bought
            }
            try context.step(.purchaseStoring)
        }
        try context.step(.purchaseStored)
    }

    /// Rows of the orders that wait for the hub.
    func waiting() throws -> [Int64] { try table.rows(.ordered).map(\.id) }

    /// The largest root that the hub's current issuing keys may sign. Without such a key there is no local limit, and
    /// the hub decides.
    private func largestRoot() throws -> UInt64 {
        let now = try context.now()
        return try context.announced().all.filter { $0.purpose == .issue && $0.useFrom <= now && now <= $0.useUntil }
            .map(\.maxRootAmount).max() ?? .max
    }

    private func refuse(_ stored: Stored<PurchaseRecord>, _ problem: HubProblem) throws {
        try context.transaction {
            var refused = stored
            refused.record.state = .refused
            try table.update(refused)
            try context.amend(stored.record.activity) {
                $0.status = .failed
                $0.event = .refused(HubRefusal(problem))
            }
        }
    }

    /// The roots, checked against the order, so that a mistake of the hub is never stored as a coin.
    private func check(
        _ answer: PurchaseAnswer, _ record: PurchaseRecord, _ keys: [P256.PublicKey]
    ) throws -> [Root] {
        let announced = try context.announced()
        let roots = try answer.roots.map { try Root(decoding: $0.bytes) }
        for ((root, piece), key) in zip(zip(roots, record.pieces), keys) {
            let issuer = try announced.key(root.issuer, for: .issue, at: root.issuedAt)
            let isOrdered =
                root.owner == key && root.amount == UInt64(piece.amount.minorUnits)
                && root.unit == piece.amount.currency.numeric
            // The hub may issue under an earlier policy than this wallet's, or have answered before the wallet was
            // updated.
            _ = try LimitPolicy.policy(id: root.policyID, present: context.policy)
            guard isOrdered,
                issuer.isValid(root.signature, for: SignatureContext.root.input(hub: announced.hub, root.body))
            else {
                throw WalletError(.hubRefused, "The hub issued a token that was not ordered so. Tell its operator.")
            }
        }
        return roots
    }
}

extension HubProblem {
    /// Whether the refusal is final, so that repeating the call cannot help.
    var isFinal: Bool { (400..<500).contains(status) && status != 401 && status != 429 }
}
