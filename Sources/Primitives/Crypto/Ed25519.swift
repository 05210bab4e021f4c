// SPDX-License-Identifier: MIT
/// Signatures on the twisted Edwards curve, Solana's. RFC 8032; C: <https://doc.libsodium.org/public-key_cryptography/public-key_signatures>
package enum Ed25519 {
    package static let keyCount = 32
    package static let signatureCount = 64

    /// Whether the bytes are a point, as Solana's runtime tests an address: of any order, in any spelling of y.
    ///
    /// This is not libsodium's test for valid points, which refuses small orders and points outside the main subgroup,
    /// and so disagrees on every second input. RFC 8032, section 5.1.3: x² is (y² - 1) / (d y² + 1), whose divisor is
    /// never zero; a quotient is a square where the product is one.
    package static func isOnCurve(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { isOnCurve($0) }
    }

    /// Tests 32 bytes of the caller.
    package static func isOnCurve(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == keyCount else { return false }
        let square = FieldElement(bytes).squared
        return ((square - .one) * (FieldElement.curve * square + .one)).isSquare
    }
}
