// SPDX-License-Identifier: MIT
package import Money

/// The role of an account.
package enum Role: String, Codable, Sendable, CaseIterable {
    case member = "member"
    /// Receives many payments; may have more valid keys.
    case merchant = "merchant"
    /// May call `/v1/admin/*` after a log-in with a second factor.
    case `operator` = "operator"
}

/// An account as operators see it.
package struct AccountSummary: Codable, Sendable, Equatable {
    package var username: String
    package var role: Role
    /// Seconds since 1970.
    package var created: UInt64
    /// When the account was locked, in seconds since 1970. A locked account can be read but cannot move money.
    package var locked: UInt64?
    package var lockReason: String?
    /// Whether it has an open fraud case.
    package var isFrozen: Bool
    package var hasSecondFactor: Bool
    package var balance: Amount
    /// The total of this account's unredeemed offline tokens: what a lost or stolen wallet puts at risk.
    package var unredeemed: Amount
    /// The limit of `unredeemed` for purchases. Offline tokens bought under a higher limit stay.
    package var unredeemedLimit: Amount

    enum CodingKeys: String, CodingKey {
        case username = "username", role = "role", created = "created", locked = "locked", lockReason = "lockReason"
        case isFrozen = "isFrozen", hasSecondFactor = "hasSecondFactor", balance = "balance", unredeemed = "unredeemed"
        case unredeemedLimit = "unredeemedLimit"
    }

    package init(
        username: String, role: Role, created: UInt64, locked: UInt64?, lockReason: String?, isFrozen: Bool,
        hasSecondFactor: Bool, balance: Amount, unredeemed: Amount, unredeemedLimit: Amount
    ) {
        self.username = username
        self.role = role
        self.created = created
        self.locked = locked
        self.lockReason = lockReason
        self.isFrozen = isFrozen
        self.hasSecondFactor = hasSecondFactor
        self.balance = balance
        self.unredeemed = unredeemed
        self.unredeemedLimit = unredeemedLimit
    }
}

package struct AccountPage: Codable, Sendable {
    /// Ordered by name.
    package var items: [AccountSummary]
    /// The value of `after` for the next page; absent on the last one.
    package var next: String?

    enum CodingKeys: String, CodingKey { case items = "items", next = "next" }

    package init(items: [AccountSummary], next: String?) {
        self.items = items
        self.next = next
    }
}

package struct AccountDetails: Codable, Sendable {
    package var account: AccountSummary
    package var devices: [Device]
    /// The number of pseudonyms that can sign now.
    package var livingKeys: Int64
    package var livingKeysLimit: Int64

    enum CodingKeys: String, CodingKey {
        case account = "account", devices = "devices", livingKeys = "livingKeys", livingKeysLimit = "livingKeysLimit"
    }

    package init(account: AccountSummary, devices: [Device], livingKeys: Int64, livingKeysLimit: Int64) {
        self.account = account
        self.devices = devices
        self.livingKeys = livingKeys
        self.livingKeysLimit = livingKeysLimit
    }
}

/// Locks an account.
package struct LockOrder: Codable, Sendable {
    package var id: OperationID
    /// 1 to 200 bytes; shown to the owner.
    package var reason: String

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", reason = "reason" }

    package init(id: OperationID, reason: String) {
        self.id = id
        self.reason = reason
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        reason = try fields.decode(String.self, forKey: .reason)
    }
}

package struct FraudCaseList: Codable, Sendable {
    package struct Item: Codable, Sendable, Equatable {
        package var id: Int64
        /// Absent if the hub does not know whose key it was.
        package var account: String?
        /// Times in seconds since 1970.
        package var opened: UInt64
        package var settleAt: UInt64
        package var closed: UInt64?
        package var claimed: Amount
        package var paid: Amount
        /// What the guarantee fund paid, less repayments.
        package var fundPaid: Amount

        enum CodingKeys: String, CodingKey {
            case id = "id", account = "account", opened = "opened", settleAt = "settleAt", closed = "closed"
            case claimed = "claimed", paid = "paid", fundPaid = "fundPaid"
        }

        package init(
            id: Int64, account: String?, opened: UInt64, settleAt: UInt64, closed: UInt64?, claimed: Amount,
            paid: Amount, fundPaid: Amount
        ) {
            self.id = id
            self.account = account
            self.opened = opened
            self.settleAt = settleAt
            self.closed = closed
            self.claimed = claimed
            self.paid = paid
            self.fundPaid = fundPaid
        }
    }

    /// Newest first, at most 200.
    package var items: [Item]

    enum CodingKeys: String, CodingKey { case items = "items" }

    package init(items: [Item]) { self.items = items }
}

/// The balances of the hub's own ledger accounts.
package struct SystemBalances: Codable, Sendable {
    package struct Line: Codable, Sendable, Equatable {
        package var account: String
        package var balance: Amount

        enum CodingKeys: String, CodingKey { case account = "account", balance = "balance" }

        package init(account: String, balance: Amount) {
            self.account = account
            self.balance = balance
        }
    }

    package var lines: [Line]
    /// The total of all members' accounts.
    package var members: Amount

    enum CodingKeys: String, CodingKey { case lines = "lines", members = "members" }

    package init(lines: [Line], members: Amount) {
        self.lines = lines
        self.members = members
    }
}

package struct AuditAnswer: Codable, Sendable {
    package var isSound: Bool
    /// One sentence for each violated rule.
    package var findings: [String]
    package var entries: Int64
    package var postings: Int64
    /// Zero if the ledger is correct.
    package var total: Amount

    enum CodingKeys: String, CodingKey {
        case isSound = "isSound", findings = "findings", entries = "entries", postings = "postings", total = "total"
    }

    package init(isSound: Bool, findings: [String], entries: Int64, postings: Int64, total: Amount) {
        self.isSound = isSound
        self.findings = findings
        self.entries = entries
        self.postings = postings
        self.total = total
    }
}

/// One line of the hub's audit log.
package struct LogLine: Codable, Sendable, Equatable {
    package var number: Int64
    /// Seconds since 1970.
    package var time: UInt64
    package var event: String
    /// The account that the event is about.
    package var account: String?
    /// Who caused the event.
    package var actor: String
    package var address: String?
    package var details: String

    enum CodingKeys: String, CodingKey {
        case number = "number", time = "time", event = "event", account = "account", actor = "actor"
        case address = "address", details = "details"
    }

    package init(
        number: Int64, time: UInt64, event: String, account: String?, actor: String, address: String?,
        details: String
    ) {
        self.number = number
        self.time = time
        self.event = event
        self.account = account
        self.actor = actor
        self.address = address
        self.details = details
    }
}

package struct LogPage: Codable, Sendable {
    /// Newest first.
    package var items: [LogLine]
    /// The value of `before` for the next page; absent on the last one.
    package var next: Int64?

    enum CodingKeys: String, CodingKey { case items = "items", next = "next" }

    package init(items: [LogLine], next: Int64?) {
        self.items = items
        self.next = next
    }
}
