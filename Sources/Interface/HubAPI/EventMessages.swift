// SPDX-License-Identifier: MIT

/// Something that happened to an account.
package struct HubEvent: Codable, Sendable, Equatable {
    /// What clients know. Others will come: a client passes over kinds that it does not know.
    package enum Kind: String, Sendable, CaseIterable {
        /// Money moved; `transaction` says how.
        case transaction = "transaction"
        /// Somebody asks this account for money, alone or for a share of a bill; `subject` is the request.
        case requestReceived = "request.received"
        /// A request of this account was paid or declined; `subject` is the request.
        case requestPaid = "request.paid"
        case requestDeclined = "request.declined"
        /// A request to this account was taken back; `subject` is the request.
        case requestCancelled = "request.cancelled"
        /// A due date of a recurring payment of this account was paid; could not be paid and is tried again; was given up.
        /// `subject` is the recurring payment.
        case recurringPaid = "recurring.paid"
        case recurringFailed = "recurring.failed"
        case recurringMissed = "recurring.missed"
        /// A merchant's server has failed for a day and is told nothing more; `subject` is the event that it did not take.
        case webhookGivenUp = "webhook.given-up"
    }

    /// Where it stands in the account's log: give the last one seen to be told what came after it.
    package var id: String
    /// What happened, a ``Kind`` or one that is newer.
    package var kind: String
    /// The movement, for a transaction.
    package var transaction: Transaction?
    /// What it is about, for other kinds: an id that the routes of that kind know.
    package var subject: String?
    /// Seconds since 1970.
    package var time: UInt64

    enum CodingKeys: String, CodingKey {
        case id = "id", kind = "kind", transaction = "transaction", subject = "subject", time = "time"
    }

    package init(id: String, kind: String, transaction: Transaction? = nil, subject: String? = nil, time: UInt64) {
        self.id = id
        self.kind = kind
        self.transaction = transaction
        self.subject = subject
        self.time = time
    }
}

package struct EventPage: Codable, Sendable {
    /// Oldest first; empty when nothing happened within the time.
    package var items: [HubEvent]
    /// Give it as `after` next time.
    package var next: String

    enum CodingKeys: String, CodingKey { case items = "items", next = "next" }

    package init(items: [HubEvent], next: String) {
        self.items = items
        self.next = next
    }
}
