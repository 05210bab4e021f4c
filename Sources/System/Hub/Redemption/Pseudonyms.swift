// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import SQL
import Tokens

/// The escrow: which account stands behind each pseudonym. The first account to show a key has it for ever.
struct Pseudonyms {
    let database: any SQLConnection
    let now: Timestamp

    /// Reads a key that a wallet made.
    ///
    /// - Throws: `HubProblem` with `.badRequest` for bytes that are no key, or the hub's own.
    static func key(_ blob: Blob, keys: KeyRing) throws -> P256.PublicKey {
        do {
            let key = try P256.PublicKey(compressed: blob.bytes).prepared()
            if !keys.isOwn(key) { return key }
        } catch is CryptoError {
            throw HubProblem(.badRequest, "A key is not a compressed point of P-256 (33 bytes).")
        }
        throw HubProblem(.badRequest, "A key is the hub's own and cannot belong to a wallet.")
    }

    /// Enters a key of an account, or prolongs it.
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

    /// How many keys of an account can sign something now.
    func living(of account: Int64) throws -> Int64 {
        try database.row(
            "SELECT count(*) FROM escrow WHERE account = ? AND until >= ?",
            [.integer(account), try .unsigned(now.seconds)])?.int(0) ?? 0
    }
}
