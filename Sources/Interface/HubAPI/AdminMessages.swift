// SPDX-License-Identifier: MIT
package import Money

/// What an account may do.
package enum Role: String, Codable, Sendable, CaseIterable {
    case member = "member"
    /// Takes payments of many: may have more living keys.
    case merchant = "merchant"
    /// May use `/v1/admin/*` once logged in with a second factor.
    case `operator` = "operator"
}

/// An account as operators see it.
package struct AccountSummary: Codable, Sendable, Equatable {
    package var username: String
    package var role: Role
    /// Seconds since 1970.
    package var created: UInt64
    /// Since when it may look but move nothing, seconds since 1970.
    package var locked: UInt64?
    package var lockReason: String?
    /// Whether a fraud case against it is open.
    package var isFrozen: Bool
    package var hasSecondFactor: Bool
    package var balance: Amount
    /// In tokens of this account that nobody has redeemed yet: what a lost or stolen wallet puts at risk.
    package var unredeemed: Amount
    /// The most that this may become by buying more; what was bought under a higher limit stays.
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
    /// By name.
    package var items: [AccountSummary]
    /// Give it as `after` for the next page; absent on the last one.
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
    /// Pseudonyms that can sign something now.
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

/// Why an account is locked.
package struct LockOrder: Codable, Sendable {
    package var id: OperationID
    /// 1 to 200 bytes; its owner reads it.
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
        /// Absent when the hub does not know whose key it was.
        package var account: String?
        /// Times in seconds since 1970.
        package var opened: UInt64
        package var settleAt: UInt64
        package var closed: UInt64?
        package var claimed: Amount
        package var paid: Amount
        /// What the guarantee fund paid and has not got back.
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

    /// The newest first, at most 200.
    package var items: [Item]

    enum CodingKeys: String, CodingKey { case items = "items" }

    package init(items: [Item]) { self.items = items }
}

/// The hub's own ledger accounts.
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
    /// What all accounts of people hold together.
    package var members: Amount

    enum CodingKeys: String, CodingKey { case lines = "lines", members = "members" }

    package init(lines: [Line], members: Amount) {
        self.lines = lines
        self.members = members
    }
}

package struct AuditAnswer: Codable, Sendable {
    package var isSound: Bool
    /// A sentence for each rule that does not hold.
    package var findings: [String]
    package var entries: Int64
    package var postings: Int64
    /// Zero when the books are sound.
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
    /// Whose account it is about.
    package var account: String?
    /// Who did it.
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
    /// The newest first.
    package var items: [LogLine]
    /// Give it as `before` for the next page; absent on the last one.
    package var next: Int64?

    enum CodingKeys: String, CodingKey { case items = "items", next = "next" }

    package init(items: [LogLine], next: Int64?) {
        self.items = items
        self.next = next
    }
}
