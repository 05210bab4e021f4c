// SPDX-License-Identifier: MIT

/// How a client authenticates a server.
///
/// Keys are written `sha256//` and the Base64 of the hash of their SubjectPublicKeyInfo.
/// <https://curl.se/libcurl/c/CURLOPT_PINNEDPUBLICKEY.html>
package enum Trust: Hashable, Sendable {
    /// A certificate for the host name, signed by an authority that the system trusts.
    case authorities
    /// The same, and with this key.
    case authoritiesAndKey(String)
    /// One of these keys, whatever the signer and the name of its certificate. No other key, even one in a certificate
    /// signed by an authority.
    case keys([String])
    /// Any server: only for requests without secrets whose answers are verified by themselves.
    case anyone
}
