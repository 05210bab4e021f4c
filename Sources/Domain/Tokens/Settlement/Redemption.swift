// SPDX-License-Identifier: MIT

import Bytes
import Crypto

/// A coin whose last transfer goes to the hub itself and is bound to the account to be credited.
///
/// Wire: `[1, account16, nonce16, root, [transfer...], [short certificate...]]`. The last transfer's recipient is the
/// hub root key and its request hash is ``binding(account:nonce:hub:)``, so a relay of the bytes cannot redeem for
/// another account.
package struct Redemption: Hashable, Sendable {
    package let account: AccountID
    package let nonce: Nonce
    package let token: OfflineToken
    /// The bytes exactly as received.
    package let encoded: [UInt8]

    /// Makes a signed redemption.
    ///
    /// - Throws: ``TokensError`` when the coin is over the limits.
    package init(account: AccountID, nonce: Nonce, token: OfflineToken) throws {
        try self.init(
            decoding: encoding(6) {
                $0.uint(1)
                $0.bytes(account.bytes)
                $0.bytes(nonce.bytes)
                token.write(items: &$0)
            })
    }

    /// Reads a redemption; ``RedemptionVerifier`` checks it.
    package init(decoding bytes: [UInt8]) throws {
        (account, nonce, token) = try Tokens.decoding(
            "redemption", bytes, maximum: LimitPolicy.standard.payloadBytes
        ) { reader in
            let count = try reader.array(maximum: 64)
            try requireVersion(reader.uint(), of: "redemption")
            guard count == 6 else { throw TokensError(.malformed, "A redemption has six fields, not \(count).") }
            return (
                try reader.fixed(AccountID.self), try reader.fixed(Nonce.self),
                try OfflineToken(items: &reader, hops: OfflineToken.maximumTransfers)
            )
        }
        guard !token.transfers.isEmpty else {
            throw TokensError(.malformed, "A redemption needs a transfer to the hub.")
        }
        encoded = bytes
    }

    /// The value that the last transfer carries in place of a request's hash.
    package static func binding(account: AccountID, nonce: Nonce, hub: HubID) -> RequestHash {
        SignatureContext.sync.requestHash(hub: hub, account.bytes, nonce.bytes)
    }

    /// The id of the transfer to the hub, which the hub's receipt carries.
    package func id(hub: HubID) -> RecordID { token.id(hub: hub) }
}
