// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import SQLite
import Tokens
import Wallet

/// The end of an economy, and the invariants of 02 that must hold then.
extension Economy {
    /// How often somebody tries to sync over a good network, on a phone that may die over it.
    private static let maximumAttempts = 12
    /// How often time passes the refund dates, because a sync may finish an old purchase and so begin new ones.
    private static let maximumRounds = 5

    /// What can be seen without reading the whole database: looked at after each action.
    func checkInPassing() throws {
        if let hubFault = site.violation { throw hubFault }
    }

    // MARK: - Ending

    /// Whoever is present syncs over a good network; the others come back when it is too late to redeem.
    func settle() throws {
        action += 1
        if dice.chance(300) { time.advance(days: UInt64(dice.roll(1...30))) }
        for person in people where !dice.chance(plan.absent) {
            for device in person.livingDevices { try syncFully(device) }
        }
        if dice.chance(250) { try checkLedger(isFinal: false) }
    }

    /// The refund dates pass, the hub sweeps, and the rest of the world syncs, until nothing is open.
    func end() throws {
        isCalm = true
        var rounds = 0
        var before = try sums()
        repeat {
            action += 1
            rounds += 1
            time.advance(days: LimitPolicy.mostDaysToRefund + 1)
            if dice.chance(100) { try site.restart() }
            try sweep(before)
            for device in devices where !device.isLost { try syncFully(device) }
            before = try sums()
        } while rounds < Self.maximumRounds && before.unswept > 0
        action += 1
        guard try site.hub.sweep(time.now, settlingAllCases: true).returned == 0 else {
            throw Violation("A second sweep returned something again")
        }
        try checkWallets(try checkLedger(isFinal: true))
    }

    private func hasOpenRoots() throws -> Bool {
        try HubRows(site.hub.image(), hubKey: site.hub.rootKey).number("SELECT count(*) FROM root WHERE swept IS NULL")
            > 0
    }

    private func sweep(_ before: Sums) throws {
        let report = try site.hub.sweep(time.now)
        note("\(report)")
        guard report.failed == 0 else { throw Violation("\(report.failed) roots could not be swept") }
        tally.swept += Int(report.returned)
        let after = try sums()
        let returned = Int64(report.returned)
        guard before.outstanding - after.outstanding == returned, after.held - before.held == returned else {
            throw Violation("The sweep returned \(returned) and did not conserve value")
        }
    }

    /// What is in tokens, what is in accounts and the guarantee fund, and how many roots wait for their refund date.
    private struct Sums {
        let outstanding: Int64, held: Int64, unswept: Int64
    }

    private func sums() throws -> Sums {
        let database = try Database(path: .inMemory)
        try database.restore(from: try site.hub.image().database, checksPages: false)
        let row = try database.row(
            """
            SELECT coalesce(sum(balance) FILTER (WHERE name LIKE 'outstanding:%'), 0),
                coalesce(sum(balance) FILTER (WHERE name LIKE 'user:%' OR name = 'guarantee'), 0),
                (SELECT count(*) FROM root WHERE swept IS NULL)
            FROM ledger
            """)
        return Sums(outstanding: try row?.int(0) ?? 0, held: try row?.int(1) ?? 0, unswept: try row?.int(2) ?? 0)
    }

    private func syncFully(_ device: Device) throws {
        device.line.quality = .perfect
        for _ in 0..<(device.owner.isCheater ? 1 : Self.maximumAttempts) where try sync(device) { return }
        guard device.owner.isCheater else {
            throw Violation("\(device.owner.name)/\(device.number) cannot sync although the network is fine")
        }
    }

    // MARK: - Invariants

    @discardableResult
    private func checkLedger(isFinal: Bool) throws -> HubRows {
        let audit = try site.hub.audit()
        guard audit.isSound else { throw Violation("The audit found: \(audit.findings)") }
        guard audit.total.isZero else { throw Violation("The ledger sums to \(audit.total)") }
        let hubRows = try HubRows(site.hub.image(), hubKey: site.hub.rootKey)
        try requireCreditsWithinRoots(hubRows)
        try requireJustAccusations(hubRows)
        try requireEvidence(hubRows)
        try requireSaidClaims(hubRows)
        guard isFinal else { return hubRows }
        try requireAllMoneyBack(hubRows)
        try requireFlows(hubRows)
        try requireOnlyOrderedTransfers(hubRows)
        for key in dealOrder {
            guard let deal = deals[key] else { continue }
            try requireKept(deal, hubRows)
            if deal.receipt != nil, !deal.isDeclined, !deal.payee.isCheater { try requireWhole(deal, hubRows) }
        }
        return hubRows
    }

    private func requireCreditsWithinRoots(_ hubRows: HubRows) throws {
        for (root, credits) in Dictionary(grouping: hubRows.credits, by: \.root) {
            let amount = UInt64(try hubRows.number("SELECT amount FROM root WHERE id = ?", [.integer(root)]))
            var seen = RangeSet()
            for credit in credits {
                guard seen.intersection(credit.range).isEmpty, credit.range.upper <= amount else {
                    throw Violation("Root \(root): \(credit.range) was credited twice or is not part of it")
                }
                seen.insert(credit.range)
            }
        }
    }

