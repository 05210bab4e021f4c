// SPDX-License-Identifier: MIT
package import Coins
package import Money
package import Wallet

/// What lists and balances show while the user hides amounts. A page that the user opens for one payment shows its own.
extension WalletSession {
    /// Stands for a hidden amount.
    package nonisolated static let hidden = "•••"

    package func shown(_ amount: Amount) -> String { preferences.hidesAmounts ? Self.hidden : words.amount(amount) }
    package func shown(_ amount: CoinAmount) -> String { preferences.hidesAmounts ? Self.hidden : words.amount(amount) }

    /// The amount of a history line with its sign; nil where nothing moved.
    package func shownAmount(of line: Activity) -> String? {
        amount(of: line).map { preferences.hidesAmounts ? Self.hidden : $0 }
    }

    /// What an account of coins holds, as ``Localizer/holding(_:)`` says it; without notes while amounts are hidden.
    package func shown(_ balance: CoinBalance) -> (amount: String, notes: [String]) {
        preferences.hidesAmounts ? (Self.hidden, []) : words.holding(balance)
    }
}
