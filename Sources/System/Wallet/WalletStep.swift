// SPDX-License-Identifier: MIT

/// The named points at which a wallet may be stopped. At each of them everything needed to recover is durable.
///
/// A test harness kills the process here, and a simulation throws. The name says what has just happened. Names in
/// `…ing` are inside the transaction, right before its commit.
package enum WalletStep: String, CaseIterable, Sendable {
    // Paying
    case payCommitting, payCommitted, payEpochAdvanced, paySigned, payHandingOver, payHandedOver
    // After paying
    case acknowledging, acknowledged, cancelling, cancelled
    // Receiving
    case requesting, requested, receiveVerified, receiving, received, receiptSigned, receiptKept
    case declining, declined, declineEpochAdvanced, declineSigned
    // Redeeming
    case redeemCommitting, redeemCommitted, redeemEpochAdvanced, redeemSigned, redeemReadying, redeemReady
    // Buying
    case purchaseOrdering, purchaseOrdered, purchaseAnswered, purchaseStoring, purchaseStored
    // Sending through the hub
    case sendQueueing, sendQueued, sendAnswered, sendSettling, sendSettled
    // Other orders to the hub
    case orderWriting, orderWritten, orderAnswered, orderSettling, orderSettled
    // Sync
    case sessionRefreshed, sessionKept, announcementsAnswered, announcementsKept
    case certificatesDrawn, certificatesAnswered, certificatesKept
    case uploadAnswered, uploadSettling, uploadSettled, refundLearned, accountHistoryKeeping
    // Rollback
    case freezeNamed, freezing, frozen, thawed
    // The first spend of a store made by a version without tags
    case tagging, tagged, tagRecorded
}