    /// Accused is a subset of cheaters, and every conflict that the hub saw is accused.
    private func requireJustAccusations(_ hubRows: HubRows) throws {
        for row in try hubRows.database.rows("SELECT id, account FROM fraud_case") {
            guard let account = try row.optionalInt(1), let name = hubRows.names[account] else {
                throw Violation("Case \(try row.int(0)) accuses nobody")
            }
            guard people.contains(where: { $0.name == name && $0.isCheater }) else {
                throw Violation("\(name) is honest and accused")
            }
        }
        for (one, other) in hubRows.conflicts() {
            tally.conflicts += 1
            guard try hubRows.isConvicted(one, other) else {
                throw Violation("The hub saw records \(one.row) and \(other.row) conflict and accused nobody")
            }
        }
    }

    /// Whoever was credited less than a redemption asked for has evidence on its path, and a claim for the rest.
    private func requireEvidence(_ hubRows: HubRows) throws {
        for record in hubRows.records {
            guard let receipt = record.receipt, receipt.outcome == .credited else { continue }
            let credited = hubRows.credits.filter { $0.record == record.row }.reduce(0) { $0 + $1.range.length }
            guard receipt.units == credited else {
                throw Violation("Receipt of record \(record.row) says \(receipt.units), the ledger \(credited)")
            }
            guard credited < record.range.length else { continue }
            let conflicts = hubRows.conflicts().flatMap { [$0.0.row, $0.1.row] }
            guard hubRows.path(of: record).contains(where: { conflicts.contains($0.row) || $0.isDeclined }) else {
                throw Violation("Record \(record.row) fell short without evidence")
            }
        }
    }

    /// All that came in is in accounts again, to the cent.
    private func requireAllMoneyBack(_ hubRows: HubRows) throws {
        let inAccounts = try hubRows.number(
            "SELECT sum(l.balance) FROM ledger l LEFT JOIN account a USING (id) WHERE a.id IS NOT NULL OR l.name = 'guarantee'"
        )
        guard inAccounts == toppedUp else { throw Violation("\(toppedUp) came in and \(inAccounts) are in accounts") }
        guard try hubRows.number("SELECT count(*) FROM root WHERE swept IS NULL OR credited <> amount") == 0 else {
            throw Violation("A root is not settled after its refund date")
        }
    }

    /// Without fraud, everybody has exactly what the transfers that the hub knows say.
    private func requireFlows(_ hubRows: HubRows) throws {
        guard try hubRows.number("SELECT count(*) FROM fraud_case") == 0 else { return }
        let flowing = hubRows.records.filter { !$0.isDeclined }
        let tokenKinds = "(3, 4, 5)"
        for account in hubRows.names.keys {
            let moved = try hubRows.number(
                "SELECT sum(p.amount) FROM posting p JOIN entry e ON e.id = p.entry WHERE p.account = ? AND e.kind IN \(tokenKinds)",
                [.integer(account)])
            let into = flowing.filter { $0.recipient == account }.reduce(0) { $0 + Int64($1.range.length) }
            let out = flowing.filter { $0.spender == account && !$0.toHub }
                .reduce(0) { $0 + Int64($1.range.length) }
            guard moved == into - out else {
                throw Violation(
                    "\(hubRows.names[account] ?? "") got \(moved) from tokens, but \(into) came in and \(out) went out")
            }
        }
    }

    /// Money moves online once for each transfer that somebody queued, at most.
    private func requireOnlyOrderedTransfers(_ hubRows: HubRows) throws {
        var open = ordered
        let transfer: Int64 = 2
        let rows = try hubRows.database.rows(
            """
            SELECT e.sender, e.recipient, p.amount FROM entry e JOIN posting p ON p.entry = e.id AND p.account = e.recipient
            WHERE e.kind = ? AND e.sender <> e.recipient
            """, [.integer(transfer)])
        for row in rows {
            let order = Order(
                from: hubRows.names[try row.int(0)] ?? "", to: hubRows.names[try row.int(1)] ?? "",
                amount: try row.int(2))
            guard let index = open.firstIndex(of: order) else {
                throw Violation("Nobody queued \(order), or not twice")
            }
            open.remove(at: index)
        }
    }

    /// What a payee saw as received, or a payer handed over, has reached the hub once either of them synced in time.
    private func requireKept(_ deal: Deal, _ hubRows: HubRows) throws {
        let byPayee = deal.holders.contains { number, since in isSynced(devices[number], after: since, deal) }
        let byPayer =
            !deal.isWithheld && !deal.payer.isCheater
            && deal.payers.contains { number, since in isSynced(devices[number], after: since, deal) }
        guard (byPayee && !deal.payee.isCheater) || byPayer else { return }
        for id in deal.recordIDs where !hubRows.records.contains(where: { $0.id == id.bytes }) {
            throw Violation(
                "\(deal.payer.name) paid \(deal.amount) to \(deal.payee.name), who has \(byPayee ? "synced" : "not synced"), and the hub does not know of it"
            )
        }
    }

