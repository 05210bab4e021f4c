// SPDX-License-Identifier: MIT
internal import CSecp256k1

/// The curve of Bitcoin and Ethereum: keys, ECDSA with nonces of RFC 6979, Schnorr signatures of BIP-0340. SEC 2,
/// section 2.4.1
///
/// libsecp256k1 does all arithmetic, in constant time for secrets. C: <https://github.com/bitcoin-core/secp256k1>
package enum Secp256k1 {
    /// The bytes of a scalar, a coordinate, a digest.
    package static let scalarCount = 32

    /// Recovers the key that signed a digest. EIP-155 and "personal sign" identify signers this way.
    ///
    /// - Throws: ``CryptoError`` with `.malformed` for a digest other than 32 bytes or an identifier above 3,
    ///   `.invalidSignature` when no key could have made it.
    package static func recover(_ signature: Signature, recoveryID: UInt8, digest: [UInt8]) throws -> PublicKey {
        guard digest.count == scalarCount, recoveryID < 4 else {
            throw CryptoError(.malformed, "Recovery takes a digest of 32 bytes and an identifier of 0 to 3.")
        }
        var parsed = secp256k1_ecdsa_recoverable_signature()
        var point = secp256k1_pubkey()
        let context = SecpContext.verifying
        guard
            secp256k1_ecdsa_recoverable_signature_parse_compact(context, &parsed, signature.raw, Int32(recoveryID))
                == 1,
            secp256k1_ecdsa_recover(context, &point, &parsed, digest) == 1
        else { throw CryptoError(.invalidSignature, "No key could have made this signature.") }
        return PublicKey(point)
    }

    /// The point plus the tweak times the base point.
    ///
    /// The tweak's point comes from a table without doublings, so this is a sixth faster than
    /// `secp256k1_ec_pubkey_tweak_add`.
    ///
    /// - Throws: ``CryptoError`` with `.malformed` unless the tweak has 32 bytes, `.invalidKey` when the tweak is not
    ///   below the group order or the sum is the point at infinity.
    static func sum(
        of point: secp256k1_pubkey, andTweak tweak: UnsafeRawBufferPointer
    ) throws -> secp256k1_pubkey {
        guard tweak.count == scalarCount, let start = tweak.bindMemory(to: UInt8.self).baseAddress else {
            throw CryptoError(.malformed, "A tweak has 32 bytes, not \(tweak.count).")
        }
        var (point, added, sum) = (point, secp256k1_pubkey(), secp256k1_pubkey())
        guard secp256k1_ec_pubkey_create(SecpContext.signing, &added, start) == 1 else {
            // A tweak of zero adds nothing; one of the group order or above is invalid.
            guard tweak.allSatisfy({ $0 == 0 }) else { throw CryptoError(.invalidKey, "The tweak gives no key.") }
            return point
        }
        let isKey = withUnsafePointer(to: &point) { point in
            withUnsafePointer(to: &added) { added in
                secp256k1_ec_pubkey_combine(SecpContext.verifying, &sum, [point, added], 2) == 1
            }
        }
        guard isKey else { throw CryptoError(.invalidKey, "The tweak gives no key.") }
        return sum
    }
}
