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

    /// A shared account from its descriptor; nil for an account of one key. It can sign with the phrase of one
    /// cosigner.
    static func shared(_ text: String, _ network: Network, seed: Seed?) throws -> AccountRecord? {
        guard let account = try Descriptor(parsing: text).sharedAccount(on: network) else { return nil }
        let own = try account.cosigners.first { cosigner in
            guard let seed, cosigner.origin.fingerprint == seed.root.fingerprint else { return false }
            return try seed.root.derived(cosigner.origin.path).publicKey.key == cosigner.key.key
        }
        return AccountRecord(
            network: network.name, kind: .shared, name: "", path: own?.origin.path.text,
            extendedKey: account.descriptor(.receive).description, rootFingerprint: own?.origin.fingerprint ?? [])
    }

    static func cosignerKey(_ network: Network, _ index: UInt32, _ seed: Seed) throws -> String {
        let path = try MultisigAccount.path(number: index, network: network)
        let origin = try KeyOrigin(fingerprint: seed.root.fingerprint, path: path)
        let isMainnet = network.bitcoinFacts?.isMainnet ?? true
        return "[\(origin)]" + (try seed.root.derived(path).publicKey.serialized(as: isMainnet ? .xpub : .tpub))
    }

    /// A watch-only account from a descriptor or an extended public key; nil for any other text, which may be an
    /// address.
    static func watched(_ text: String, _ network: Network, _ scheme: AccountScheme?) throws -> AccountRecord? {
        if text.contains("(") {
            let descriptor = try Descriptor(parsing: text)
            guard case .single(let kind, let key) = descriptor.form else {
                throw CoinsError(.badDocument, "Shared accounts cannot be watched yet. Give the descriptor of one key.")
            }
            // Refuses descriptors of other branches, because their addresses would be shown wrong.
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
        guard let scheme = AccountScheme(purpose: kind.purpose) else {
            throw CoinsError(.badDocument, "Satchel does not know this account kind.")
        }
        return record(account, scheme: scheme, isOwn: false)
    }

    /// The prefix letter names the script type. SLIP-0132
    private static func kind(of kind: ExtendedKeyKind) -> AccountKind {
        switch kind {
        case .ypub, .upub, .Ypub, .Upub: .nested
        case .zpub, .vpub, .Zpub, .Vpub: .segwit
        case .xpub, .tpub: .legacy
        }
    }
}
