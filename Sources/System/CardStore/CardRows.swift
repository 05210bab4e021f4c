// SPDX-License-Identifier: MIT
internal import Cards

/// Maps cards to the rows of the store.
struct CardRows {
    private var rows: [CardID: Int64] = [:]
    private var sheets: [Int64: [CardID]] = [:]

    /// The row of a card.
    subscript(id: CardID) -> Int64? { rows[id] }

    /// The cards of a row, in order.
    func sheet(_ row: Int64) -> [CardID] { sheets[row] ?? [] }

    mutating func reserveCapacity(_ count: Int) { rows.reserveCapacity(count) }

    /// Records a row of cards that are in no other row.
    mutating func put(_ sheet: [ShelvedCard], in row: Int64) {
        var ids: [CardID] = []
        ids.reserveCapacity(sheet.count)
        for card in sheet {
            let id = card.card.id
            ids.append(id)
            rows[id] = row
        }
        sheets[row] = ids
    }

    /// Removes cards from their rows, and returns the rest of each row.
    mutating func take(_ ids: some Sequence<CardID>) -> [(row: Int64, rest: [CardID])] {
        var leaving: [Int64: Set<CardID>] = [:]
        for id in ids {
            if let row = rows.removeValue(forKey: id) { leaving[row, default: []].insert(id) }
        }
        return leaving.sorted { $0.key < $1.key }.map { row, gone in
            let rest = sheet(row).filter { !gone.contains($0) }
            sheets[row] = rest.isEmpty ? nil : rest
            return (row, rest)
        }
    }
}
