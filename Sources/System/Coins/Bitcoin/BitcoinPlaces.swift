// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains
internal import Vault

/// The derived addresses of one account, and the derivation of the next ones.
struct BitcoinPlaces {
    /// An address's path below its account's node.
    struct Place: Hashable {
        let branch: AddressBranch
        let index: UInt32
    }

    struct Known {
        let place: Place
        let script: Script
        /// Nil until the address is stored.
        var row: Int64?
        var state: AddressRecord.State
        var label: String?
    }

    /// The limit of addresses. A server that reports more used ones is lying.
    static let maximumCount = 100_000

    /// Nil for an account that is one watched address.
    private let keys: BitcoinKeys?
    private(set) var known: [Script: Known] = [:]
    private var scripts: [AddressBranch: [Script]] = [.receive: [], .change: []]

    init(coins: OpenCoins, account: Stored<AccountRecord>, keys: BitcoinKeys?, network: Network) throws {
        self.keys = keys
        guard keys != nil else {
            let script = try Address(parsing: account.record.address ?? "", network: network).script
            add(Known(place: Place(branch: .receive, index: 0), script: script, row: nil, state: .given, label: nil))
            return
        }
        let rows = try coins.table(AddressRecord.self).rows(.fresh, .given, .used)
            .filter { $0.record.account == account.id }.sorted { $0.record.index < $1.record.index }
        for row in rows {
            guard let branch = AddressBranch(rawValue: row.record.branch) else { continue }
            add(
                Known(
                    place: Place(branch: branch, index: row.record.index), script: Script(row.record.script),
                    row: row.id,
                    state: row.record.state, label: row.record.label))
        }
    }

    private mutating func add(_ new: Known) {
        known[new.script] = new
        scripts[new.place.branch, default: []].append(new.script)
    }

    /// All addresses of a branch, in index order.
    func all(_ branch: AddressBranch) -> [Known] { (scripts[branch] ?? []).compactMap { known[$0] } }

    /// The scripts of both branches.
    var allScripts: [Script] { AddressBranch.allCases.flatMap { scripts[$0] ?? [] } }

    /// The first index after every used one.
    func firstUnused(_ branch: AddressBranch) -> Int {
        (all(branch).lastIndex { $0.state == .used } ?? -1) + 1
    }

    /// Derives addresses until a branch has this many.
    ///
    /// - Throws: ``CoinsError`` with code `.lyingServer` above ``maximumCount``.
    mutating func derive(_ branch: AddressBranch, count: Int) throws {
        guard let keys else { return }
        guard count <= Self.maximumCount else {
            throw CoinsError(
                .lyingServer,
                "The server says that more than \(Self.maximumCount) addresses of this account are used. Ask another one."
            )
        }
        for index in (scripts[branch] ?? []).count..<max(count, (scripts[branch] ?? []).count) {
            let place = Place(branch: branch, index: UInt32(index))
            let script = try keys.lockingScript(branch, place.index)
            add(Known(place: place, script: script, row: nil, state: .fresh, label: nil))
        }
    }

    mutating func mark(_ script: Script, _ state: AddressRecord.State) {
        guard let now = known[script]?.state, now.rawValue < state.rawValue else { return }
        known[script]?.state = state
    }

    /// Stores new and changed addresses, inside the caller's transaction.
    func keep(_ coins: OpenCoins, account: Int64) throws {
        guard keys != nil else { return }
        let table = coins.table(AddressRecord.self)
        for branch in AddressBranch.allCases {
            for known in all(branch) {
                var record = AddressRecord(
                    account: account, branch: branch.rawValue, index: known.place.index, script: known.script.bytes)
                record.state = known.state
                record.label = known.label
                if let row = known.row {
                    let stored = try table.require(row)
                    guard stored.record.state != known.state else { continue }
                    try table.update(Stored(id: row, record: record))
                } else {
                    try table.insert(record, reference: record.reference)
                }
            }
        }
    }
}
