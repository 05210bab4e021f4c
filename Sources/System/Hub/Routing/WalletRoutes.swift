// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// The routes for balances and for buying offline tokens.
struct WalletRoutes: Sendable {
    let context: HubContext

    private static let maximumPieces = 16

    func add(to router: inout Router) {
        router.account(Routes.balance) { call, caller in
            let balances = try context.store.read(in: call.turn) {
                try AccountBalance.all(caller.id, first: context.currency, from: $0)
            }
            call.answer(BalanceAnswer(balances: balances, time: context.clock.now().seconds))
        }
        router.account(Routes.purchase) { try purchase($0, $1) }
    }

    private func purchase(_ call: Call<PurchaseOrder, PurchaseAnswer>, _ caller: Caller) throws {
        let order = call.input
        let request = try Operations.fingerprint(Routes.purchase.path, order)
        let known = try context.store.read {
            try Operations.replay(account: caller.id, id: order.id, request: request, in: $0)
        }
        if let known { return call.finish(.success(known)) }
        try context.clockHold.check(at: context.clock.now())
        let roots = try sign(order)
        let total = try roots.reduce(Amount.zero(context.currency)) {
            try $0.adding(try Amount(units: $1.amount, currency: context.currency))
        }
        context.store.write { store in
            try Operations.once(account: caller.id, id: order.id, request: request, in: store) {
                try issue(roots, total: total, order: order, to: caller, in: store)
            }
        } reply: {
            call.finish($0)
        }
    }

    /// Checks the form of an order and signs its roots, which are worthless until they are in the issuance table.
    private func sign(_ order: PurchaseOrder) throws -> [Root] {
        guard 1...Self.maximumPieces ~= order.pieces.count else {
            throw HubProblem(
                .badRequest, "A purchase has 1 to \(Self.maximumPieces) pieces, not \(order.pieces.count).")
        }
        let now = context.clock.now()
        let signer = try context.keys.signer(.issue, at: now)
        var owners: Set<[UInt8]> = []
        let acceptDays = min(context.configuration.acceptDays, context.configuration.policy.acceptDays)
        return try order.pieces.map { piece in
            try context.requirePositive(piece.amount)
            let units = try piece.amount.units
            guard units <= context.configuration.policy.perRoot else {
                let most = try Amount(units: context.configuration.policy.perRoot, currency: context.currency)
                throw HubProblem(
                    .overLimit, "One token holds at most \(most.formatted). Order more pieces.",
                    details: ["perRoot": most.decimalText])
            }
            guard owners.insert(piece.owner.bytes).inserted else {
                throw HubProblem(.badRequest, "Two pieces have the same owner key. Make a fresh key for each.")
            }
            return try Root.issue(
                serial: Serial(random: context.random), amount: units, unit: context.currency,
                policyID: context.configuration.policy.id, owner: try Pseudonyms.key(piece.owner, keys: context.keys),
                issuedAt: now, acceptUntil: now.adding(days: acceptDays), signer: signer,
                hub: context.keys.hub)
        }
    }

    private func issue(
        _ roots: [Root], total: Amount, order: PurchaseOrder, to caller: Caller, in store: StoreChange
    ) throws -> (output: PurchaseAnswer, entry: Int64?) {
        let ledger = context.ledger(store)
        try AccountBalance.requireUnfrozen(caller.id, in: store.database)
        try requireRoom(for: total, of: caller, at: store.now, in: store.database)
        try context.requireFunds(total, on: caller.ledgerName, ledger)
        let issuer = roots[0].issuer
        let outstanding = LedgerName.outstanding(issuer)
        try ledger.open(outstanding)
        let posted = try ledger.post(
            Entry(moving: total, from: caller.ledgerName, to: outstanding),
            .init(.purchase, operation: order.id, operatedBy: caller.id))
        let pseudonyms = Pseudonyms(database: store.database, now: store.now)
        for root in roots {
            try pseudonyms.register(root.owner, of: caller.id, until: root.redeemUntil)
            try store.database.run(
                """
                INSERT INTO root (record, account, issuer, amount, refund_at, entry, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .blob(root.id(hub: context.keys.hub).bytes), .integer(caller.id), .blob(issuer.bytes),
                    try .unsigned(root.amount), try .unsigned(root.refundAt.seconds), .integer(posted.entry),
                    .blob(root.encoded),
                ])
        }
        let answer = PurchaseAnswer(
            roots: roots.map { Blob($0.encoded) },
            balance: try AccountBalance.read(caller.id, currency: context.currency, from: store.database))
        return (answer, posted.entry)
    }

    /// Checks the limit of an account's unredeemed offline tokens: what a lost or stolen wallet puts at risk, and what
    /// an unknown account can double-spend.
    private func requireRoom(for total: Amount, of caller: Caller, at now: Timestamp, in database: any SQLConnection)
        throws
    {
        let row = try database.row("SELECT " + AccountLimits.unredeemed(of: "?"), [.integer(caller.id)])
        let open = Amount(minorUnits: try row?.int(0) ?? 0, currency: context.currency)
        let wanted = try open.adding(total)
        let configuration = context.configuration
        let limits = configuration.limits(of: try Roles.role(of: caller.id, in: database))
        let limit = try Amount(units: limits.offlineTotal, currency: context.currency)
        guard try limit.isAtLeast(wanted) else {
            throw HubProblem(
                .overLimit,
                "Tokens of \(open.formatted) from this account are not redeemed yet; with these it would be more than "
                    + "\(limit.formatted). Sync, and ask those you paid to sync.",
                details: ["unredeemed": open.decimalText, "limit": limit.decimalText])
        }
        guard let until = try Standing.of(caller.id, at: now, configuration, in: database).youngUntil else { return }
        let young = try Amount(units: configuration.youngOfflineTotal, currency: context.currency)
        guard try young.isAtLeast(wanted) else {
            throw YoungAccountLimit(unredeemed: open, limit: young, until: until).problem
        }
    }
}
