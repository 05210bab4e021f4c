// SPDX-License-Identifier: MIT
internal import HubAPI
internal import SQLite
internal import Tokens
internal import Vault

/// The rows that belong to one hub. Their seals open only while the wallet belongs to that hub, so a row of a hub that
/// was refused, put back into the file, does not open for the hub that was joined afterwards.
extension Store {
    /// The verified announcements of a hub.
    func announcements(of hub: HubID) -> SealedTable<AnnouncementRecord> {
        sealed.table(AnnouncementRecord.self, of: hub.bytes)
    }

    /// What a setting belongs to: the hub for the session, whose tokens only that hub may see; otherwise the store.
    func owner(ofSetting row: Int64) throws -> [UInt8] {
        guard row == SettingName.session.rawValue, let hub = try get(.hub) else { return [] }
        return HubID(rootKey: hub.description.rootKey).bytes
    }

    /// Seals for the hub what an earlier version sealed for the store alone. Call in the transaction that migrates.
    ///
    /// Announcements that the root key has not signed are dropped, because another program may have put them there.
    /// The hub sends its announcements again at the next sync. Rows that are sealed for the hub already stay as they
    /// are.
    func bindToHub() throws {
        guard let membership = try get(.hub) else {
            return try database.execute(
                "DELETE FROM announcement; DELETE FROM setting WHERE id = \(SettingName.session.rawValue)")
        }
        try bindAnnouncements(AnnouncementSet(rootKey: membership.description.rootKey))
        try bindSession()
    }

    private func bindAnnouncements(_ empty: AnnouncementSet) throws {
        var announced = empty
        let bound = announcements(of: announced.hub)
        let former = table(AnnouncementRecord.self)
        let ids = try database.rows("SELECT id FROM announcement ORDER BY id", []).map { try $0.int(0) }
        for id in ids where !bound.opens(id) {
            guard let stored = try former.row(id) else { continue }
            try database.run("DELETE FROM announcement WHERE id = ?", [.integer(id)])
            do {
                try announced.add(stored.record.announcement)
            } catch let error as TokensError where error.code == .badSignature {
                continue
            }
            try bound.insertAtRandom(stored.record)
        }
    }

    private func bindSession() throws {
        let row = SettingName.session.rawValue
        let bound = sealed.table(SettingRecord.self, of: try owner(ofSetting: row))
        guard !bound.opens(row), let former = try table(SettingRecord.self).row(row) else { return }
        try set(former.record.value, row: row)
    }
}
