// SPDX-License-Identifier: MIT
import Money
import Tokens
import Wallet

extension ActivityEvent {
    /// What happened, as the command line says it.
    var sentence: String {
        switch self {
        case .notPaidYet: "Not paid yet."
        case .requestPaid: "Paid."
        case .declinedPayment: "A payment for this request was declined."
        case .received: "Received; in this wallet."
        case .receivedAgain: "Received, although the request had been paid already."
        case .receivedHeld:
            "Received for a request from before the wallet was restored: held until the hub returns it."
        case .decided: "Decided; not shown yet."
        case .handedOver: "Handed over; waiting for the payee's receipt."
        case .acknowledged: "The payee has it and has signed for it."
        case .declinedByPayee: "Declined by the payee; its value returns to the account at the next sync."
        case .takenBack(let time):
            "Taken back. The hub returns its value from \(time) on, unless the payee has redeemed it."
        case .heldPayment(let time):
            "Not known to be received when the wallet was rolled back; the hub returns it from \(time) on unless the payee has it."
        case .settled: "The hub knows of it; nothing is left to do."
        case .notNoted(let refusal): "The hub did not take note of it: \(refusal.message)"
        case .returnedAfterDecline: "Declined by the payee; the hub paid it back into the account."
        case .takenInSpiteOfDecline(let amount):
            "Declined by the payee, who took \(amount.formatted) of it all the same; the hub paid back the rest and has the decline."
        case .redeemedByPayee: "The payee had it after all and has redeemed it."
        case .returned: "Nobody redeemed it; the hub returned it to the account."
        case .returnedInSpiteOfReceipt:
            "The payee signed a receipt, but the hub heard of the payment only after the refund date and returned it to your account. You still owe it: pay it again."
        case .dividedAtRefund(let payee, let account, let earlierOwner):
            "At the refund date \(payee.formatted) of it went to the payee, \(account.formatted) came back to the account, and \(earlierOwner.formatted) went to an earlier owner."
        case .queued: "Queued; it leaves at the next sync."
        case .sent: "Done at the hub."
        case .cancelled: "Taken back before it was sent."
        case .cancelledByRollback:
            "Queued when the wallet was rolled back; not sent from here. Look at the account, and send it anew if it is missing."
        case .paidRequest(let id): "Paid the request \(id)."
        case .converting(let amount, let pair, let rate): "For \(amount.formatted) at \(pair) \(rate)."
        case .converted(let amount): "Converted to \(amount.formatted)."
        case .payingOut(let iban): "To \(iban.printed)."
        case .payoutOrdered(let id):
            "Ordered from the hub as payout \(id); the list of payouts shows what became of it."
        case .ordered: "Ordered from the hub."
        case .bought: "In this wallet, to be spent offline."
        case .droppedOrder: "Open when the wallet was rolled back; if the hub has issued it, it refunds it later."
        case .redeeming: "On its way to the account."
        case .credited: "Credited to the account."
        case .creditedExcept(let amount):
            "Credited, except \(amount.formatted) that somebody before you had spent twice. The hub has the proof and your claim."
        case .claimPartlyPaid(let owed, let paid, let fundFrom):
            "Credited, except \(owed.formatted) that somebody before you had spent twice. Of this claim \(paid.formatted) was paid"
                + (fundFrom.map { "; the guarantee fund pays what it can of the rest from \($0) on." } ?? ".")
        case .claimPaid(let amount):
            "Credited to the account; \(amount.formatted) of it that somebody had spent twice was paid on your claim."
        case .withoutClaim: "Credited, except what had been paid out before; this wallet has no claim to the rest."
        case .refundWasQuicker: "The hub's refund was quicker: it is in its last owner's account."
        case .tooOld(let time): "Too old to redeem; the hub returns it from \(time) on."
        case .heldCoin(let time): "Held since the wallet was rolled back; the hub returns it from \(time) on."
        case .released: "No longer held: the hub has returned what nobody redeemed of it."
        case .releasedExcept(let owed, let paid, let fundFrom):
            "No longer held: somebody before you had spent \(owed.formatted) of it twice. Of your claim \(paid.formatted) was paid; "
                + (fundFrom.map { "the guarantee fund pays what it can of it from \($0) on." }
                    ?? "the hub has returned the rest.")
        case .returnedToEarlierOwner:
            "The hub heard of this payment to you only after the refund date and returned it to the last owner that it knew. Ask the payer to pay you again."
        case .loggedOut: "This device was logged out."
        case .loggedOutEverywhere: "All devices were logged out."
        case .loggedOutUnused(let minutes): "Logged out: not used for \(minutes) minutes or more."
        case .rolledBack:
            "This copy of the wallet is out of date: old files were copied back, or another copy has paid since. Sync before paying again."
        case .restored: "This wallet was restored from a backup. Log in and sync before paying."
        case .doubleSpent(let pseudonym):
            "Somebody spent the same units twice; the proof is kept. Its pseudonym is \(pseudonym)."
        case .badProof(let fault): "The hub sent a fraud proof that does not convict: \(fault.sentence)"
        case .refusedPayment(let fault): "A payment for a request of this wallet was refused: \(fault.sentence)"
        case .contradiction(let payment):
            "A payee sent a decline and a receipt for the same payment \(payment). Keep both texts."
        case .damagedPhotos(let count):
            "\(count) photos of cards were damaged in the backup; everything else is here. Try another copy."
        case .refused(let refusal): refusal.message
        case .legacy(let text): text
        }
    }
}

extension DocumentFault {
    fileprivate var sentence: String {
        switch self {
        case .unreadable: "It cannot be read."
        case .badKey: "A key or a signature in it is not valid."
        case .revokedKey: "The hub has revoked a key in it."
        case .overLimit: "It exceeds a limit of the hub."
        case .badUnits: "It spends units that the payer did not have."
        case .otherHub: "It belongs to another hub or currency."
        case .otherRequest: "It answers another request."
        case .outOfDate: "It is out of date, or a clock is wrong."
        case .alreadyHeld: "This wallet has it already."
        case .noFraud: "It proves no double spending."
        case .invalid: "It is invalid."
        }
    }
}
