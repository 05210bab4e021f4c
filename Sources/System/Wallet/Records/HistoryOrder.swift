// SPDX-License-Identifier: MIT
internal import Tokens
internal import Vault

/// The lines of the history by time. A transaction that the wallet learns of later, such as a payment on another
/// device, stands where it belongs. This wallet's own lines keep the order in which they were stored, whatever the
/// device's clock said.
final class HistoryOrder {
    private let table: SealedTable<ActivityRecord>
    /// Newest first; lines of one second in the order in which they were stored.
    private var order: [(time: Timestamp, id: Int64)] = []
    /// The latest time of an own line so far.
    private var latest = Timestamp(seconds: 0)
    /// The highest row that was read. Rows are only added, and never change their time.
    private var last: Int64 = 0

    init(_ table: SealedTable<ActivityRecord>) { self.table = table }

    /// The rows' numbers, newest first.
    private func ids() throws -> [Int64] {
        var fresh: [Stored<ActivityRecord>] = []
        var below: Int64?
        reading: while true {
            let page = try table.newest(Self.pageSize, before: below)
            for stored in page {
                guard stored.id > last else { break reading }
                fresh.append(stored)
            }
            guard page.count == Self.pageSize else { break }
            below = page.last?.id
        }
        guard let newest = fresh.first?.id else { return order.map(\.id) }
        order = (fresh.reversed().map(placed) + order).sorted { ($0.time, $0.id) > ($1.time, $1.id) }
        last = newest
        return order.map(\.id)
    }

    private static let pageSize = 500

    /// Call it with the lines in the order in which they were stored.
    private func placed(_ stored: Stored<ActivityRecord>) -> (time: Timestamp, id: Int64) {
        let line = stored.record.activity
        if case .inAccount = line.event { return (line.time, stored.id) }
        latest = max(latest, line.time)
        return (latest, stored.id)
    }

    /// Lines after the one with the number `before`, newest first, that are wanted.
    func lines(limit: Int = .max, before: Int64? = nil, where isWanted: (Activity) -> Bool = { _ in true }) throws
        -> [Activity]
    {
        var ids = try ids()[...]
        if let before { ids = ids.firstIndex(of: before).map { ids[($0 + 1)...] } ?? ids.filter { $0 < before }[...] }
        var found: [Activity] = []
        for id in ids {
            guard found.count < limit else { break }
            var line = try table.require(id).record.activity
            line.id = id
            if isWanted(line) { found.append(line) }
        }
        return found
    }
}
