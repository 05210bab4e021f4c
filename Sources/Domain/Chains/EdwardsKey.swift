// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto

/// An Ed25519 key that can derive children, only hardened ones. SLIP-0010
///
/// It prints as `‹redacted›`, and its secrets are erased with the last copy.
package struct EdwardsKey: Sendable {
    /// The seed of this key's Ed25519 pair, 32 bytes.
    package let seed: SecretBytes
    /// The additional entropy of the key, 32 bytes.
    package let chainCode: SecretBytes

    /// The master key of a phrase's seed.
    ///
    /// - Throws: ``ChainsError`` with `.badKey` for another count than 16 to 64 bytes.
    package init(seed: SecretBytes) throws {
        guard PrivateExtendedKey.seedCounts ~= seed.count else {
            throw ChainsError(.badKey, "A seed has 16 to 64 bytes, not \(seed.count).")
        }
        self.init(
            code: SecretBytes(count: HMACSHA512.count) { code in
                seed.withUnsafeBytes { seed in
                    Array("ed25519 seed".utf8).withUnsafeBytes { HMACSHA512.write(message: seed, key: $0, to: code) }
                }
            })
    }

    /// The descendant at a path.
    ///
    /// - Throws: ``ChainsError`` with `.badPath` when a step is not hardened: this curve has no others.
    package func derived(_ path: DerivationPath) throws -> EdwardsKey {
        guard path.isHardened else {
            throw ChainsError(.badPath, "Every step to an Ed25519 key is hardened; write \(path.text)'.")
        }
        return path.components.reduce(self) { $0.child($1) }
    }

    /// The signing key.
    package var privateKey: Ed25519.PrivateKey {
        do { return try Ed25519.PrivateKey(seed: seed) } catch {
            preconditionFailure("A seed of 32 bytes gave no key: \(error)")
        }
    }

    private init(code: SecretBytes) {
        seed = code.slice(0..<32)
        chainCode = code.slice(32..<64)
    }

    private func child(_ index: UInt32) -> EdwardsKey {
        let message = SecretBytes(count: 37) { message in
            seed.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: message[1..<33]).copyMemory(from: $0) }
            message.storeBytes(of: index.bigEndian, toByteOffset: 33, as: UInt32.self)
        }
        return EdwardsKey(
            code: SecretBytes(count: HMACSHA512.count) { code in
                message.withUnsafeBytes { message in
                    chainCode.withUnsafeBytes { HMACSHA512.write(message: message, key: $0, to: code) }
                }
            })
    }
}

extension EdwardsKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var debugDescription: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
