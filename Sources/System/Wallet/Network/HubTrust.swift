// SPDX-License-Identifier: MIT
package import Crypto

/// By what a wallet knows that it is connected to its hub.
package enum HubTrust: Hashable, Sendable {
    /// The authorities that the system trusts vouch for the name in the address.
    case authorities
    /// The other end has one of these keys, which the hub's root key has announced.
    case keys([P256.PublicKey])
    /// Nothing yet: only for asking for announcements, which prove themselves.
    case anyone
}
