// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import Synchronization
import Tokens

/// What stands between a right password and a session when an account has a second factor: a number drawn by chance, good for
/// five minutes, known to this process and to whoever knew the password.
///
/// Nothing about it can be made up from the books or the key file. A hub that is started again knows none of them: then a
/// log-in begins again.
final class LoginChallenges: Sendable {
    private struct Waiting {
        let account: Int64
        let check: PasswordCheck
        let begun: Timestamp
    }

    private static let life: UInt64 = 5 * 60
    private static let byteCount = 32
    /// Log-ins of one account that wait for a code at a time; a further one takes the place of the oldest.
    private static let maximumOfAccount = 8

    private let random: RandomSource
    private let waiting = Mutex<[[UInt8]: Waiting]>([:])

    init(random: RandomSource) {
        self.random = random
    }

    /// - Parameter check: what recognised the password.
    func issue(for account: Int64, _ check: PasswordCheck, at now: Timestamp) -> HubProblem {
        let code = random.bytes(Self.byteCount)
        waiting.withLock { all in
            all = all.filter { Self.isAlive($0.value, at: now) }
            let own = all.filter { $0.value.account == account }
            if own.count >= Self.maximumOfAccount, let oldest = own.min(by: { $0.value.begun < $1.value.begun }) {
                all[oldest.key] = nil
            }
            all[code] = Waiting(account: account, check: check, begun: now)
        }
        return HubProblem(
            .secondFactorNeeded, "The password is right. Now the code that your authenticator app shows is needed.",
            details: ["challenge": Base64URL.encode(code)])
    }

    /// The row of the account whose password was right, and what recognised it then.
    ///
    /// - Throws: `HubProblem` with `.wrongCredentials`.
    func find(_ text: String, at now: Timestamp) throws -> (account: Int64, check: PasswordCheck) {
        let known: Waiting?
        do {
            let code = try Base64URL.decode(text)
            known = waiting.withLock { $0[code] }
        } catch is BytesError {
            known = nil
        }
        guard let known else {
            throw HubProblem(.wrongCredentials, "This log-in did not begin here. Begin again with the password.")
        }
        guard Self.isAlive(known, at: now) else {
            throw HubProblem(.wrongCredentials, "This log-in has waited too long. Begin again with the password.")
        }
        return (known.account, known.check)
    }

    /// A clock that is put right by so many seconds bothers nobody.
    private static let skew: UInt64 = 60

    /// One that has not begun yet was made before the clock was set back.
    private static func isAlive(_ waiting: Waiting, at now: Timestamp) -> Bool {
        waiting.begun <= now.adding(seconds: skew) && now <= waiting.begun.adding(seconds: life)
    }
}
