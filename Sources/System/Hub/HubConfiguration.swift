// SPDX-License-Identifier: MIT
package import Crypto
package import HubAPI
package import Tokens

/// Everything about a hub that an operator or a test may choose; the defaults are what `satchel-hub serve` runs with.
package struct HubConfiguration: Sendable {
    /// Who applies changes.
    package enum Execution: Sendable {
        /// A writer thread that groups what is queued into one commit, and two password threads. For serving.
        case threads
        /// The calling thread, one commit a change. For operator commands, and for tests that must be deterministic.
        case caller
    }

    package var execution: Execution = .threads
    /// What one password check costs.
    package var passwordCost: Argon2id.Cost = .interactive
    package var policy: LimitPolicy = .standard
    /// What authenticator apps call this hub; letters, digits and hyphens.
    package var issuer = "Satchel"
    /// Who calls, for what the program's commands do; it stands in the audit log.
    package var actor = "operator"
    /// What each role may do beside the policy; a role that is not here has what the policy gives to everybody.
    package var roleLimits: [Role: AccountLimits] = [:]
    /// Minor units that the guarantee fund pays for one culprit's account at most, over all its cases, and has not got back.
    package var guaranteeCap: UInt64 = 50_000
    /// Minor units that the guarantee fund pays on one day at most, midnight to midnight UTC.
    package var guaranteePerDay: UInt64 = 100_000
    /// Days that a member's account is young: it has less offline, the fund pays less for what it does, and pays it last.
    package var youngDays: UInt64 = 30
    /// Minor units that a young account may have in tokens not redeemed yet, and that the fund pays for one at most.
    package var youngOfflineTotal: UInt64 = 20_000
    /// Seconds from opening a fraud case to paying its claims; nil waits for the refund date of its root, and with the guarantee
    /// fund's money for the last possible claim against the culprit.
    package var claimWindow: UInt64?
    /// Seconds.
    package var accessTokenLife: UInt64 = 15 * 60
    /// Seconds that a log-in lasts without being used.
    package var refreshTokenLife: UInt64 = 90 * Timestamp.secondsPerDay
    /// Seconds in which a refresh whose answer was lost may be repeated.
    package var refreshRepeat: UInt64 = 60
    /// Days that freshly announced working keys are used.
    package var keyDays: UInt64 = 90
    /// Days that a certificate lives.
    package var certificateDays: UInt64 = 14
    /// Pseudonyms of one account that are alive at once; merchants have ten times as many.
    package var maximumLiveKeys = 2_000
    /// Seconds until a recurring payment that could not be made is tried again.
    package var recurringRetry: UInt64 = 6 * Timestamp.secondsPerHour
    /// How often the payment of one due date is tried.
    package var recurringAttempts = 5
    /// Changes of one commit.
    package var maximumBatch = 1_000
    /// Changes that may wait; beyond it the answer is `BUSY`.
    package var maximumQueue = 4_096
    /// Password checks that may wait; beyond it the answer is `TOO_MANY_REQUESTS`.
    package var maximumPasswordQueue = 16
    /// Calls of one account and one address; `serve` uses ``RateLimits/standard``.
    package var rateLimits: RateLimits = .none
    /// Addresses of proxies whose `X-Forwarded-For` is believed.
    package var trustedProxies: Set<String> = []
    /// Names, addresses and accounts whose failed log-ins are remembered.
    package var maximumThrottles = 10_000
    /// Bytes of a request's body.
    package var maximumBody = 64 << 10
    /// Seconds of silence after which a stream of events says that it is alive; less than ``accessTokenLife``.
    package var heartbeat = 240
    /// Seconds after which a stream ends, so that its client proves itself again.
    package var streamLife = 24 * 60 * 60
    /// Streams and polls of one account at once; beyond it the answer is `TOO_MANY_REQUESTS`.
    package var maximumListeners = 8
    /// Polls of all accounts that wait at once; beyond it a poll is answered at once.
    package var maximumPolls = 32_768
    /// What brings statements and takes payouts.
    package var funding: any FundingProvider = BankFiles()
    /// Merchants may have servers on this machine, also with plain HTTP; else on the open internet alone.
    package var allowsLoopbackWebhooks = false
    /// Serve the books of a server although another process does; that one is refused from then on.
    package var takesOver = false
    /// Called when this process should end, see ``Hub/reasonToEnd``; perhaps often, and on any thread.
    package var onReasonToEnd: @Sendable () -> Void = {}
    /// How often the server is asked, four times a second, what became of a commit whose answer was lost.
    package var outcomeTrials = 240
    /// Pages of the database file, for tests of a full disk.
    package var maximumPages: Int?
    /// Pages of the write-ahead log after which they are moved into the file, while the hub serves: 256 MB, which are also what
    /// is read when it was killed.
    package var logPages = 65_536
    /// Ids of transfers of one generation; those of the two last ones are remembered, see ``AnsweredIDs``.
    package var rememberedIDs = 65_536
    /// Called at each ``HubStep``. What it throws up to the commit undoes the batch; a simulation throws to play a crash,
    /// and takes what is left with ``Hub/image()``.
    package var onStep: @Sendable (HubStep) throws -> Void = { _ in }
    /// Called once for each request, on the thread that answers it; it must not wait for anything.
    package var requestLog: (@Sendable (RequestLine) -> Void)?
    /// Called before each check or making of a password, with its cost: what equal work for everybody is measured by.
    package var onPasswordWork: @Sendable (Argon2id.Cost) -> Void = { _ in }
    /// Called with one line for the operator; never with a secret.
    package var log: @Sendable (String) -> Void = { _ in }

    package init() {}

    /// What accounts of a role may do.
    package func limits(of role: Role) -> AccountLimits {
        roleLimits[role]
            ?? AccountLimits(
                offlineTotal: policy.walletTotal,
                livingKeys: role == .merchant ? 10 * maximumLiveKeys : maximumLiveKeys, perTransfer: nil)
    }
}
