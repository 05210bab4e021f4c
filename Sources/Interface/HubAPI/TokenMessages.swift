// SPDX-License-Identifier: MIT
package import Money

/// What wallets upload at sync: their own redemptions, and coins of others on their owners' behalf.
///
/// Each item is the bytes of a `Redemption` (credits the caller) or of a one-coin `Payment` (recorded: it marks the last
/// known owner and credits nobody, unless its payee has declined it). A bad item is refused alone; its neighbours are not touched.
package struct Redemptions: Codable, Sendable {
    /// 1 to 64 items.
    package var items: [Blob]
    /// 1 to 64 `Decline`s of payments among the items, each once however many coins the payment has.
    ///
    /// The hub pays a declined coin back to its payer at once when the payer uploads it, and only then.
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
        /// The signed `HubReceipt`, the same bytes each time the same record is uploaded; only `recorded` is replaced, once,
        /// when a declined payment was paid back.
        package var receipt: Blob?
        /// Why there is no receipt.
        package var problem: HubProblem?
        /// `FraudProof`s that concern this item's path, so that its owner holds the evidence too.
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

/// Asks for certificates of pseudonyms that the wallet made.
package struct CertificateOrder: Codable, Sendable {
    /// 1 to 64 compressed P-256 keys, 33 bytes each. Asking again for a key of one's own gives a fresh certificate.
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

/// What every wallet must know of a hub before it trusts anything else of it.
package struct HubAnnouncements: Codable, Sendable {
    /// The hub's root key, compressed P-256; a wallet compares it with the one it pinned.
    package var rootKey: Blob
    /// All `Announcement`s that are not yet past.
    package var announcements: [Blob]
    /// The newest `RevocationList`, once there is one.
    package var revocations: Blob?
    /// ISO 4217 code of the money that this hub keeps.
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

/// Asks what the hub knows of some records.
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
        /// The hub never saw the record.
        case unknown = "unknown"
        /// Seen as part of a chain; nobody was credited for it yet.
        case recorded = "recorded"
        /// Its owner was credited.
        case credited = "credited"
        /// Its payee declined it, and its payer was paid back.
        case refunded = "refunded"
        /// The refund date of its root has passed and the sweep has settled it.
        case swept = "swept"
    }

    /// What the caller is owed because units of a redemption of its own had been credited to somebody else.
    package struct Claim: Codable, Sendable, Equatable {
        package var amount: Amount
        /// How much of it was paid; never more than `amount`.
        package var paid: Amount
        /// From when on the guarantee fund pays of the rest what it can, seconds since 1970; absent once that has come, or
        /// when nothing is left. What the culprit has may pay it sooner.
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
        /// The stored `HubReceipt`, where there is one.
        package var receipt: Blob?
        /// The caller's claim, where there is one.
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
