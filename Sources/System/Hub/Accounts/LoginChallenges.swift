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
        let code: [UInt8]
        let check: PasswordCheck
        let begun: Timestamp
    }

    /// All that wait, found by the account that they are for and by the code that names them.
    private struct Book {
        /// The oldest first.
        var ofAccount: [Int64: [Waiting]] = [:]
        var accounts: [[UInt8]: Int64] = [:]
        /// When those that are over were last forgotten.
        var tidied = Timestamp(seconds: 0)
    }

    private static let life: UInt64 = 5 * 60
    private static let byteCount = 32
    /// Log-ins of one account that wait for a code at a time; a further one takes the place of the oldest.
    private static let maximumOfAccount = 8
    /// All that wait are looked at no oftener: one that is issued costs what its own account has.
    private static let tidyingSeconds: UInt64 = 60

    private let random: RandomSource
    private let waiting = Mutex(Book())

    init(random: RandomSource) {
        self.random = random
    }

    /// - Parameter check: what recognised the password.
    func issue(for account: Int64, _ check: PasswordCheck, at now: Timestamp) -> HubProblem {
        let code = random.bytes(Self.byteCount)
        waiting.withLock { book in
            Self.tidy(&book, at: now)
            let known = book.ofAccount[account, default: []]
            let alive = known.filter { Self.isAlive($0, at: now) }.suffix(Self.maximumOfAccount - 1)
            for one in known { book.accounts[one.code] = nil }
            for one in alive { book.accounts[one.code] = account }
            book.accounts[code] = account
            book.ofAccount[account] = Array(alive) + [Waiting(code: code, check: check, begun: now)]
        }
        return HubProblem(
            .secondFactorNeeded, "The password is right. Now the code that your authenticator app shows is needed.",
            details: ["challenge": Base64URL.encode(code)])
    }

    /// The row of the account whose password was right, and what recognised it then.
    ///
    /// - Throws: `HubProblem` with `.wrongCredentials`.
    func find(_ text: String, at now: Timestamp) throws -> (account: Int64, check: PasswordCheck) {
        let known: (account: Int64, waiting: Waiting)?
        do {
            let code = try Base64URL.decode(text)
            known = waiting.withLock { book in
                guard let account = book.accounts[code] else { return nil }
                return book.ofAccount[account]?.first { $0.code == code }.map { (account, $0) }
            }
        } catch is BytesError {
            known = nil
        }
        guard let (account, waiting) = known else {
            throw HubProblem(.wrongCredentials, "This log-in did not begin here. Begin again with the password.")
        }
        guard Self.isAlive(waiting, at: now) else {
            throw HubProblem(.wrongCredentials, "This log-in has waited too long. Begin again with the password.")
        }
        return (account, waiting.check)
    }

    /// Forgets those that are over, unless that was done lately.
    private static func tidy(_ book: inout Book, at now: Timestamp) {
        // After the clock was set back nothing would be forgotten until it is where it was.
        guard now < book.tidied || now >= book.tidied.adding(seconds: tidyingSeconds) else { return }
        book.tidied = now
        book.ofAccount = book.ofAccount.compactMapValues { known in
            let alive = known.filter { isAlive($0, at: now) }
            return alive.isEmpty ? nil : alive
        }
        book.accounts = [:]
        for (account, known) in book.ofAccount {
            for one in known { book.accounts[one.code] = account }
        }
    }

    /// A clock that is put right by so many seconds bothers nobody.
    private static let skew: UInt64 = 60

    /// One that has not begun yet was made before the clock was set back.
    private static func isAlive(_ waiting: Waiting, at now: Timestamp) -> Bool {
        waiting.begun <= now.adding(seconds: skew) && now <= waiting.begun.adding(seconds: life)
    }
}
