// SPDX-License-Identifier: MIT
internal import Bytes
internal import Cards
internal import Crypto
internal import Vault

/// The user's settings for cards: one row, created with the first setting.
///
///     [folder?, [group…], [hash of a pass, date…], days?]
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
    /// The date of a pass as its issuer's web service wrote it, by the hash of the pass. It is only sent back.
    var passDates: [Digest: String] = [:]
    static let maximumDates = 10_000
    /// Bytes of one date.
    static let maximumDate = 64
    /// Lists remind of a card this many days before it expires; nil for the default.
    var reminderDays: Int?
    static let maximumDays: UInt64 = 36_600

    init() {}

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        let count = try reader.array(maximum: 4)
        exportFolder = try reader.optionalString()
        // Rows of the first programs have no order.
        guard count > 1 else { return }
        groupOrder = try (0..<reader.array(maximum: Self.maximumGroups)).map { _ in
            try reader.text(maximum: CardLimits.group)
        }
        guard count == 4 else { return }
        for _ in 0..<(try reader.array(maximum: 2 * Self.maximumDates) / 2) {
            let pass = try Digest(try reader.bytes(count: Digest.count))
            passDates[pass] = try reader.text(maximum: Self.maximumDate)
        }
        reminderDays = try reader.null() ? nil : Int(try reader.uint(maximum: Self.maximumDays))
    }

    func write(to writer: inout CBORWriter) {
        // Programs that know no more read rows without the rest.
        let isShort = passDates.isEmpty && reminderDays == nil
        writer.array(isShort ? 2 : 4)
        writer.optional(exportFolder)
        writer.array(groupOrder.count)
        for group in groupOrder { writer.text(group) }
        guard !isShort else { return }
        writer.array(2 * passDates.count)
        for (pass, date) in passDates.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
            writer.bytes(pass.bytes)
            writer.text(date)
        }
        if let reminderDays { writer.uint(UInt64(reminderDays)) } else { writer.null() }
    }
}
