// SPDX-License-Identifier: MIT

/// An event of an account.
package struct HubEvent: Codable, Sendable, Equatable {
    /// The known kinds. Newer hubs may send others, which a client must ignore.
    package enum Kind: String, Sendable, CaseIterable {
        /// Money moved; see `transaction`.
        case transaction = "transaction"
        /// This account received a payment request, possibly for a share of a bill. `subject` is the request's id.
        case requestReceived = "request.received"
        /// A request of this account was paid or declined. `subject` is the request's id.
        case requestPaid = "request.paid"
        case requestDeclined = "request.declined"
        /// A request to this account was cancelled. `subject` is the request's id.
        case requestCancelled = "request.cancelled"
        /// A due date of a recurring payment of this account was paid, failed and will be retried, or was missed.
        /// `subject` is the recurring payment's id.
        case recurringPaid = "recurring.paid"
        case recurringFailed = "recurring.failed"
        case recurringMissed = "recurring.missed"
        /// A merchant's server has failed for a day, and its webhook is disabled. `subject` is the event that it did
        /// not accept.
        case webhookGivenUp = "webhook.given-up"
    }

    /// The position in the account's log. Send the last one seen to get the events after it.
    package var id: String
    /// A ``Kind``, or a newer one.
    package var kind: String
    /// The transaction, for the kind `transaction`.
    package var transaction: AccountTransaction?
    /// For other kinds, the id of the object that the event is about.
    package var subject: String?
    /// Seconds since 1970.
    package var time: UInt64

    enum CodingKeys: String, CodingKey {
        case id = "id", kind = "kind", transaction = "transaction", subject = "subject", time = "time"
    }

    package init(id: String, kind: String, transaction: AccountTransaction? = nil, subject: String? = nil, time: UInt64)
    {
        self.id = id
        self.kind = kind
        self.transaction = transaction
        self.subject = subject
        self.time = time
    }
}

package struct EventPage: Codable, Sendable {
    /// Oldest first; empty if nothing happened within the waiting time.
    package var items: [HubEvent]
    /// The value of `after` for the next call.
    package var next: String

    enum CodingKeys: String, CodingKey { case items = "items", next = "next" }

    package init(items: [HubEvent], next: String) {
        self.items = items
        self.next = next
    }
}
