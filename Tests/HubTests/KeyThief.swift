// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Hub
import HubAPI
import Money
import SQLite
import Testing
import TestSupport
import Tokens

/// Somebody with a copy of a hub's `working.keys` and of its database, who makes up what the hub believes.
struct KeyThief {
    private let secret: SecretBytes
    private let database: Database

    init(_ directory: HubDirectory) throws {
        secret = try Self.secrets(in: File.read(directory.workingKeys)).passing
        database = try Database(path: directory.database, readOnly: true)
    }

    private static func secrets(in file: [UInt8]) throws -> (lasting: SecretBytes, passing: SecretBytes) {
        var reader = try CBORReader(file, maximumCount: 64 << 10)
        try reader.array(of: 3)
        guard try reader.uint() == 2 else {
            let only = SecretBytes(try reader.bytes(count: 32))
            return (only, only)
        }
        try reader.array(of: 2)
        return (SecretBytes(try reader.bytes(count: 32)), SecretBytes(try reader.bytes(count: 32)))
    }

    /// Writes the key file as hubs did when they had one secret for everything.
    static func writeAsBefore(_ directory: HubDirectory) throws {
        let file = try File.read(directory.workingKeys)
        var writer = CBORWriter()
        writer.array(3)
        writer.uint(1)
        writer.bytes(try secrets(in: file).lasting.withUnsafeBytes { Array($0) })
        // The head of the file, with two secrets in an array, has 71 bytes; the keys follow as they are.
        try File.write(writer.encoded + file[71...], to: directory.workingKeys, mode: 0o600)
    }

    func row(of name: String) throws -> Int64 {
        try #require(try database.row("SELECT id FROM account WHERE username = ?", [.text(name)])).int(0)
    }

    func session(of name: String) throws -> Int64 {
        try #require(
            try database.row("SELECT max(id) FROM session WHERE account = ?", [.integer(try row(of: name))])
        ).int(0)
    }

    /// Speaks for an account with a session's number.
    func proof(for account: AccountID, session: Int64, at now: Timestamp) -> CallerProof {
        var claims = CBORWriter()
        claims.array(3)
        claims.bytes(account.bytes)
        claims.uint(UInt64(session))
        claims.uint(now.adding(seconds: 900).seconds)
        let code = HMACSHA256.code(Array("access".utf8) + claims.encoded, key: secret)
        var number = CBORWriter()
        number.uint(UInt64(session))
        let key = HKDF.derive(
            from: secret, salt: [], info: Array("signing".utf8) + number.encoded, count: HMACSHA256.count)
        return CallerProof(
            Session(
                account: Blob(account.bytes), username: "", accessToken: Base64URL.encode(claims.encoded + code),
                accessExpires: now.adding(seconds: 900).seconds, refreshToken: "",
                signingKey: Blob(key.withUnsafeBytes { Array($0) })), at: now.seconds)
    }

    /// A price that the hub never gave: so much for so little, at a rate of one.
    func quote(_ number: UInt8, for account: Int64, give: Amount, get: Amount, at now: Timestamp) -> String {
        var writer = CBORWriter()
        writer.array(10)
        writer.bytes([UInt8](repeating: number, count: 16))
        writer.uint(UInt64(account))
        for amount in [give, get] {
            writer.uint(UInt64(amount.currency.numeric))
            writer.uint(amount.minorUnits.magnitude)
        }
        writer.bool(true)
        writer.uint(1_000_000_000)
        writer.uint(0)
        writer.uint(now.adding(seconds: 60).seconds)
        return Base64URL.encode(
            writer.encoded + HMACSHA256.code(Array("quote".utf8) + writer.encoded, key: secret))
    }
}
