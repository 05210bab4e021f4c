// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import PeerSupport
import TestSupport

final class SolanaSide: ChainSide {
    private let chain: LocalSolana

    init() throws { chain = try LocalSolana() }

    let network = Network.solanaLocal
    let kind = ServerAddress.Kind.solana
    var url: String { chain.url }
    let fund: UInt64 = 1_000_000_000
    let payment: UInt64 = 250_000_000
    let amount = "0.25"
    let fees = ["100", "200", "300"]
    let canReplace = false

    func pay(_ address: String, _ units: UInt64) throws { try chain.fund(address, lamports: units) }
    /// Everything is executed when it arrives.
    func mine() throws {}
    func forget(_ ids: [String]) throws {}
    /// The next transaction is accepted and lost.
    func lose() throws { try chain.lose(1) }
    /// What is not executed by now never will be.
    func expire() throws { try chain.expireBlockhash() }

    func held(by address: String) throws -> UInt64 {
        try chain.call("getBalance", .string(address))["value"]?.uint64 ?? 0
    }

    func made(by address: String) throws -> [String: UInt64] {
        var made: [String: UInt64] = [:]
        for item in try chain.call("getSignaturesForAddress", .string(address)).array ?? [] {
            guard let id = item["signature"]?.string else { continue }
            let meta = try chain.call("getTransaction", .string(id))["meta"]
            // What the accounts have lost together; the node's own word leaves out what was paid for priority.
            made[id] = Self.sum(meta?["preBalances"]) - Self.sum(meta?["postBalances"])
        }
        return made
    }

    private static func sum(_ balances: JSONValue?) -> UInt64 {
        (balances?.array ?? []).compactMap(\.uint64).reduce(0, +)
    }
}
