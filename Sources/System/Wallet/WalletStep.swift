// SPDX-License-Identifier: MIT

/// The named instants at which a wallet may be stopped; at each of them everything needed to go on is durable.
///
/// A harness that kills the process, or a simulation that throws, does so here. The name says what has just happened;
/// names in `…ing` are inside the transaction, right before its commit.
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
    case uploadAnswered, uploadSettling, uploadSettled, refundLearned
    // Rollback
    case freezeNamed, freezing, frozen, thawed
    // The first spend of a store that a program made which knew no tags
    case tagging, tagged, tagRecorded
}
