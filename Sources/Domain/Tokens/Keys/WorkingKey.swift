// SPDX-License-Identifier: MIT

package import Crypto

/// One of the hub's working keys with its announced id, ready to sign.
package struct WorkingKey: Sendable {
    /// The id under which the key is announced.
    package let id: KeyID
    package let key: P256.PrivateKey

    package init(id: KeyID, key: P256.PrivateKey) {
        self.id = id
        self.key = key
    }

    /// A key with the id made from its public key, see ``KeyID/init(naming:)``.
    package init(_ key: P256.PrivateKey) { self.init(id: KeyID(naming: key.publicKey), key: key) }
}
