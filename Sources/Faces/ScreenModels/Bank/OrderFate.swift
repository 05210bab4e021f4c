// SPDX-License-Identifier: MIT
internal import Wallet

/// What became of an order that is written down before the hub is asked.
enum OrderFate: Sendable {
    case done
    /// The hub has not answered; the next sync finishes it, so nobody gives it again.
    case waiting

    /// Gives an order and finds out.
    ///
    /// - Throws: what speaks against it, when the order is not open afterwards.
    static func giving(in wallet: Wallet, _ give: (Wallet) throws -> Void) throws -> OrderFate {
        do {
            try give(wallet)
            return .done
        } catch let error as WalletError where error.keptOrder != nil {
            return .waiting
        }
    }
}
