// SPDX-License-Identifier: MIT
internal import CSecp256k1

extension Secp256k1 {
    /// An ECDSA signature r || s whose s is in the lower half (BIP-0062, rule 5; EIP-2). It is not verified for any
    /// key.
    package struct Signature: Hashable, Sendable {
        /// r, then s, 32 bytes each, big-endian.
        package let raw: [UInt8]

        package static let count = 64

        /// - Throws: ``CryptoError`` with `.malformed` for another length, `.invalidSignature` when r or s is outside
        ///   1..<n or s is above (n - 1) / 2, which would be a second form of another signature.
        package init(raw: [UInt8]) throws {
            guard raw.count == Self.count else {
                throw CryptoError(.malformed, "A signature has \(Self.count) bytes, not \(raw.count).")
            }
            var parsed = secp256k1_ecdsa_signature()
            guard secp256k1_ecdsa_signature_parse_compact(SecpContext.verifying, &parsed, raw) == 1,
                raw[..<scalarCount].contains(where: { $0 != 0 }), raw[scalarCount...].contains(where: { $0 != 0 })
            else { throw CryptoError(.invalidSignature, "The signature's r or s is outside 1..<n.") }
            guard secp256k1_ecdsa_signature_normalize(SecpContext.verifying, nil, &parsed) == 0 else {
                throw CryptoError(
                    .invalidSignature, "The signature's s is in the upper half; only the lower is accepted.")
            }
            self.raw = raw
        }

        /// Parses the strict DER form of BIP-0066, without the signature hash type.
        ///
        /// - Throws: ``CryptoError`` with `.malformed` for any other form, `.invalidSignature` as ``init(raw:)`` does.
        package init(der: [UInt8]) throws {
            try self.init(raw: ECDSADER.raw(from: der))
        }

        /// For bytes that the library produced.
        init(unchecked raw: [UInt8]) { self.raw = raw }

        /// The form in Bitcoin's scripts, 8 to 71 bytes; at most 70 with a low r.
        package var der: [UInt8] {
            do { return try ECDSADER.der(from: raw) } catch {
                preconditionFailure("A signature of \(raw.count) bytes has no DER form: \(error)")
            }
        }

        /// Whether r takes no extra byte in DER: its first bit is not set.
        package var isLowR: Bool { raw[0] < 0x80 }
    }
}
