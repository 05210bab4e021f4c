// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import Tokens

/// What stands between a right password and a session when an account has a second factor: the hub's own statement that
/// the password was right, good for five minutes, kept nowhere.
struct LoginChallenges: Sendable {
    /// Another one after a rotation: then a log-in begins again.
    let secret: SecretBytes
    private static let life: UInt64 = 5 * 60
    private static let maximumCount = 256
    /// Processes of one hub may have clocks that differ by so many seconds.
    private static let skew: UInt64 = 60

    func issue(for account: Int64, at now: Timestamp) -> HubProblem {
        var writer = CBORWriter()
        writer.array(2)
        writer.uint(UInt64(clamping: account))
        writer.uint(now.adding(seconds: Self.life).seconds)
        let text = Base64URL.encode(writer.encoded + code(writer.encoded))
        return HubProblem(
            .secondFactorNeeded, "The password is right. Now the code that your authenticator app shows is needed.",
            details: ["challenge": text])
    }

    /// The row of the account whose password was right.
    ///
    /// - Throws: `HubProblem` with `.wrongCredentials`.
    func account(of text: String, at now: Timestamp) throws -> Int64 {
        guard text.utf8.count <= Self.maximumCount, let (account, expires) = authentic(text) else {
            throw HubProblem(.wrongCredentials, "This log-in did not begin here. Begin again with the password.")
        }
        // One that would wait for longer than its life began before the clock was set back.
        guard now <= expires, expires <= now.adding(seconds: Self.life + Self.skew) else {
            throw HubProblem(.wrongCredentials, "This log-in has waited too long. Begin again with the password.")
        }
        return account
    }

    private func authentic(_ text: String) -> (account: Int64, expires: Timestamp)? {
        do {
            let bytes = try Base64URL.decode(text)
            guard bytes.count > HMACSHA256.count else { return nil }
            let body = Array(bytes.dropLast(HMACSHA256.count))
            guard constantTimeEqual(code(body), Array(bytes.suffix(HMACSHA256.count))) else { return nil }
            var reader = try CBORReader(body, maximumCount: Self.maximumCount)
            try reader.array(of: 2)
            let account = Int64(try reader.uint(maximum: UInt64(Int64.max)))
            let expires = Timestamp(seconds: try reader.uint())
            try reader.finish()
            return (account, expires)
        } catch {
            return nil
        }
    }

    private func code(_ body: [UInt8]) -> [UInt8] { HMACSHA256.code(body, key: secret.key(for: "challenges")) }
}
