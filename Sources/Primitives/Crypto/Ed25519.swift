// SPDX-License-Identifier: MIT
internal import CSodium

/// Signatures on the twisted Edwards curve, Solana's. RFC 8032; C: <https://doc.libsodium.org/public-key_cryptography/public-key_signatures>
package enum Ed25519 {
    package static let keyCount = 32
    package static let signatureCount = 64

    /// Whether the bytes are a point, as Solana's runtime tests an address: of any order, in any spelling of y.
    ///
    /// This is not libsodium's test for valid points, which refuses small orders and points outside the main subgroup,
    /// and so disagrees on every second input. The library's addition only decodes a point.
    package static func isOnCurve(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == keyCount else { return false }
        return bytes.withUnsafeBytes { isOnCurve($0) }
    }

    /// Tests 32 bytes of the caller.
    package static func isOnCurve(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == keyCount, let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return false }
        _ = Sodium.ready
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: keyCount) { sum in
            guard let sum = sum.baseAddress else { return false }
            return crypto_core_ed25519_add(sum, start, basePoint) == 0
        }
    }

    /// y = 4/5 with an even x. RFC 8032, section 5.1
    private static let basePoint: [UInt8] = [0x58] + [UInt8](repeating: 0x66, count: 31)
}
