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
            log().replacing("\"data\":\"0x", with: "\"data\":\"0x00"),
        ] {
            #expect(code { try transfers(lie) } == .lyingServer, "\(lie)")
        }
        // What has no three topics is another kind of event.
        #expect(try transfers("[{}]") == 0)
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
