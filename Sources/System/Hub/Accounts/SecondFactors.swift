// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import HubLedger
import HubStorage
import SQL
import Tokens

//  off ──enrol──► offered ──a code of it──► on ──a code or a recovery code──► off
//                    └──enrol again──► offered, another secret
//
//  | state   | meaning                                              | recovery                                               |
//  | ------- | ---------------------------------------------------- | ------------------------------------------------------ |
//  | off     | the password alone logs in                           | none needed                                            |
//  | offered | a secret was shown, but no code has confirmed it     | enrol again                                            |
//  | on      | a log-in asks for a code, each of which is good once | recovery codes; then `satchel-hub user reset-password` |

/// Second factors of accounts: time codes of an authenticator app, and recovery codes in case the app is lost.
struct SecondFactors: Sendable {
    /// Never changes during the life of the hub: the database holds secrets sealed with it.
    let secret: SecretBytes
    let random: RandomSource

    private static let recoveryCount = 10
    /// 50 bits each, without letters that look like digits.
    private static let recoveryLength = 10
    private static let alphabet = Array("abcdefghjkmnpqrstuvwxyz023456789".utf8)

    /// Which kind of code proved the second factor.
    enum Proof: Sendable { case timeCode, recoveryCode }

    static func state(of account: Int64, in database: any SQLConnection) throws -> SecondFactorState {
        let isOn = try isOn(account, in: database)
        let left = try database.row(
            "SELECT count(*) FROM recovery_code WHERE account = ? AND used IS NULL", [.integer(account)])
        return SecondFactorState(isOn: isOn, recoveryCodesLeft: isOn ? Int(try left?.int(0) ?? 0) : 0)
    }

    static func isOn(_ account: Int64, in database: any SQLConnection) throws -> Bool {
        try database.row(
            "SELECT 1 FROM second_factor WHERE account = ? AND confirmed IS NOT NULL", [.integer(account)]) != nil
    }

    /// Offers a new secret in place of one that was not confirmed.
    ///
    /// - Throws: `HubProblem` with `.secondFactorOn`.
    func enrol(_ caller: Caller, issuer: String, in store: StoreChange) throws -> SecondFactorEnrolment {
        guard try !Self.isOn(caller.id, in: store.database) else {
            throw HubProblem(.secondFactorOn, "This account has a second factor already. Turn it off first.")
        }
        let secret = random.bytes(TimeCodes.secretCount)
        try store.database.run(
            """
            INSERT INTO second_factor (account, secret) VALUES (?, ?)
            ON CONFLICT (account) DO UPDATE SET secret = excluded.secret, confirmed = NULL, last_step = 0
            """, [.integer(caller.id), .blob(try seal(secret, of: caller.id))])
        let text = Base32.encode(secret)
        // A username has no character that a URL would have to encode.
        return SecondFactorEnrolment(
            link: "otpauth://totp/\(issuer):\(caller.username)?secret=\(text)&issuer=\(issuer)&digits=6&period=30",
            secret: text)
    }

    /// Turns an offered second factor on, if the code is valid for its secret.
    ///
    /// - Throws: `HubProblem` with `.secondFactorOn`, `.secondFactorOff` or `.wrongCode`.
    func confirm(_ code: String, of account: Int64, in store: StoreChange) throws -> RecoveryCodes {
        guard let factor = try read(account, in: store.database) else {
            throw HubProblem(.secondFactorOff, "No second factor was offered to this account. Enrol first.")
        }
        guard !factor.isConfirmed else { throw HubProblem(.secondFactorOn, "The second factor is on already.") }
        guard let step = factor.codes.step(of: Self.plain(code), at: store.now.seconds, after: factor.last) else {
            throw Self.wrongCode
        }
        try store.database.run(
            "UPDATE second_factor SET confirmed = ?, last_step = ? WHERE account = ?",
            [try .unsigned(store.now.seconds), try .unsigned(step), .integer(account)])
        return try makeRecoveryCodes(of: account, in: store)
    }

