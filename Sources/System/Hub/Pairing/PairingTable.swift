// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import HubLedger
import HubStorage
import NearbyProtocol
import SQL
import Tokens

//  code made ──► waiting ──used──► claimed ──six digits──► confirmed ──fetched──► paired
//                   │                 ├─used by a second device──► contested
//                   │                 └─wrong digits three times──► mistyped
//                   └─────────────────┴─another code──► replaced, refused by the owner──► refused
//
//  | state                                  | done again                            | anything else                    |
//  | -------------------------------------- | ------------------------------------- | -------------------------------- |
//  | waiting                                | the same token: the same answer       | nothing to confirm yet           |
//  | claimed                                | the same secret: the same nonce       | a second secret: contested       |
//  | confirmed                              | the same digits: the same answer      | a second secret is refused       |
//  | paired                                 | another session in place of the first | a second secret is refused       |
//  |                                        | until that was used or has ended      |                                  |
//  | contested, mistyped, replaced, refused | the same refusal                      | make another code                |
//
//  The time limits waiting, claimed, confirmed and fetching again. Each line is one commit.

/// The codes by which new devices join an account.
struct PairingTable {
    let store: StoreChange
    let sessions: Sessions
    let rootKey: P256.PublicKey

    /// Seconds that a code can be used, and that a confirmed device can fetch its session.
    static let life: UInt64 = 600
    /// Wrong digits that the owner may type, the last of which ends the pairing.
    static let maximumTries: Int64 = 3
    /// Codes of an account that are remembered, so that a used one gets its own refusal.
    private static let remembered: Int64 = 16
    /// How far the clock may be set back before a code counts as over, in seconds.
    private static let skew: UInt64 = 60

    private var database: any SQLConnection { store.database }

    // MARK: - The owner

    /// Keeps the hash of a code's token. Earlier codes of the account end.
    ///
    /// - Throws: `HubProblem` with `.idempotencyConflict` for a token of another account.
    func begin(_ token: [UInt8], by caller: Caller, from address: String) throws -> Pairing {
        if let known = try find("token", token) {
            guard known.account == caller.id else {
                throw HubProblem(.idempotencyConflict, "This pairing code was made before. Make another one.")
            }
            return try pairing(known)
        }
        try database.run(
            "UPDATE device_pairing SET state = 'replaced' WHERE account = ? AND state IN ('waiting', 'claimed', 'confirmed')",
            [.integer(caller.id)])
        let expires = store.now.adding(seconds: Self.life)
        try database.run(
            "INSERT INTO device_pairing (account, inviter, token, begun, expires, state) VALUES (?, ?, ?, ?, ?, 'waiting')",
            [
                .integer(caller.id), .integer(caller.session), .blob(token), try .unsigned(store.now.seconds),
                try .unsigned(expires.seconds),
            ])
        try database.run(
            """
            DELETE FROM device_pairing WHERE account = ? AND id NOT IN
                (SELECT id FROM device_pairing WHERE account = ? ORDER BY id DESC LIMIT ?)
            """, [.integer(caller.id), .integer(caller.id), .integer(Self.remembered)])
        try store.log(.pairingMade, of: caller.id, by: caller.username, from: address)
        return Pairing(hash: Blob(token), state: .waiting, expires: expires.seconds)
    }

