// SPDX-License-Identifier: MIT

/// Signatures on the twisted Edwards curve, Solana's. RFC 8032; C: <https://doc.libsodium.org/public-key_cryptography/public-key_signatures>
package enum Ed25519 {
    package static let keyCount = 32
    package static let signatureCount = 64

    /// Whether the bytes are a point, as Solana's runtime tests an address: of any order, in any spelling of y.
    ///
    /// A point has x^2 = (y^2 - 1) / (d y^2 + 1); the sign bit and the order do not matter. RFC 8032, section 5.1.3
    /// Not libsodium's test for valid points, which refuses small orders and points outside the main subgroup and so
    /// disagrees on every second input.
    package static func isOnCurve(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { isOnCurve($0) }
    }

    /// The same for 32 bytes of the caller.
    package static func isOnCurve(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == keyCount else { return false }
        let y = FieldElement(littleEndian: bytes)
        let ySquared = y * y
        // A quotient is a square exactly when the product is, and the divisor is never zero.
        return ((ySquared - .one) * (FieldElement.curveD * ySquared + .one)).isSquare
    }
}