    private func isSynced(_ device: Device, after action: Int, _ deal: Deal) -> Bool {
        guard let last = device.lastSyncInTime(for: deal.redeemUntil) else { return false }
        return last > action
    }

    /// Who saw "received" got every unit that it did not sign away, or has a claim for it.
    private func requireWhole(_ deal: Deal, _ hubRows: HubRows) throws {
        let account = try hubRows.account(named: deal.payee.name)
        for record in hubRows.records where deal.recordIDs.contains(where: { $0.bytes == record.id }) {
            var own = RangeSet(record.range)
            let children = hubRows.children(of: record)
            for child in children where !child.toHub { own.subtract(child.range) }
            var paid = RangeSet()
            for credit in hubRows.credits where credit.account == account && credit.root == record.root {
                for piece in own.intersection(credit.range).pieces { paid.insert(piece) }
            }
            let claimed = try ([record] + children.filter(\.toHub)).reduce(UInt64(0)) {
                $0 + UInt64(try hubRows.number("SELECT sum(amount) FROM claim WHERE record = ?", [.integer($1.row)]))
            }
            if claimed > 0 { tally.claims += 1 }
            guard paid.total + claimed < own.total else { continue }
            // Decision 0022: of what only the culprit says that it was paid, nobody is owed anything.
            guard try !isSaid(hubRows.path(of: record), hubRows, surely: true) else {
                throw Violation(
                    "\(deal.payee.name) owns \(own) of record \(record.row), was paid \(paid), claims \(claimed)")
            }
            tally.unsaid += 1
        }
    }

    /// Claims to what was never redeemed are their payee's, for no more than it was paid, and somebody other than the culprit
    /// has said that it arrived.
    private func requireSaidClaims(_ hubRows: HubRows) throws {
        for row in try hubRows.database.rows("SELECT record, account, amount FROM claim") {
            let place = try row.int(0)
            guard let record = hubRows.records.first(where: { $0.row == place }) else {
                throw Violation("A claim is about no record")
            }
            let (account, amount) = (try row.int(1), try row.unsigned(2))
            guard record.toHub || record.recipient == account, amount <= record.range.length else {
                throw Violation(
                    "\(hubRows.names[account] ?? "") claims \(amount) of record \(place), which is not its own")
            }
            guard try record.toHub || isSaid(hubRows.path(of: record), hubRows, surely: false) else {
                throw Violation(
                    "\(hubRows.names[account] ?? "") claims record \(place), and nobody said that it arrived")
            }
        }
    }

    /// Whether each culprit on a path has paid somebody who says so: who signed any of it away, or uploaded it.
    ///
    /// - Parameter path: up to the root.
    private func isSaid(_ path: [HubRows.Record], _ hubRows: HubRows, surely: Bool) throws -> Bool {
        let contested = Set(hubRows.conflicts().flatMap { [$0.0.row, $0.1.row] })
        var isOpen = false
        for (index, record) in path.enumerated().reversed() {
            let isAgainstADecline = index + 1 < path.count && path[index + 1].isDeclined
            if contested.contains(record.row) || isAgainstADecline { isOpen = true }
            guard isOpen, record.recipient != record.spender else { continue }
            let name = record.recipient.flatMap { hubRows.names[$0] } ?? ""
            let isSaid =
                !hubRows.children(of: record).isEmpty || site.words.has(name, said: record.id, surely: surely)
            guard isSaid else { return false }
            isOpen = false
        }
        return !isOpen
    }

    /// Every wallet that is left says what the hub says, and waits for nothing.
    private func checkWallets(_ hubRows: HubRows) throws {
        for device in devices where !device.isLost && !device.owner.isCheater {
            let account = try hubRows.account(named: device.owner.name)
            let balance = try hubRows.number("SELECT balance FROM ledger WHERE id = ?", [.integer(account)])
            var balances = try device.running().balances()
            // A clock that was far behind is put right by the first sync, and what depends on it by the next ones.
            for _ in 0..<Self.maximumRounds where !Self.isQuiet(balances, balance) {
                try sync(device)
                balances = try device.running().balances()
            }
            guard Self.isQuiet(balances, balance) else {
                throw Violation("\(device.owner.name)/\(device.number) says \(balances) where the hub says \(balance)")
            }
        }
    }

    private static func isQuiet(_ balances: Balances, _ balance: Int64) -> Bool {
        balances.offline.isZero && balances.awaiting.isZero && balances.held.isEmpty && balances.queued.isZero
            && balances.unacknowledged.isZero && balances.frozen == nil
            && balances.account?.balance.minorUnits == balance
    }
}