    /// Confirms the device that shows these digits.
    ///
    /// The result is a failure, not an error, where a wrong try has to be committed as well.
    ///
    /// - Parameter code: SHA-256 of the code's token.
    func confirm(
        _ code: [UInt8], _ digits: String, by caller: Caller, from address: String
    ) throws -> Result<Pairing, HubProblem> {
        let row = try find(code, of: caller)
        switch row.state {
        case .waiting:
            try requireTime(row)
            return .failure(
                HubProblem(.notFound, "No device has used the code yet. Try again when it shows six digits."))
        case .claimed: try requireTime(row)
        case .confirmed, .paired: break
        case .refused, .contested, .mistyped, .replaced, .expired: return .failure(Self.over(row.state))
        }
        guard let secret = row.secret, let nonce = row.nonce else { throw Self.damaged }
        let shown = SessionDigits(pairing: row.token, nonce: nonce, rootKey: rootKey.compressed, secret: secret)
        let typed = digits.filter { $0 != " " }
        guard constantTimeEqual(Array(shown.text.utf8), Array(typed.utf8)) else {
            guard row.state == .claimed else {
                return .failure(HubProblem(.wrongCode, "These are not the digits of the device that was confirmed."))
            }
            return .failure(try failedTry(row, by: caller, from: address))
        }
        guard row.state == .claimed else { return .success(try pairing(row)) }
        let expires = store.now.adding(seconds: Self.life)
        try database.run(
            "UPDATE device_pairing SET state = 'confirmed', inviter = ?, begun = ?, expires = ? WHERE id = ?",
            [
                .integer(caller.session), try .unsigned(store.now.seconds), try .unsigned(expires.seconds),
                .integer(row.id),
            ])
        try store.log(.pairingConfirmed, of: caller.id, by: caller.username, from: address, row.name)
        return .success(
            Pairing(
                hash: Blob(row.token), state: .confirmed, expires: expires.seconds, device: row.device,
                address: row.address))
    }

    /// Refuses the device that has used the code, or ends a code that no device has used.
    ///
    /// - Throws: `HubProblem` with `.notFound`, or `.idempotencyConflict` for a device that has its session.
    func refuse(_ code: [UInt8], by caller: Caller, from address: String) throws -> Pairing {
        var row = try find(code, of: caller)
        switch row.state {
        case .waiting, .claimed, .confirmed:
            try end(row, as: .refused, by: caller.username, from: address)
            row.state = .refused
        case .paired:
            throw HubProblem(
                .idempotencyConflict, "This device is paired already. Revoke it in the list of devices.")
        case .refused, .contested, .mistyped, .replaced, .expired: break
        }
        return try pairing(row)
    }

    /// The latest pairing of the account.
    ///
    /// - Throws: `HubProblem` with `.notFound`.
    static func latest(of caller: Caller, at now: Timestamp, in database: any SQLConnection) throws -> Pairing {
        let row = try Row.latest(of: caller.id, in: database)
        return try shown(row, at: now, in: database)
    }

    private func failedTry(_ row: Row, by caller: Caller, from address: String) throws -> HubProblem {
        let left = Self.maximumTries - row.tries - 1
        try database.run("UPDATE device_pairing SET tries = tries + 1 WHERE id = ?", [.integer(row.id)])
        guard left <= 0 else {
            return HubProblem(
                .wrongCode, "The new device shows other digits. Tries left: \(left).", details: ["triesLeft": "\(left)"]
            )
        }
        try end(row, as: .mistyped, by: caller.username, from: address)
        return Self.over(.mistyped)
    }

    // MARK: - The new device

    /// Uses a code for the device that has made a secret.
    ///
    /// The result is a failure, not an error, where the refusal has to be committed as well.
    func claim(_ token: [UInt8], by secret: [UInt8], on origin: Origin) throws -> Result<PairingNonce, HubProblem> {
        guard let row = try find("token", SHA256.hash(token).bytes) else { return .failure(Self.unknown) }
        if row.secret == secret, let nonce = row.nonce {
            if let refusal = try refusal(of: row) { return .failure(refusal) }
            return .success(PairingNonce(nonce: Blob(nonce), expires: row.expires))
        }
        if let refusal = try refusal(of: row) { return .failure(refusal) }
        switch row.state {
        case .waiting:
            guard try find("secret", secret) == nil else {
                return .failure(HubProblem(.idempotencyConflict, "This device's secret was used before. Pair again."))
            }
            let nonce = sessions.random.bytes(PairingNonce.count)
            try database.run(
                "UPDATE device_pairing SET state = 'claimed', secret = ?, nonce = ?, device = ?, address = ? WHERE id = ?",
                [
                    .blob(secret), .blob(nonce), .optional(origin.device), .optional(origin.address),
                    .integer(row.id),
                ])
            return .success(PairingNonce(nonce: Blob(nonce), expires: row.expires))
        case .claimed:
            // One of the two is a stranger's, and the hub cannot tell which.
            try end(row, as: .contested, by: row.username, from: origin.address ?? "")
            return .failure(Self.over(.contested))
        case .confirmed, .paired, .refused, .contested, .mistyped, .replaced, .expired:
            return .failure(
                HubProblem(.idempotencyConflict, "This pairing code was used by another device. Make another one."))
        }
    }

