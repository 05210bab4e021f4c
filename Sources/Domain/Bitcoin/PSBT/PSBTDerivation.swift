// SPDX-License-Identifier: MIT
package import Chains

/// The claimed origin of a PSBT's key, which ``PSBTReview`` verifies. BIP-0174, BIP-0371
package struct PSBTDerivation: Hashable, Sendable {
    /// 33 or 65 bytes, or 32 for taproot.
    package let publicKey: [UInt8]
    /// The first four bytes of the hash of the master key.
    package let fingerprint: [UInt8]
    package let path: DerivationPath
    /// Taproot: the scripts for which the key signs. Empty means that the key signs for the output itself.
    package let leafHashes: [[UInt8]]

    package init(publicKey: [UInt8], fingerprint: [UInt8], path: DerivationPath, leafHashes: [[UInt8]] = []) {
        precondition(fingerprint.count == 4, "A fingerprint has four bytes.")
        self.publicKey = publicKey
        self.fingerprint = fingerprint
        self.path = path
        self.leafHashes = leafHashes
    }

    /// Parses the value of a derivation entry.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed`.
    init(publicKey: [UInt8], value: [UInt8], isTaproot: Bool) throws {
        var reader = WireReader(value)
        var hashes: [[UInt8]] = []
        if isTaproot {
            for _ in 0..<(try reader.count(itemCount: 32)) { hashes.append(try reader.bytes(32)) }
        }
        guard reader.remaining >= 4, reader.remaining.isMultiple(of: 4) else {
            throw BitcoinError(.malformed, "A derivation of a PSBT has a fingerprint and steps of four bytes each.")
        }
        let fingerprint = try reader.bytes(4)
        var steps: [UInt32] = []
        while reader.remaining > 0 { steps.append(try reader.uint32()) }
        guard steps.count <= DerivationPath.maximumCount else {
            throw BitcoinError(.tooLarge, "A derivation of \(steps.count) steps is deeper than keys go.")
        }
        self.init(
            publicKey: publicKey, fingerprint: fingerprint, path: try DerivationPath(components: steps),
            leafHashes: hashes)
    }

    /// The value of the entry; `isTaproot` must be the same as when it was parsed.
    func value(isTaproot: Bool) -> [UInt8] {
        var writer = WireWriter()
        if isTaproot {
            writer.append(compactSize: leafHashes.count)
            for hash in leafHashes { writer.append(hash) }
        }
        writer.append(fingerprint)
        for step in path.components { writer.append(uint32: step) }
        return writer.bytes
    }
}
