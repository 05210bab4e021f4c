// SPDX-License-Identifier: MIT
package import Crypto

/// Computes how a taproot output key commits to an internal key and to scripts. BIP-0341, BIP-0086
package enum Taproot {
    /// The tweak of an internal key, with the Merkle root of its scripts or without scripts.
    package static func tweak(_ internalKey: Secp256k1.XOnlyKey, root: [UInt8]? = nil) -> [UInt8] {
        TaggedHash.tapTweak.hash(internalKey.bytes, root ?? [])
    }

    /// The key in the output.
    ///
    /// - Throws: ``BitcoinError`` with `.badSignature` for the one tweak in 2^128 that gives no key.
    package static func outputKey(
        _ internalKey: Secp256k1.XOnlyKey, root: [UInt8]? = nil
    ) throws -> Secp256k1.XOnlyKey {
        do {
            return try internalKey.tweaked(tweak(internalKey, root: root)).key
        } catch {
            throw BitcoinError(.badSignature, "This key gives no taproot output.", cause: error)
        }
    }

    /// The hash of a leaf script. Leaf version 0xc0 is that of BIP-0342.
    package static func leafHash(_ script: Script, version: UInt8 = 0xc0) -> [UInt8] {
        var writer = WireWriter(capacity: script.bytes.count + 10)
        writer.append(version)
        writer.append(sized: script.bytes)
        return TaggedHash.tapLeaf.hash(writer.bytes)
    }

    /// The hash of two branches, in either order.
    package static func branchHash(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] {
        one.lexicographicallyPrecedes(other)
            ? TaggedHash.tapBranch.hash(one, other) : TaggedHash.tapBranch.hash(other, one)
    }
}
