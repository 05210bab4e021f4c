// SPDX-License-Identifier: MIT
internal import Bytes
internal import Cards
internal import Vault

/// What a person has set for the cards: one row, which is there once something was set.
struct CardSettingRecord: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "card_setting"
    /// The number of the one row.
    static let row: Int64 = 1

    var state = State.kept
    /// Where all cards are written after each change.
    var exportFolder: String?
    /// Groups in the order that their owner gave them elsewhere; others follow by name.
    var groupOrder: [String] = []
    static let maximumGroups = 10_000

    init() {}

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        let count = try reader.array(maximum: 2)
        exportFolder = try reader.optionalString()
        // Rows of the first programs know no order.
        guard count == 2 else { return }
        groupOrder = try (0..<reader.array(maximum: Self.maximumGroups)).map { _ in
            try reader.text(maximum: CardLimits.group)
        }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(2)
        writer.optional(exportFolder)
        writer.array(groupOrder.count)
        for group in groupOrder { writer.text(group) }
    }
}
