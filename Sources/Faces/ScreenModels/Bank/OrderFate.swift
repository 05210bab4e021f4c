// SPDX-License-Identifier: MIT
internal import Wallet

/// The result of an order that is stored before the hub is asked.
enum OrderFate: Sendable {
    case done
    /// The hub has not answered. The next sync completes the order, so the user must not repeat it.
    case waiting

    /// Gives an order and determines its result.
    ///
    /// - Throws: the reason of the refusal, when the order is not open afterwards.
    static func giving(in wallet: Wallet, _ give: (Wallet) throws -> Void) throws -> OrderFate {
        do {
            try give(wallet)
            return .done
        } catch let error as WalletError where error.keptOrder != nil {
            return .waiting
        }
    }
}
