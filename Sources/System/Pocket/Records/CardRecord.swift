// SPDX-License-Identifier: MIT
internal import Bytes
internal import Cards
internal import Vault

/// A card in the store, as it is or as it was until it was deleted or replaced.
struct CardRecord: SealedRecord {
    enum State: Int64 {
        case kept = 0
        /// Kept for a while, so that it can come back.
        case deleted = 1, replaced = 2
        /// Nothing is left but the number of the row, which is never used twice.
        case gone = 3
        /// Kept for a while as well: what an undo put back took its place.
        case undone = 4
    }

    static let table = "card"
    var state: State
    /// Nil when the card is gone.
    var card: Card?
    /// When it was deleted or replaced.
    var removed: Moment?

    init(_ card: Card) {
        state = .kept
        self.card = card
    }

    /// A card as it was.
    init(_ card: Card, _ state: State, at removed: Moment) {
        self.state = state
        self.card = card
        self.removed = removed
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 2)
        removed = try reader.null() ? nil : Moment(milliseconds: Int64(clamping: try reader.uint()))
        card = try reader.null() ? nil : try Card(from: &reader)
    }

    func write(to writer: inout CBORWriter) {
        writer.array(2)
        // No clock of a device that runs this is before 1970.
        writer.optional((removed?.milliseconds).map { UInt64(max(0, $0)) })
        if let card { card.write(to: &writer) } else { writer.null() }
    }
}
