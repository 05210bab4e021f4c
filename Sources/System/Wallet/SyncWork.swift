// SPDX-License-Identifier: MIT
package import Money

/// What one part of a sync did; the program that shows a report words it. Decision 0088
package enum SyncWork: Sendable, Equatable {
    case learnedKeys(count: Int)
    case finishedPurchases(count: Int)
    case sentTransfers(count: Int)
    /// Coins that are on their way to the account.
    case beganRedemptions(count: Int)
    case settledUploads(count: Int)
    case fetchedCertificates(count: Int)
    /// Held amounts whose fate the hub has told, and claims that are paid now; one of both is above zero.
    case learnedRefunds(amounts: Int, claims: Int)
    /// To be spent offline.
    case withdrew(Amount)
}
