// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto

/// A private key that can derive children. BIP-0032
///
/// It prints as `‹redacted›`, and its secrets are erased with the last copy.
package struct PrivateExtendedKey: Sendable {
    package let key: Secp256k1.PrivateKey
    /// The additional entropy of the key, 32 bytes.
    package let chainCode: SecretBytes
    /// The number of steps from the phrase's key.
    package let depth: UInt8
    /// The first four bytes of the parent's identifier; zeros without a parent.
    package let parentFingerprint: [UInt8]
    /// The last step; the highest bit is set if it is hardened.
    package let childNumber: UInt32
    /// The prefix of the parsed text; `.xpub` for a derived key.
    package let kind: ExtendedKeyKind

    /// BIP-0032 allows 128 to 512 bits.
    package static let seedCounts = 16...64

    /// The master key of a phrase's seed.
    ///
    /// - Throws: ``ChainsError`` with `.badKey` for another count than 16 to 64 bytes, or, with a chance of 1 in 2^127,
    ///   for an unusable seed.
    package init(seed: SecretBytes) throws {
        guard Self.seedCounts ~= seed.count else {
            throw ChainsError(.badKey, "A seed has 16 to 64 bytes, not \(seed.count).")
        }
        let code = SecretBytes(count: HMACSHA512.count) { code in
            seed.withUnsafeBytes { seed in
                Array("Bitcoin seed".utf8).withUnsafeBytes { HMACSHA512.write(message: seed, key: $0, to: code) }
            }
        }
        do {
            key = try Secp256k1.PrivateKey(code.slice(0..<32))
        } catch let error as CryptoError {
            throw ChainsError(.badKey, "This seed stands for no key; take another phrase.", cause: error)
        }
        chainCode = code.slice(32..<64)
        depth = 0
        parentFingerprint = [0, 0, 0, 0]
        childNumber = 0
        kind = .xpub
    }

    init(
        key: Secp256k1.PrivateKey, chainCode: SecretBytes, depth: UInt8, parentFingerprint: [UInt8],
        childNumber: UInt32, kind: ExtendedKeyKind
    ) {
        self.key = key
        self.chainCode = chainCode
        self.depth = depth
        self.parentFingerprint = parentFingerprint
        self.childNumber = childNumber
        self.kind = kind
    }

    /// The public key that derives the same children.
    package var publicKey: PublicExtendedKey {
        PublicExtendedKey(
            key: key.publicKey, chainCode: chainCode.withUnsafeBytes { Array($0) }, depth: depth,
            parentFingerprint: parentFingerprint, childNumber: childNumber, kind: kind)
    }

    /// The first four bytes of this key's identifier, with which children and signers refer to it.
    package var fingerprint: [UInt8] { Array(Hash160.hash(key.publicKey.compressed).prefix(4)) }

    /// The child at an index; the highest bit marks a hardened one.
    ///
    /// - Throws: ``ChainsError`` with `.badPath` below depth 255, `.badKey` with a chance of 1 in 2^127.
    package func child(_ index: UInt32) throws -> PrivateExtendedKey {
        guard depth < UInt8.max else { throw ChainsError(.badPath, "No key lies below depth 255.") }
        let code = derived(index)
        do {
            let child = try code.withUnsafeBytes { code in
                try key.adding(tweak: UnsafeRawBufferPointer(rebasing: code[..<32]))
            }
            return PrivateExtendedKey(
                key: child, chainCode: code.slice(32..<64), depth: depth + 1, parentFingerprint: fingerprint,
                childNumber: index, kind: kind)
        } catch let error as CryptoError {
            throw ChainsError(.badKey, "Index \(index) stands for no key; take the next one.", cause: error)
        }
    }

    /// The descendant at a path.
    ///
    /// - Throws: ``ChainsError`` as ``child(_:)`` does.
    package func derived(_ path: DerivationPath) throws -> PrivateExtendedKey {
        try path.components.reduce(self) { try $0.child($1) }
    }

    /// HMAC-SHA-512 over the parent: its private key for a hardened child, else its public key.
    private func derived(_ index: UInt32) -> SecretBytes {
        let message = SecretBytes(count: 37) { message in
            if index >= DerivationPath.hardened {
                key.scalar.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: message[1..<33]).copyMemory(from: $0)
                }
            } else {
                message.copyBytes(from: key.publicKey.compressed)
            }
            message.storeBytes(of: index.bigEndian, toByteOffset: 33, as: UInt32.self)
        }
        return SecretBytes(count: HMACSHA512.count) { code in
            message.withUnsafeBytes { message in
                chainCode.withUnsafeBytes { HMACSHA512.write(message: message, key: $0, to: code) }
            }
        }
    }
}

extension PrivateExtendedKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var debugDescription: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretBytes {
    /// A copy of some of the bytes.
    func slice(_ range: Range<Int>) -> SecretBytes {
        SecretBytes(count: range.count) { copy in
            withUnsafeBytes { copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
        }
    }
}
