// SPDX-License-Identifier: MIT

package import Crypto

/// The hub's rules for all records of one root, as pure values: conflicts, credits and last owners.
///
/// Insertion is by id, so the order and repetition of uploads change neither the conflicts nor the sum of credits. The
/// caller has verified every record, and persists what the tree returns.
package struct RootTree: Sendable {
    /// Two records that an honest owner cannot both have signed.
    package struct Conflict: Hashable, Sendable {
        /// The record that the hub knew first.
        package let known: RecordID
        package let added: RecordID
        /// The owner of their parent, who signed both. For a decline, the payee, who declined and then spent the units.
        package let culprit: P256.PublicKey

        package init(known: RecordID, added: RecordID, culprit: P256.PublicKey) {
            self.known = known
            self.added = added
            self.culprit = culprit
        }
    }

    package let rootID: RecordID
    /// All units of the root.
    package let range: UnitRange
    private let owner: P256.PublicKey
    private let hubKey: P256.PublicKey
    private var records: [RecordID: ChainRecord] = [:]
    /// In the order in which the hub received them. Among conflicting siblings the first one counts for refunds.
    private var children: [RecordID: [RecordID]] = [:]
    private var declined: Set<RecordID> = []
    /// Units that were paid out, by redemption, refund or decline. No unit is paid out twice.
    package private(set) var credited = RangeSet()

    /// The tree of a root without known transfers.
    package init(root: Root, id: RecordID, hubKey: P256.PublicKey) {
        self.init(rootID: id, range: root.range, owner: root.owner, hubKey: hubKey)
    }

    package init(rootID: RecordID, range: UnitRange, owner: P256.PublicKey, hubKey: P256.PublicKey) {
        self.rootID = rootID
        self.range = range
        self.owner = owner
        self.hubKey = hubKey
    }

    /// The tree from stored values.
    ///
    /// - Parameter records: in the order in which they were inserted.
    package init(
        rootID: RecordID, range: UnitRange, owner: P256.PublicKey, hubKey: P256.PublicKey, records: [ChainRecord],
        declined: [RecordID] = [], credited: RangeSet
    ) throws {
        self.init(rootID: rootID, range: range, owner: owner, hubKey: hubKey)
        _ = try insert(records)
        self.declined = Set(declined)
        self.credited = credited
    }

    /// Whether the hub knows a record.
    package func contains(_ id: RecordID) -> Bool { records[id] != nil }

    /// The units that are not paid out yet.
    package var uncredited: RangeSet {
        var left = RangeSet(range)
        left.subtract(credited)
        return left
    }

    /// Adds the records of a path, parent before child. Known records change nothing.
    ///
    /// - Returns: the new conflicts. Each is returned once, however often its records are uploaded.
    /// - Throws: ``TokensError`` with code `.outOfRange` when a parent is unknown or too small, because the path was
    ///   not verified.
    package mutating func insert(_ path: [ChainRecord]) throws -> [Conflict] {
        var conflicts: [Conflict] = []
        for record in path where records[record.id] == nil {
            let room = record.parent == rootID ? range : records[record.parent]?.range
            guard let room, room.contains(record.range) else {
                throw TokensError(.outOfRange, "Record \(record.id) is not inside a known parent. It was not verified.")
            }
            for sibling in siblings(under: record.parent) where sibling.range.overlaps(record.range) {
                conflicts.append(Conflict(known: sibling.id, added: record.id, culprit: record.spender))
            }
            if declined.contains(record.parent), record.recipient != hubKey {
                conflicts.append(Conflict(known: record.parent, added: record.id, culprit: record.spender))
            }
            records[record.id] = record
            children[record.parent, default: []].append(record.id)
        }
        return conflicts
    }

    /// Credits the units of a redemption that are not paid out yet.
    ///
    /// - Returns: the units to pay; none for a repeat, fewer than redeemed after a double spend.
    /// - Throws: ``TokensError`` with code `.wrongPayee` unless the record is known and goes to the hub.
    package mutating func credit(_ leaf: RecordID) throws -> RangeSet {
        guard let record = records[leaf], record.recipient == hubKey else {
            throw TokensError(.wrongPayee, "Record \(leaf) is not a known redemption; nothing is credited for it.")
        }
        return payOut(record.range)
    }

    /// Records that the payee declined a payment, and pays its units back to the payer who signed it.
    ///
    /// Units that the payee spent in spite of the decline are not paid back. Each such record is a conflict with the
    /// payee as culprit. A record that goes to the hub is not a conflict, because a redemption is only credited with
    /// the units that are left.
    ///
    /// - Throws: ``TokensError`` with code `.outOfRange` when the record is unknown.
    package mutating func decline(_ id: RecordID) throws -> (paidBack: RangeSet, conflicts: [Conflict]) {
        guard let record = records[id] else {
            throw TokensError(.outOfRange, "The hub does not know record \(id). Upload the payment with its decline.")
        }
        guard declined.insert(id).inserted else { return (RangeSet(), []) }
        let spent = siblings(under: id)
        var left = RangeSet(record.range)
        for child in spent { left.subtract(child.range) }
        var paidBack = RangeSet()
        for piece in left.pieces { paidBack.insert(payOut(piece)) }
        let handedOn = spent.filter { $0.recipient != hubKey }
        return (paidBack, handedOn.map { Conflict(known: id, added: $0.id, culprit: record.recipient) })
    }

    /// The last known owner of each unit that is not paid out: what the sweep at `refundAt` pays.
    ///
    /// A transfer to the hub that was not credited, and a declined one, leave the units with their signer. Units that a
    /// payee spent before declining stay with their new owner.
    ///
    /// - Returns: disjoint ranges from low to high, each with the record, or root, by which its owner holds it;
    ///   together they are exactly ``uncredited``.
    package func lastOwners() -> [(range: UnitRange, owner: P256.PublicKey, holding: RecordID)] {
        var result: [(range: UnitRange, owner: P256.PublicKey, holding: RecordID)] = []
        assign(RangeSet(range), of: rootID, to: (owner, rootID), into: &result)
        return result.sorted { $0.range.lower < $1.range.lower }
    }

    /// The units that each payee received and did not spend, even if a sibling record conflicts.
    ///
    /// Credits change nothing here. A declined payment leaves its units with its signer, as in ``lastOwners()``.
    ///
    /// - Returns: the records that leave units with their payees, parent before child.
    package func holdings() -> [(record: ChainRecord, units: RangeSet)] {
        var result: [(record: ChainRecord, units: RangeSet)] = []
        addHoldings(under: rootID, to: &result)
        return result
    }

    /// Pays every remaining unit to its last known owner. Afterwards the root is spent.
    package mutating func refund() -> [(range: UnitRange, owner: P256.PublicKey)] {
        let owners = lastOwners().map { (range: $0.range, owner: $0.owner) }
        credited = RangeSet(range)
        return owners
    }

    private func siblings(under parent: RecordID) -> [ChainRecord] {
        (children[parent] ?? []).compactMap { records[$0] }
    }

    private mutating func payOut(_ range: UnitRange) -> RangeSet {
        var left = RangeSet(range)
        left.subtract(credited)
        credited.insert(range)
        return left
    }

    /// Recursion is limited by the number of a coin's transfers, as in the next two.
    private func assign(
        _ units: RangeSet, of id: RecordID, to holder: (owner: P256.PublicKey, holding: RecordID),
        into result: inout [(range: UnitRange, owner: P256.PublicKey, holding: RecordID)]
    ) {
        var left = units
        for child in siblings(under: id) where child.recipient != hubKey {
            let part = left.intersection(child.range)
            guard !part.isEmpty else { continue }
            left.subtract(part)
            assign(
                part, of: child.id, to: declined.contains(child.id) ? holder : (child.recipient, child.id),
                into: &result)
        }
        left.subtract(credited)
        result += left.pieces.map { ($0, holder.owner, holder.holding) }
    }

    private func addHoldings(under parent: RecordID, to result: inout [(record: ChainRecord, units: RangeSet)]) {
        for record in siblings(under: parent) where record.recipient != hubKey {
            if !declined.contains(record.id) {
                var units = RangeSet(record.range)
                units.subtract(handedOn(of: record.id))
                if !units.isEmpty { result.append((record, units)) }
            }
            addHoldings(under: record.id, to: &result)
        }
    }

    /// The units that the owner of a record gave away finally.
    private func handedOn(of id: RecordID) -> RangeSet {
        var units = RangeSet()
        for child in siblings(under: id) where child.recipient != hubKey {
            if declined.contains(child.id) {
                units.insert(handedOn(of: child.id))
            } else {
                units.insert(child.range)
            }
        }
        return units
    }
}
