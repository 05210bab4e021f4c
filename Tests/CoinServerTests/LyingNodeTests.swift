// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import PeerSupport
import Testing

import struct Ethereum.Address
import struct Solana.Signature

/// Nodes that answer another question than the one that was asked.
struct LyingNodeTests {
    private static let hash = String(repeating: "ab", count: 32)

    private func code(_ body: () throws -> some Any) -> CoinsError.Code? {
        #expect(throws: CoinsError.self) { _ = try body() }?.code
    }

    private func ethereum(_ json: String) throws -> EthereumNode {
        let answer = try JSONValue(parsing: Array(json.utf8))
        return EthereumNode(network: .ethereum, name: "node") { _, _ in answer }
    }

    @Test(arguments: ["\"0x2\"", "\"0x\"", "1", "\"1\"", "null", "\"0x1ffffffffffffffff\"", "\"0xzz\""])
    func anotherChainIDIsALie(json: String) throws {
        let node = try ethereum(json)
        #expect(code { try node.checkNetwork() } == .lyingServer)
    }

    @Test func numbersThatCannotBeAreLies() throws {
        let long = "\"0x" + String(repeating: "f", count: 65) + "\""
        for json in ["5", "null", "{}", "\"\"", "\"0x\"", "\"5\"", "\"0x-1\"", long] {
            let node = try ethereum(json)
            let address = try Address([UInt8](repeating: 1, count: 20))
            #expect(code { try node.balance(of: address) } == .lyingServer)
            #expect(code { try node.nonce(of: address) } == .lyingServer)
            #expect(code { try node.blockNumber() } == .lyingServer)
        }
    }