    /// Whether the owner has still to confirm the device.
    ///
    /// - Throws: `HubProblem` when the device will never be confirmed.
    static func isWaiting(_ secret: [UInt8], at now: Timestamp, in database: any SQLConnection) throws -> Bool {
        guard let row = try Row.find("secret", SHA256.hash(secret).bytes, in: database) else { throw unknown }
        if let refusal = try refusal(of: row, at: now, in: database) { throw refusal }
        return row.state == .claimed
    }

    /// Begins the session of a confirmed device. If the answer was lost, another session takes the place of the first.
    ///
    /// - Returns: nil while the owner has not confirmed the device.
    /// - Throws: `HubProblem`.
    func collect(_ secret: [UInt8], from address: String) throws -> Session? {
        guard let row = try find("secret", SHA256.hash(secret).bytes) else { throw Self.unknown }
        if let refusal = try refusal(of: row) { throw refusal }
        switch row.state {
        case .confirmed: break
        case .paired: try replace(row.session)
        default: return nil
        }
        let origin = try Origin(device: row.device, address: address, scope: .files)
        let session = try sessions.beginNamed(for: row.owner, on: origin, in: store)
        try database.run(
            "UPDATE device_pairing SET state = 'paired', session = ? WHERE id = ?",
            [.integer(session.id), .integer(row.id)])
        try store.log(.devicePaired, of: row.account, by: row.username, from: address, row.name)
        return session.session
    }

    /// Ends a session whose tokens nobody has used.
    private func replace(_ session: Int64?) throws {
        guard let session else { throw Self.damaged }
        let row = try database.row(
            """
            SELECT ended, EXISTS (SELECT 1 FROM refresh r WHERE r.session = session.id AND r.used IS NOT NULL)
            FROM session WHERE id = ?
            """, [.integer(session)])
        guard let row, try row.optionalInt(0) == nil else { throw SessionEnd.unknown }
        guard try !row.bool(1) else { throw Self.used }
        try sessions.end(session, .loggedOut, in: store)
    }

    // MARK: - Rows

    /// One pairing with its account.
    struct Row {
        let id: Int64
        let account: Int64
        let owner: Sessions.Owner
        let isInviterGone: Bool
        let token: [UInt8]
        let begun: UInt64
        let expires: UInt64
        var state: PairingState
        let secret: [UInt8]?
        let nonce: [UInt8]?
        let device: String?
        let address: String?
        let tries: Int64
        let session: Int64?

        var username: String { owner.username }
        /// For the audit log.
        var name: String { device.map { "device \($0)" } ?? "" }

        private static let columns = """
            SELECT p.id, p.account, a.uid, a.username, s.ended, p.token, p.begun, p.expires, p.state, p.secret, p.nonce,
                p.device, p.address, p.tries, p.session
            FROM device_pairing p JOIN account a ON a.id = p.account JOIN session s ON s.id = p.inviter
            """

        private init(_ row: SQL.Row) throws {
            id = try row.int(0)
            account = try row.int(1)
            owner = Sessions.Owner(id: account, account: try AccountID(row.blob(2)), username: try row.text(3))
            isInviterGone = try row.optionalInt(4) != nil
            token = try row.blob(5)
            begun = try row.unsigned(6)
            expires = try row.unsigned(7)
            guard let state = PairingState(rawValue: try row.text(8)) else { throw PairingTable.damaged }
            self.state = state
            secret = try row.optionalBlob(9)
            nonce = try row.optionalBlob(10)
            device = try row.optionalText(11)
            address = try row.optionalText(12)
            tries = try row.int(13)
            session = try row.optionalInt(14)
        }

