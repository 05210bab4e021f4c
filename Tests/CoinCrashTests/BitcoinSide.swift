// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import HTTP
import PeerSupport
import TestSupport

final class BitcoinSide: ChainSide {
    private let chain: LocalBitcoin

    init() throws { chain = try LocalBitcoin() }

    let network = Network.bitcoinRegtest
    let kind = ServerAddress.Kind.esplora
    var url: String { chain.esploraURL }
    let fund: UInt64 = 1_000_000
    let payment: UInt64 = 300_000
    let amount = "0.003"
    let fees = ["2", "10", "30"]
    let canReplace = true

    func pay(_ address: String, _ units: UInt64) throws { _ = try chain.fund([(address, units)]) }
    func mine() throws { try chain.mine() }
    func forget(_ ids: [String]) throws {
        let waiting = try chain.mempool()
        for id in ids where waiting.contains(id) { try chain.drop(id) }
    }

    func held(by address: String) throws -> UInt64 {
        let stats = try page("address/\(address)")["chain_stats"]
        guard let funded = stats?["funded_txo_sum"]?.uint64, let spent = stats?["spent_txo_sum"]?.uint64 else {
            throw UnexpectedResult("The chain knows nothing of \(address).")
        }
        return funded - spent
    }

    /// Those that spend what the address was given; and what spends their change is not made here.
    func made(by address: String) throws -> [String: UInt64] {
        var made: [String: UInt64] = [:]
        for item in try page("address/\(address)/txs").array ?? [] {
            let spends = (item["vin"]?.array ?? []).contains {
                $0["prevout"]?["scriptpubkey_address"]?.string == address
            }
            if spends, let id = item["txid"]?.string { made[id] = item["fee"]?.uint64 ?? 0 }
        }
        return made
    }

    private func page(_ path: String) throws -> JSONValue {
        let answer = try Client(timeoutSeconds: 30).send(ClientRequest(url: "\(url)/\(path)"))
        return try JSONValue(parsing: answer.body)
    }
}
