// SPDX-License-Identifier: MIT
package import Crypto

/// A public key that can derive children. It reveals every address of an account but cannot sign. BIP-0032
package struct PublicExtendedKey: Hashable, Sendable {
    package let key: Secp256k1.PublicKey
    /// The additional entropy of the key, 32 bytes. Keep it private: with it and one child's private key, the parent's
    /// private key can be computed.
    package let chainCode: [UInt8]
    /// The number of steps from the phrase's key.
    package let depth: UInt8
    /// The first four bytes of the parent's identifier; zeros without a parent.
    package let parentFingerprint: [UInt8]
    /// The last step; the highest bit is set if it is hardened.
    package let childNumber: UInt32
    /// The prefix of the parsed text; `.xpub` for a derived key.
    package let kind: ExtendedKeyKind

    /// From the parts of another wallet's record; the chain code has 32 bytes, the fingerprint four.
    package init(
        key: Secp256k1.PublicKey, chainCode: [UInt8], depth: UInt8, parentFingerprint: [UInt8], childNumber: UInt32,
        kind: ExtendedKeyKind
    ) {
        precondition(chainCode.count == 32 && parentFingerprint.count == 4, "The parts have fixed sizes.")
        self.key = key
        self.chainCode = chainCode
        self.depth = depth
        self.parentFingerprint = parentFingerprint
        self.childNumber = childNumber
        self.kind = kind
    }

    /// The first four bytes of this key's identifier, with which children and signers refer to it.
    package var fingerprint: [UInt8] { Array(Hash160.hash(key.compressed).prefix(4)) }

    /// The child at an index.
    ///
    /// - Throws: ``ChainsError`` with `.badPath` for a hardened index or below depth 255, `.badKey` with a chance of 1
    ///   in 2^127.
    package func child(_ index: UInt32) throws -> PublicExtendedKey {
        guard depth < UInt8.max else { throw ChainsError(.badPath, "No key lies below depth 255.") }
        var chainCode: [UInt8] = []
        let child = try derived(index) { chainCode = Array($0) }
        return PublicExtendedKey(
            key: child, chainCode: chainCode, depth: depth + 1, parentFingerprint: fingerprint, childNumber: index,
            kind: kind)
    }

    /// The public key of a child without its chain code, which is faster for many addresses.
    ///
    /// - Throws: ``ChainsError`` as ``child(_:)`` does.
    package func publicKey(at index: UInt32) throws -> Secp256k1.PublicKey {
        try derived(index) { _ in }
    }

    /// The descendant at a path without hardened steps.
    ///
    /// - Throws: ``ChainsError`` as ``child(_:)`` does.
    package func derived(_ path: DerivationPath) throws -> PublicExtendedKey {
        try path.components.reduce(self) { try $0.child($1) }
    }

    /// Passes the child's chain code to the closure, and returns its key.
    private func derived(
        _ index: UInt32, _ takeChainCode: (UnsafeRawBufferPointer) -> Void
    ) throws -> Secp256k1.PublicKey {
        guard index < DerivationPath.hardened else {
            throw ChainsError(.badPath, "A hardened step needs the private key; this one is public.")
        }
        return try withUnsafeTemporaryAllocation(byteCount: 64 + 40, alignment: 8) { bytes in
            let code = UnsafeMutableRawBufferPointer(rebasing: bytes[..<64])
            let message = UnsafeMutableRawBufferPointer(rebasing: bytes[64..<64 + 37])
            message.copyBytes(from: key.compressed)
            message.storeBytes(of: index.bigEndian, toByteOffset: 33, as: UInt32.self)
            chainCode.withUnsafeBytes {
                HMACSHA512.write(message: UnsafeRawBufferPointer(message), key: $0, to: code)
            }
            takeChainCode(UnsafeRawBufferPointer(rebasing: code[32...]))
            do {
                return try key.adding(tweak: UnsafeRawBufferPointer(rebasing: code[..<32]))
            } catch let error as CryptoError {
                throw ChainsError(.badKey, "Index \(index) stands for no key; take the next one.", cause: error)
            }
        }
    }
}
