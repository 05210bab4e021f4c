// SPDX-License-Identifier: MIT
import Chains
import Testing

struct NetworkTests {
    @Test func everyNetworkIsFoundByItsName() throws {
        for network in Network.all { #expect(try Network(named: network.name) == network) }
        #expect(Set(Network.all.map(\.name)).count == Network.all.count)
        #expect(Set(Network.all.map(\.chain)) == Set(Chain.allCases))
    }

    @Test func aChainOfOnesOwnIsNamedByItsID() throws {
        let network = try Network(named: "ethereum-137")
        #expect(network.chainID == 137 && network.name == "ethereum-137" && network.chain == .ethereum)
        #expect(try Network.ethereum(chainID: 1) == .ethereum)
        #expect(try Network.ethereum(chainID: 0x7765_6233_7079).chainID == 0x7765_6233_7079)
    }

    @Test(arguments: ["", "Bitcoin", "ethereum-", "ethereum-0", "ethereum-01", "ethereum-+1", "ethereum-x", "doge"])
    func otherNamesAreRefused(name: String) {
        #expect(throws: ChainsError.self) { try Network(named: name) }
    }

    @Test func prefixesAreThoseOfTheirNetwork() throws {
        let main = try #require(Network.bitcoin.bitcoinFacts)
        let test = try #require(Network.bitcoinTestnet.bitcoinFacts)
        let regtest = try #require(Network.bitcoinRegtest.bitcoinFacts)
        #expect(main.p2pkh == 0 && main.p2sh == 5 && main.wif == 0x80 && main.bech32Prefix == "bc" && main.isMainnet)
        #expect(test.p2pkh == 0x6F && test.p2sh == 0xC4 && test.wif == 0xEF && test.bech32Prefix == "tb")
        #expect(regtest.bech32Prefix == "bcrt" && regtest.p2pkh == test.p2pkh && !regtest.isMainnet)
        #expect(Network.all.map(\.coinType) == [0, 1, 1, 1, 1, 60, 60, 60, 501, 501, 501, 501])
        #expect(Network.bitcoin.chainID == nil && Network.solana.bitcoinFacts == nil)
    }
}
