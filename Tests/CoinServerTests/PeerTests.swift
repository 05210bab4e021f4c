// SPDX-License-Identifier: MIT
import Bytes
import HTTP
import PeerSupport
import Testing

/// The peers themselves: that they start, know what they are told, and end.
@Suite(.needsPeers) struct PeerTests {
    @Test func bitcoinPaysAndReorganises() throws {
        let chain = try LocalBitcoin()
        _ = try chain.electrumPort()
        let id = try chain.fund([("bcrt1q0xcqpzrky6eff2g52qdye53xkk9jxkvrl4xfg5", 100_000)])
        #expect(try chain.height() == 102)
        try chain.reorganise(depth: 1)
        #expect(try chain.mempool() == [id])
        try chain.drop(id)
        #expect(try chain.mempool().isEmpty)
    }

    @Test func ethereumPaysAndHasTokens() throws {
        let chain = try LocalEthereum()
        let address = "0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1"
        try chain.fund(address, wei: 5_000_000_000_000_000_000)
        #expect(try chain.call("eth_getBalance", .string(address), "latest") == "0x4563918244f40000")
        try chain.giveTokens(try chain.deployToken(), to: address, amount: 7)
        #expect(try chain.call("eth_chainId") == .string("0x" + String(chain.chainID, radix: 16)))
    }

    @Test(arguments: LocalSolana.TokenProgram.allCases) func solanaPaysAndHasTokens(
        program: LocalSolana.TokenProgram
    ) throws {
        let chain = try LocalSolana()
        let owner = "AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9"
        try chain.fund(owner, lamports: 1_000_000)
        #expect(try chain.call("getBalance", .string(owner))["value"]?.uint64 == 1_000_000)
        let account = try chain.giveTokens(chain.createMint(program: program), to: owner, amount: 1_234_567)
        let balance = try chain.call("getTokenAccountBalance", .string(account))
        #expect(balance["value"]?["amount"] == "1234567")
    }
}
