// SPDX-License-Identifier: MIT
package import Vault

extension CoinWallet {
    /// Whether a commit may have changed rows of the coins.
    package static func isConcerned(by change: SealedStoreChange) -> Bool { change.concerns(CoinSchema.tables) }
}
