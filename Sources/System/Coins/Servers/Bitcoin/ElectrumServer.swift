// SPDX-License-Identifier: MIT
package import Bitcoin
internal import Bytes
package import Chains
internal import HTTP

/// A server of the Electrum protocol, versions 1.4 to 1.7: ElectrumX, Fulcrum, electrs.
///
/// The history is the server's claim. Its transactions are checked by their ids, and amounts are computed from the
/// transactions alone, so a server can hide coins but not invent them. Confirmations rest on headers with proof of
/// work, not on a header chain from the genesis block. Not Sendable.
package final class ElectrumServer: BitcoinServer {
    /// The most transactions of one script that are read; a personal account has fewer.
    static let maximumHistory = 20_000

    private let network: Network
    private let connect: () throws -> ElectrumConnection
    private var connection: ElectrumConnection?

    /// Connects at the first request, and again when the server has closed the connection.
    ///
    /// - Parameter isProtected: TLS; without it the server must be on this machine.
    package init(
        network: Network, host: String, port: UInt16, isProtected: Bool, pinnedPublicKey: String? = nil,
        timeoutSeconds: Int = 30
    ) {
        self.network = network
        connect = {
            let stream = try StreamConnection(
                host: host, port: port, isProtected: isProtected,
                trust: pinnedPublicKey.map { .keys([$0]) } ?? .authorities,
                timeoutSeconds: min(timeoutSeconds, 10))
            return try ElectrumConnection(stream, timeoutSeconds: timeoutSeconds)
        }
        name = "\(host):\(port)"
    }

    private let name: String

    package func checkNetwork() throws {
        let header = try header(at: 0)
        guard header.hash == network.bitcoinFacts?.genesisHash else {
            throw CoinsError(.lyingServer, "\(name) is not on \(network.title): its first block is another.")
        }
    }

    package func tip() throws -> UInt32 {
        let answer = try one("blockchain.headers.subscribe", [])
        guard let height = answer["height"]?.uint64.flatMap(UInt32.init(exactly:)), let hex = answer["hex"]?.string
        else { throw malformed("its best block") }
        _ = try BlockHeader(hex: hex, height: height, network: network, from: name)
        return height
    }

    package func histories(of scripts: [Script]) throws -> [[BitcoinEntry]] {
        let answers = try all { version in
            let byScript = version.minor >= 7
            return scripts.map { script in
                .init(
                    method: byScript ? "blockchain.scriptpubkey.get_history" : "blockchain.scripthash.get_history",
                    params: [.string(byScript ? Hex.encode(script.bytes) : ElectrumScriptHash(script).text)])
            }
        }
        return try answers.map { answer in
            guard let items = answer.array ?? answer["history"]?.array else { throw malformed("a history") }
            guard items.count <= Self.maximumHistory else {
                throw CoinsError(
                    .tooLarge,
                    "\(name) reports more than \(Self.maximumHistory) transactions of an address. Choose another server."
                )
            }
            return try items.map(entry)
        }
    }

    private func entry(_ item: JSONValue) throws -> BitcoinEntry {
        // Safe: nil is refused below.
        guard let id = item["tx_hash"]?.string.flatMap({ try? TransactionID(parsing: $0) }),
            let height = item["height"]?.int64, (-1...Int64(UInt32.max)).contains(height)
        else { throw malformed("a history") }
        // 0 and -1 mean a transaction in no block; -1 has a parent that is in no block either.
        return BitcoinEntry(id: id, height: height > 0 ? UInt32(height) : nil)
    }

    package func transactions(_ ids: [TransactionID]) throws -> [Transaction] {
        let answers = try all { _ in
            ids.map { .init(method: "blockchain.transaction.get", params: [.string("\($0)")]) }
        }
        return try zip(ids, answers).map { id, answer in
            guard let hex = answer.string else { throw malformed("a transaction") }
            return try TransactionText.transaction(hex, id: id, from: name)
        }
    }

    package func times(ofBlocks heights: [UInt32]) throws -> [UInt64] {
        let answers = try all { _ in
            heights.map { .init(method: "blockchain.block.header", params: [.number($0)]) }
        }
        return try zip(heights, answers).map { height, answer in
            guard let hex = answer.string else { throw malformed("a block header") }
            return try BlockHeader(hex: hex, height: height, network: network, from: name).time
        }
    }

    package func feeRate(withinBlocks target: Int) throws -> FeeRate? {
        let answer = try one("blockchain.estimatefee", [.number(target)])
        // -1 means unknown.
        guard let text = answer.number, !text.hasPrefix("-") else { return nil }
        return try TransactionText.feeRate(bitcoinsPerKilobyte: answer, from: name)
    }

    package func relayTerms() throws -> RelayTerms {
        let (version, answers) = try ask { version in
            [.init(method: version.minor >= 6 ? "mempool.get_info" : "blockchain.relayfee", params: [])]
        }
        let answer = try answers[0].mapError { refused($0) }.get()
        guard version.minor >= 6 else {
            return RelayTerms(
                least: try TransactionText.feeRate(bitcoinsPerKilobyte: answer, from: name), increment: nil)
        }
        return try TransactionText.relayTerms(mempool: answer, from: name)
    }

    package func broadcast(_ transaction: Transaction) throws {
        let hex = Hex.encode(transaction.serialized())
        let answers = try ask { _ in [.init(method: "blockchain.transaction.broadcast", params: [.string(hex)])] }.1
        switch answers[0] {
        case .success(let answer): try TransactionText.check(answer.string, is: transaction.id, from: name)
        case .failure(let refusal):
            try TransactionText.accept(transaction.id, refusedWith: refusal, from: name) { id in
                try transactions([id])
            }
        }
    }

    // MARK: - Asking

    private func header(at height: UInt32) throws -> BlockHeader {
        guard let hex = try one("blockchain.block.header", [.number(height)]).string else {
            throw malformed("a block header")
        }
        return try BlockHeader(hex: hex, height: height, network: network, from: name)
    }

    private func one(_ method: String, _ params: JSONValue) throws -> JSONValue {
        try all { _ in [.init(method: method, params: params)] }[0]
    }

    /// The answers to requests that must all succeed.
    private func all(
        _ questions: ((major: Int, minor: Int)) -> [ElectrumConnection.Question]
    ) throws -> [JSONValue] {
        try ask(questions).1.map { answer in try answer.mapError { refused($0) }.get() }
    }

    /// A request may be repeated: when a server closed an idle connection, a new one is opened.
    private func ask(
        _ questions: ((major: Int, minor: Int)) -> [ElectrumConnection.Question]
    ) throws -> ((major: Int, minor: Int), [Result<JSONValue, RPCRefusal>]) {
        let wasOpen = connection != nil
        do {
            let connection = try connection ?? connect()
            self.connection = connection
            return (connection.version, try connection.ask(questions(connection.version)))
        } catch {
            connection = nil
            guard let failure = error as? HTTPError else { throw error }
            if wasOpen, failure.code == .cutOff || failure.code == .unreachable { return try ask(questions) }
            throw ServerSite.failure(failure, name)
        }
    }

    private func refused(_ refusal: RPCRefusal) -> CoinsError {
        refusal.error(from: name)
    }

    private func malformed(_ what: String) -> CoinsError {
        CoinsError(.lyingServer, "\(name) did not answer with \(what): use another server.")
    }
}
