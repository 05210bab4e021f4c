// SPDX-License-Identifier: MIT

package import Crypto

/// SHA-256 of the hub's root public key. Every signature of the protocol is bound to it.
package struct HubID: FixedBytes {
    package static let byteCount = 32
    package static let noun = "hub id"
    package let bytes: [UInt8]

    package init(known bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "A hub id is 32 bytes.")
        self.bytes = bytes
    }
}

extension HubID {
    /// The number of bytes of the id in a request, enough for a wallet to detect another hub.
    package static let shortCount = 8

    /// The id of the hub with this root key.
    package init(rootKey: P256.PublicKey) { self.init(known: SHA256.hash(rootKey.compressed).bytes) }

    /// The first eight bytes, as used in a request.
    package var short: [UInt8] { Array(bytes.prefix(Self.shortCount)) }
}
