// SPDX-License-Identifier: MIT

/// How long a transaction can be executed.
package enum Lifetime: Hashable, Sendable {
    /// Until the chain is higher than this block, about a minute and a half.
    case recent(Blockhash, lastValidBlockHeight: UInt64)
    /// Until the nonce is used: days, for an offline signer.
    case nonce(NonceAccount)

    /// The value in the message.
    package var blockhash: Blockhash {
        switch self {
        case .recent(let blockhash, _): blockhash
        case .nonce(let nonce): nonce.value
        }
    }
}
