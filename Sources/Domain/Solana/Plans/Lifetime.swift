// SPDX-License-Identifier: MIT

/// How long a transaction can be sent for.
package enum Lifetime: Hashable, Sendable {
    /// Until the chain is higher than this block, about a minute and a half.
    case recent(Blockhash, lastValidBlockHeight: UInt64)
    /// Until the nonce is used: days, for a signer who is offline.
    case nonce(NonceAccount)

    /// What stands in the message.
    package var blockhash: Blockhash {
        switch self {
        case .recent(let blockhash, _): blockhash
        case .nonce(let nonce): nonce.value
        }
    }
}
