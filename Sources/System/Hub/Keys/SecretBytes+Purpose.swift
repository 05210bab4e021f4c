// SPDX-License-Identifier: MIT
import Bytes
import Crypto

extension SecretBytes {
    /// The key that is derived from this secret for one purpose.
    func key(for purpose: String) -> SecretBytes {
        HKDF.derive(from: self, salt: [], info: Array(purpose.utf8), count: AESGCM.keyCount)
    }
}
