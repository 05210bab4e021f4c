// SPDX-License-Identifier: MIT
internal import Bytes
internal import Cards
internal import Vault

/// The user's settings for cards: one row, created with the first setting.
struct CardSettingRecord: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "card_setting"
    /// The number of the only row.
    static let row: Int64 = 1

    var state = State.kept
    /// The folder of the automatic export.
    var exportFolder: String?
    /// Groups in the owner's order from an import; others follow by name.
    var groupOrder: [String] = []
    static let maximumGroups = 10_000

    init() {}

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        let count = try reader.array(maximum: 2)
        exportFolder = try reader.optionalString()
        // Rows of the first programs have no order.
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
