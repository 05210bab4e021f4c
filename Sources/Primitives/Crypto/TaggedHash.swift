// SPDX-License-Identifier: MIT
internal import COpenSSL

/// SHA-256 that begins with its purpose, so that a hash for one use is never one for another. BIP-0340, "Tagged Hashes"
///
/// The tag's block is hashed once; keep the value.
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

    /// Hashes the parts one after another, as if they were joined; 32 bytes.
    package func hash(_ parts: [UInt8]...) -> [UInt8] {
        var state = start
        for part in parts { SHA256_Update(&state, part, part.count) }
        return [UInt8](unsafeUninitializedCapacity: Digest.count) { digest, filled in
            SHA256_Final(digest.baseAddress, &state)
            filled = Digest.count
        }
    }

    /// The tweak that ties an output key to its scripts. BIP-0341
    package static let tapTweak = TaggedHash("TapTweak")
    /// A script in the tree. BIP-0341
    package static let tapLeaf = TaggedHash("TapLeaf")
    /// Two branches of the tree. BIP-0341
    package static let tapBranch = TaggedHash("TapBranch")
    /// What a signature covers. BIP-0341
    package static let tapSighash = TaggedHash("TapSighash")
}
