// SPDX-License-Identifier: MIT
package import HubAPI

/// Why money moved. The raw values are stored.
package enum EntryKind: Int64 {
    case topUp = 1, transfer = 2, purchase = 3, redemption = 4, refund = 5, compensation = 6
    /// Half of a conversion. Each half is an entry in one currency.
    case conversion = 20
    /// Money from a bank to an account.
    case deposit = 21
    /// Money from an account to a bank, and what came back of it or was cancelled.
    case payout = 22, payoutReturn = 23
    /// Between the bank, suspense and the operator. No member's account is involved.
    case bank = 24

    /// The name in exports of the ledger.
    package var name: String {
        switch self {
        case .topUp: "topUp"
        case .transfer: "transfer"
        case .purchase: "purchase"
        case .redemption: "redemption"
        case .refund: "refund"
        case .compensation: "compensation"
        case .conversion: "conversion"
        case .deposit: "deposit"
        case .payout: "payout"
        case .payoutReturn: "payoutReturn"
        case .bank: "bank"
        }
    }

    /// The kind of transaction for an account whose posting in the entry has this amount.
    package func kind(seenWith amount: Int64) -> AccountTransaction.Kind {
        switch self {
        case .topUp: .topUp
        case .transfer: amount < 0 ? .sent : .received
        case .purchase: .purchase
        case .redemption: .redemption
        case .refund: .refund
        case .conversion: .converted
        case .deposit: .deposit
        case .payout: .payout
        case .payoutReturn, .bank: .payoutReturned
        case .compensation: amount < 0 ? .recovery : .compensation
        }
    }
}
