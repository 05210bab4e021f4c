// SPDX-License-Identifier: MIT
package import Crypto

/// How a wallet recognises its hub on a connection.
package enum HubTrust: Hashable, Sendable {
    /// The system's trusted certificate authorities vouch for the hostname.
    case authorities
    /// The server has one of these keys, which the hub's root key has announced.
    case keys([P256.PublicKey])
    /// Any server. Only for requesting announcements, which prove themselves.
    case anyone
}
