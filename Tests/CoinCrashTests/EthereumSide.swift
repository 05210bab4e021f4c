// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import PeerSupport
import TestSupport

final class EthereumSide: ChainSide {
    private let chain: LocalEthereum
    let network: Network
    /// Older blocks are other tests'.
    private var firstBlock: UInt64 = 0

    init() throws {
        chain = try LocalEthereum()
        network = try Network.ethereum(chainID: chain.chainID)
        try chain.setAutoMine(false)
    }

    let kind = ServerAddress.Kind.ethereum
    var url: String { chain.url }
    let fund: UInt64 = 1_000_000_000_000_000_000
    let payment: UInt64 = 250_000_000_000_000_000
    let amount = "0.25"
    let fees = ["20", "40", "80"]
    let canReplace = true

    func pay(_ address: String, _ units: UInt64) throws {
        try chain.fund(address, wei: units)
        firstBlock = try number(chain.call("eth_blockNumber"))
    }
    func mine() throws { try chain.mine() }
    func forget(_ ids: [String]) throws { for id in ids { try chain.drop(id) } }

    func held(by address: String) throws -> UInt64 {
        try number(chain.call("eth_getBalance", .string(address), "latest"))
    }

    func made(by address: String) throws -> [String: UInt64] {
        var made: [String: UInt64] = [:]
        for height in try firstBlock...number(chain.call("eth_blockNumber")) {
            let block = try chain.call("eth_getBlockByNumber", .string("0x" + String(height, radix: 16)), .bool(true))
            for item in block["transactions"]?.array ?? []
            where item["from"]?.string?.lowercased() == address.lowercased() {
                guard let id = item["hash"]?.string else { continue }
                let receipt = try chain.call("eth_getTransactionReceipt", .string(id))
                made[id] = try number(receipt["gasUsed"]) * number(receipt["effectiveGasPrice"])
            }
        }
        return made
    }

    private func number(_ value: JSONValue?) throws -> UInt64 {
        guard let text = value?.string, let number = UInt64(text.dropFirst(2), radix: 16) else {
            throw UnexpectedResult("\(value?.text ?? "nothing") is no number.")
        }
        return number
    }
}
