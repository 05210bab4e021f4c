// SPDX-License-Identifier: MIT
import COpenSSL
import CSecp256k1
import CSodium

/// What libsecp256k1 itself does in a second: the limit of whatever is built on it.
///
/// C: <https://github.com/bitcoin-core/secp256k1/tree/v0.2.0/include>
final class BareSecp256k1 {
    private let context: OpaquePointer
    private var key = secp256k1_pubkey()

    init(publicKey: [UInt8]) throws {
        guard let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else {
            throw BenchError(.system, "libsecp256k1 did not start.")
        }
        self.context = context
        guard secp256k1_ec_pubkey_parse(context, &key, publicKey, publicKey.count) == 1 else {
            throw BenchError(.wrongResult, "libsecp256k1 refused a public key.")
        }
    }

    deinit { secp256k1_context_destroy(context) }

    /// Derives child keys and hashes each for its address, with nothing around it: HMAC-SHA-512, one tweak, SHA-256 and
    /// RIPEMD-160. BIP-0032, BIP-0141
    func derive(_ count: Int) -> Int {
        let chainCode = [UInt8](repeating: 3, count: 32)
        var message = [UInt8](repeating: 2, count: 37)
        var tweak = [UInt8](repeating: 0, count: 64)
        var bytes = [UInt8](repeating: 0, count: 33)
        var (inner, outer) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 20))
        var written = 0
        for number in 0..<count {
            message[35] = UInt8(truncatingIfNeeded: number >> 8)
            message[36] = UInt8(truncatingIfNeeded: number)
            crypto_auth_hmacsha512(&tweak, message, UInt64(message.count), chainCode)
            var child = key
            guard secp256k1_ec_pubkey_tweak_add(context, &child, tweak) == 1 else { return 0 }
            var size = bytes.count
            secp256k1_ec_pubkey_serialize(context, &bytes, &size, &child, UInt32(SECP256K1_EC_COMPRESSED))
            SHA256(bytes, bytes.count, &inner)
            RIPEMD160(inner, inner.count, &outer)
            written += outer.count
        }
        return written
    }

    func signRecoverable(_ count: Int) -> Int {
        let secret = [UInt8](repeating: 7, count: 32)
        var digest = [UInt8](repeating: 9, count: 32)
        var written = 0
        for number in 0..<count {
            digest[0] = UInt8(truncatingIfNeeded: number)
            var signature = secp256k1_ecdsa_recoverable_signature()
            guard secp256k1_ecdsa_sign_recoverable(context, &signature, digest, secret, nil, nil) == 1 else { return 0 }
            written += 65
        }
        return written
    }
}

/// libsodium's signature over as many bytes as a plain transfer has. C: <https://doc.libsodium.org/public-key_cryptography>
enum BareSodium {
    static func sign(_ count: Int) -> Int {
        var publicKey = [UInt8](repeating: 0, count: 32)
        var secret = [UInt8](repeating: 0, count: 64)
        crypto_sign_seed_keypair(&publicKey, &secret, [UInt8](repeating: 7, count: 32))
        var message = [UInt8](repeating: 5, count: 150)
        var signature = [UInt8](repeating: 0, count: 64)
        var written = 0
        for number in 0..<count {
            message[0] = UInt8(truncatingIfNeeded: number)
            crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
            written += signature.count
        }
        return written
    }
}
