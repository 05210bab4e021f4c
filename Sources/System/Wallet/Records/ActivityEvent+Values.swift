// SPDX-License-Identifier: MIT
internal import Bytes
internal import HubAPI
package import Money
package import Tokens

/// The form of an event in stores and scripts: a name and keyed values. Names and keys never change.
extension ActivityEvent {
    package enum Value: Sendable, Equatable {
        case text(String)
        case number(UInt64)
        case amount(Amount)
        case time(Timestamp)
    }

    package enum Key: String, Sendable, CaseIterable {
        case amount = "amount"
        case paid = "paid"
        case account = "account"
        case earlierOwner = "earlierOwner"
        case until = "until"
        case fundFrom = "fundFrom"
        case pair = "pair"
        case rate = "rate"
        case iban = "iban"
        case id = "id"
        case minutes = "minutes"
        case count = "count"
        case kind = "kind"
        case direction = "direction"
        case pseudonym = "pseudonym"
        case fault = "fault"
        case reference = "reference"
        case code = "code"
        case message = "message"
        case text = "text"
    }

    /// The kinds of events; each is one case of ``ActivityEvent``.
    package enum Name: String, Sendable, CaseIterable {
        case notPaidYet = "not-paid-yet"
        case requestPaid = "request-paid"
        case declinedPayment = "declined-payment"
        case received = "received"
        case receivedAgain = "received-again"
        case receivedHeld = "received-held"
        case decided = "decided"
        case handedOver = "handed-over"
        case acknowledged = "acknowledged"
        case declinedByPayee = "declined-by-payee"
        case takenBack = "taken-back"
        case heldPayment = "held-payment"
        case settled = "settled"
        case recorded = "recorded"
        case notNoted = "not-noted"
        case returnedAfterDecline = "returned-after-decline"
        case takenInSpiteOfDecline = "taken-in-spite-of-decline"
        case redeemedByPayee = "redeemed-by-payee"
        case returned = "returned"
        case returnedInSpiteOfReceipt = "returned-in-spite-of-receipt"
        case dividedAtRefund = "divided-at-refund"
        case queued = "queued"
        case sent = "sent"
        case cancelled = "cancelled"
        case cancelledByRollback = "cancelled-by-rollback"
        case paidRequest = "paid-request"
        case converting = "converting"
        case converted = "converted"
        case payingOut = "paying-out"
        case payoutOrdered = "payout-ordered"
        case ordered = "ordered"
        case bought = "bought"
        case droppedOrder = "dropped-order"
        case redeeming = "redeeming"
        case credited = "credited"
        case creditedExcept = "credited-except"
        case claimPartlyPaid = "claim-partly-paid"
        case claimPaid = "claim-paid"
        case withoutClaim = "without-claim"
        case refundWasQuicker = "refund-was-quicker"
        case tooOld = "too-old"
        case heldCoin = "held-coin"
        case released = "released"
        case releasedExcept = "released-except"
        case returnedToEarlierOwner = "returned-to-earlier-owner"
        case loggedOut = "logged-out"
        case loggedOutEverywhere = "logged-out-everywhere"
        case loggedOutUnused = "logged-out-unused"
        case rolledBack = "rolled-back"
        case restored = "restored"
        case otherChip = "other-chip"
        case chipCleared = "chip-cleared"
        case doubleSpent = "double-spent"
        case badProof = "bad-proof"
        case refusedPayment = "refused-payment"
        case contradiction = "contradiction"
        case damagedPhotos = "damaged-photos"
        case refused = "refused"
        case inAccount = "in-account"
        case legacy = "legacy"
    }

    package var name: Name { parts.name }

    /// The values, in the order in which they are written.
    package var values: [(key: Key, value: Value)] { parts.values }

