// SPDX-License-Identifier: MIT
import Bytes
import Crypto

extension SecretBytes {
    /// The key for one purpose that this secret stands behind.
    func key(for purpose: String) -> SecretBytes {
        HKDF.derive(from: self, salt: [], info: Array(purpose.utf8), count: AESGCM.keyCount)
    }
}
