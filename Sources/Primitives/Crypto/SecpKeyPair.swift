// SPDX-License-Identifier: MIT
internal import Bytes
internal import CSecp256k1
internal import Synchronization

/// A scalar, with its public point once it was needed. C: `secp256k1_keypair`
///
/// In a chain of hardened derivations only the last key's point is needed, and a point costs as much as a signature.
final class SecpKeyPair: Sendable {
    /// 32 bytes in 1..<n.
    let scalar: SecretBytes
    private let known = Mutex<Known?>(nil)

    private struct Known {
        let pair: SecretBytes
        let publicKey: Secp256k1.PublicKey
    }

    init(scalar: SecretBytes) { self.scalar = scalar }

    var publicKey: Secp256k1.PublicKey { worked.publicKey }

    /// Passes scalar and point in the form of the Schnorr functions.
    func withPair<R>(_ body: (UnsafePointer<secp256k1_keypair>) throws -> R) rethrows -> R {
        try worked.pair.withUnsafeBytes { try body(Self.start($0.assumingMemoryBound(to: secp256k1_keypair.self))) }
    }

    /// Passes the key pair of a taproot output, which is erased afterwards; the tweak must have 32 bytes.
    ///
    /// - Throws: ``CryptoError`` with `.invalidKey` when the tweak gives no key, or what the closure throws.
    func withTweaked<R>(_ tweak: [UInt8], _ body: (UnsafePointer<secp256k1_keypair>) throws -> R) throws -> R {
        let tweaked = try SecretBytes(count: MemoryLayout<secp256k1_keypair>.size) { copy in
            worked.pair.withUnsafeBytes { copy.copyMemory(from: $0) }
            let start = copy.assumingMemoryBound(to: secp256k1_keypair.self).baseAddress
            guard let start, secp256k1_keypair_xonly_tweak_add(SecpContext.signing, start, tweak) == 1 else {
                throw CryptoError(.invalidKey, "The tweak gives no key.")
            }
        }
        return try tweaked.withUnsafeBytes { try body(Self.start($0.assumingMemoryBound(to: secp256k1_keypair.self))) }
    }

    private var worked: Known {
        known.withLock { known in
            if let known { return known }
            let made = make()
            known = made
            return made
        }
    }

    private func make() -> Known {
        var point = secp256k1_pubkey()
        let pair = SecretBytes(count: MemoryLayout<secp256k1_keypair>.size) { pair in
            scalar.withUnsafeBytes { scalar in
                guard let start = pair.assumingMemoryBound(to: secp256k1_keypair.self).baseAddress,
                    let scalar = scalar.bindMemory(to: UInt8.self).baseAddress,
                    secp256k1_keypair_create(SecpContext.signing, start, scalar) == 1,
                    secp256k1_keypair_pub(SecpContext.verifying, &point, start) == 1
                else { preconditionFailure("libsecp256k1 refused a checked key.") }
            }
        }
        return Known(pair: pair, publicKey: Secp256k1.PublicKey(point))
    }

    private static func start<T>(_ buffer: UnsafeBufferPointer<T>) -> UnsafePointer<T> {
        guard let start = buffer.baseAddress else { preconditionFailure("A key's storage has no address.") }
        return start
    }
}
