// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains

/// Reads everything about an account's addresses from a server, in batches of a few hundred requests.
struct BitcoinScan {
    var places: BitcoinPlaces
    private(set) var tip: UInt32 = 0
    /// Every transaction of the account that the server knows, with the height of its block.
    private(set) var heights: [TransactionID: UInt32?] = [:]
    /// The transactions that the store did not have.
    private(set) var transactions: [TransactionID: Transaction] = [:]
    /// The transactions of each address, as the server reported them.
    private var told: [Script: [TransactionID]] = [:]
    /// Block times by height, for the heights that were requested.
    private(set) var times: [UInt32: UInt64] = [:]

    /// The largest number of addresses to look ahead, once many are used.
    private static let largestWindow = 500
    /// From this value on a lock time counts seconds instead of blocks, so no block height reaches it. BIP-0065
    private static let heightLimit: UInt32 = 500_000_000
    /// Heights and ids per request to the server.
    private static let batch = 500

    init(_ places: BitcoinPlaces) { self.places = places }

    /// Walks both branches until it finds a gap of unused addresses after the last used one.
    ///
    /// - Parameters:
    ///   - known: transactions that need not be fetched again.
    ///   - knownHeights: heights whose time is known.
    mutating func run(
        _ server: any BitcoinServer, known: [TransactionID: Transaction], knownHeights: [TransactionID: UInt32]
    ) throws {
        tip = try checked(try server.tip())
        var asked: Set<Script> = []
        var window = CoinWallet.gapLimit
        while true {
            for branch in AddressBranch.allCases {
                try places.derive(branch, count: places.firstUnused(branch) + window)
            }
            let scripts = places.allScripts.filter { !asked.contains($0) }
            guard !scripts.isEmpty else { break }
            let isAnyUsed = try ask(server, scripts)
            asked.formUnion(scripts)
            // The window doubles each time, so a wallet of a thousand addresses needs only a few requests.
            window = isAnyUsed ? min(2 * window, Self.largestWindow) : CoinWallet.gapLimit
        }
        try fetch(server, Set(known.keys))
        try requireTouched(known)
        try askTimes(server, knownHeights)
    }

    private func checked(_ height: UInt32) throws -> UInt32 {
        guard height < Self.heightLimit else {
            throw CoinsError(
                .lyingServer, "The server tells of block \(height), which no chain has. Use another server.")
        }
        return height
    }

    /// Requires a transaction for every address that the server calls used. Otherwise the next addresses given out
    /// would be beyond the range that a restore scans.
    private func requireTouched(_ known: [TransactionID: Transaction]) throws {
        for (script, ids) in told {
            let isTouched = ids.allSatisfy { id in
                guard let transaction = transactions[id] ?? known[id] else { return false }
                return transaction.outputs.contains { $0.script == script }
                    || transaction.inputs.contains { input in
                        let outputs =
                            (transactions[input.outPoint.transactionID] ?? known[input.outPoint.transactionID])?
                            .outputs
                        guard let outputs, outputs.indices ~= Int(input.outPoint.index) else { return false }
                        return outputs[Int(input.outPoint.index)].script == script
                    }
            }
            guard isTouched else {
                throw CoinsError(
                    .lyingServer, "The server tells of transactions that are not of the address. Use another server.")
            }
        }
    }

    private mutating func ask(_ server: any BitcoinServer, _ scripts: [Script]) throws -> Bool {
        let histories = try server.histories(of: scripts)
        guard histories.count == scripts.count else {
            throw CoinsError(
                .lyingServer, "The server answered for another number of addresses than Satchel asked for.")
        }
        var isAnyUsed = false
        for (script, history) in zip(scripts, histories) where !history.isEmpty {
            isAnyUsed = true
            places.mark(script, .used)
            told[script] = history.map(\.id)
            for entry in history {
                if let height = try entry.height.map(checked), height > tip { tip = height }
                heights[entry.id] = .some(entry.height)
            }
        }
        return isAnyUsed
    }

    private mutating func fetch(_ server: any BitcoinServer, _ known: Set<TransactionID>) throws {
        let missing = heights.keys.filter { !known.contains($0) }.sorted { "\($0)" < "\($1)" }
        for start in stride(from: 0, to: missing.count, by: Self.batch) {
            let ids = Array(missing[start..<min(start + Self.batch, missing.count)])
            let answer = try server.transactions(ids)
            guard answer.count == ids.count, zip(ids, answer).allSatisfy({ $0 == $1.id }) else {
                throw CoinsError(.lyingServer, "The server gave other transactions than it was asked for.")
            }
            for (id, transaction) in zip(ids, answer) { transactions[id] = transaction }
        }
    }

    private mutating func askTimes(_ server: any BitcoinServer, _ known: [TransactionID: UInt32]) throws {
        let wanted = Set(heights.compactMap { id, height in known[id] == height ? nil : height }).sorted()
        for start in stride(from: 0, to: wanted.count, by: Self.batch) {
            let heights = Array(wanted[start..<min(start + Self.batch, wanted.count)])
            let answer = try server.times(ofBlocks: heights)
            guard answer.count == heights.count else {
                throw CoinsError(.lyingServer, "The server gave another number of blocks than it was asked for.")
            }
            for (height, time) in zip(heights, answer) { times[height] = time }
        }
    }
}
