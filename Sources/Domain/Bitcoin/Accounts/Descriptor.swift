// SPDX-License-Identifier: MIT
internal import Chains
internal import Crypto

/// The text with which wallets exchange an account's description. BIP-0380 to BIP-0386, BIP-0389
package struct Descriptor: Hashable, Sendable, CustomStringConvertible {
    /// The script type, with its keys.
    package enum Form: Hashable, Sendable {
        /// `pkh`, `sh(wpkh)`, `wpkh` or `tr` without scripts.
        case single(AccountKind, DescriptorKey)
        /// `wsh(sortedmulti(…))`: the keys are sorted at each index.
        case sortedMultisig(threshold: Int, [DescriptorKey])
        /// `wsh(multi(…))`: the keys keep their order.
        case multisig(threshold: Int, [DescriptorKey])
    }

    package let form: Form

    /// Enough for fifteen keys with long origins.
    package static let maximumTextCount = 4_096

    package init(_ form: Form) {
        self.form = form
    }

    /// Parses a descriptor with or without its checksum.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` (a wrong checksum too), `.unsupported` for other kinds of scripts
    ///   and for private keys, `.tooLarge` above ``maximumTextCount``.
    package init(parsing text: String) throws {
        guard text.utf8.count <= Self.maximumTextCount else {
            throw BitcoinError(.tooLarge, "A descriptor has at most \(Self.maximumTextCount) characters.")
        }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let body = parts[0]
        let checksum = try DescriptorChecksum.checksum(of: body)
        guard parts.count == 1 || parts[1] == checksum else {
            throw BitcoinError(.malformed, "The descriptor has a typing mistake: its checksum is wrong.")
        }
        form = try Self.form(body)
    }

    /// With its checksum.
    package var description: String {
        let body: String =
            switch form {
            case .single(.legacy, let key): "pkh(\(key.text))"
            case .single(.nested, let key): "sh(wpkh(\(key.text)))"
            case .single(.segwit, let key): "wpkh(\(key.text))"
            case .single(.taproot, let key): "tr(\(key.text))"
            case .sortedMultisig(let threshold, let keys): "wsh(sortedmulti(\(threshold),\(Self.list(keys))))"
            case .multisig(let threshold, let keys): "wsh(multi(\(threshold),\(Self.list(keys))))"
            }
        return DescriptorChecksum.adding(to: body)
    }

    /// The keys, in the order of the text.
    package var keys: [DescriptorKey] {
        switch form {
        case .single(_, let key): [key]
        case .sortedMultisig(_, let keys), .multisig(_, let keys): keys
        }
    }

    /// The descriptor of one branch, when this one describes both with `<0;1>`. BIP-0389
    package func choosing(_ branch: AddressBranch) -> Descriptor {
        let choice = Int(branch.rawValue)
        return switch form {
        case .single(let kind, let key): Descriptor(.single(kind, key.choosing(choice)))
        case .sortedMultisig(let threshold, let keys):
            Descriptor(.sortedMultisig(threshold: threshold, keys.map { $0.choosing(choice) }))
        case .multisig(let threshold, let keys):
            Descriptor(.multisig(threshold: threshold, keys.map { $0.choosing(choice) }))
        }
    }

    /// The script at an index.
    ///
    /// - Throws: ``BitcoinError`` with `.unsupported` while the descriptor describes two branches; `ChainsError` for an
    ///   invalid index.
    package func lockingScript(at index: UInt32) throws -> Script {
        let points = try keys.map { key in
            guard key.alternatives.isEmpty else {
                throw BitcoinError(.unsupported, "Choose one of the branches that the descriptor stands for.")
            }
            return try key.steps.reduce(key.key) { try $0.child($1) }.publicKey(at: index)
        }
        switch form {
        case .single(let kind, _): return try kind.lockingScript(for: points[0])
        case .sortedMultisig(let threshold, _):
            return try Multisig(threshold: threshold, keys: points).lockingScript
        case .multisig(let threshold, _):
            return try Multisig(threshold: threshold, keys: points, isSorted: false).lockingScript
        }
    }

    private static func list(_ keys: [DescriptorKey]) -> String { keys.map(\.text).joined(separator: ",") }

    private static func form(_ text: Substring) throws -> Form {
        if let inner = inside("pkh", text) { return .single(.legacy, try DescriptorKey(parsing: inner)) }
        if let inner = inside("wpkh", text) { return .single(.segwit, try DescriptorKey(parsing: inner)) }
        if let inner = inside("tr", text) { return .single(.taproot, try DescriptorKey(parsing: inner)) }
        if let outer = inside("sh", text), let inner = inside("wpkh", outer) {
            return .single(.nested, try DescriptorKey(parsing: inner))
        }
        if let outer = inside("wsh", text) {
            if let inner = inside("sortedmulti", outer) {
                let (threshold, keys) = try multisig(inner)
                return .sortedMultisig(threshold: threshold, keys)
            }
            if let inner = inside("multi", outer) {
                let (threshold, keys) = try multisig(inner)
                return .multisig(threshold: threshold, keys)
            }
        }
        throw BitcoinError(
            .unsupported, "Only pkh, sh(wpkh), wpkh, tr and wsh with multi or sortedmulti are read as descriptors.")
    }

    private static func multisig(_ text: Substring) throws -> (Int, [DescriptorKey]) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let first = parts.first, let threshold = Int(first), String(threshold) == first,
            (2...Multisig.maximumKeyCount + 1).contains(parts.count), (1...parts.count - 1).contains(threshold)
        else {
            throw BitcoinError(.malformed, "A shared account is a number and at least as many keys, 15 at most.")
        }
        let keys = try parts.dropFirst().map { try DescriptorKey(parsing: $0) }
        guard Set(keys.map(\.alternatives.count)).count == 1 else {
            throw BitcoinError(.malformed, "Every key of the descriptor must stand for as many branches.")
        }
        return (threshold, keys)
    }

    private static func inside(_ name: String, _ text: Substring) -> Substring? {
        guard text.hasPrefix(name + "("), text.hasSuffix(")") else { return nil }
        return text.dropFirst(name.count + 1).dropLast()
    }
}
