// SPDX-License-Identifier: MIT

package import Crypto

/// One of the hub's working keys with its announced name, ready to sign.
package struct WorkingKey: Sendable {
    /// The name under which the key is announced.
    package let id: KeyID
    package let key: P256.PrivateKey

    package init(id: KeyID, key: P256.PrivateKey) {
        self.id = id
        self.key = key
    }

    /// A key named by its own public key, see ``KeyID/init(naming:)``.
    package init(_ key: P256.PrivateKey) { self.init(id: KeyID(naming: key.publicKey), key: key) }
}
