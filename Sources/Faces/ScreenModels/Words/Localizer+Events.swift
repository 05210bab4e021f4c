// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import Tokens
package import Wallet

/// What the wallet's history holds, in the person's language.
extension Localizer {
    /// What happened last to a line of the history.
    package func callAsFunction(_ event: ActivityEvent) -> String {
        switch event {
        case .notPaidYet: self(.historyNotPaidYet)
        case .requestPaid: self(.historyRequestPaid)
        case .declinedPayment: self(.historyDeclinedPayment)
        case .received: self(.historyReceived)
        case .receivedAgain: self(.historyReceivedAgain)
        case .receivedHeld: self(.historyReceivedHeld)
        case .decided: self(.historyDecided)
        case .handedOver: self(.historyHandedOver)
        case .acknowledged: self(.historyAcknowledged)
        case .declinedByPayee: self(.historyDeclinedByPayee)
        case .takenBack(let time): self(.historyTakenBack, ["time": day(time)])
        case .heldPayment(let time): self(.historyHeldPayment, ["time": day(time)])
        case .settled: self(.historySettled)
        case .recorded: self(.historyRecorded)
        case .inAccount(let kind, _, _): self(kind.key)
        case .notNoted(let refusal): self(.historyNotNoted, ["reason": self(refusal)])
        case .returnedAfterDecline: self(.historyReturnedAfterDecline)
        case .takenInSpiteOfDecline(let taken): self(.historyTakenInSpiteOfDecline, ["amount": amount(taken)])
        case .redeemedByPayee: self(.historyRedeemedByPayee)
        case .returned: self(.historyReturned)
        case .returnedInSpiteOfReceipt: self(.historyReturnedInSpiteOfReceipt)
        case .dividedAtRefund(let payee, let account, let earlierOwner):
            self(
                .historyDividedAtRefund,
                ["amount": amount(payee), "paid": amount(account), "rest": amount(earlierOwner)])
        case .queued: self(.historyQueued)
        case .sent: self(.historySent)
        case .cancelled: self(.historyCancelled)
        case .cancelledByRollback: self(.historyCancelledByRollback)
        case .paidRequest(let id): self(.historyPaidRequest, ["name": id])
        case .converting(let got, let pair, let rate):
            self(.historyConverting, ["amount": amount(got), "pair": pair, "rate": decimal(rate)])
        case .converted(let got): self(.historyConverted, ["amount": amount(got)])
        case .payingOut(let iban): self(.historyPayingOut, ["iban": iban.printed])
        case .payoutOrdered(let id): self(.historyPayoutOrdered, ["id": id.description])
        case .ordered: self(.historyOrdered)
        case .bought: self(.historyBought)
        case .droppedOrder: self(.historyDroppedOrder)
        case .redeeming: self(.historyRedeeming)
        case .credited: self(.historyCredited)
        case .creditedExcept(let owed): self(.historyCreditedExcept, ["amount": amount(owed)])
        case .claimPartlyPaid(let owed, let paid, let fundFrom):
            claim(fundFrom == nil ? .historyClaimPartlyPaid : .historyClaimWaits, owed, paid, fundFrom)
        case .claimPaid(let paid): self(.historyClaimPaid, ["amount": amount(paid)])
        case .withoutClaim: self(.historyWithoutClaim)
        case .refundWasQuicker: self(.historyRefundWasQuicker)
        case .tooOld(let time): self(.historyTooOld, ["time": day(time)])
        case .heldCoin(let time): self(.historyHeldCoin, ["time": day(time)])
        case .released: self(.historyReleased)
        case .releasedExcept(let owed, let paid, let fundFrom):
            claim(fundFrom == nil ? .historyReleasedExcept : .historyReleasedWaits, owed, paid, fundFrom)
        case .returnedToEarlierOwner: self(.historyReturnedToEarlierOwner)
        case .loggedOut: self(.historyLoggedOut)
        case .loggedOutEverywhere: self(.historyLoggedOutEverywhere)
        case .loggedOutUnused(let minutes): self(.historyLoggedOutUnused, ["number": number(Int(clamping: minutes))])
        case .rolledBack: self(.historyRolledBack)
        case .restored: self(.historyRestored)
        case .otherChip: self(.historyOtherChip)
        case .chipCleared: self(.historyChipCleared)
        case .doubleSpent(let pseudonym): self(.historyDoubleSpent, ["key": pseudonym])
        case .badProof(let fault): self(.historyBadProof, ["reason": self(Self.word(fault))])
        case .refusedPayment(let fault): self(.historyRefusedPayment, ["reason": self(Self.word(fault))])
        case .contradiction(let payment): self(.historyContradiction, ["name": payment.description])
        case .damagedPhotos(let count): self(.historyDamagedPhotos, ["number": number(Int(clamping: count))])
        case .refused(let refusal): self(refusal)
        case .legacy(let text): original(text)
        }
    }

    private func claim(_ word: StringKey, _ owed: Amount, _ paid: Amount, _ fundFrom: Timestamp?) -> String {
        let values = ["amount": amount(owed), "paid": amount(paid)]
        return self(word, values.merging(fundFrom.map { ["time": day($0)] } ?? [:]) { value, _ in value })
    }

    /// What the hub said; in its own words where its code is not known.
    private func callAsFunction(_ refusal: HubRefusal) -> String {
        refusal.code.map { self(UserMessage(hubCode: $0, detail: refusal.message)) } ?? original(refusal.message)
    }

    private static func word(_ fault: DocumentFault) -> StringKey {
        switch fault {
        case .unreadable: .faultUnreadable
        case .badKey: .faultBadKey
        case .revokedKey: .faultRevokedKey
        case .overLimit: .faultOverLimit
        case .badUnits: .faultBadUnits
        case .otherHub: .faultOtherHub
        case .otherRequest: .faultOtherRequest
        case .outOfDate: .faultOutOfDate
        case .alreadyHeld: .faultAlreadyHeld
        case .noFraud: .faultNoFraud
        case .invalid: .faultInvalid
        }
    }
}

extension AccountTransaction.Kind {
    /// What such a transaction is, when this wallet did not order it.
    fileprivate var key: StringKey {
        switch self {
        case .topUp: .accountTopUp
        case .received: .accountReceived
        case .sent: .accountSent
        case .purchase: .accountPurchase
        case .redemption: .accountRedemption
        case .refund: .accountRefund
        case .compensation: .accountCompensation
        case .recovery: .accountRecovery
        case .converted: .accountConverted
        case .deposit: .accountDeposit
        case .payout: .accountPayout
        case .payoutReturned: .accountPayoutReturned
        }
    }
}
