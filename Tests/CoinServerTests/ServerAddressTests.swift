// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import PeerSupport
import Testing

@Suite(.needsPeers) struct ServerAddressTests {
    @Test func whatAPersonWritesOpensTheWayToEachKindOfServer() throws {
        let bitcoin = try LocalBitcoin()
        let port = try bitcoin.electrumPort()
        let core = bitcoin.rpcURL.replacing("http://", with: "http://peer:%70eer@")
        for (kind, url) in [
            (ServerAddress.Kind.electrum, "tcp://127.0.0.1:\(port)"), (.electrum, "tcp://localhost:\(port)"),
            (.esplora, bitcoin.esploraURL), (.esplora, bitcoin.esploraURL + "/"), (.core, core),
        ] {
            try ServerAddress(network: .bitcoinRegtest, kind: kind, url: url).openBitcoin().checkNetwork()
        }
        let ethereum = try LocalEthereum()
        let network = try Network.ethereum(chainID: ethereum.chainID)
        try ServerAddress(network: network, kind: .ethereum, url: ethereum.url).openEthereum().checkNetwork()
        let solana = try LocalSolana()
        try ServerAddress(network: .solanaLocal, kind: .solana, url: solana.url).openSolana().checkNetwork()
    }

    @Test func aPinnedKeyIsAskedFor() throws {
        let server = try LocalTLSEcho()
        let other = try LocalTLSEcho()
        func code(_ pin: String) throws -> CoinsError.Code? {
            let url = "ssl://127.0.0.1:\(server.port)#\(pin)"
            let opened = try ServerAddress(network: .bitcoinRegtest, kind: .electrum, url: url).openBitcoin()
            return #expect(throws: CoinsError.self) { try opened.checkNetwork() }?.code
        }
        // The echo is no Electrum server, but it is the right machine.
        #expect(try code(server.pin) == .lyingServer)
        #expect(try code(other.pin) == .unreachable)
    }

    @Test(arguments: ["tcp://127.0.0.1", "tcp://127.0.0.1:0", "ssl://a:b", "tcp://u:p@127.0.0.1:1", "ssl://h:1#md5//x"])
    func anElectrumAddressThatCannotBeUsedIsASentence(url: String) throws {
        let address = try ServerAddress(network: .bitcoinRegtest, kind: .electrum, url: url)
        let error = #expect(throws: CoinsError.self) { try address.openBitcoin() }
        #expect(error?.code == .badDocument)
    }

    @Test func aWrongPasswordSaysWhichAndIsNotInTheMessage() throws {
        let chain = try LocalBitcoin()
        let url = chain.rpcURL.replacing("http://", with: "http://peer:secret@")
        let server = try ServerAddress(network: .bitcoinRegtest, kind: .core, url: url).openBitcoin()
        let error = #expect(throws: CoinsError.self) { try server.tip() }
        #expect(error?.message.contains("password") == true)
        #expect("\(error as (any Error)?)".contains("secret") == false)
    }
}
