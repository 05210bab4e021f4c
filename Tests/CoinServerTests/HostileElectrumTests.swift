// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Coins
import TestSupport
import Testing

/// What an Electrum server may say wrongly, and what becomes of it.
struct HostileElectrumTests {
    private static let easyHeader = String(repeating: "00", count: 72) + "ffff7f20" + "00000000"

    private func refusal(
        network: Network = .bitcoinRegtest, version: String = "1.4", timeout: Int = 10,
        _ answer: @escaping @Sendable (String) -> PaperElectrum.Answer, to ask: (ElectrumServer) throws -> Void
    ) throws -> CoinsError.Code? {
        let listener = try PaperElectrum.start(version: version, answer: answer)
        let server = ElectrumServer(
            network: network, host: "127.0.0.1", port: listener.port, isProtected: false, timeoutSeconds: timeout)
        var code: CoinsError.Code?
        let took = ContinuousClock().measure { code = #expect(throws: CoinsError.self) { try ask(server) }?.code }
        #expect(took < .seconds(120))
        return code
    }

    @Test func transportsThatMisbehaveAreLeft() throws {
        let cases: [(PaperElectrum.Answer, CoinsError.Code)] = [
            (.silence, .unreachable), (.flood, .tooLarge),
            (.news(#"{"jsonrpc":"2.0","method":"x","params":[]}"#), .tooLarge),
            (.line("<html>"), .lyingServer), (.line(#"[{"jsonrpc":"2.0","id":2"#), .lyingServer),
            (.line(String(repeating: "[", count: 100_000)), .lyingServer),
            (.line(#"[{"jsonrpc":"2.0","id":99,"result":5}]"#), .lyingServer),
            (.line(#"[{"jsonrpc":"2.0","id":2}]"#), .lyingServer),
            (.line(#"[{"jsonrpc":"2.0","id":2,"result":5},{"jsonrpc":"2.0","id":2,"result":6}]"#), .lyingServer),
            (.line(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"bad"}}"#), .unreachable),
        ]
        for (answer, code) in cases {
            #expect(try refusal(timeout: 5, { _ in answer }, to: { _ = try $0.tip() }) == code, "\(answer)")
        }
    }

    @Test(arguments: ["0.9", "1.3", "1.8", "2.0", "x", ""]) func aVersionThatWeDoNotSpeakIsRefused(version: String)
        throws
    {
        #expect(try refusal(version: version, timeout: 1, { _ in .silence }, to: { _ = try $0.tip() }) == .unreachable)
    }

    @Test func anotherFirstBlockIsAnotherNetwork() throws {
        let header = JSONValue.string(Self.easyHeader)
        // No hash of this header meets any target but by luck, so both lies are found.
        #expect(try refusal({ _ in .result(header) }, to: { try $0.checkNetwork() }) == .lyingServer)
    }

    @Test func headersWithoutWorkAreRefused() throws {
        // The first block of regtest is real work for regtest, and none for the main network of today.
        let genesis = JSONValue.string(
            "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f61"
                + "7fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000")
        let listener = try PaperElectrum.start { _ in .result(genesis) }
        func times(_ network: Network, _ height: UInt32) throws -> [UInt64] {
            try ElectrumServer(network: network, host: "127.0.0.1", port: listener.port, isProtected: false)
                .times(ofBlocks: [height])
        }
        #expect(try times(.bitcoinRegtest, 0) == [1_296_688_602])
        #expect(throws: CoinsError.self) { try times(.bitcoin, 800_000) }
        for text in ["", "00", Self.easyHeader + "00", String(repeating: "z", count: 160)] {
            let answer = JSONValue.string(text)
            #expect(try refusal({ _ in .result(answer) }, to: { _ = try $0.times(ofBlocks: [5]) }) == .lyingServer)
        }
    }

    @Test func anotherTransactionThanWasAskedForIsRefused() throws {
        let key = try BitcoinKey(1)
        let outPoint = OutPoint(transactionID: try TransactionID([UInt8](repeating: 1, count: 32)), index: 0)
        let real = try key.spend([(outPoint, 5_000)], to: [(key.script, 4_000)])
        var other = real
        other.outputs[0].value = 4_999
        for text in [Hex.encode(other.serialized()), "", "00", Hex.encode(real.serialized()) + "00", "zz"] {
            let answer = JSONValue.string(text)
            #expect(try refusal({ _ in .result(answer) }, to: { _ = try $0.transactions([real.id]) }) == .lyingServer)
        }
        let text = JSONValue.string("\(other.id)")
        #expect(try refusal({ _ in .result(text) }, to: { try $0.broadcast(real) }) == .lyingServer)
    }

    @Test func historiesThatCannotBeAreRefused() throws {
        let id = String(repeating: "ab", count: 32)
        let answers: [JSONValue] = [
            "text", [["tx_hash": "ab", "height": 5]], [["tx_hash": .string(id)]],
            [["tx_hash": .string(id), "height": -2]], [["tx_hash": .string(id), "height": 4_294_967_296]],
            [["tx_hash": .string(id), "height": "5"]],
        ]
        let script = try BitcoinKey(1).script
        for answer in answers {
            let code = try refusal({ _ in .result(answer) }, to: { _ = try $0.histories(of: [script]) })
            #expect(code == .lyingServer, "\(answer.text)")
        }
        let entry: JSONValue = ["tx_hash": .string(id), "height": 5]
        let many = JSONValue.array([JSONValue](repeating: entry, count: 20_001))
        #expect(try refusal({ _ in .result(many) }, to: { _ = try $0.histories(of: [script]) }) == .tooLarge)
    }

    @Test(arguments: ["1e9", "1000", "\"1\"", "{}", "1e-400"]) func feesThatCannotBeAreRefused(text: String) throws {
        let answer = try JSONValue(parsing: Array(text.utf8))
        #expect(try refusal({ _ in .result(answer) }, to: { _ = try $0.relayTerms() }) == .lyingServer)
    }

    @Test func theNewestProtocolNamesScriptsByThemselves() throws {
        let id = String(repeating: "ab", count: 32)
        let listener = try PaperElectrum.start(version: "1.7") { method in
            method == "blockchain.scriptpubkey.get_history"
                ? .result(["history": [["tx_hash": .string(id), "height": 0]]]) : .silence
        }
        let server = ElectrumServer(
            network: .bitcoinRegtest, host: "127.0.0.1", port: listener.port, isProtected: false)
        let history = try server.histories(of: [BitcoinKey(1).script])
        #expect(history == [[BitcoinEntry(id: try TransactionID(parsing: id), height: nil)]])
    }

    @Test func batchesMayBeAnsweredInAnyOrder() throws {
        let listener = try LocalListener { caller in
            var received: [UInt8] = []
            var lines: [[JSONValue]] = []
            func answer(_ requests: [JSONValue], _ result: (JSONValue) -> JSONValue) {
                let answers = requests.map { request -> JSONValue in
                    ["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": result(request)]
                }
                caller.send(JSONValue.array(answers).text + "\n")
            }
            while true {
                let bytes = caller.read()
                guard !bytes.isEmpty else { return }
                received += bytes
                while let end = received.firstIndex(of: 10) {
                    // Safe: a request that cannot be read makes the test fail by itself.
                    lines.append((try? JSONValue(parsing: Array(received[..<end])))?.array ?? [])
                    received.removeSubrange(...end)
                }
                if lines.first?.first?["method"] == "server.version" {
                    answer(lines.removeFirst()) { _ in ["Paper", "1.4"] }
                }
                guard lines.count == 2 else { continue }
                for line in lines.reversed() {
                    answer(line) { request in
                        // The name of the script comes back as the id of a transaction.
                        let name = request["params"]?[0]?.string ?? ""
                        return [["tx_hash": .string(name), "height": 5]]
                    }
                }
                lines = []
            }
        }
        let scripts = (0..<400).map { Script([UInt8($0 & 255), UInt8($0 >> 8)]) }
        let server = ElectrumServer(
            network: .bitcoinRegtest, host: "127.0.0.1", port: listener.port, isProtected: false)
        let histories = try server.histories(of: scripts)
        #expect(histories.map { "\($0[0].id)" } == scripts.map { ElectrumScriptHash($0).text })
    }

    @Test func aConnectionThatLayIdleIsMadeAgain() throws {
        let genesis = JSONValue.string(
            "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f61"
                + "7fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000")
        // Each connection answers twice and is closed.
        let listener = try LocalListener { caller in
            for result in [["Paper", "1.4"], genesis] as [JSONValue] {
                var line: [UInt8] = []
                while line.last != 10 {
                    let bytes = caller.read()
                    guard !bytes.isEmpty else { return }
                    line += bytes
                }
                // Safe: a request that cannot be read makes the test fail by itself.
                let requests = (try? JSONValue(parsing: line))?.array ?? []
                let answers = requests.map { request -> JSONValue in
                    ["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": result]
                }
                caller.send(JSONValue.array(answers).text + "\n")
            }
        }
        let server = ElectrumServer(
            network: .bitcoinRegtest, host: "127.0.0.1", port: listener.port, isProtected: false)
        for _ in 0..<5 { try server.checkNetwork() }
    }
}
