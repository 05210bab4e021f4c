// SPDX-License-Identifier: MIT

import Bytes
import Crypto

/// A coin whose last transfer goes to the hub itself and is bound to the account that is to be credited.
///
/// Wire: `[1, account16, nonce16, root, [transfer...], [short certificate...]]`. The last transfer's recipient is the hub
/// root key and its request hash is ``binding(account:nonce:hub:)``, so whoever relays the bytes redeems for the same account.
package struct Redemption: Hashable, Sendable {
    package let account: AccountID
    package let nonce: Nonce
    package let coin: Coin
    /// The bytes exactly as received.
    package let encoded: [UInt8]

    /// Puts a signed redemption together.
    ///
    /// - Throws: ``TokensError`` when the coin is over the bounds.
    package init(account: AccountID, nonce: Nonce, coin: Coin) throws {
        try self.init(
            decoding: encoding(6) {
                $0.uint(1)
                $0.bytes(account.bytes)
                $0.bytes(nonce.bytes)
                coin.write(items: &$0)
            })
    }

    /// Reads a redemption; ``RedemptionVerifier`` checks it.
    package init(decoding bytes: [UInt8]) throws {
        (account, nonce, coin) = try Tokens.decoding(
            "redemption", bytes, maximum: LimitPolicy.standard.payloadBytes
        ) { reader in
            let count = try reader.array(maximum: 64)
            try requireVersion(reader.uint(), of: "redemption")
            guard count == 6 else { throw TokensError(.malformed, "A redemption has six fields, not \(count).") }
            return (
                try reader.fixed(AccountID.self), try reader.fixed(Nonce.self),
                try Coin(items: &reader, hops: Coin.maximumTransfers)
            )
        }
        guard !coin.transfers.isEmpty else {
            throw TokensError(.malformed, "A redemption needs a transfer to the hub.")
        }
        encoded = bytes
    }

    /// What the last transfer carries in place of a request's hash.
    package static func binding(account: AccountID, nonce: Nonce, hub: HubID) -> RequestHash {
        SignatureContext.sync.requestHash(hub: hub, account.bytes, nonce.bytes)
    }

    /// The id of the transfer to the hub: what the hub's receipt names.
    package func id(hub: HubID) -> RecordID { coin.id(hub: hub) }
}
