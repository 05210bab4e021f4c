// SPDX-License-Identifier: MIT
import Chains
import Testing

struct NetworkTests {
    @Test func everyNetworkIsFoundByItsName() throws {
        for network in Network.all { #expect(try Network(named: network.name) == network) }
        #expect(Set(Network.all.map(\.name)).count == Network.all.count)
        #expect(Set(Network.all.map(\.chain)) == [.bitcoin, .ethereum, .solana])
    }

    @Test func aChainOfOnesOwnIsNamedByItsID() throws {
        let network = try Network(named: "ethereum-137")
        #expect(network.chainID == 137 && network.name == "ethereum-137" && network.chain == .ethereum)
        #expect(try Network.ethereum(chainID: 1) == .ethereum)
        #expect(try Network.ethereum(chainID: 0x7765_6233_7079).chainID == 0x7765_6233_7079)
    }

    /// N2: each network's coin has its own name; what nobody here knows is called by its number and has no price.
    @Test(arguments: [
        ("ethereum-137", "Polygon", "POL", true), ("polygon", "Polygon", "POL", true),
        ("bsc", "BNB Smart Chain", "BNB", true),
        ("avalanche", "Avalanche C-Chain", "AVAX", true), ("base", "Base", "ETH", true),
        ("ethereum-10", "OP Mainnet", "ETH", true),
        ("amoy", "Polygon Amoy", "POL", false),
        ("ethereum-424242", "chain 424242", "coin of chain 424242", false), ("solana", "Solana", "SOL", true),
    ])
    func aCoinHasTheNameOfItsNetworkAndAPriceIfThatIsKnown(
        name: String, title: String, symbol: String, hasPrice: Bool
    ) throws {
        let network = try Network(named: name)
        #expect(network.title == title && network.unit.symbol == symbol && (network.unit.priceName != nil) == hasPrice)
        #expect(network.unit.decimals == (network.chain == .ethereum ? 18 : network.unit.decimals))
        #expect(try Network(named: network.name) == network)
    }

    /// What moves on a test network is given away: it is worth nothing, whatever its coin is called.
    @Test(arguments: Network.all) func onlyARealCoinHasAPrice(network: Network) {
        #expect(network.isReal == (network.unit.priceName != nil))
        #expect(network.unit.symbol == (network.chain == .bitcoin ? "BTC" : network.chain == .solana ? "SOL" : "ETH"))
    }

    @Test func theRegistryHasEachNetworkOnce() throws {
        let all = EVMNetwork.all
        #expect(all.count >= 20 && all.map(\.chainID) == all.map(\.chainID).sorted())
        #expect(Set(all.map(\.chainID)).count == all.count && Set(all.map(\.alias)).count == all.count)
        for known in all {
            #expect(known.isReal == (known.unit.priceName != nil), "\(known.title)")
            let network = try Network.ethereum(chainID: known.chainID)
            #expect(network.unit == known.unit && network.isReal == known.isReal && network.title == known.title)
            #expect(network.explorer?.hasPrefix("https://") ?? !known.isReal)
        }
    }

    @Test func eachNetworkSaysHowItChargesForData() throws {
        #expect(
            Network.ethereum.dataFee == .none && Network.sepolia.dataFee == .none && Network.bitcoin.dataFee == .none)
        for name in ["optimism", "base", "ethereum-130"] { #expect(try Network(named: name).dataFee == .oracle) }
        #expect(try Network(named: "polygon").dataFee == .none && Network(named: "scroll").dataFee == .unstated)
        #expect(try Network(named: "ethereum-424242").dataFee == .unknown)
    }

    /// A token's maker chooses its symbol.
    @Test func aTokenThatIsCalledLikeACoinHasNoPrice() throws {
        let token = try Unit(symbol: "ETH", decimals: 18)
        #expect(token == .ether && token.priceName == nil)
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
