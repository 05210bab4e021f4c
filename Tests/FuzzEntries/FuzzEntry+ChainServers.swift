// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins

import struct Ethereum.Address

/// Every question to a node, answered with the same foreign JSON.
extension FuzzEntry {
    func chainServer(_ input: [UInt8]) {
        let answer: JSONValue
        do {
            answer = try JSONValue(parsing: input)
        } catch {
            return
        }
        askEthereum(EthereumNode(network: .ethereum, name: "node") { _, _ in answer })
        askSolana(SolanaNode(network: .solana, name: "node") { _, _ in answer })
        if let error = answer["error"], let words = error.string {
            let refusal = RPCRefusal(code: error["code"]?.int64 ?? 0, message: words, data: error)
            askEthereum(EthereumNode(network: .ethereum, name: "node") { _, _ in throw refusal })
            askSolana(SolanaNode(network: .solana, name: "node") { _, _ in throw refusal })
        }
    }

    private func askEthereum(_ node: EthereumNode) {
        attempt {
            let own = try Address([UInt8](repeating: 0x22, count: 20))
            let hash = [UInt8](repeating: 0xab, count: 32)
            attempt { try node.checkNetwork() }
            attempt { _ = try node.balance(of: own) }
            attempt { _ = try node.nonce(of: own) }
            attempt { _ = try node.hasCode(at: own) }
            attempt { _ = try node.blockNumber() }
            attempt { _ = try node.time(ofBlock: 5) }
            attempt { _ = try node.feeSuggestion() }
            attempt { _ = try node.call(own, [1]) }
            attempt { _ = try node.receipt(of: hash) }
            attempt { _ = try node.state(of: own, afterBlock: 5) }
            attempt { _ = try node.block(5, touching: own) }
            attempt { _ = try node.isKnown(hash) }
            attempt { _ = try node.transfers(of: [own], touching: own, inBlocks: 0...9) }
        }
    }

    /// A node's answer is taken or refused with the error of coins.
    func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            precondition(error is CoinsError, "\(rawValue): an error of another kind: \(error)")
        }
    }

    static let chainServerSeeds = [
        #""0x1""#, "5", "null",
        #"{"value":{"blockhash":"4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY","lastValidBlockHeight":9}}"#,
        #"{"transactionHash":"0xabababababababababababababababababababababababababababababababab","blockNumber":"0x5","status":"0x1","gasUsed":"0x5208","effectiveGasPrice":"0x1"}"#,
        #"{"number":"0x5","timestamp":"0x1","transactions":[{"hash":"0xabababababababababababababababababababababababababababababababab","from":"0x2222222222222222222222222222222222222222","to":null,"value":"0x1"}],"withdrawals":[{"index":"0x1","validatorIndex":"0x2","address":"0x2222222222222222222222222222222222222222","amount":"0x3"}]}"#,
        #"{"baseFeePerGas":["0x1","0x2"],"gasUsedRatio":[0.5],"reward":[["0x1","0x1","0x1"]]}"#,
        #"{"value":[{"owner":"11111111111111111111111111111111","lamports":5,"executable":false,"data":["","base64"]}]}"#,
        #"[{"signature":"1111111111111111111111111111111111111111111111111111111111111111","slot":1,"err":null}]"#,
        #"{"value":[{"slot":1,"err":{"InstructionError":[0,{"Custom":1}]},"confirmationStatus":"finalized"}]}"#,
        #"{"meta":{"err":null,"fee":5000,"preBalances":[1],"postBalances":[2]},"transaction":["AA==","base64"],"slot":1}"#,
        #"[{"address":"0x2222222222222222222222222222222222222222","topics":["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef","0x","0x"],"data":"0x","blockNumber":"0x5"}]"#,
    ]
}
