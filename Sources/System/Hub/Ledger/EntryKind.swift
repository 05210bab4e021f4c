// SPDX-License-Identifier: MIT
import HubAPI

/// Why money moved, as the store numbers it.
enum EntryKind: Int64 {
    case topUp = 1, transfer, purchase, redemption, refund, compensation
    /// Half of a conversion: each half is an entry of one currency.
    case conversion = 20

    /// What an account calls the entry whose posting to it has this amount.
    func kind(seenWith amount: Int64) -> Transaction.Kind {
        switch self {
        case .topUp: .topUp
        case .transfer: amount < 0 ? .sent : .received
        case .purchase: .purchase
        case .redemption: .redemption
        case .refund: .refund
        case .conversion: .converted
        case .compensation: amount < 0 ? .recovery : .compensation
        }
    }
}
