// SPDX-License-Identifier: MIT
import Crypto
import HubLedger
import SQL
import Tokens

/// Claims for units that reached an owner who never redeemed them, while another account was credited. Decision 0022.
extension RefundSweep {
    /// The part of a record that decides who received its units.
    private struct Place {
        let id: RecordID
        let parent: Int64
        let range: UnitRange
        let isDeclined: Bool
        /// Whether it redeemed units and was credited, in full or not.
        let isRedeemed: Bool
        let hasClaim: Bool
    }

    /// Adds a claim for every owner who received less than the hub knows it was paid, if every payee whom a culprit
    /// paid on the path has confirmed the payment.
    ///
    /// The root's own owner has no claim, because only it could sign the units away.
    func enterClaims(by tree: RootTree, of due: Due) throws {
        let places = try places(of: due)
        let parents = places.mapValues(\.parent)
        let rows = Dictionary(uniqueKeysWithValues: places.map { ($0.value.id, $0.key) })
        var settled = try settled(places, of: due)
        for share in tree.lastOwners() {
            if let row = rows[share.holding] { settled[row, default: RangeSet()].insert(share.range) }
        }
        for (record, units) in tree.holdings() {
            guard let row = rows[record.id], let owner = try account(of: record.recipient) else { continue }
            var missing = units
            if let gone = settled[row] { missing.subtract(gone) }
            guard !missing.isEmpty else { continue }
            let path = Self.path(to: row, parents)
            guard try Vouching.isComplete(path, in: database) else { continue }
            let ids = path.compactMap { places[$0]?.id }
            try Claims.add(missing.total, on: ids, record: row, account: owner, in: store)
        }
    }

    private func places(of due: Due) throws -> [Int64: Place] {
        let rows = try database.rows(
            """
            SELECT id, record, parent, body, signature, receipt, EXISTS (SELECT 1 FROM decline d WHERE d.record = record.id),
                EXISTS (SELECT 1 FROM claim c WHERE c.record = record.id)
            FROM record WHERE root = ?
            """, [.integer(due.id)])
        var places: [Int64: Place] = [:]
        for row in rows {
            let transfer = try Transfer(body: try row.blob(3), signature: try P256.Signature(raw: try row.blob(4)))
            let outcome = try row.optionalBlob(5).map { try HubReceipt(decoding: $0).outcome }
            places[try row.int(0)] = Place(
                id: try RecordID(try row.blob(1)), parent: try row.int(2), range: transfer.range,
                isDeclined: try row.bool(6), isRedeemed: transfer.recipient == hubKey && outcome == .credited,
                hasClaim: try row.bool(7))
        }
        return places
    }

    /// For each holder, the units that need no claim: what was paid to it, what it redeemed and was answered for, and
    /// what a payee got that declined afterwards.
    private func settled(_ places: [Int64: Place], of due: Due) throws -> [Int64: RangeSet] {
        var settled: [Int64: RangeSet] = [:]
        let credits = try database.rows(
            "SELECT low, high, record FROM credit WHERE root = ? AND record IS NOT NULL", [.integer(due.id)])
        for row in credits {
            let record = try row.int(2)
            guard let range = UnitRange.between(try row.unsigned(0), try row.unsigned(1)) else { continue }
            let isPaidBack = places[record]?.isDeclined ?? false
            let holder = Self.holder(of: isPaidBack ? record : places[record]?.parent ?? 0, in: places)
            settled[holder, default: RangeSet()].insert(range)
        }
        for place in places.values where place.isRedeemed {
            // An account that declined has no claim, so units that it redeemed without credit still belong to its
            // payer.
            guard places[place.parent]?.isDeclined != true || place.hasClaim else { continue }
            settled[Self.holder(of: place.parent, in: places), default: RangeSet()].insert(place.range)
        }
        return settled
    }

    /// The holder of a record's units: a declined payment belongs to its payer.
    private static func holder(of row: Int64, in places: [Int64: Place]) -> Int64 {
        var row = row
        while let place = places[row], place.isDeclined { row = place.parent }
        return row
    }
}
