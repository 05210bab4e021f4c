// SPDX-License-Identifier: MIT
package import Crypto
import HubFiles
package import HubAPI
package import HubLedger
package import HubStorage
package import Tokens

/// Every option of a hub that an operator or a test may set. The defaults are those of `satchel-hub serve`.
@dynamicMemberLookup
package struct HubConfiguration: Sendable {
    package typealias Execution = StoreOptions.Execution

    /// The options of the ledger's store. They can also be set as options of the hub.
    package var store = StoreOptions()
    /// The cost of one password check.
    package var passwordCost: Argon2id.Cost = .interactive
    package var policy: LimitPolicy = .standard
    /// Days from the sale of a root to its `acceptUntil`; the days of ``policy`` at most. The root itself carries the
    /// date, so what was sold keeps it.
    package var acceptDays = LimitPolicy.standard.acceptDays
    /// The name of this hub in authenticator apps: letters, digits and hyphens.
    package var issuer = "Satchel"
    /// The user of the program's commands, for the audit log.
    package var actor = "operator"
    /// The limits of each role. A role without an entry has the limits of the policy.
    package var roleLimits: [Role: AccountLimits] = [:]
    /// The most that the guarantee fund pays for one culprit's account over all its cases, less repayments, in minor
    /// units.
    package var guaranteeCap: UInt64 = 50_000
    /// The most that the guarantee fund pays on one day, midnight to midnight UTC, in minor units.
    package var guaranteePerDay: UInt64 = 100_000
    /// Days that a member's account is young: its offline limit is lower, and the fund pays less for it, and pays it
    /// last.
    package var youngDays: UInt64 = 30
    /// The most that a young account may have in unredeemed offline tokens, and that the fund pays for it, in minor
    /// units.
    package var youngOfflineTotal: UInt64 = 20_000
    /// Seconds from opening a fraud case to paying its claims. Nil waits for the refund date of its root; the
    /// guarantee fund's money then waits for the last possible claim against the culprit.
    package var claimWindow: UInt64?
    /// Seconds.
    package var accessTokenLife: UInt64 = 15 * 60
    /// Seconds until an unused log-in expires.
    package var refreshTokenLife: UInt64 = 90 * Timestamp.secondsPerDay
    /// Seconds within which a refresh whose answer was lost may be repeated.
    package var refreshRepeat: UInt64 = 60
    /// Days that newly announced working keys are used.
    package var keyDays: UInt64 = 90
    /// Days that a certificate is valid.
    package var certificateDays: UInt64 = 14
    /// The largest number of valid pseudonyms of one account. Merchants may have ten times as many.
    package var maximumLiveKeys = 2_000
    /// Seconds until a failed recurring payment is retried.
    package var recurringRetry: UInt64 = 6 * Timestamp.secondsPerHour
    /// How often the payment of one due date is attempted.
    package var recurringAttempts = 5
    /// The largest number of queued password checks. Beyond it the answer is `TOO_MANY_REQUESTS`.
    package var maximumPasswordQueue = 16
    /// The rate limits of one account and one address. `serve` uses ``RateLimits/standard``.
    package var rateLimits: RateLimits = .none
    /// Addresses of proxies whose `X-Forwarded-For` is trusted.
    package var trustedProxies: Set<String> = []
    /// The largest number of names, addresses and accounts whose failed log-ins are stored.
    package var maximumThrottles = 10_000
    /// The largest body of a request, in bytes.
    package var maximumBody = 64 << 10
    /// Seconds without an event after which a stream sends a heartbeat. Must be less than ``accessTokenLife``.
    package var heartbeat = 240
    /// Seconds after which a stream ends, so that its client authenticates again.
    package var streamLife = 24 * 60 * 60
    /// The largest number of open streams and polls of one account. Beyond it the answer is `TOO_MANY_REQUESTS`.
    package var maximumListeners = 8
    /// The largest number of open polls of all accounts. Beyond it a poll is answered at once.
    package var maximumPolls = 32_768
    /// The source of statements and the destination of payouts.
    package var funding: any FundingProvider = BankFiles()
    /// Whether webhooks may go to this machine, also with plain HTTP. Otherwise only to the public internet.
    package var allowsLoopbackWebhooks = false
    /// The number of transfer ids in one generation. The ids of the last two generations are kept, see ``AnsweredIDs``.
    package var rememberedIDs = 65_536
    /// Bytes of one space of an account with a role; of a role that is not here ``usualFileQuota``.
    package var fileQuotas: [Role: UInt64] = [:]
    package static let usualFileQuota: UInt64 = 10 << 30
    /// Where files.sqlite is; nil for the hub's directory.
    package var filesDirectory: String?
    /// The address of the file service, where it is another one than the hub's.
    package var filesURL: String?
    /// Seconds for which a content stays after the last reference to it has gone. Tests need not wait.
    package var contentGraceSeconds = FileChange.graceHours * 3_600
    /// As ``onStep``, for commits of files.
    package var onFileStep: @Sendable (HubStep) throws -> Void = { _ in }
    /// Called once for each request, on the thread that answers it. It must not block.
    package var requestLog: (@Sendable (RequestLine) -> Void)?
    /// Called with the cost before each check or creation of a password. Tests use it to verify equal work for all
    /// callers.
    package var onPasswordWork: @Sendable (Argon2id.Cost) -> Void = { _ in }

    package init() {}

    package subscript<Option>(dynamicMember option: WritableKeyPath<StoreOptions, Option>) -> Option {
        get { store[keyPath: option] }
        set { store[keyPath: option] = newValue }
    }

    /// The limits of an account with this role.
    package func limits(of role: Role) -> AccountLimits {
        roleLimits[role]
            ?? AccountLimits(
                offlineTotal: policy.walletTotal,
                livingKeys: role == .merchant ? 10 * maximumLiveKeys : maximumLiveKeys, perTransfer: nil)
    }
}