    @Test func receiptsAndBlocksOfOthersAreLies() throws {
        let other = String(repeating: "cd", count: 32)
        let receipt =
            #"{"transactionHash":"0x\#(other)","blockNumber":"0x5","status":"0x1","gasUsed":"0x5208","effectiveGasPrice":"0x1"}"#
        let hash = [UInt8](repeating: 0xab, count: 32)
        #expect(code { try ethereum(receipt).receipt(of: hash) } == .lyingServer)
        #expect(try ethereum(receipt.replacing(other, with: Self.hash)).receipt(of: hash)?.block == 5)
        #expect(code { try ethereum(#"{"hash":"0x\#(other)"}"#).isKnown(hash) } == .lyingServer)
        let block = try ethereum(#"{"number":"0x6","timestamp":"0x1"}"#)
        #expect(code { try block.time(ofBlock: 5) } == .lyingServer)
        #expect(try block.time(ofBlock: 6) == 1)
    }

    @Test func blocksThatCannotBeAreLies() throws {
        let own = try Address([UInt8](repeating: 0x22, count: 20))
        func word(_ pair: String, _ count: Int) -> String { "0x" + String(repeating: pair, count: count) }
        func payment(hash: String = "ab", from: String = "33", to: String = "22", value: String = "0x7") -> String {
            #"{"hash":"\#(word(hash, 32))","from":"\#(word(from, 20))","to":"\#(word(to, 20))","value":"\#(value)"}"#
        }
        func withdrawal(index: String = "0x1", amount: String = "0x3") -> String {
            #"{"index":"\#(index)","address":"\#(word("22", 20))","amount":"\#(amount)"}"#
        }
        func block(_ payments: String, _ withdrawals: String = "", number: String = "0x5") throws -> EthereumBlock {
            try ethereum(
                #"{"number":"\#(number)","timestamp":"0x9","transactions":[\#(payments)],"withdrawals":[\#(withdrawals)]}"#
            ).block(5, touching: own)
        }
        let honest = try block(
            [payment(), payment(hash: "cd", from: "22", to: "44"), payment(hash: "ef", to: "44")].joined(
                separator: ","),
            withdrawal())
        #expect(honest.payments.map(\.value) == [7, 7] && honest.time == 9)
        #expect(honest.withdrawals == [.init(index: 1, amount: 3_000_000_000)])
        #expect(try block(payment(value: "0x0")).payments.isEmpty)
        for lie in [
            payment() + "," + payment(), payment(value: "7"), payment(from: ""), payment(hash: "a"), #""0xab""#, "{}",
            "5",
        ] {
            #expect(code { try block(lie) } == .lyingServer, "\(lie)")
        }
        #expect(code { try block("", number: "0x6") } == .lyingServer)
        for lie in [withdrawal() + "," + withdrawal(), withdrawal(amount: "0x10000000000000000"), "{}"] {
            #expect(code { try block("", lie) } == .lyingServer, "\(lie)")
        }
        for json in ["null", "{}", #"{"number":"0x5","timestamp":"0x9"}"#, "[]"] {
            #expect(code { try ethereum(json).block(5, touching: own) } == .lyingServer, "\(json)")
        }
    }

    /// Each node has other words for what it does not keep; a node that only fails is asked again.
    @Test func whatANodeHasForgottenIsNoState() throws {
        let own = try Address([UInt8](repeating: 0x22, count: 20))
        func state(_ code: Int64, _ words: String) throws -> EthereumState? {
            try EthereumNode(network: .ethereum, name: "node") { _, _ in throw RPCRefusal(code: code, message: words) }
                .state(of: own, afterBlock: 5)
        }
        for (code, words) in [
            (-32_000, "missing trie node 0a (path ) state 0x0a is not available"), (-32_000, "header not found"),
            (-32_000, "Unknown block"), (-32_603, "historical state 0a is not available"),
            (-32_602, "distance to target block exceeds maximum proof window"),
            (-32_002, "No state available for block"), (-32_701, "Archive requests require a personal token"),
            (-32_603, "old data not available due to pruning"),
        ] as [(Int64, String)] {
            #expect(try state(code, words) == nil, "\(words)")
        }
        for (code, words) in [(-32_005, "rate limit"), (-32_603, "internal error"), (429, "slow down")]
            as [(Int64, String)]
        {
            #expect(self.code { try state(code, words) } == .unreachable, "\(words)")
        }
        #expect(try ethereum("null").state(of: own, afterBlock: 5) == nil)
        #expect(try ethereum("\"0x5\"").state(of: own, afterBlock: 5) == EthereumState(balance: 5, nonce: 5))
        #expect(code { try ethereum("5").state(of: own, afterBlock: 5) } == .lyingServer)
    }

    @Test func feesThatNobodyPaysAreLies() throws {
        for json in [
            #"{"baseFeePerGas":["0x1","0xffffffffffffff"],"gasUsedRatio":[0.5],"reward":[["0x1","0x1","0x1"]]}"#,
            #"{"baseFeePerGas":["0x1"],"gasUsedRatio":[0.5],"reward":[["0x1","0x1","0x1"]]}"#,
            #"{"baseFeePerGas":["0x1","0x1"],"gasUsedRatio":[0.5],"reward":[["0x1"]]}"#, "{}",
        ] {
            #expect(code { try ethereum(json).feeSuggestion() } == .lyingServer, "\(json)")
        }
    }

    @Test func transfersOfOthersAreLies() throws {
        let own = try Address([UInt8](repeating: 0x22, count: 20))
        let token = try Address([UInt8](repeating: 0x33, count: 20))
        let topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
        func word(_ pair: String) -> String {
            "0x" + String(repeating: "0", count: 24) + String(repeating: pair, count: 20)
        }
        func log(
            token: String = "33", from: String = "22", to: String = "22", block: String = "0x5", topic: String = topic
        ) -> String {
            #"[{"address":"0x\#(String(repeating: token, count: 20))","topics":["\#(topic)","\#(word(from))","\#(word(to))"],"#
                + #""data":"0x\#(String(repeating: "00", count: 31))07","transactionHash":"0x\#(Self.hash)","#
                + #""blockNumber":"\#(block)","logIndex":"0x0"}]"#
        }
        func transfers(_ json: String) throws -> Int {
            try ethereum(json).transfers(of: [token], touching: own, inBlocks: 5...9).count
        }
        #expect(try transfers(log()) == 1)
        for lie in [
            log(token: "44"), log(from: "44", to: "55"), log(block: "0x4"), log(block: "0xa"),
            log(topic: "0x" + String(repeating: "00", count: 32)), "{}",
            log().replacing("\"data\":\"0x", with: "\"data\":\""),
        ] {
            #expect(code { try transfers(lie) } == .lyingServer, "\(lie)")
        }
        // What has no three topics is another kind of event.
        #expect(try transfers("[{}]") == 0)
        // A contract writes what it likes: an amount of another length is none, and no lie of the node.
        for data in ["0x", "0x07", "0x" + String(repeating: "00", count: 33)] {
            let odd = log().replacing(String(repeating: "00", count: 31) + "07", with: String(data.dropFirst(2)))
            #expect(try transfers(String(odd.dropLast()) + "," + log().dropFirst()) == 1, "\(data)")
        }
    }

    @Test func solanaAnswersThatDoNotFitAreLies() throws {
        let address = try LyingSolana.address()
        for json in ["null", "{}", "[]", #"{"value":null}"#, #"{"value":-1}"#, #"{"value":"5"}"#, #"{"value":1.5}"#] {
            let node = try LyingSolana.node(json)
            #expect(code { try node.balance(of: address) } == .lyingServer, "\(json)")
            #expect(code { try node.latestBlockhash() } == .lyingServer, "\(json)")
            #expect(code { try node.accounts([address]) } == .lyingServer, "\(json)")
            #expect(code { try node.tokenAccounts(of: address) } == .lyingServer, "\(json)")
        }
        let lines = #"[{"signature":"x","slot":1}]"#
        #expect(code { try LyingSolana.node(lines).history(of: address, before: nil, limit: 5) } == .lyingServer)
        let zero = try Signature([UInt8](repeating: 0, count: 64))
        let line = #"{"signature":"\#(zero.text)","slot":1,"err":null}"#
        #expect(
            code { try LyingSolana.node("[\(line),\(line)]").history(of: address, before: nil, limit: 1) }
                == .lyingServer)
        #expect(code { try LyingSolana.node(#"{"value":[null,null]}"#).statuses(of: [zero]) } == .lyingServer)
        #expect(
            code { try LyingSolana.node(#"{"transaction":["AA==","base64"]}"#).transactions([zero]) } == .lyingServer)
        #expect(code { try LyingSolana.node("\"x\"").checkNetwork() } == .lyingServer)
    }

    @Test func aNodeOfOnesOwnMayNotBeAPublicNetwork() throws {
        let real = try LyingSolana.node("\"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d\"", network: .solanaLocal)
        #expect(code { try real.checkNetwork() } == .lyingServer)
        try LyingSolana.node("\"\(LocalSolana.genesisHash)\"", network: .solanaLocal).checkNetwork()
    }
}
