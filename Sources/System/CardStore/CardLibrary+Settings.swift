// SPDX-License-Identifier: MIT
internal import Cards
internal import Crypto
internal import Vault

extension CardLibrary {
    /// Lists remind of a card this many days before it expires.
    package var reminderDays: Int {
        get throws { try run { try settings.row(CardSettingRecord.row)?.record.reminderDays ?? Card.reminderDays } }
    }

    /// Sets the number of days; 0 reminds only of cards that have expired.
    ///
    /// - Throws: ``CardStoreError`` with code `.storage` or `.storageFull`; the setting is then unchanged.
    package func setReminderDays(_ days: Int) throws {
        let most = Int(CardSettingRecord.maximumDays)
        try run { try set { $0.reminderDays = days == Card.reminderDays ? nil : max(0, min(days, most)) } }
    }

    /// The date of a pass, as its issuer's web service wrote it; nil where it wrote none.
    func lastModified(of pass: Digest) throws -> String? {
        try run { try settings.row(CardSettingRecord.row)?.record.passDates[pass] }
    }

    /// Notes the date of a pass, and forgets those of passes that no card has any more.
    ///
    /// A text that no header could repeat is not noted, so that the next question asks for the whole pass.
    func note(lastModified: String, of pass: Digest) throws {
        guard !lastModified.isEmpty, lastModified.utf8.count <= CardSettingRecord.maximumDate,
            lastModified.utf8.allSatisfy({ 0x20...0x7E ~= $0 })
        else { return }
        try run {
            let passes = Set(shelf.all.compactMap(\.origin))
            try set { record in
                record.passDates = record.passDates.filter { passes.contains($0.key) }
                guard record.passDates.count < CardSettingRecord.maximumDates else { return }
                record.passDates[pass] = lastModified
            }
        }
    }

    /// Changes the settings, in one row.
    func set(_ change: (inout CardSettingRecord) -> Void) throws {
        let row = try settings.row(CardSettingRecord.row)
        var record = row?.record ?? CardSettingRecord()
        change(&record)
        if row == nil {
            try settings.insert(record)
        } else {
            try settings.update(Stored(id: CardSettingRecord.row, record: record))
        }
    }

    var settings: SealedTable<CardSettingRecord> { store.table(CardSettingRecord.self) }
}