    /// Creates new recovery codes; all earlier ones become invalid.
    func makeRecoveryCodes(of account: Int64, in store: StoreChange) throws -> RecoveryCodes {
        try store.database.run("DELETE FROM recovery_code WHERE account = ?", [.integer(account)])
        let codes = (0..<Self.recoveryCount).map { _ in
            random.bytes(Self.recoveryLength).map { Self.alphabet[Int($0 & 31)] }
        }
        for code in codes {
            try store.database.run(
                "INSERT INTO recovery_code (account, hash) VALUES (?, ?)",
                [.integer(account), .blob(hash(code, of: account))])
        }
        return RecoveryCodes(
            codes: codes.map {
                String(decoding: $0.prefix(5), as: UTF8.self) + "-" + String(decoding: $0.dropFirst(5), as: UTF8.self)
            })
    }

    /// Consumes a code. Returns nil for a code that is wrong, expired or used.
    func spend(_ text: String, of account: Int64, in store: StoreChange) throws -> Proof? {
        let code = Self.plain(text)
        if code.utf8.count == Self.recoveryLength {
            let used = try store.database.run(
                "UPDATE recovery_code SET used = ? WHERE account = ? AND hash = ? AND used IS NULL",
                [
                    try .unsigned(store.now.seconds), .integer(account),
                    .blob(hash(Array(code.lowercased().utf8), of: account)),
                ])
            return used > 0 ? .recoveryCode : nil
        }
        guard let factor = try read(account, in: store.database), factor.isConfirmed,
            let step = factor.codes.step(of: code, at: store.now.seconds, after: factor.last)
        else { return nil }
        try store.database.run(
            "UPDATE second_factor SET last_step = ? WHERE account = ?", [try .unsigned(step), .integer(account)])
        return .timeCode
    }

    /// Removes the second factor of an account and its recovery codes.
    static func remove(from account: Int64, in store: StoreChange) throws {
        try store.database.run("DELETE FROM recovery_code WHERE account = ?", [.integer(account)])
        try store.database.run("DELETE FROM second_factor WHERE account = ?", [.integer(account)])
    }

    static let wrongCode = HubProblem(
        .wrongCode, "The code is wrong, or was used already. Wait for the next one; a recovery code is good once.")

    // MARK: - Rows

    private struct Factor {
        let codes: TimeCodes
        let isConfirmed: Bool
        let last: UInt64
    }

    private func read(_ account: Int64, in database: any SQLConnection) throws -> Factor? {
        let row = try database.row(
            "SELECT secret, confirmed, last_step FROM second_factor WHERE account = ?", [.integer(account)])
        guard let row else { return nil }
        return Factor(
            codes: TimeCodes(secret: SecretBytes(try open(try row.blob(0), of: account))),
            isConfirmed: try row.optionalInt(1) != nil, last: try row.unsigned(2))
    }

    /// Spaces and hyphens are only how codes are displayed.
    private static func plain(_ code: String) -> String { code.filter { $0 != " " && $0 != "-" } }

    private func hash(_ code: [UInt8], of account: Int64) -> [UInt8] {
        HMACSHA256.code(code + Self.label(account), key: secret.key(for: "recovery codes"))
    }

    private func seal(_ secret: [UInt8], of account: Int64) throws -> [UInt8] {
        let nonce = random.bytes(AESGCM.nonceCount)
        let key = self.secret.key(for: "second factors")
        return nonce + (try AESGCM.seal(secret, key: key, nonce: nonce, associatedData: Self.label(account)))
    }

    private func open(_ sealed: [UInt8], of account: Int64) throws -> [UInt8] {
        do {
            return try AESGCM.open(
                Array(sealed.dropFirst(AESGCM.nonceCount)), key: secret.key(for: "second factors"),
                nonce: Array(sealed.prefix(AESGCM.nonceCount)), associatedData: Self.label(account))
        } catch {
            throw HubError(
                .keys, "The hub cannot decrypt the second factor of account \(account) with its working keys.",
                cause: error)
        }
    }

    private static func label(_ account: Int64) -> [UInt8] {
        var writer = CBORWriter()
        writer.uint(UInt64(clamping: account))
        return writer.encoded
    }
}
