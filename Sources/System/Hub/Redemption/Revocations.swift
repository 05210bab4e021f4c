// SPDX-License-Identifier: MIT
import Crypto
import HubLedger
import HubStorage
import SQL
import Tokens

/// The signed list of keys that payees must refuse.
struct Revocations {
    let store: StoreChange
    let keys: KeyRing

    /// The largest number of keys in a list, as in `RevocationList`. Beyond it, the keys that are valid longest stay.
    private static let maximumKeys: Int64 = 4_096

    /// Revokes a key and every valid pseudonym of its account, and signs a new list.
    func revoke(_ key: P256.PublicKey, andKeysOf account: Int64?) throws {
        let database = store.database
        let now = try Value.unsigned(store.now.seconds)
        let longest = store.now.adding(days: LimitPolicy.mostDaysToRedeem)
        try database.run(
            "INSERT INTO revoked (key, until) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [.blob(key.compressed), try .unsigned(longest.seconds)])
        if let account {
            try database.run(
                """
                INSERT INTO revoked (key, until) SELECT key, until FROM escrow WHERE account = ? AND until >= ?
                ON CONFLICT DO NOTHING
                """, [.integer(account), now])
        }
        try sign()
    }

    /// Signs the list again if a replaced key signed the newest one, or if it is dated far ahead. Also signs an empty
    /// list after the key was replaced.
    ///
    /// Wallets order lists by their signing key first, so a thief of the former key cannot supersede this list.
    func renew() throws {
        let database = store.database
        guard let key = keys.announced.newest(.revoke) else { return }
        if let newest = try Self.newest(in: database) {
            let list = try RevocationList(decoding: newest)
            guard list.issuer != key.keyID || list.isFromFuture(at: store.now) else { return }
        } else {
            guard keys.announced.all.count(where: { $0.purpose == .revoke }) > 1 else { return }
        }
        try sign()
    }

    private func sign() throws {
        let database = store.database
        let now = try Value.unsigned(store.now.seconds)
        let rows = try database.rows(
            "SELECT key FROM revoked WHERE until >= ? ORDER BY until DESC LIMIT ?", [now, .integer(Self.maximumKeys)])
        let sequence = try database.row("SELECT coalesce(max(sequence), 0) + 1 FROM revocation_list")?.unsigned(0) ?? 1
        let list = try RevocationList.issue(
            sequence: sequence, time: store.now,
            revoked: rows.map { try P256.PublicKey(compressed: try $0.blob(0)) },
            signer: try keys.signer(.revoke, at: store.now), hub: keys.hub)
        try database.run(
            "INSERT INTO revocation_list (sequence, bytes) VALUES (?, ?)",
            [try .unsigned(sequence), .blob(list.encoded)])
    }

    /// The newest list.
    static func newest(in database: any SQLConnection) throws -> [UInt8]? {
        try database.row("SELECT bytes FROM revocation_list ORDER BY sequence DESC LIMIT 1")?.blob(0)
    }
}
