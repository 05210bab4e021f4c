// SPDX-License-Identifier: MIT
internal import Chains
internal import Vault

/// Manages the list of accounts: adding, watching, naming, hiding.
struct AccountKeeping {
    let coins: OpenCoins

    private var table: SealedTable<AccountRecord> { coins.table(AccountRecord.self) }

    func list() throws -> [CoinAccount] { try table.rows(.shown).map(shown) }

    func shown(_ stored: Stored<AccountRecord>) throws -> CoinAccount {
        let record = stored.record
        return CoinAccount(
            id: stored.id, name: record.name, network: try Network(named: record.network), scheme: record.kind,
            path: record.path, extendedKey: record.extendedKey, address: record.address)
    }

    /// Adds an account of the phrase, or restores a hidden one.
    ///
    /// - Throws: ``CoinsError`` with code `.noPhrase`, `.accountExists`, `.badPath` or `.badName`.
    func add(_ network: Network, scheme: AccountScheme?, index: UInt32, path: String?, name: String?) throws
        -> CoinAccount
    {
        let scheme = scheme ?? AccountScheme.standard(on: network)
        guard scheme.chain == network.chain else {
            throw CoinsError(.badPath, "Accounts of the kind '\(scheme.name)' do not exist on \(network.title).")
        }
        guard scheme != .shared else {
            throw CoinsError(.badPath, "A shared account is added by watching its descriptor, which has all its keys.")
        }
        let path = try path.map { try DerivationPath($0) } ?? scheme.path(index, on: network)
        let seed = try coins.rootSeed()
        let record: AccountRecord
        switch network.chain {
        case .bitcoin: record = try BitcoinChain.record(network, scheme, path, seed)
        case .ethereum: record = try EthereumChain.record(network, path, seed)
        case .solana: record = try SolanaChain.record(network, scheme, path, seed)
        }
        return try keep(record, name: name, otherwise: defaultName(network, scheme, index))
    }

    /// - Throws: ``CoinsError`` with code `.badDocument`, `.otherNetwork`, `.accountExists` or `.badName`.
    func watch(_ text: String, on network: Network, scheme: AccountScheme?, name: String?) throws -> CoinAccount {
        var record: AccountRecord
        if network.chain == .bitcoin, text.contains("("),
            let shared = try BitcoinChain.shared(text, network, seed: try coins.hasSeed ? try coins.rootSeed() : nil)
        {
            record = shared
        } else if network.chain == .bitcoin, let watched = try BitcoinChain.watched(text, network, scheme) {
            record = watched
        } else {
            let place = network.chain == .bitcoin ? nil : try KeyPlace(parsing: text)
            record = AccountRecord(
                network: network.name, kind: .address, name: "", path: nil,
                rootFingerprint: place?.rootFingerprint ?? [],
                address: try CheckedAddress(place?.address ?? text, on: network).text)
            record.origin = place?.path.text
        }
        return try keep(record, name: name, otherwise: "\(network.title) (watched)")
    }

    func rename(_ id: Int64, to name: String) throws {
        var stored = try coins.account(id)
        stored.record.name = try Name.checked(name)
        try table.update(stored)
    }

    func hide(_ id: Int64) throws {
        var stored = try coins.account(id)
        stored.record.state = .hidden
        try table.update(stored)
    }

    /// Stores an account unless it exists.
    ///
    /// A hidden account is shown again, with the name and the origin given now. A watched account without an origin
    /// takes the origin, and the name if one is given.
    ///
    /// - Parameter otherwise: the name of a new account when none is given.
    func keep(_ record: AccountRecord, name: String?, otherwise: String) throws -> CoinAccount {
        var record = record
        record.name = try Name.checked(name ?? otherwise)
        let row = try coins.transaction { () throws -> Int64 in
            for var stored in try table.rows(.shown, .hidden) where isSame(stored.record, record) {
                let gainsOrigin = record.path == nil && record.hasOrigin && !stored.record.hasOrigin
                guard stored.record.state == .hidden || gainsOrigin else {
                    let isElsewhere =
                        record.path == nil && record.hasOrigin
                        && (stored.record.rootFingerprint, stored.record.origin)
                            != (record.rootFingerprint, record.origin)
                    throw CoinsError(
                        .accountExists,
                        "This account is there already: number \(stored.id), '\(stored.record.name)'."
                            + (isElsewhere
                                ? " It is said to come from another place than before: hide it and watch it again if the new one is right."
                                : ""))
                }
                if record.path == nil, record.hasOrigin {
                    stored.record.rootFingerprint = record.rootFingerprint
                    stored.record.origin = record.origin
                }
                if name != nil { stored.record.name = record.name }
                stored.record.state = .shown
                try table.update(stored)
                return stored.id
            }
            let row = try table.insert(record)
            try coins.step(.accountAdding)
            return row
        }
        try coins.step(.accountAdded)
        return try shown(try coins.account(row))
    }

    private func isSame(_ one: AccountRecord, _ other: AccountRecord) -> Bool {
        one.network == other.network && one.extendedKey == other.extendedKey && one.address == other.address
            && (one.path == nil) == (other.path == nil) && (one.kind == other.kind || one.extendedKey == nil)
    }

    private func defaultName(_ network: Network, _ scheme: AccountScheme, _ index: UInt32) -> String {
        let kind = scheme == .ethereum || scheme == .solana ? "" : " \(scheme.name)"
        return index == 0 ? network.title + kind : "\(network.title)\(kind) \(index + 1)"
    }
}

/// The rules for names of accounts and contacts.
enum Name {
    /// Bytes of UTF-8.
    static let maximumCount = 64

    /// - Throws: ``CoinsError`` with code `.badName` for an empty or overlong name, or one with invisible characters.
    static func checked(_ name: String) throws -> String {
        guard (1...maximumCount).contains(name.utf8.count),
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.properties.generalCategory != .format }),
            name.contains(where: { !$0.isWhitespace })
        else { throw CoinsError(.badName, "A name has 1 to \(maximumCount) printable characters.") }
        return name
    }
}

extension AccountScheme {
    /// The scheme of a new account by default.
    static func standard(on network: Network) -> AccountScheme {
        switch network.chain {
        case .bitcoin: .segwit
        case .ethereum: .ethereum
        case .solana: .solana
        }
    }

    /// The chain of this scheme; nil for a watched address, which any chain can have.
    var chain: Chain? {
        switch self {
        case .address: nil
        case .legacy, .nested, .segwit, .shared, .taproot: .bitcoin
        case .ethereum: .ethereum
        case .solana, .solanaShort, .solanaSollet, .solanaSeed: .solana
        }
    }

    /// The node of the account with this index. BIP-0044, SLIP-0010
    func path(_ index: UInt32, on network: Network) throws -> DerivationPath {
        let text =
            switch self {
            case .legacy, .nested, .segwit, .taproot: "m/\(rawValue)'/\(network.coinType)'/\(index)'"
            case .shared: "m/48'/\(network.coinType)'/\(index)'/2'"
            case .ethereum, .address: "m/44'/60'/0'/0/\(index)"
            case .solana: "m/44'/501'/\(index)'/0'"
            case .solanaShort: "m/44'/501'/\(index)'"
            case .solanaSollet: "m/501'/\(index)'/0/0"
            case .solanaSeed: "m"
            }
        return try DerivationPath(text)
    }
}
