// SPDX-License-Identifier: MIT
internal import Bytes
package import HubAPI
package import Money
package import Tokens
internal import Vault

/// One line of the wallet's history.
package struct Activity: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case requested = "requested"
        case received = "received"
        case paid = "paid"
        case bought = "bought"
        case redeemed = "redeemed"
        case sent = "sent"
        case refunded = "refunded"
        case problem = "problem"
        case fraud = "fraud"
        case account = "account"
        case converted = "converted"
        case paidOut = "paidOut"
    }

    package enum Status: String, Sendable, CaseIterable {
        /// Not finished yet.
        case open = "open"
        case done = "done"
        /// It did not happen. No money was lost.
        case failed = "failed"
        /// Cancelled by the user or by the other party.
        case cancelled = "cancelled"
        /// Its value is held until a date, which is in the event.
        case held = "held"
    }

    /// Grows with time. Pass it as `before` for the next page.
    package internal(set) var id: Int64
    package var kind: Kind
    package var status: Status
    package var time: Timestamp
    package var amount: Amount?
    /// The other party's name, if it has one.
    package var counterpart: String?
    /// The user's own note.
    package var note: String?
    /// What happened last.
    package var event: ActivityEvent
    /// The payment, request, purchase or transfer that the line is about.
    package var subject: ReferenceID?

    /// Whether another line stands for the same sale: a request is shown as the payment that answered it, and so is the
    /// redemption of that payment.
    package var isPartOfAnother: Bool {
        switch event {
        case .requestPaid: true
        case .redeeming, .credited: subject?.kind == .request
        default: false
        }
    }

    /// Whether the amount comes to the user's money or leaves it; nil for a line that moves it between own places, or
    /// that moves none.
    package var direction: HistoryFilter.Direction? {
        if case .inAccount(_, let direction, _) = event { return direction }
        return switch kind {
        case .received, .refunded: .incoming
        case .paid, .sent, .paidOut: .outgoing
        case .requested, .bought, .redeemed, .problem, .fraud, .account, .converted: nil
        }
    }

    init(
        _ kind: Kind, _ status: Status, at time: Timestamp, amount: Amount? = nil, counterpart: String? = nil,
        note: String? = nil, subject: ReferenceID? = nil, _ event: ActivityEvent
    ) {
        id = 0
        self.kind = kind
        self.status = status
        self.time = time
        self.amount = amount
        self.counterpart = counterpart
        self.note = note
        self.event = event
        self.subject = subject
    }
}

/// The stored form of an ``Activity``. Its kind and status are sealed too.
struct ActivityRecord: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "activity"
    var state = State.kept
    var activity: Activity

    init(_ activity: Activity) { self.activity = activity }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        let fields = try reader.array(maximum: 9)
        guard fields >= 8 else { throw BytesError(.malformed, "A line of the history has \(fields) fields.") }
        let kind = Activity.Kind(rawValue: try reader.string()) ?? .problem
        let status = Activity.Status(rawValue: try reader.string()) ?? .done
        let time = try reader.timestamp()
        let amount = try reader.optionalAmount()
        let counterpart = try reader.optionalString()
        let note = try reader.optionalString()
        let subject = try reader.optionalString().map { text throws -> ReferenceID in
            guard let subject = ReferenceID(text) else {
                throw BytesError(.malformed, "A line of the history has the unknown subject '\(text)'.")
            }
            return subject
        }
        activity = Activity(
            kind, status, at: time, amount: amount, counterpart: counterpart, note: note, subject: subject,
            try Self.event(from: &reader, fields: fields))
    }

    /// Up to version 6 of the store, a sentence took the event's place; later rows of that form have the hub's code
    /// after it.
    private static func event(from reader: inout CBORReader, fields: Int) throws -> ActivityEvent {
        guard try reader.peekMajorType() == .text else { return try ActivityEvent(from: &reader) }
        let sentence = try reader.string()
        return FormerSentence.event(sentence, reason: fields > 8 ? try reader.optionalString() : nil)
    }

    func write(to writer: inout CBORWriter) {
        writer.array(8)
        writer.text(activity.kind.rawValue)
        writer.text(activity.status.rawValue)
        writer.uint(activity.time.seconds)
        writer.optional(activity.amount)
        writer.optional(activity.counterpart)
        writer.optional(activity.note)
        writer.optional(activity.subject?.description)
        activity.event.write(to: &writer)
    }
}
