// SPDX-License-Identifier: MIT
package import Chains
package import Crypto

/// Provides the private keys of origins.
package protocol KeySource {
    /// One result for each origin, in order; nil for a key that this source does not have.
    func privateKeys(for origins: [KeyOrigin]) throws -> [Secp256k1.PrivateKey?]
}

/// A phrase's master key. It prints as `‹redacted›`, because its parts do.
package struct MasterKey: KeySource, Sendable {
    private let key: PrivateExtendedKey
    package let fingerprint: [UInt8]

    package init(_ key: PrivateExtendedKey) {
        self.key = key
        fingerprint = key.fingerprint
    }

    /// Derives each branch once for all requested keys.
    package func privateKeys(for origins: [KeyOrigin]) throws -> [Secp256k1.PrivateKey?] {
        var known: [ArraySlice<UInt32>: PrivateExtendedKey] = [:]
        return try origins.map { origin in
            guard origin.fingerprint == fingerprint else { return nil }
            let steps = origin.path.components
            guard let last = steps.last else { return key.key }
            let branch = steps.dropLast()
            let parent: PrivateExtendedKey
            if let found = known[branch] {
                parent = found
            } else {
                parent = try branch.reduce(key) { try $0.child($1) }
                known[branch] = parent
            }
            return try parent.child(last).key
        }
    }
}

extension MasterKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var debugDescription: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
