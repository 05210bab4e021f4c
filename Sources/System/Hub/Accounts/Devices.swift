// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import HubLedger
import HubStorage
import SQL
import Tokens

/// The active sessions of an account, one for each device.
struct Devices: Sendable {
    let sessions: Sessions
    /// Never changes during the life of the hub, because the audit log contains device ids derived from it.
    let secret: SecretBytes

    /// The sessions that can still refresh, and the app passwords, the most recently used first.
    func list(of account: Int64, asking: Int64?, at now: Timestamp, in database: any SQLConnection) throws -> [Device] {
        let oldest = now.subtracting(seconds: sessions.configuration.refreshTokenLife)
        return try database.rows(
            """
            SELECT id, device, created, coalesce(used, created) AS last, address, second_factor FROM session
            WHERE account = ? AND ended IS NULL AND (coalesce(used, created) > ?
                OR EXISTS (SELECT 1 FROM app_password p WHERE p.session = session.id))
            ORDER BY coalesce(used, created) DESC, id DESC
            """, [.integer(account), try .unsigned(oldest.seconds)]
        ).map { row in
            let session = try row.int("id")
            return Device(
                id: name(of: session), name: try row.optionalText("device"), loggedIn: try row.unsigned("created"),
                lastUsed: try row.unsigned("last"), address: try row.optionalText("address"),
                hasSecondFactor: try row.bool("second_factor"), isPresent: session == asking)
        }
    }

    /// Ends the session of one device. A session that has already ended stays unchanged.
    ///
    /// - Throws: `HubProblem` with `.notFound` for a device that the account never had.
    func revoke(_ id: String, of caller: Caller, from address: String, in store: StoreChange) throws {
        let rows = try store.database.rows(
            "SELECT id, device, ended FROM session WHERE account = ? ORDER BY id DESC", [.integer(caller.id)])
        guard let row = try rows.first(where: { name(of: try $0.int(0)) == id }) else {
            throw HubProblem(.notFound, "This account has no device of that id. Look at the list of devices.")
        }
        guard try row.optionalInt(2) == nil else { return }
        let session = try row.int(0)
        try sessions.end(session, session == caller.session ? .loggedOut : .revoked, in: store)
        try store.log(
            .deviceRevoked, of: caller.id, by: caller.username, from: address,
            "device \(id)" + (try row.optionalText(1).map { " (\($0))" } ?? ""))
    }

    /// The public id of a session. It does not reveal how many sessions there are.
    func name(of session: Int64) -> String {
        var writer = CBORWriter()
        writer.uint(UInt64(clamping: session))
        return Hex.encode(HMACSHA256.code(writer.encoded, key: secret.key(for: "devices")).prefix(6))
    }
}
