// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import HubLedger
import SQL
import Tokens

/// The escrow: the account behind each pseudonym. A key belongs permanently to the first account that registers it.
struct Pseudonyms {
    let database: any SQLConnection
    let now: Timestamp

    /// Parses a key from a wallet.
    ///
    /// - Throws: `HubProblem` with `.badRequest` for bytes that are not a key, or for a key of the hub.
    static func key(_ blob: Blob, keys: KeyRing) throws -> P256.PublicKey {
        do {
            let key = try P256.PublicKey(compressed: blob.bytes).prepared()
            if !keys.isOwn(key) { return key }
        } catch is CryptoError {
            throw HubProblem(.badRequest, "A key is not a compressed point of P-256 (33 bytes).")
        }
        throw HubProblem(.badRequest, "A key is the hub's own and cannot belong to a wallet.")
    }

    /// Registers a key of an account, or extends its validity.
    ///
    /// - Throws: `HubProblem` with `.keyOfAnotherAccount`.
    func register(_ key: P256.PublicKey, of account: Int64, until: Timestamp) throws {
        let entered = try database.run(
            """
            INSERT INTO escrow (key, account, until) VALUES (?1, ?2, ?3)
            ON CONFLICT (key) DO UPDATE
            SET until = CASE WHEN escrow.until < ?3 THEN ?3 ELSE escrow.until END WHERE escrow.account = ?2
            """, [.blob(key.compressed), .integer(account), try .unsigned(until.seconds)])
        guard entered > 0 else {
            throw HubProblem(
                .keyOfAnotherAccount, "One of these keys belongs to another account. Make fresh keys and try again.")
        }
    }

    /// The number of an account's keys that can sign now.
    func living(of account: Int64) throws -> Int64 {
        try database.row(
            "SELECT count(*) FROM escrow WHERE account = ? AND until >= ?",
            [.integer(account), try .unsigned(now.seconds)])?.int(0) ?? 0
    }
}
