// SPDX-License-Identifier: MIT
package import Bytes
import TestSupport

/// An Ethereum chain of one test. Gone with this value.
package final class LocalEthereum {
    private let folder: ScratchFolder
    private let node: PeerProcess
    private let calls: PeerCalls

    package init() throws {
        folder = try ScratchFolder()
        node = try PeerProcess("ethereum_node.py", [folder.path])
        calls = PeerCalls(url: "http://127.0.0.1:\(node.port)/", authorization: nil)
    }

    package var url: String { "http://127.0.0.1:\(node.port)/" }

    /// The id of eth-tester's chain, which is larger than 32 bits.
    package let chainID: UInt64 = 131_277_322_940_537

    /// Whether each transaction makes a block; otherwise they wait for ``mine(_:)``.
    package func setAutoMine(_ isOn: Bool) throws { _ = try call("test_autoMine", .bool(isOn)) }

    package func mine(_ blocks: Int = 1) throws { _ = try call("test_mine", .number(blocks)) }

    /// Pays to an address, in a block of its own.
    package func fund(_ address: String, wei: UInt64) throws {
        _ = try call("test_fund", .string(address), .string("0x" + String(wei, radix: 16)))
    }

    /// Pays to an address by a contract, which no transaction names; in a block of its own.
    package func fundByContract(_ address: String, wei: UInt64) throws {
        _ = try call("test_fundByContract", .string(address), .string("0x" + String(wei, radix: 16)))
    }

    /// Of how many of the newest blocks the node knows what accounts had; nil for an archive, which knows it of all.
    package func keepStates(_ blocks: Int?) throws {
        _ = try call("test_keepStates", blocks.map { JSONValue.number($0) } ?? .null)
    }

    /// Has the node say that a byte of a transaction's data costs this much beside the gas, as networks above Ethereum do.
    package func takeDataFee(weiPerByte: Int) throws { _ = try call("test_takeDataFee", .number(weiPerByte)) }

    /// Puts an ERC-20 token on the chain; its address.
    package func deployToken(symbol: String = "TST", decimals: Int = 6) throws -> String {
        try call("test_deployToken", .string(symbol), .number(decimals), .string("0x" + String(UInt64.max, radix: 16)))
            .string ?? ""
    }

    /// Transfers tokens to an address, in a block of its own.
    package func giveTokens(_ token: String, to address: String, amount: UInt64) throws {
        _ = try call(
            "test_giveTokens", .string(token), .string(address), .string("0x" + String(amount, radix: 16)))
    }

    /// Makes the node forget a waiting transaction.
    package func drop(_ hash: String) throws { _ = try call("test_dropFromPool", .string(hash)) }

    /// Any method of the node.
    package func call(_ method: String, _ params: JSONValue...) throws -> JSONValue { try calls.call(method, params) }
}