        /// - Parameter column: `token` or `secret`.
        static func find(_ column: String, _ hash: [UInt8], in database: any SQLConnection) throws -> Row? {
            try database.row("\(columns) WHERE p.\(column) = ?", [.blob(hash)]).map { try Row($0) }
        }

        static func latest(of account: Int64, in database: any SQLConnection) throws -> Row {
            let row = try database.row(
                "\(columns) WHERE p.account = ? ORDER BY p.id DESC LIMIT 1", [.integer(account)])
            guard let row else {
                throw HubProblem(.notFound, "No pairing code was made. Make one: satchel devices pair")
            }
            return try Row(row)
        }

        /// A clock that was set back does not make the code live longer than its time.
        func isInTime(at now: Timestamp) -> Bool {
            now.seconds < expires && begun <= now.adding(seconds: PairingTable.skew).seconds
        }
    }

    private func find(_ column: String, _ hash: [UInt8]) throws -> Row? {
        try Row.find(column, hash, in: database)
    }

    private func find(_ code: [UInt8], of caller: Caller) throws -> Row {
        guard let row = try find("token", code), row.account == caller.id else { throw Self.unknown }
        return row
    }

    private func end(_ row: Row, as state: PairingState, by actor: String, from address: String) throws {
        try database.run(
            "UPDATE device_pairing SET state = ? WHERE id = ?", [.text(state.rawValue), .integer(row.id)])
        let details = row.device.map { "\(state.rawValue), device \($0)" } ?? state.rawValue
        try store.log(.pairingEnded, of: row.account, by: actor, from: address.isEmpty ? nil : address, details)
    }

    private func pairing(_ row: Row) throws -> Pairing { try Self.shown(row, at: store.now, in: database) }

    private static func shown(_ row: Row, at now: Timestamp, in database: any SQLConnection) throws -> Pairing {
        let isOpen = [.waiting, .claimed, .confirmed].contains(row.state)
        return Pairing(
            hash: Blob(row.token),
            state: isOpen && (row.isInviterGone || !row.isInTime(at: now)) ? .expired : row.state,
            expires: row.expires, device: row.device, address: row.address)
    }

    // MARK: - Refusals

    private func requireTime(_ row: Row) throws {
        guard row.isInTime(at: store.now) else { throw Self.over(.expired) }
    }

    private func refusal(of row: Row) throws -> HubProblem? { try Self.refusal(of: row, at: store.now, in: database) }

    /// Why a device can do nothing more with a code; nil while it can.
    private static func refusal(of row: Row, at now: Timestamp, in database: any SQLConnection) throws -> HubProblem? {
        switch row.state {
        case .refused, .contested, .mistyped, .replaced, .expired: over(row.state)
        case .waiting, .claimed, .confirmed, .paired:
            row.isInviterGone ? inviterGone : row.isInTime(at: now) ? nil : row.state == .paired ? used : over(.expired)
        }
    }

    private static func over(_ state: PairingState) -> HubProblem {
        let sentence =
            switch state {
            case .contested:
                "Two devices have used this pairing code, so neither is let in. Another person may have seen it. Make another one."
            case .mistyped: "The digits were wrong \(maximumTries) times, so this pairing has ended. Make another code."
            case .refused: "The owner of the account has refused this pairing."
            case .replaced: "The account has made another pairing code since. Use that one."
            case .waiting, .claimed, .confirmed, .paired, .expired:
                "The time of this pairing code is over: it is good for \(life / 60) minutes. Make another one."
            }
        return HubProblem(.tooLate, sentence, details: ["state": state.rawValue])
    }

    private static let unknown = HubProblem(
        .notFound, "The hub does not know this pairing code. Make another one on a device of the account.")
    private static let used = HubProblem(.idempotencyConflict, "This pairing code was used. Make another one.")
    private static let inviterGone = HubProblem(
        .tooLate, "The device that made this pairing code has logged out. Make another one.",
        details: ["state": PairingState.expired.rawValue])
    private static let damaged = HubError(.internalFault, "A pairing is stored wrongly.")
}