    private var parts: (name: Name, values: [(key: Key, value: Value)]) {
        switch self {
        case .notPaidYet: (.notPaidYet, [])
        case .requestPaid: (.requestPaid, [])
        case .declinedPayment: (.declinedPayment, [])
        case .received: (.received, [])
        case .receivedAgain: (.receivedAgain, [])
        case .receivedHeld: (.receivedHeld, [])
        case .decided: (.decided, [])
        case .handedOver: (.handedOver, [])
        case .acknowledged: (.acknowledged, [])
        case .declinedByPayee: (.declinedByPayee, [])
        case .takenBack(let time): (.takenBack, [(.until, .time(time))])
        case .heldPayment(let time): (.heldPayment, [(.until, .time(time))])
        case .settled: (.settled, [])
        case .recorded: (.recorded, [])
        case .notNoted(let refusal): (.notNoted, Self.values(of: refusal))
        case .returnedAfterDecline: (.returnedAfterDecline, [])
        case .takenInSpiteOfDecline(let amount): (.takenInSpiteOfDecline, [(.amount, .amount(amount))])
        case .redeemedByPayee: (.redeemedByPayee, [])
        case .returned: (.returned, [])
        case .returnedInSpiteOfReceipt: (.returnedInSpiteOfReceipt, [])
        case .dividedAtRefund(let payee, let account, let earlierOwner):
            (
                .dividedAtRefund,
                [(.amount, .amount(payee)), (.account, .amount(account)), (.earlierOwner, .amount(earlierOwner))]
            )
        case .queued: (.queued, [])
        case .sent: (.sent, [])
        case .cancelled: (.cancelled, [])
        case .cancelledByRollback: (.cancelledByRollback, [])
        case .paidRequest(let id): (.paidRequest, [(.id, .text(id))])
        case .converting(let amount, let pair, let rate):
            (.converting, [(.amount, .amount(amount)), (.pair, .text(pair)), (.rate, .text(rate))])
        case .converted(let amount): (.converted, [(.amount, .amount(amount))])
        case .payingOut(let iban): (.payingOut, [(.iban, .text(iban.text))])
        case .payoutOrdered(let id): (.payoutOrdered, [(.id, .text(id.description))])
        case .ordered: (.ordered, [])
        case .bought: (.bought, [])
        case .droppedOrder: (.droppedOrder, [])
        case .redeeming: (.redeeming, [])
        case .credited: (.credited, [])
        case .creditedExcept(let amount): (.creditedExcept, [(.amount, .amount(amount))])
        case .claimPartlyPaid(let owed, let paid, let fundFrom):
            (.claimPartlyPaid, Self.values(of: owed, paid, fundFrom))
        case .claimPaid(let amount): (.claimPaid, [(.amount, .amount(amount))])
        case .withoutClaim: (.withoutClaim, [])
        case .refundWasQuicker: (.refundWasQuicker, [])
        case .tooOld(let time): (.tooOld, [(.until, .time(time))])
        case .heldCoin(let time): (.heldCoin, [(.until, .time(time))])
        case .released: (.released, [])
        case .releasedExcept(let owed, let paid, let fundFrom):
            (.releasedExcept, Self.values(of: owed, paid, fundFrom))
        case .returnedToEarlierOwner: (.returnedToEarlierOwner, [])
        case .loggedOut: (.loggedOut, [])
        case .loggedOutEverywhere: (.loggedOutEverywhere, [])
        case .loggedOutUnused(let minutes): (.loggedOutUnused, [(.minutes, .number(minutes))])
        case .rolledBack: (.rolledBack, [])
        case .restored: (.restored, [])
        case .otherChip: (.otherChip, [])
        case .chipCleared: (.chipCleared, [])
        case .doubleSpent(let pseudonym): (.doubleSpent, [(.pseudonym, .text(pseudonym))])
        case .badProof(let fault): (.badProof, [(.fault, .text(fault.rawValue))])
        case .refusedPayment(let fault): (.refusedPayment, [(.fault, .text(fault.rawValue))])
        case .contradiction(let payment): (.contradiction, [(.reference, .text(payment.description))])
        case .damagedPhotos(let count): (.damagedPhotos, [(.count, .number(count))])
        case .refused(let refusal): (.refused, Self.values(of: refusal))
        case .inAccount(let kind, let direction, let id):
            (
                .inAccount,
                [(.kind, .text(kind.rawValue)), (.direction, .text(direction.rawValue)), (.id, .text(id))]
            )
        case .legacy(let text): (.legacy, [(.text, .text(text))])
        }
    }

    private static func values(of refusal: HubRefusal) -> [(key: Key, value: Value)] {
        let message: (key: Key, value: Value) = (.message, .text(refusal.message))
        guard let code = refusal.code else { return [message] }
        return [(.code, .text(code)), message]
    }

    private static func values(of owed: Amount, _ paid: Amount, _ fundFrom: Timestamp?) -> [(key: Key, value: Value)] {
        let amounts: [(key: Key, value: Value)] = [(.amount, .amount(owed)), (.paid, .amount(paid))]
        guard let fundFrom else { return amounts }
        return amounts + [(.fundFrom, .time(fundFrom))]
    }

