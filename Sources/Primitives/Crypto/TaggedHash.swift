// SPDX-License-Identifier: MIT
internal import COpenSSL

/// SHA-256 with a prefix for its purpose, so that a hash for one purpose is never valid for another. BIP-0340, "Tagged
/// Hashes"
///
/// The tag's block is hashed once, so callers should reuse the value.
package struct TaggedHash: Sendable {
    private let start: SHA256_CTX

    package init(_ tag: String) {
        let digest = SHA256.hash(Array(tag.utf8)).bytes
        var state = SHA256_CTX()
        SHA256_Init(&state)
        SHA256_Update(&state, digest, digest.count)
        SHA256_Update(&state, digest, digest.count)
        start = state
    }

    /// Hashes the concatenation of the parts; 32 bytes.
    package func hash(_ parts: [UInt8]...) -> [UInt8] {
        var state = start
        for part in parts { SHA256_Update(&state, part, part.count) }
        return [UInt8](unsafeUninitializedCapacity: Digest.count) { digest, filled in
            SHA256_Final(digest.baseAddress, &state)
            filled = Digest.count
        }
    }

    /// The tweak that commits an output key to its scripts. BIP-0341
    package static let tapTweak = TaggedHash("TapTweak")
    /// A leaf script of the tree. BIP-0341
    package static let tapLeaf = TaggedHash("TapLeaf")
    /// Two branches of the tree. BIP-0341
    package static let tapBranch = TaggedHash("TapBranch")
    /// The digest of a signature. BIP-0341
    package static let tapSighash = TaggedHash("TapSighash")
}
