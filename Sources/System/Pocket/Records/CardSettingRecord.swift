// SPDX-License-Identifier: MIT
internal import Bytes
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

    init() {}

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 1)
        exportFolder = try reader.optionalString()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(1)
        writer.optional(exportFolder)
    }
}
