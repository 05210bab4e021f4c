// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import Tokens

/// Makes and reads access tokens: short-lived statements of the hub to itself, so that no request needs the store to
/// know its caller.
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

    /// The key with which a session signs what moves money: known to the two ends, kept by neither in the books.
    func signingKey(of session: Int64) -> SecretBytes {
        var writer = CBORWriter()
        writer.uint(UInt64(session))
        return HKDF.derive(
            from: secret, salt: [], info: Array("signing".utf8) + writer.encoded, count: HMACSHA256.count)
    }

    /// Processes of one hub may have clocks that differ by so many seconds.
    private static let skew: UInt64 = 60

    /// - Parameter life: seconds that a token is good; one that would be good for longer was issued before the clock was set
    ///   back, and whoever ended its session could not know for how long.
    /// - Throws: `HubProblem` with `.unauthorized`, or `.tokenExpired` for one that was ours.
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
