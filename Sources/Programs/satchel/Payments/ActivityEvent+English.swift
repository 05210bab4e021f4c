// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Tokens
import Wallet

extension ActivityEvent {
    /// The event as an English sentence, for the command line.
    var sentence: String {
        switch self {
        case .notPaidYet: "Not paid yet."
        case .requestPaid: "Paid."
        case .declinedPayment: "A payment for this request was declined."
        case .received: "Received."
        case .receivedAgain: "Received, although the request was already paid."
        case .receivedHeld:
            "Received for a request from before the wallet was restored. On hold until the hub refunds it."
        case .decided: "Prepared; not shown to the payee yet."
        case .handedOver: "Shown to the payee; waiting for the receipt."
        case .acknowledged: "Delivered; the payee signed a receipt."
        case .declinedByPayee: "Declined by the payee; the next sync returns the money to the account."
        case .takenBack(let time):
            "Cancelled. The hub refunds the money from \(time), unless the payee has redeemed it."
        case .heldPayment(let time):
            "No receipt when the wallet was rolled back. The hub refunds the money from \(time), unless the payee has it."
        case .inAccount(let kind, _, _): kind.sentence
        case .settled: "Settled; the hub has recorded the payment."
        case .recorded: "The hub has recorded the payment. The payee has not confirmed it yet."
        case .notNoted(let refusal): "The hub did not record the payment: \(refusal.message)"
        case .returnedAfterDecline: "Declined by the payee; the hub returned the money to the account."
        case .takenInSpiteOfDecline(let amount):
            "Declined by the payee, who still redeemed \(amount.formatted) of it. The hub returned the rest and has the decline."
        case .redeemedByPayee: "The payee had received it and has redeemed it."
        case .returned: "Not redeemed; the hub refunded it to the account."
        case .returnedInSpiteOfReceipt:
            "The payee signed a receipt, but the hub learned of the payment only after the refund date and refunded it to your account. You still owe it: pay it again."
        case .dividedAtRefund(let payee, let account, let earlierOwner):
            "At the refund date the payee got \(payee.formatted), your account got \(account.formatted), and an earlier owner got \(earlierOwner.formatted)."
        case .queued: "Queued. It will be sent at the next sync."
        case .sent: "Completed by the hub."
        case .cancelled: "Cancelled before it was sent."
        case .cancelledByRollback:
            "Queued when the wallet was rolled back, and not sent from here. Check the account, and send it again if it is missing."
        case .paidRequest(let id): "Paid the request \(id)."
        case .converting(let amount, let pair, let rate): "For \(amount.formatted) at \(pair) \(rate)."
        case .converted(let amount): "Converted to \(amount.formatted)."
        case .payingOut(let iban): "To \(iban.printed)."
        case .payoutOrdered(let id):
            "Ordered as payout \(id). Check its state: satchel payouts"
        case .ordered: "Ordered at the hub."
        case .bought: "Available offline in this wallet."
        case .droppedOrder: "Open when the wallet was rolled back. If the hub has issued it, it refunds it later."
        case .redeeming: "Being added to your account."
        case .credited: "Added to your account."
        case .creditedExcept(let amount):
            "Added to your account, except \(amount.formatted) that an earlier owner spent twice. The hub has the proof and your claim."
        case .claimPartlyPaid(let owed, let paid, let fundFrom):
            "Added to your account, except \(owed.formatted) that an earlier owner spent twice. Of this claim \(paid.formatted) was paid"
                + (fundFrom.map { "; the guarantee fund pays what it can of the rest from \($0)." } ?? ".")
        case .claimPaid(let amount):
            "Added to your account. Of it, \(amount.formatted) was spent twice and paid on your claim."
        case .withoutClaim: "Added to your account, except what was paid out before. This wallet has no claim to it."
        case .refundWasQuicker: "Refunded by the hub before redemption. It is in the last known owner's account."
        case .tooOld(let time): "Too old to redeem. The hub refunds it from \(time)."
        case .heldCoin(let time): "On hold since the wallet was rolled back. The hub refunds it from \(time)."
        case .released: "No longer on hold; the hub has refunded what was not redeemed."
        case .releasedExcept(let owed, let paid, let fundFrom):
            "No longer on hold. An earlier owner spent \(owed.formatted) of it twice. Of your claim \(paid.formatted) was paid; "
                + (fundFrom.map { "the guarantee fund pays what it can of it from \($0)." }
                    ?? "the hub has refunded the rest.")
        case .returnedToEarlierOwner:
            "The hub learned of this payment to you only after the refund date and refunded it to the last known owner. Ask the payer to pay you again."
        case .loggedOut: "This device was logged out."
        case .loggedOutEverywhere: "All devices were logged out."
        case .loggedOutUnused(let minutes): "Logged out after \(minutes) minutes or more without use."
        case .rolledBack: FreezeReason.rolledBack.sentence
        case .restored: FreezeReason.restored.sentence
        case .otherChip: FreezeReason.otherChip.sentence
        case .chipCleared:
            "The security chip was cleared, so it no longer protects this wallet. To use it again: satchel device chip on"
        case .doubleSpent(let pseudonym):
            "Double spending found: the pseudonym \(pseudonym) spent the same units twice. This wallet keeps the proof."
        case .badProof(let fault): "The hub sent an invalid fraud proof: \(fault.sentence)"
        case .refusedPayment(let fault): "A payment for one of your requests was refused: \(fault.sentence)"
        case .contradiction(let payment):
            "A payee sent both a decline and a receipt for the payment \(payment). Keep both texts as evidence."
        case .damagedPhotos(let count):
            "\(count) card photos in the backup were damaged. Everything else is restored. Try another copy of the backup."
        case .refused(let refusal): refusal.message
        case .legacy(let text): text
        }
    }
}

extension FreezeReason {
    var sentence: String {
        switch self {
        case .rolledBack:
            "This copy of the wallet is out of date: old files were copied back, or another copy has paid since. Sync before paying again."
        case .restored: "This wallet was restored from a backup. Log in and sync before paying."
        case .otherChip:
            "This wallet was separated from its security chip, so another copy may have paid since. Sync before paying again."
        }
    }
}

extension DocumentFault {
    fileprivate var sentence: String {
        switch self {
        case .unreadable: "It cannot be read."
        case .badKey: "A key or a signature in it is invalid."
        case .revokedKey: "The hub has revoked a key in it."
        case .overLimit: "It exceeds a limit of the hub."
        case .badUnits: "It spends units that the payer did not own."
        case .otherHub: "It belongs to another hub or currency."
        case .otherRequest: "It answers another request."
        case .outOfDate: "It is out of date, or a clock is wrong."
        case .alreadyHeld: "This wallet already has it."
        case .noFraud: "It does not prove double spending."
        case .invalid: "It is invalid."
        }
    }
}

extension AccountTransaction.Kind {
    /// What such a transaction of the account is, when this wallet did not order it.
    fileprivate var sentence: String {
        switch self {
        case .topUp: "Paid in at the hub."
        case .received: "Received in the account."
        case .sent: "Sent from another device."
        case .purchase: "Taken offline on another device."
        case .redemption: "Offline money of another device was added to the account."
        case .refund: "Unspent offline money was returned to the account."
        case .compensation: "Compensation from the hub."
        case .recovery: "Recovered from a double spender."
        case .converted: "Converted on another device."
        case .deposit: "Paid in by bank transfer."
        case .payout: "Paid out from another device."
        case .payoutReturned: "The bank returned a payout."
        }
    }
}
