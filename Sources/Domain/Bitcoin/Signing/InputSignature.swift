// SPDX-License-Identifier: MIT
package import Crypto

/// A signature for one input, by one key.
package struct InputSignature: Hashable, Sendable {
    /// The number of the input.
    package let input: Int
    /// For taproot the inner key.
    package let publicKey: Secp256k1.PublicKey
    /// DER and the byte of the type; for taproot 64 bytes.
    package let bytes: [UInt8]
}
