// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import HubLedger
import Synchronization
import Tokens

/// The log-ins with a correct password that still need a second factor. Each has a random code that is valid for five
/// minutes and that only this process and the caller know.
///
/// The codes cannot be derived from the database or the key file. After a restart of the hub they are unknown, and the
/// caller logs in again.
final class LoginChallenges: Sendable {
    private struct Waiting {
        let code: [UInt8]
        let check: PasswordCheck
        let begun: Timestamp
    }

    /// All pending log-ins, by account and by code.
    private struct Pending {
        /// Oldest first.
        var ofAccount: [Int64: [Waiting]] = [:]
        var accounts: [[UInt8]: Int64] = [:]
        /// When expired log-ins were last removed.
        var tidied = Timestamp(seconds: 0)
    }

    private static let life: UInt64 = 5 * 60
    private static let byteCount = 32
    /// The largest number of pending log-ins of one account. A further one replaces the oldest.
    private static let maximumOfAccount = 8
    /// All pending log-ins are scanned at most once in this interval, so issuing one costs only a look at its own
    /// account.
    private static let tidyingSeconds: UInt64 = 60

    private let random: RandomSource
    private let waiting = Mutex(Pending())

    init(random: RandomSource) {
        self.random = random
    }

    /// - Parameter check: the check that the password passed.
    func issue(for account: Int64, _ check: PasswordCheck, at now: Timestamp) -> HubProblem {
        let code = random.bytes(Self.byteCount)
        waiting.withLock { pending in
            Self.tidy(&pending, at: now)
            let known = pending.ofAccount[account, default: []]
            let alive = known.filter { Self.isAlive($0, at: now) }.suffix(Self.maximumOfAccount - 1)
            for one in known { pending.accounts[one.code] = nil }
            for one in alive { pending.accounts[one.code] = account }
            pending.accounts[code] = account
            pending.ofAccount[account] = Array(alive) + [Waiting(code: code, check: check, begun: now)]
        }
        return HubProblem(
            .secondFactorNeeded, "The password is right. Now the code that your authenticator app shows is needed.",
            details: ["challenge": Base64URL.encode(code)])
    }

    /// The row of the account whose password was correct, and the check that it passed.
    ///
    /// - Throws: `HubProblem` with `.wrongCredentials`.
    func find(_ text: String, at now: Timestamp) throws -> (account: Int64, check: PasswordCheck) {
        let known: (account: Int64, waiting: Waiting)?
        do {
            let code = try Base64URL.decode(text)
            known = waiting.withLock { pending in
                guard let account = pending.accounts[code] else { return nil }
                return pending.ofAccount[account]?.first { $0.code == code }.map { (account, $0) }
            }
        } catch is BytesError {
            known = nil
        }
        guard let (account, waiting) = known else {
            throw HubProblem(.wrongCredentials, "This hub did not start this log-in. Log in again with the password.")
        }
        guard Self.isAlive(waiting, at: now) else {
            throw HubProblem(.wrongCredentials, "This log-in has waited too long. Begin again with the password.")
        }
        return (account, waiting.check)
    }

    /// Removes expired log-ins, unless that was done recently.
    private static func tidy(_ pending: inout Pending, at now: Timestamp) {
        // If the clock was set back, the interval would not end before the clock reaches its former time.
        guard now < pending.tidied || now >= pending.tidied.adding(seconds: tidyingSeconds) else { return }
        pending.tidied = now
        pending.ofAccount = pending.ofAccount.compactMapValues { known in
            let alive = known.filter { isAlive($0, at: now) }
            return alive.isEmpty ? nil : alive
        }
        pending.accounts = [:]
        for (account, known) in pending.ofAccount {
            for one in known { pending.accounts[one.code] = account }
        }
    }

    /// A clock correction of up to this many seconds has no effect.
    private static let skew: UInt64 = 60

    /// A log-in that begins in the future was made before the clock was set back.
    private static func isAlive(_ waiting: Waiting, at now: Timestamp) -> Bool {
        waiting.begun <= now.adding(seconds: skew) && now <= waiting.begun.adding(seconds: life)
    }
}
