// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import Tokens

/// Issues and reads access tokens: short-lived signed statements that let the hub identify a caller without a database
/// read.
///
/// Text: base64url of a CBOR array `[account16, session, expires]` followed by its HMAC-SHA256.
struct AccessTokens: Sendable {
    struct Claims: Equatable {
        let account: AccountID
        let session: Int64
        let expires: Timestamp
    }

    private let secret: SecretBytes
    private static let maximumCount = 256

    init(secret: SecretBytes) {
        self.secret = secret
    }

    func issue(_ claims: Claims) -> String {
        var writer = CBORWriter()
        writer.array(3)
        writer.bytes(claims.account.bytes)
        writer.uint(UInt64(claims.session))
        writer.uint(claims.expires.seconds)
        return Base64URL.encode(writer.encoded + code(writer.encoded))
    }

    /// The key with which a session signs requests that move money. The client stores it; the hub derives it and
    /// stores none.
    func signingKey(of session: Int64) -> SecretBytes {
        var writer = CBORWriter()
        writer.uint(UInt64(session))
        return HKDF.derive(
            from: secret, salt: [], info: Array("signing".utf8) + writer.encoded, count: HMACSHA256.count)
    }

    /// The largest clock difference, in seconds, that two processes of one hub may have.
    private static let skew: UInt64 = 60

    /// - Parameter life: the lifetime of an access token in seconds. A token that expires later than that was issued
    ///   before the clock was set back. It is refused, because the hub could not know how long to remember the end of
    ///   its session.
    /// - Throws: `HubProblem` with `.unauthorized`, or `.tokenExpired` for an expired token of this hub.
    func read(_ text: String, at now: Timestamp, life: UInt64) throws -> Claims {
        guard text.utf8.count <= Self.maximumCount, let claims = authentic(text) else {
            throw HubProblem(.unauthorized, "The access token is not one of this hub. Log in.")
        }
        try Self.requireAlive(claims, at: now, life: life)
        return claims
    }

    /// - Throws: `HubProblem` with `.tokenExpired`.
    static func requireAlive(_ claims: Claims, at now: Timestamp, life: UInt64) throws {
        guard now < claims.expires, claims.expires <= now.adding(seconds: life + skew) else {
            throw HubProblem(.tokenExpired, "The access token has expired. Refresh the session.")
        }
    }

    private func authentic(_ text: String) -> Claims? {
        do {
            let bytes = try Base64URL.decode(text)
            guard bytes.count > HMACSHA256.count else { return nil }
            let body = Array(bytes.dropLast(HMACSHA256.count))
            guard constantTimeEqual(code(body), Array(bytes.suffix(HMACSHA256.count))) else { return nil }
            var reader = try CBORReader(body, maximumCount: Self.maximumCount)
            try reader.array(of: 3)
            let account = try AccountID(try reader.bytes(count: AccountID.byteCount))
            let session = Int64(try reader.uint(maximum: UInt64(Int64.max)))
            let expires = Timestamp(seconds: try reader.uint())
            try reader.finish()
            return Claims(account: account, session: session, expires: expires)
        } catch {
            return nil
        }
    }

    private func code(_ body: [UInt8]) -> [UInt8] { HMACSHA256.code(Array("access".utf8) + body, key: secret) }
}
