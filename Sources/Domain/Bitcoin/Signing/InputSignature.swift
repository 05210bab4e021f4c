// SPDX-License-Identifier: MIT
package import Crypto

/// A signature for one input, by one key.
package struct InputSignature: Hashable, Sendable {
    /// The index of the input.
    package let input: Int
    /// For taproot the internal key.
    package let publicKey: Secp256k1.PublicKey
    /// DER and the type byte; for taproot 64 bytes.
    package let bytes: [UInt8]
}
