// SPDX-License-Identifier: MIT
internal import Bytes
internal import Cards
internal import Vault

/// A row of cards: one sheet of those that are kept, or one card as it was until it was deleted or replaced.
///
/// A sheet is made of cards that come together; sealing and inserting one costs hardly more than a card alone. It only
/// ever becomes smaller: a card that changes moves into a row of its own, so that the next change of it is a small write.
///
///     [removed?, places, card, …]
///
/// Places are the numbers by which lists name the cards, four bytes each; rows of the first programs have none.
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
    /// How many cards a sheet has, and how many bytes they are about, unless one card alone is more.
    static let sheetCards = 32
    static let sheetBytes = 8192

    var state: State
    /// None when the cards are gone.
    var cards: [ShelvedCard]
    /// When it was deleted or replaced.
    var removed: Moment?

    /// Cards that are kept.
    init(_ sheet: [ShelvedCard]) {
        state = .kept
        cards = sheet
    }

    /// A card as it was.
    init(_ card: ShelvedCard, _ state: State, at removed: Moment) {
        self.state = state
        cards = [card]
        self.removed = removed
    }

    /// What is left of a row.
    static let gone: CardRecord = {
        var record = CardRecord([])
        record.state = .gone
        return record
    }()

    /// The one card of a row that is no sheet.
    var card: Card? { cards.first?.card }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        var count = try reader.array(maximum: 2 + Self.sheetCards) - 1
        guard count >= 1 else { throw BytesError(.malformed, "A row of cards has no card.") }
        removed = try reader.null() ? nil : Moment(milliseconds: Int64(clamping: try reader.uint()))
        cards = []
        var places: [Int] = []
        if try reader.peekMajorType() == .bytes {
            count -= 1
            places = Self.places(try reader.bytes(count: 4 * count))
        }
        cards.reserveCapacity(count)
        for index in 0..<count where try !reader.null() {
            cards.append(ShelvedCard(try Card(from: &reader), place: places.isEmpty ? 0 : places[index]))
        }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(cards.isEmpty ? 2 : 2 + cards.count)
        // No clock of a device that runs this is before 1970.
        writer.optional((removed?.milliseconds).map { UInt64(max(0, $0)) })
        if !cards.isEmpty { writer.bytes(cards.flatMap { Self.bytes(ofPlace: $0.place) }) }
        for card in cards { card.card.write(to: &writer) }
        if cards.isEmpty { writer.null() }
    }

    private static func bytes(ofPlace place: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: place >> (24 - 8 * $0)) }
    }

    private static func places(_ bytes: [UInt8]) -> [Int] {
        stride(from: 0, to: bytes.count, by: 4).map { start in
            bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// Cards as the sheets that they are kept in, in their order.
    static func sheets(of cards: [ShelvedCard]) -> [CardRecord] {
        var sheets: [CardRecord] = []
        sheets.reserveCapacity(cards.count / sheetCards + 1)
        var start = 0
        var bytes = 0
        for (index, card) in cards.enumerated() {
            let weight = card.card.approximateCount
            if index > start, index - start == sheetCards || bytes + weight > sheetBytes {
                sheets.append(CardRecord(Array(cards[start..<index])))
                (start, bytes) = (index, 0)
            }
            bytes += weight
        }
        if start < cards.count { sheets.append(CardRecord(Array(cards[start...]))) }
        return sheets
    }
}
