// SPDX-License-Identifier: MIT
internal import Crypto

extension Address {
    /// Whether a private key for it may exist. Addresses that programs derive are off the curve by design, and native
    /// coins sent to one that no program controls are lost.
    package var isOnCurve: Bool {
        withUnsafeBytes(
            of: (key.word0.bigEndian, key.word1.bigEndian, key.word2.bigEndian, key.word3.bigEndian)
        ) { Ed25519.isOnCurve($0) }
    }
}
