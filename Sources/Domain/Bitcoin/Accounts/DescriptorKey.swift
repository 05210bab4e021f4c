// SPDX-License-Identifier: MIT
internal import Bytes
package import Chains

/// A key in a descriptor: origin, extended public key, steps, and a `*` for the index. BIP-0380, "Key Expressions"
package struct DescriptorKey: Hashable, Sendable {
    /// Nil when the descriptor does not state the key's origin.
    package let origin: KeyOrigin?
    package let key: PublicExtendedKey
    /// The unhardened steps between the key and the index; often the branch alone.
    package let steps: [UInt32]
    /// The two branch steps of a descriptor that describes both branches, `<0;1>`; empty otherwise. BIP-0389
    package let alternatives: [UInt32]

    /// Whether the key's text begins with `xpub`, rather than `tpub`.
    package let isMainnet: Bool

    /// The most steps after a key.
    static let maximumSteps = 8

    package init(
        origin: KeyOrigin?, key: PublicExtendedKey, steps: [UInt32], alternatives: [UInt32] = [], isMainnet: Bool
    ) {
        self.origin = origin
        self.key = key
        self.steps = steps
        self.alternatives = alternatives
        self.isMainnet = isMainnet
    }

    /// The key's text in a descriptor, always with a `*`.
    var text: String {
        let written = key.serialized(as: isMainnet ? .xpub : .tpub)
        var text = origin.map { "[\($0)]" } ?? ""
        text += written
        for step in steps { text += "/\(step)" }
        if !alternatives.isEmpty { text += "/<" + alternatives.map(String.init).joined(separator: ";") + ">" }
        return text + "/*"
    }

    /// - Throws: ``BitcoinError`` with `.malformed`, or `.unsupported` for what descriptors allow and this wallet does
    ///   not.
    init(parsing text: Substring) throws {
        var rest = text
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else {
                throw BitcoinError(.malformed, "The origin of a key in the descriptor does not end.")
            }
            origin = try Self.origin(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
        } else {
            origin = nil
        }
        var parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        let name = String(parts.removeFirst())
        do {
            key = try PublicExtendedKey(parsing: name)
        } catch {
            let reason = (error as? ChainsError)?.message ?? "it cannot be read."
            throw BitcoinError(.malformed, "The descriptor holds no extended public key: \(reason)", cause: error)
        }
        guard key.kind == .xpub || key.kind == .tpub else {
            throw BitcoinError(.malformed, "In a descriptor an extended key begins with xpub or tpub.")
        }
        isMainnet = key.kind.isMainnet
        guard parts.popLast() == "*", parts.count <= Self.maximumSteps else {
            throw BitcoinError(.unsupported, "Only descriptors of accounts are read: their keys end in /*.")
        }
        if let last = parts.last, last.hasPrefix("<"), last.hasSuffix(">") {
            parts.removeLast()
            alternatives = try last.dropFirst().dropLast().split(separator: ";", omittingEmptySubsequences: false)
                .map(Self.step)
            guard alternatives.count == 2, alternatives[0] != alternatives[1] else {
                throw BitcoinError(.unsupported, "Only two different branches can stand in one descriptor.")
            }
        } else {
            alternatives = []
        }
        steps = try parts.map(Self.step)
    }

    private static func origin(_ text: Substring) throws -> KeyOrigin {
        do {
            let fingerprint = try Hex.decode(String(text.prefix(8)))
            let path = text.dropFirst(8)
            guard path.isEmpty || path.first == "/" else {
                throw BitcoinError(.malformed, "The origin of a key is a fingerprint and a path.")
            }
            return try KeyOrigin(fingerprint: fingerprint, path: DerivationPath("m" + path))
        } catch let error as BitcoinError {
            throw error
        } catch {
            throw BitcoinError(.malformed, "The origin of a key is a fingerprint and a path.", cause: error)
        }
    }

    private static func step(_ text: Substring) throws -> UInt32 {
        guard let step = UInt32(text), String(step) == text, step < DerivationPath.hardened else {
            throw BitcoinError(.malformed, "A step behind a public key is a number below 2147483648.")
        }
        return step
    }

    /// The same key with one of its branches.
    func choosing(_ alternative: Int) -> DescriptorKey {
        guard alternatives.indices.contains(alternative) else { return self }
        return DescriptorKey(origin: origin, key: key, steps: steps + [alternatives[alternative]], isMainnet: isMainnet)
    }
}
