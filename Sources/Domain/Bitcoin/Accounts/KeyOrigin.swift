// SPDX-License-Identifier: MIT
internal import Bytes
package import Chains

/// The origin of a key: the fingerprint of a master key and the path from it. BIP-0174, BIP-0380
package struct KeyOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The first four bytes of the master key's hash. BIP-0032
    package let fingerprint: [UInt8]
    package let path: DerivationPath

    /// - Throws: ``BitcoinError`` with `.malformed` unless the fingerprint has four bytes.
    package init(fingerprint: [UInt8], path: DerivationPath) throws {
        guard fingerprint.count == 4 else {
            throw BitcoinError(.malformed, "The fingerprint of a key has 4 bytes, not \(fingerprint.count).")
        }
        self.fingerprint = fingerprint
        self.path = path
    }

    private init(unchecked fingerprint: [UInt8], path: DerivationPath) {
        self.fingerprint = fingerprint
        self.path = path
    }

    /// The origin of a descendant of this key.
    package func appending(_ steps: UInt32...) throws -> KeyOrigin {
        KeyOrigin(unchecked: fingerprint, path: try steps.reduce(path) { try $0.appending($1) })
    }

    /// In descriptor notation: `73c5da0a/84'/0'/0'`.
    package var description: String { Hex.encode(fingerprint) + path.text.dropFirst() }
}
