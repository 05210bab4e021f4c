// SPDX-License-Identifier: MIT

package import Crypto

/// The short id of one of the hub's working keys, unique among its announcements.
package struct KeyID: FixedBytes {
    package static let byteCount = 4
    package static let noun = "key id"
    package let bytes: [UInt8]

    package init(known bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "A key id is 4 bytes.")
        self.bytes = bytes
    }
}

extension KeyID {
    /// The id of a working key: the first four bytes of SHA-256 of its public key.
    package init(naming key: P256.PublicKey) {
        self.init(known: Array(SHA256.hash(key.compressed).bytes.prefix(Self.byteCount)))
    }
}
