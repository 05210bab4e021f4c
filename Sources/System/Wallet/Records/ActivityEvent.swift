// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
package import Tokens

/// The latest event of a history line.
///
/// The store holds the case and its values, and no sentence. The screen or command that shows a line makes the
/// sentence. Decision 0084
package enum ActivityEvent: Sendable, Equatable {
    // Asking for money
    case notPaidYet
    case requestPaid
    case declinedPayment
    case received
    /// The request had already been paid.
    case receivedAgain
    /// The request is from before the wallet was restored.
    case receivedHeld

    // Paying
    case decided
    case handedOver
    case acknowledged
    case declinedByPayee
    case takenBack(until: Timestamp)
    case heldPayment(until: Timestamp)
    case settled
    /// The hub knows of the payment. The payee has neither signed for it nor redeemed it.
    case recorded
    case notNoted(HubRefusal)
    case returnedAfterDecline
    case takenInSpiteOfDecline(Amount)
    case redeemedByPayee
    case returned
    /// The payee signed a receipt, but the hub received the payment only after the refund date.
    case returnedInSpiteOfReceipt
    /// The parts paid to each party at the refund date.
    case dividedAtRefund(payee: Amount, account: Amount, earlierOwner: Amount)

    // Sending at the hub
    case queued
    case sent
    case cancelled
    case cancelledByRollback
    case paidRequest(id: String)

    // Converting and paying out
    case converting(to: Amount, pair: String, rate: String)
    case converted(to: Amount)
    case payingOut(to: IBAN)
    case payoutOrdered(id: OperationID)

    // Buying
    case ordered
    case bought
    case droppedOrder

    // Redeeming
    case redeeming
    case credited
    /// The hub has the proof against the double spender of the rest.
    case creditedExcept(Amount)
    /// The part of a claim that was paid so far. The hub's fund pays the rest from `fundFrom` on, if that date is
    /// known.
    case claimPartlyPaid(owed: Amount, paid: Amount, fundFrom: Timestamp?)
    case claimPaid(Amount)
    case withoutClaim
    case refundWasQuicker
    case tooOld(until: Timestamp)
    case heldCoin(until: Timestamp)

    // Coins that were held
    case released
    case releasedExcept(owed: Amount, paid: Amount, fundFrom: Timestamp?)
    /// The hub learned of the payment to this wallet only after the refund date.
    case returnedToEarlierOwner

    // The account
    case loggedOut
    case loggedOutEverywhere
    case loggedOutUnused(minutes: UInt64)

    // What went wrong
    case rolledBack
    case restored
    case otherChip
    /// The register in the security chip is gone.
    case chipCleared
    /// The proof against this pseudonym is stored.
    case doubleSpent(pseudonym: String)
    case badProof(DocumentFault)
    case refusedPayment(DocumentFault)
    case contradiction(payment: ReferenceID)
    case damagedPhotos(count: UInt64)
    case refused(HubRefusal)

    /// A transaction at the hub that this wallet did not order: from another person, another device, or the operator.
    case inAccount(AccountTransaction.Kind, HistoryFilter.Direction, id: String)

    /// A sentence of an older version without a case of its own, shown unchanged.
    case legacy(String)
}

/// A refusal by the hub.
package struct HubRefusal: Sendable, Equatable {
    /// The hub's code; nil in lines of versions that did not store it.
    package let code: String?
    /// The hub's message, shown for a code that this version does not know.
    package let message: String

    package init(code: String?, message: String) {
        self.code = code
        self.message = message
    }

    init(_ problem: HubProblem) {
        self.init(code: problem.statedCode, message: problem.message)
    }
}

/// Why a payment or a proof was refused.
package enum DocumentFault: String, Sendable, CaseIterable {
    case unreadable = "unreadable"
    case badKey = "bad-key"
    case revokedKey = "revoked-key"
    case overLimit = "over-limit"
    case badUnits = "bad-units"
    case otherHub = "other-hub"
    case otherRequest = "other-request"
    case outOfDate = "out-of-date"
    case alreadyHeld = "already-held"
    case noFraud = "no-fraud"
    case invalid = "invalid"

    package init(_ code: TokensError.Code) {
        self =
            switch code {
            case .malformed, .notCanonical, .tooLarge, .newerVersion, .oldVersion, .otherKind: .unreadable
            case .badSignature, .unknownKey, .keyNotValid, .keyConflict, .rootTooLarge, .uncertified,
                .certificateExpired, .certificateNotYetValid:
                .badKey
            case .revoked: .revokedKey
            case .tooManyCoins, .tooManyHops, .limitExceeded, .overCap: .overLimit
            case .zeroLength, .overflow, .outOfRange, .overlapping: .badUnits
            case .otherHub, .otherUnit, .otherPolicy: .otherHub
            case .wrongPayee, .wrongRequest, .wrongAmount, .wrongAccount: .otherRequest
            case .stale, .fromFuture, .expired: .outOfDate
            case .alreadyHeld: .alreadyHeld
            case .notFraud, .older: .noFraud
            case .insufficient, .illegalState, .declined, .tooLate, .internalFault: .invalid
            }
    }
}
