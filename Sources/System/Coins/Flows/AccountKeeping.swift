// SPDX-License-Identifier: MIT
internal import Chains
internal import Vault

/// Manages the list of accounts: adding, watching, naming, hiding.
struct AccountKeeping {
    let coins: OpenCoins

    private var table: SealedTable<AccountRecord> { coins.table(AccountRecord.self) }

    func list() throws -> [CoinAccount] { try table.rows(.shown).map { try shown(coins.known($0)) } }

    func shown(_ stored: Stored<AccountRecord>) throws -> CoinAccount {
        let record = stored.record
        return CoinAccount(
            id: stored.id, name: record.name, network: try coins.network(of: record), scheme: record.kind,
            path: record.path, extendedKey: record.extendedKey, address: record.address)
    }

    /// Adds an account of the phrase, or restores a hidden one.
    ///
    /// - Throws: ``CoinsError`` with code `.noPhrase`, `.accountExists`, `.badPath` or `.badName`.
    func add(_ network: Network, scheme: AccountScheme?, index: UInt32, path: String?, name: String?) throws
        -> CoinAccount
    {
        let chain = coins.chains[network]
        let scheme = scheme ?? chain.schemes[0]
        guard chain.schemes.contains(scheme) else {
            throw CoinsError(.badPath, "Accounts of the kind '\(scheme.name)' do not exist on \(network.title).")
        }
        guard chain.ownSchemes.contains(scheme) else {
            throw CoinsError(.badPath, "A shared account is added by watching its descriptor, which has all its keys.")
        }
        let path = try path.map { try DerivationPath($0) } ?? scheme.path(index, on: network)
        let seed = try coins.rootSeed()
        return try keep(
            try chain.record(network, scheme, path, seed), name: name, otherwise: defaultName(network, scheme, index))
    }

    /// - Throws: ``CoinsError`` with code `.badDocument`, `.otherNetwork`, `.accountExists` or `.badName`.
    func watch(_ text: String, on network: Network, scheme: AccountScheme?, name: String?) throws -> CoinAccount {
        var record: AccountRecord
        let chain = coins.chains[network]
        let watched = try chain.watched(text, network, scheme) { try coins.hasSeed ? try coins.rootSeed() : nil }
        if let watched {
            record = watched
        } else {
            let place = try chain.place(in: text)
            record = AccountRecord(
                network: network.name, kind: .address, name: "", path: nil,
                rootFingerprint: place?.rootFingerprint ?? [],
                address: try chain.checked(place?.address ?? text, on: network).text)
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
        let kind = scheme.isUsual ? "" : " \(scheme.name)"
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
