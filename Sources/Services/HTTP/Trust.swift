// SPDX-License-Identifier: MIT

/// By what a client knows that a server is the one it means.
///
/// Keys are written `sha256//` and the Base64 of the hash of their SubjectPublicKeyInfo.
/// <https://curl.se/libcurl/c/CURLOPT_PINNEDPUBLICKEY.html>
package enum Trust: Hashable, Sendable {
    /// A certificate for its name, signed by an authority that this system trusts.
    case authorities
    /// The same, and with this key.
    case authoritiesAndKey(String)
    /// One of these keys, whoever has signed its certificate and whatever name is in it; no other key, even when an
    /// authority has signed it.
    case keys([String])
    /// Anyone at all: only for asking what proves itself, with nothing secret in the request.
    case anyone
}
