// SPDX-License-Identifier: MIT
internal import Bytes
internal import HubAPI
package import Money
package import Tokens
internal import Vault

/// One line of the wallet's history.
package struct Activity: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case requested, received, paid, bought, redeemed, sent, refunded, problem, fraud, account, converted, paidOut
    }

    package enum Status: String, Sendable, CaseIterable {
        /// Something of it is still to come.
        case open
        case done
        /// It did not happen; nothing was lost.
        case failed
        /// Taken back by the user or by the other side.
        case cancelled
        /// Its value is held until a date; see `detail`.
        case held
    }

    /// Grows with time; give it as `before` for the next page.
    package internal(set) var id: Int64
    package var kind: Kind
    package var status: Status
    package var time: Timestamp
    package var amount: Amount?
    /// The other side's name, where it has one.
    package var counterpart: String?
    /// The user's own words.
    package var note: String?
    /// What happened last, as a sentence.
    package var detail: String
    /// The payment, request, purchase or transfer it is about, as commands name it: a letter and a number.
    package var subject: String?
    /// The hub's code, where ``detail`` is what the hub said.
    package var reason: String?

    /// Notes what the hub said against it.
    mutating func refused(by problem: HubProblem) {
        (detail, reason) = (problem.message, problem.foreignCode ?? problem.code.rawValue)
    }

    init(
        _ kind: Kind, _ status: Status, at time: Timestamp, amount: Amount? = nil, counterpart: String? = nil,
        note: String? = nil, subject: String? = nil, _ detail: String
    ) {
        id = 0
        self.kind = kind
        self.status = status
        self.time = time
        self.amount = amount
        self.counterpart = counterpart
        self.note = note
        self.detail = detail
        self.subject = subject
    }
}

/// The stored form of an ``Activity``; its kind and status are as private as the rest.
struct ActivityRecord: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "activity"
    var state = State.kept
    var activity: Activity

    init(_ activity: Activity) { self.activity = activity }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        // Lines from before there were reasons have one field less.
        let fields = try reader.array(maximum: 9)
        guard fields >= 8 else { throw BytesError(.malformed, "A line of the history has \(fields) fields.") }
        let kind = Activity.Kind(rawValue: try reader.string()) ?? .problem
        let status = Activity.Status(rawValue: try reader.string()) ?? .done
        let time = try reader.timestamp()
        let amount = try reader.optionalAmount()
        let counterpart = try reader.optionalString()
        let note = try reader.optionalString()
        let subject = try reader.optionalString()
        activity = Activity(
            kind, status, at: time, amount: amount, counterpart: counterpart, note: note, subject: subject,
            try reader.string())
        if fields > 8 { activity.reason = try reader.optionalString() }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(9)
        writer.text(activity.kind.rawValue)
        writer.text(activity.status.rawValue)
        writer.uint(activity.time.seconds)
        writer.optional(activity.amount)
        writer.optional(activity.counterpart)
        writer.optional(activity.note)
        writer.optional(activity.subject)
        writer.text(activity.detail)
        writer.optional(activity.reason)
    }
}
