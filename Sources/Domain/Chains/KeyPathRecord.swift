// SPDX-License-Identifier: MIT
package import Bytes

/// The CBOR form of a derivation path between signers: `keypath`, with its root key.
///
/// Source: BCR-2020-007, <https://github.com/BlockchainCommons/Research>; every chain's sign request has one.
package struct KeyPathRecord: Hashable, Sendable {
    package let path: DerivationPath
    /// The fingerprint of the root key, four bytes; nil when unknown.
    package let sourceFingerprint: [UInt8]?
    /// The key's depth; nil when unknown.
    package let depth: UInt8?

    /// The tag that all signers write. The registry's later number, 40304, is accepted too.
    package static let tag: UInt64 = 304
    private static let laterTag: UInt64 = 40304

    package init(path: DerivationPath, sourceFingerprint: [UInt8]? = nil, depth: UInt8? = nil) {
        precondition(sourceFingerprint.map { $0.count == 4 } ?? true, "A fingerprint has four bytes.")
        self.path = path
        self.sourceFingerprint = sourceFingerprint
        self.depth = depth
    }

    /// Parses the map, with or without its tag.
    ///
    /// - Throws: ``ChainsError`` with `.badPath` for anything else, wildcards and ranges included.
    package init(_ value: CBORValue) throws {
        let map = value.content(ofTag: Self.tag) ?? value.content(ofTag: Self.laterTag) ?? value
        guard let steps = map[1]?.array, steps.count % 2 == 0 else {
            throw ChainsError(.badPath, "A key path record lists each step and whether it is hardened.")
        }
        var components: [UInt32] = []
        for index in stride(from: 0, to: steps.count, by: 2) {
            guard let step = steps[index].uint, step < UInt64(DerivationPath.hardened),
                let isHardened = steps[index + 1].bool
            else {
                throw ChainsError(.badPath, "Step \(index / 2) of a key path record is not one definite index.")
            }
            components.append(UInt32(step) | (isHardened ? DerivationPath.hardened : 0))
        }
        path = try DerivationPath(components: components)
        sourceFingerprint = try map[2].map { field in
            guard let number = field.uint.flatMap(UInt32.init(exactly:)) else {
                throw ChainsError(.badPath, "The fingerprint of a key path record has four bytes.")
            }
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        depth = try map[3].map { field in
            guard let depth = field.uint.flatMap(UInt8.init(exactly:)) else {
                throw ChainsError(.badPath, "The depth of a key path record is at most 255.")
            }
            return depth
        }
    }

    /// The map without its tag; ``tagged`` is the form inside other records.
    package var value: CBORValue {
        var entries: [CBORValue.Entry] = []
        entries.append(
            CBORValue.Entry(
                .unsigned(1),
                .array(
                    path.components.flatMap { component -> [CBORValue] in
                        [
                            .unsigned(UInt64(component & ~DerivationPath.hardened)),
                            .bool(component >= DerivationPath.hardened),
                        ]
                    })))
        if let sourceFingerprint {
            let number = sourceFingerprint.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            entries.append(CBORValue.Entry(.unsigned(2), .unsigned(number)))
        }
        if let depth { entries.append(CBORValue.Entry(.unsigned(3), .unsigned(UInt64(depth)))) }
        return .map(entries)
    }

    /// The map with its tag.
    package var tagged: CBORValue { .tagged(Self.tag, value) }
}
