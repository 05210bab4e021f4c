// SPDX-License-Identifier: MIT

/// The path from a phrase's key to a derived one, such as `m/84'/0'/0'/0/5`. BIP-0032
package struct DerivationPath: Hashable, Sendable, CustomStringConvertible {
    /// The steps; a hardened one has its highest bit set.
    package let components: [UInt32]

    /// The bit that marks a hardened step.
    package static let hardened: UInt32 = 1 << 31
    /// An extended key stores its depth in a byte.
    package static let maximumCount = 255
    package static let maximumTextCount = 4096

    /// The empty path.
    package static let root = DerivationPath(unchecked: [])

    /// - Throws: ``ChainsError`` with `.badPath` for more than 255 steps.
    package init(components: [UInt32]) throws {
        guard components.count <= Self.maximumCount else {
            throw ChainsError(.badPath, "A derivation path has at most \(Self.maximumCount) steps.")
        }
        self.init(unchecked: components)
    }

    /// Parses `m/44'/0'/0'/0/5`, with or without `m/`. A hardened step ends in `'`, `h` or `H`.
    ///
    /// - Throws: ``ChainsError`` with `.badPath` for anything else, an index above 2^31 - 1 included.
    package init(_ text: String) throws {
        guard text.utf8.count <= Self.maximumTextCount else {
            throw ChainsError(.badPath, "A derivation path has at most \(Self.maximumTextCount) characters.")
        }
        var steps = text.split(separator: "/", omittingEmptySubsequences: false)
        if steps.first == "m" { steps.removeFirst() }
        try self.init(components: steps.map { try Self.component($0, in: text) })
    }

    /// The canonical text, beginning with `m`, hardened steps with an apostrophe.
    package var text: String {
        components.reduce(into: "m") { text, component in
            text += "/\(component & ~Self.hardened)" + (component >= Self.hardened ? "'" : "")
        }
    }

    package var description: String { text }

    /// The path with one more step.
    ///
    /// - Throws: ``ChainsError`` with `.badPath` for an index above 2^31 - 1 or a 256th step.
    package func appending(_ index: UInt32, isHardened: Bool = false) throws -> DerivationPath {
        guard index < Self.hardened else {
            throw ChainsError(.badPath, "An index in a derivation path is below 2147483648, not \(index).")
        }
        return try DerivationPath(components: components + [isHardened ? index | Self.hardened : index])
    }

    /// The path followed by the steps of another one.
    ///
    /// - Throws: ``ChainsError`` with `.badPath` for more than 255 steps.
    package func appending(_ other: DerivationPath) throws -> DerivationPath {
        try DerivationPath(components: components + other.components)
    }

    /// Whether every step is hardened, as SLIP-0010 requires for Ed25519.
    package var isHardened: Bool { components.allSatisfy { $0 >= Self.hardened } }

    init(unchecked components: [UInt32]) { self.components = components }

    private static func component(_ step: Substring, in text: String) throws -> UInt32 {
        let isHardened = step.last.map { "'hH".contains($0) } == true
        let digits = isHardened ? step.dropLast() : step
        guard let index = UInt32(digits), "\(index)" == digits, index < hardened else {
            throw ChainsError(
                .badPath, "A derivation path looks like m/84'/0'/0'/0/5, with indices below 2147483648.")
        }
        return isHardened ? index | hardened : index
    }
}
