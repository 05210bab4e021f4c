// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains

extension BitcoinChain {
    /// An account of the phrase at a path.
    static func record(
        _ network: Network, _ scheme: AccountScheme, _ path: DerivationPath, _ seed: Seed
    ) throws -> AccountRecord {
        record(
            try Account(network: network, kind: try scheme.bitcoinKind, path: path, master: seed.root), scheme: scheme,
            isOwn: true)
    }

    static func record(_ account: Account, scheme: AccountScheme, isOwn: Bool) -> AccountRecord {
        var record = AccountRecord(
            network: account.network.name, kind: scheme, name: "", path: isOwn ? account.origin.path.text : nil,
            extendedKey: account.extendedKeyText, rootFingerprint: account.origin.fingerprint)
        record.origin = account.origin.path.text
        return record
    }

    /// An account to watch: a descriptor or an extended public key; nil for anything else, which may be an address.
    static func watched(_ text: String, _ network: Network, _ scheme: AccountScheme?) throws -> AccountRecord? {
        if text.contains("(") {
            let descriptor = try Descriptor(parsing: text)
            guard case .single(let kind, let key) = descriptor.form else {
                throw CoinsError(.badDocument, "Shared accounts cannot be watched yet. Give the descriptor of one key.")
            }
            // Refuses descriptors of other branches: their addresses would be shown wrong.
            _ = try descriptor.account(on: network)
            return try watched(key.key, key.origin, kind, network)
        }
        guard text.count > 100, let first = text.dropFirst().first, first == "p" else { return nil }
        let key = try PublicExtendedKey(parsing: text)
        guard !key.kind.isShared else {
            throw CoinsError(
                .badDocument, "This is one key of several signers; an account of one key is watched by it.")
        }
        return try watched(key, nil, try scheme?.bitcoinKind ?? Self.kind(of: key.kind), network)
    }

    private static func watched(
        _ key: PublicExtendedKey, _ origin: KeyOrigin?, _ kind: AccountKind, _ network: Network
    ) throws -> AccountRecord {
        let account = try Account(
            network: network, kind: kind, origin: try origin ?? KeyOrigin(fingerprint: [0, 0, 0, 0], path: .root),
            key: key)
        guard let scheme = AccountScheme(rawValue: UInt64(kind.purpose)) else {
            throw CoinsError(.badDocument, "Accounts of this kind are not known here.")
        }
        return record(account, scheme: scheme, isOwn: false)
    }

    /// SLIP-0132: the letter says the script.
    private static func kind(of kind: ExtendedKeyKind) -> AccountKind {
        switch kind {
        case .ypub, .upub, .Ypub, .Upub: .nested
        case .zpub, .vpub, .Zpub, .Vpub: .segwit
        case .xpub, .tpub: .legacy
        }
    }
}
