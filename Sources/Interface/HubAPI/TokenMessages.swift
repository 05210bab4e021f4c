// SPDX-License-Identifier: MIT
package import Money

/// What wallets upload at a sync: their own redemptions, and payments with offline tokens, recorded for their holders.
///
/// Each item is the bytes of a `Redemption` (credits the caller) or of a `Payment` of one offline token. A payment is
/// recorded: it marks the last known owner and credits no account, unless its payee has declined it. An invalid item
/// is refused without affecting the others.
package struct Redemptions: Codable, Sendable {
    /// 1 to 64 items.
    package var items: [Blob]
    /// 1 to 64 `Decline`s of payments among the items, each once, however many offline tokens the payment has.
    ///
    /// The hub refunds a declined offline token to its payer when the payer uploads it, and only then.
    package var declines: [Blob]?

    enum CodingKeys: String, CodingKey, CaseIterable { case items = "items", declines = "declines" }

    package init(items: [Blob], declines: [Blob]? = nil) {
        self.items = items
        self.declines = declines
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        items = try fields.decode([Blob].self, forKey: .items)
        declines = try fields.decodeIfPresent([Blob].self, forKey: .declines)
    }
}

package struct RedemptionAnswer: Codable, Sendable {
    package struct Item: Codable, Sendable {
        /// The signed `HubReceipt`: the same bytes each time the same record is uploaded. Only a `recorded` receipt is
        /// replaced, once, when a declined payment was refunded.
        package var receipt: Blob?
        /// Why there is no receipt.
        package var problem: HubProblem?
        /// `FraudProof`s that concern this item's path, so that its owner has the evidence too.
        package var proofs: [Blob]?

        enum CodingKeys: String, CodingKey { case receipt = "receipt", problem = "problem", proofs = "proofs" }

        package init(receipt: Blob?, problem: HubProblem?, proofs: [Blob]?) {
            self.receipt = receipt
            self.problem = problem
            self.proofs = proofs
        }
    }

    /// In the order of the uploaded items.
    package var items: [Item]
    package var balance: Balance

    enum CodingKeys: String, CodingKey { case items = "items", balance = "balance" }

    package init(items: [Item], balance: Balance) {
        self.items = items
        self.balance = balance
    }
}

/// Requests certificates for pseudonyms that the wallet created.
package struct CertificateOrder: Codable, Sendable {
    /// 1 to 64 compressed P-256 keys, 33 bytes each. A repeated request for one's own key gives a new certificate.
    package var keys: [Blob]

    enum CodingKeys: String, CodingKey, CaseIterable { case keys = "keys" }

    package init(keys: [Blob]) {
        self.keys = keys
    }

    package init(from decoder: any Decoder) throws {
        keys = try decoder.strictFields(CodingKeys.self).decode([Blob].self, forKey: .keys)
    }
}

package struct CertificateAnswer: Codable, Sendable {
    /// Full certificates, in the order of the keys.
    package var certificates: [Blob]

    enum CodingKeys: String, CodingKey { case certificates = "certificates" }

    package init(certificates: [Blob]) {
        self.certificates = certificates
    }
}

/// What a wallet needs to know of a hub before it trusts any of the hub's other data.
package struct HubAnnouncements: Codable, Sendable {
    /// The hub's root key, compressed P-256. A wallet compares it with the pinned one.
    package var rootKey: Blob
    /// All `Announcement`s that have not expired.
    package var announcements: [Blob]
    /// The newest `RevocationList`, if there is one.
    package var revocations: Blob?
    /// ISO 4217 code of the hub's first currency, that of its offline tokens.
    package var currency: String
    /// The hub's time, seconds since 1970.
    package var time: UInt64

    enum CodingKeys: String, CodingKey {
        case rootKey = "rootKey", announcements = "announcements", revocations = "revocations", currency = "currency"
        case time = "time"
    }

    package init(rootKey: Blob, announcements: [Blob], revocations: Blob?, currency: String, time: UInt64) {
        self.rootKey = rootKey
        self.announcements = announcements
        self.revocations = revocations
        self.currency = currency
        self.time = time
    }
}

/// Asks for the state of some records.
package struct StatusQuery: Codable, Sendable {
    /// 1 to 64 record ids, 32 bytes each.
    package var records: [Blob]

    enum CodingKeys: String, CodingKey, CaseIterable { case records = "records" }

    package init(records: [Blob]) {
        self.records = records
    }

    package init(from decoder: any Decoder) throws {
        records = try decoder.strictFields(CodingKeys.self).decode([Blob].self, forKey: .records)
    }
}

package struct StatusAnswer: Codable, Sendable {
    package enum State: String, Codable, CaseIterable, Sendable {
        /// The hub has never seen the record.
        case unknown = "unknown"
        /// Seen as part of a chain; no account was credited for it yet.
        case recorded = "recorded"
        /// Its owner was credited.
        case credited = "credited"
        /// Its payee declined it, and its payer was refunded.
        case refunded = "refunded"
        /// The refund date of its root has passed, and the sweep has settled it.
        case swept = "swept"
    }

    /// What the caller is owed because units that it redeemed had been credited to another account.
    package struct Claim: Codable, Sendable, Equatable {
        package var amount: Amount
        /// The part that was paid, at most `amount`.
        package var paid: Amount
        /// When the guarantee fund begins to pay the rest as far as it can, in seconds since 1970. Absent once that
        /// time has come, or if nothing is owed. The culprit's balance may pay it sooner.
        package var fundFrom: UInt64?

        enum CodingKeys: String, CodingKey { case amount = "amount", paid = "paid", fundFrom = "fundFrom" }

        package init(amount: Amount, paid: Amount, fundFrom: UInt64? = nil) {
            self.amount = amount
            self.paid = paid
            self.fundFrom = fundFrom
        }
    }

    package struct Item: Codable, Sendable {
        package var state: State
        /// The stored `HubReceipt`, if there is one.
        package var receipt: Blob?
        /// The caller's claim, if there is one.
        package var claim: Claim?

        enum CodingKeys: String, CodingKey { case state = "state", receipt = "receipt", claim = "claim" }

        package init(state: State, receipt: Blob?, claim: Claim? = nil) {
            self.state = state
            self.receipt = receipt
            self.claim = claim
        }
    }

    /// In the order of the query.
    package var items: [Item]
    /// The hub's time, seconds since 1970.
    package var time: UInt64

    enum CodingKeys: String, CodingKey { case items = "items", time = "time" }

    package init(items: [Item], time: UInt64) {
        self.items = items
        self.time = time
    }
}
