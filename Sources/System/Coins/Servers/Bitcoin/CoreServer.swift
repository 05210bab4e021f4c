// SPDX-License-Identifier: MIT
package import Bitcoin
internal import Bytes
package import Chains

/// The user's own node, over Bitcoin Core's RPC, without a wallet in the node.
///
/// With `blockfilterindex=1` histories are complete. Without it, they hold only the transactions whose outputs are
/// unspent, and ``hasWholeHistory()`` returns false; balances and sending are still correct. Waiting transactions are
/// found while the mempool is small, else only those that spend known coins. `txindex=1` is needed for transactions
/// that no history has returned since the start. Not Sendable.
///
/// Methods: <https://developer.bitcoin.org/reference/rpc/>
package final class CoreServer: BitcoinServer {
    /// The most waiting transactions that are searched one by one.
    private static let maximumMempool = 2_000

    private let network: Network
    private let pipe: RPCPipe
    /// The block of each transaction seen, so that it can be fetched without `txindex`.
    private var blocks: [TransactionID: String] = [:]

    /// - Parameter site: has the credentials and a timeout of minutes, because the node searches its whole chain.
    package init(network: Network, site: ServerSite) {
        self.network = network
        pipe = RPCPipe(site)
    }

    package func checkNetwork() throws {
        guard try call("getblockhash", [0]).string == network.bitcoinFacts?.genesisHash else {
            throw CoinsError(.lyingServer, "\(pipe.name) is not on \(network.title): its first block is another.")
        }
    }

    package func tip() throws -> UInt32 {
        guard let height = try call("getblockcount", []).uint64.flatMap(UInt32.init(exactly:)) else {
            throw malformed("a height")
        }
        return height
    }

    /// Whether the node keeps the index from which histories are read.
    package func hasWholeHistory() throws -> Bool {
        !(try call("getindexinfo", ["basic block filter index"])["basic block filter index"]?.isNull ?? true)
    }

    package func histories(of scripts: [Script]) throws -> [[BitcoinEntry]] {
        guard !scripts.isEmpty else { return [] }
        var tracker = ScriptTracker(scripts)
        if try hasWholeHistory() { try readBlocks(into: &tracker) } else { try readUnspents(into: &tracker) }
        try readMempool(into: &tracker)
        return tracker.histories
    }

    private func readBlocks(into tracker: inout ScriptTracker) throws {
        let answer = try call("scanblocks", ["start", descriptors(tracker.scripts)])
        guard let hashes = answer["relevant_blocks"]?.array?.compactMap(\.string) else { throw malformed("blocks") }
        for hash in hashes {
            let block = try call("getblock", [.string(hash), 2])
            guard let height = block["height"]?.uint64.flatMap(UInt32.init(exactly:)), let items = block["tx"]?.array
            else { throw malformed("a block") }
            for item in items {
                let transaction = try transaction(item)
                if tracker.take(transaction, height: height) { blocks[transaction.id] = hash }
            }
        }
    }

    private func readUnspents(into tracker: inout ScriptTracker) throws {
        let answer = try call("scantxoutset", ["start", descriptors(tracker.scripts)])
        guard let items = answer["unspents"]?.array, answer["success"]?.bool == true else { throw malformed("coins") }
        var found: [TransactionID: UInt32] = [:]
        var total: UInt64 = 0
        for item in items {
            // Safe: nil is refused.
            guard let id = item["txid"]?.string.flatMap({ try? TransactionID(parsing: $0) }),
                let height = item["height"]?.uint64.flatMap(UInt32.init(exactly:)),
                let value = item["amount"]?.number.flatMap(DecimalText.init)?.units(decimals: 8)
            else { throw malformed("coins") }
            found[id] = height
            let (sum, overflow) = total.addingReportingOverflow(value)
            guard !overflow else { throw malformed("amounts that can be") }
            total = sum
        }
        guard answer["total_amount"]?.number.flatMap(DecimalText.init)?.units(decimals: 8) == total else {
            throw CoinsError(.lyingServer, "\(pipe.name) names a balance that its coins do not add up to.")
        }
        let hashes = try batch("getblockhash", found.values.map { [.number($0)] })
        for ((id, _), hash) in zip(found, hashes) { blocks[id] = hash.string }
        let ordered = found.sorted { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }
        for (transaction, (_, height)) in zip(try transactions(ordered.map(\.key)), ordered) {
            guard tracker.take(transaction, height: height) else { throw malformed("coins that were asked for") }
        }
    }

    private func readMempool(into tracker: inout ScriptTracker) throws {
        guard let size = try call("getmempoolinfo", [])["size"]?.uint64 else { throw malformed("its mempool") }
        var ids: [String]
        if size <= UInt64(Self.maximumMempool) {
            ids = try call("getrawmempool", []).array?.compactMap(\.string) ?? []
        } else {
            let coins = tracker.coins.map { coin -> JSONValue in
                ["txid": .string("\(coin.transactionID)"), "vout": .number(coin.index)]
            }
            let spenders = coins.isEmpty ? [] : try call("gettxspendingprevout", [.array(coins)]).array ?? []
            ids = spenders.compactMap { $0["spendingtxid"]?.string }
        }
        guard ids.count <= Self.maximumMempool * 2 else { throw malformed("its mempool") }
        let answers = try pipe.batch(ids.map { ("getrawtransaction", [.string($0), false]) })
        var waiting: [Transaction] = []
        for case .success(let answer) in answers { waiting.append(try transaction(answer)) }
        // A parent may come after its child, so the list is read twice. Transactions mined or dropped since are absent.
        for _ in 0..<2 { for transaction in waiting { _ = tracker.take(transaction, height: nil) } }
    }

    /// Decodes a transaction from hexadecimal text, or from an object that contains it.
    private func transaction(_ item: JSONValue) throws -> Transaction {
        guard let hex = item.string ?? item["hex"]?.string else { throw malformed("a transaction") }
        do {
            return try Transaction(hex: hex)
        } catch {
            throw CoinsError(.lyingServer, "\(pipe.name) sent an invalid transaction.", cause: error)
        }
    }

    private func descriptors(_ scripts: [Script]) -> JSONValue {
        .array(scripts.map { .string("raw(\(Hex.encode($0.bytes)))") })
    }

    package func transactions(_ ids: [TransactionID]) throws -> [Transaction] {
        let answers = try batch(
            "getrawtransaction",
            ids.map { id in
                let place = blocks[id].map { [JSONValue.string($0)] } ?? []
                return .array([.string("\(id)"), false] + place)
            })
        return try zip(ids, answers).map { id, answer in
            guard let hex = answer.string else { throw malformed("a transaction") }
            return try TransactionText.transaction(hex, id: id, from: pipe.name)
        }
    }

    package func times(ofBlocks heights: [UInt32]) throws -> [UInt64] {
        let hashes = try batch("getblockhash", heights.map { [.number($0)] })
        let headers = try batch("getblockheader", hashes.map { [$0, false] })
        return try zip(zip(heights, hashes), headers).map { place, answer in
            guard let hex = answer.string else { throw malformed("a block header") }
            let header = try BlockHeader(hex: hex, height: place.0, network: network, from: pipe.name)
            guard .string(header.hash) == place.1 else { throw malformed("the block that was asked for") }
            return header.time
        }
    }

    package func feeRate(withinBlocks target: Int) throws -> FeeRate? {
        guard let rate = try call("estimatesmartfee", [.number(target)])["feerate"] else { return nil }
        return try TransactionText.feeRate(bitcoinsPerKilobyte: rate, from: pipe.name)
    }

    package func relayTerms() throws -> RelayTerms {
        try TransactionText.relayTerms(mempool: call("getmempoolinfo", []), from: pipe.name)
    }

    /// The node returns descendants without a search through its chain.
    package func descendants(of transaction: Transaction) throws -> [TransactionID: SentTransaction] {
        let answer: JSONValue
        do {
            answer = try pipe.call("getmempooldescendants", [.string("\(transaction.id)"), true])
        } catch let refusal as RPCRefusal {
            // A transaction that is not in the mempool has no descendants there.
            guard refusal.code == Self.notFound else { throw refused(refusal) }
            return [:]
        }
        guard let members = answer.members, members.count <= Replacement.maximumEvictions else {
            throw malformed("what stands on a transaction")
        }
        var found: [TransactionID: SentTransaction] = [:]
        for (key, entry) in members.map({ ($0.key, $0.value) }) {
            // Safe: nil is refused.
            guard let id = try? TransactionID(parsing: key),
                let size = entry["vsize"]?.uint64.flatMap(Int.init(exactly:)),
                let fee = entry["fees"]?["base"]?.number.flatMap(DecimalText.init)?.units(decimals: 8),
                fee <= Satoshis.maximum.value
            else { throw malformed("what stands on a transaction") }
            found[id] = SentTransaction(fee: try Satoshis(fee), virtualSize: size)
        }
        return found
    }

    /// Core: `RPC_INVALID_ADDRESS_OR_KEY`
    private static let notFound: Int64 = -5

    package func broadcast(_ transaction: Transaction) throws {
        do {
            let hex = Hex.encode(transaction.serialized())
            let answer = try pipe.call("sendrawtransaction", [.string(hex)])
            try TransactionText.check(answer.string, is: transaction.id, from: pipe.name)
        } catch let refusal as RPCRefusal {
            try TransactionText.accept(transaction.id, refusedWith: refusal, from: pipe.name) {
                try transactions([$0])
            }
        }
    }

    private func call(_ method: String, _ params: JSONValue) throws -> JSONValue {
        do {
            return try pipe.call(method, params)
        } catch let refusal as RPCRefusal {
            throw refused(refusal)
        }
    }

    private func batch(_ method: String, _ params: [JSONValue]) throws -> [JSONValue] {
        try pipe.batch(params.map { (method, $0) }).map { answer in try answer.mapError { refused($0) }.get() }
    }

    private func refused(_ refusal: RPCRefusal) -> CoinsError {
        refusal.error(from: pipe.name)
    }

    private func malformed(_ what: String) -> CoinsError {
        CoinsError(.lyingServer, "\(pipe.name) did not answer with \(what): use another server.")
    }
}
