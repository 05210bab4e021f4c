// SPDX-License-Identifier: MIT

/// Something that happened to an account.
package struct HubEvent: Codable, Sendable, Equatable {
    /// Money moved; `transaction` says how.
    package static let transactionKind = "transaction"
    /// A merchant's server has failed for a day and is told nothing more; `subject` is the event that it did not take.
    package static let webhookGivenUpKind = "webhook.given-up"

    /// Where it stands in the account's log: give the last one seen to be told what came after it.
    package var id: String
    /// What happened; a client passes over kinds that it does not know.
    package var kind: String
    /// The movement, for events of the kind "transaction".
    package var transaction: Transaction?
    /// What it is about, for other kinds: an id that the routes of that kind know.
    package var subject: String?
    /// Seconds since 1970.
    package var time: UInt64

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

    package init(items: [HubEvent], next: String) {
        self.items = items
        self.next = next
    }
}