    /// Makes the event with this name and these values.
    ///
    /// - Throws: `BytesError` when a value is missing or of another type.
    package init(_ name: Name, _ values: Values) throws {
        self =
            switch name {
            case .notPaidYet: .notPaidYet
            case .requestPaid: .requestPaid
            case .declinedPayment: .declinedPayment
            case .received: .received
            case .receivedAgain: .receivedAgain
            case .receivedHeld: .receivedHeld
            case .decided: .decided
            case .handedOver: .handedOver
            case .acknowledged: .acknowledged
            case .declinedByPayee: .declinedByPayee
            case .takenBack: .takenBack(until: try values.time(.until))
            case .heldPayment: .heldPayment(until: try values.time(.until))
            case .settled: .settled
            case .recorded: .recorded
            case .notNoted: .notNoted(try values.refusal())
            case .returnedAfterDecline: .returnedAfterDecline
            case .takenInSpiteOfDecline: .takenInSpiteOfDecline(try values.amount(.amount))
            case .redeemedByPayee: .redeemedByPayee
            case .returned: .returned
            case .returnedInSpiteOfReceipt: .returnedInSpiteOfReceipt
            case .dividedAtRefund:
                .dividedAtRefund(
                    payee: try values.amount(.amount), account: try values.amount(.account),
                    earlierOwner: try values.amount(.earlierOwner))
            case .queued: .queued
            case .sent: .sent
            case .cancelled: .cancelled
            case .cancelledByRollback: .cancelledByRollback
            case .paidRequest: .paidRequest(id: try values.text(.id))
            case .converting:
                .converting(to: try values.amount(.amount), pair: try values.text(.pair), rate: try values.text(.rate))
            case .converted: .converted(to: try values.amount(.amount))
            case .payingOut: .payingOut(to: try IBAN(try values.text(.iban)))
            case .payoutOrdered: .payoutOrdered(id: try values.operation())
            case .ordered: .ordered
            case .bought: .bought
            case .droppedOrder: .droppedOrder
            case .redeeming: .redeeming
            case .credited: .credited
            case .creditedExcept: .creditedExcept(try values.amount(.amount))
            case .claimPartlyPaid:
                .claimPartlyPaid(
                    owed: try values.amount(.amount), paid: try values.amount(.paid),
                    fundFrom: try values.optionalTime(.fundFrom))
            case .claimPaid: .claimPaid(try values.amount(.amount))
            case .withoutClaim: .withoutClaim
            case .refundWasQuicker: .refundWasQuicker
            case .tooOld: .tooOld(until: try values.time(.until))
            case .heldCoin: .heldCoin(until: try values.time(.until))
            case .released: .released
            case .releasedExcept:
                .releasedExcept(
                    owed: try values.amount(.amount), paid: try values.amount(.paid),
                    fundFrom: try values.optionalTime(.fundFrom))
            case .returnedToEarlierOwner: .returnedToEarlierOwner
            case .loggedOut: .loggedOut
            case .loggedOutEverywhere: .loggedOutEverywhere
            case .loggedOutUnused: .loggedOutUnused(minutes: try values.number(.minutes))
            case .rolledBack: .rolledBack
            case .restored: .restored
            case .otherChip: .otherChip
            case .chipCleared: .chipCleared
            case .doubleSpent: .doubleSpent(pseudonym: try values.text(.pseudonym))
            case .badProof: .badProof(try values.fault())
            case .refusedPayment: .refusedPayment(try values.fault())
            case .contradiction: .contradiction(payment: try values.reference())
            case .damagedPhotos: .damagedPhotos(count: try values.number(.count))
            case .refused: .refused(try values.refusal())
            case .inAccount:
                .inAccount(
                    try values.choice(.kind), try values.choice(.direction), id: try values.text(.id))
            case .legacy: .legacy(try values.text(.text))
            }
    }

    /// Values by their keys, as they were read.
    package struct Values {
        private let all: [Key: Value]

        package init(_ all: [Key: Value]) { self.all = all }

        private func missing(_ key: Key) -> BytesError {
            BytesError(.malformed, "A line of the history has no value '\(key.rawValue)', or one of another type.")
        }

        func text(_ key: Key) throws -> String {
            guard case .text(let text) = all[key] else { throw missing(key) }
            return text
        }

        func number(_ key: Key) throws -> UInt64 {
            guard case .number(let number) = all[key] else { throw missing(key) }
            return number
        }

        func amount(_ key: Key) throws -> Amount {
            guard case .amount(let amount) = all[key] else { throw missing(key) }
            return amount
        }

        func time(_ key: Key) throws -> Timestamp {
            guard case .time(let time) = all[key] else { throw missing(key) }
            return time
        }

        func optionalTime(_ key: Key) throws -> Timestamp? { all[key] == nil ? nil : try time(key) }

        func refusal() throws -> HubRefusal {
            HubRefusal(code: all[.code] == nil ? nil : try text(.code), message: try text(.message))
        }

        func choice<Choice: RawRepresentable>(_ key: Key) throws -> Choice where Choice.RawValue == String {
            guard let choice = Choice(rawValue: try text(key)) else { throw missing(key) }
            return choice
        }

        func operation() throws -> OperationID {
            guard let id = OperationID(text: try text(.id)) else { throw missing(.id) }
            return id
        }

        func fault() throws -> DocumentFault {
            guard let fault = DocumentFault(rawValue: try text(.fault)) else { throw missing(.fault) }
            return fault
        }

        func reference() throws -> ReferenceID {
            guard let reference = ReferenceID(try text(.reference)) else { throw missing(.reference) }
            return reference
        }
    }
}
