// SPDX-License-Identifier: MIT
internal import Bytes
internal import Cards
internal import Vault

/// A row of cards: a sheet of current cards, or an earlier version of one card.
///
/// A sheet holds cards that were imported together; encrypting and inserting it costs hardly more than a single card.
/// It only shrinks: a changed card moves into its own row, so that its next change is a small write.
///
///     [removed?, places, card, …]
///
/// Places are the cards' numbers in lists, four bytes each; rows of the first programs have none.
struct CardRecord: SealedRecord {
    enum State: Int64 {
        case kept = 0
        /// Kept for a time, so that it can be restored.
        case deleted = 1, replaced = 2
        /// Only the row number is left, which is never used twice.
        case gone = 3
        /// Kept for a time as well: replaced by a version that an undo restored.
        case undone = 4
    }

    static let table = "card"
    /// The most cards of a sheet, and their approximate size in bytes, unless a single card is larger.
    static let sheetCards = 32
    static let sheetBytes = 8192

    var state: State
    /// Empty when the cards are gone.
    var cards: [ShelvedCard]
    /// When it was deleted or replaced.
    var removed: Moment?

    /// Current cards.
    init(_ sheet: [ShelvedCard]) {
        state = .kept
        cards = sheet
    }

    /// An earlier version of a card.
    init(_ card: ShelvedCard, _ state: State, at removed: Moment) {
        self.state = state
        cards = [card]
        self.removed = removed
    }

    /// The content of a row whose cards are gone.
    static let gone: CardRecord = {
        var record = CardRecord([])
        record.state = .gone
        return record
    }()

    /// The only card of a row that is not a sheet.
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
        // The clock of a device that runs this is never before 1970.
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

    /// Divides cards into sheets, in their order.
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
