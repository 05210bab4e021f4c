// SPDX-License-Identifier: MIT
internal import Crypto

extension Address {
    /// Whether a private key for it may exist. Addresses that programs derive are off the curve by design, and native
    /// coins sent to one that no program controls are lost.
    package var isOnCurve: Bool { Ed25519.isOnCurve(bytes) }
}
