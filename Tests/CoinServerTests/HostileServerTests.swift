// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Coins
import Money
import TestSupport
import Testing

/// Every kind of server against everything that a web server may do: an error with the right code, in time.
struct HostileServerTests {
    /// A question to each kind of server that speaks HTTP.
    private static func questions(_ site: ServerSite) throws -> [(name: String, ask: () throws -> Void)] {
        [
            ("esplora", { _ = try EsploraServer(network: .bitcoinRegtest, site: site).feeRate(withinBlocks: 2) }),
            ("core", { _ = try CoreServer(network: .bitcoinRegtest, site: site).tip() }),
            ("ethereum", { _ = try EthereumNode(network: .ethereum, site: site).blockNumber() }),
            ("solana", { _ = try SolanaNode(network: .solana, site: site).finalizedBlockHeight() }),
        ]
    }

    private func expected(_ hostility: Hostility) -> Set<CoinsError.Code> {
        switch hostility {
        case .stalls, .drips, .closes, .brokenPage, .redirect, .overload: [.unreachable]
        case .floods: [.tooLarge]
        case .page, .truncated, .deep, .wrongID, .noResult, .wrongType, .notUTF8: [.lyingServer]
        }
    }

    @Test(arguments: Hostility.allCases) func everyServerIsLeftInTimeWithTheRightCode(hostility: Hostility) throws {
        let listener = try LocalListener { hostility.serve($0) }
        let site = try ServerSite(url: "http://127.0.0.1:\(listener.port)/", timeoutSeconds: 2)
        for (name, ask) in try Self.questions(site) {
            // Esplora knows no ids and takes any object for estimates.
            if name == "esplora", [.wrongID, .noResult, .wrongType].contains(hostility) { continue }
            let took = ContinuousClock().measure {
                let error = #expect(throws: CoinsError.self, "\(name)") { try ask() }
                #expect(
                    error.map { expected(hostility).contains($0.code) } == true, "\(name): \(String(describing: error))"
                )
                #expect(error?.message.contains("127.0.0.1") == true)
            }
            #expect(took < .seconds(120), "\(name)")
        }
    }

    @Test(arguments: Hostility.allCases) func aSourceOfPricesHarmsNobody(hostility: Hostility) throws {
        let listener = try LocalListener { hostility.serve($0) }
        let source = try PriceSource(address: "http://127.0.0.1:\(listener.port)/{coin}#/result/a")
        if [.stalls, .drips].contains(hostility) { return }
        let euro = try Currency(code: "EUR")
        let error = #expect(throws: CoinsError.self) { _ = try source.price(.bitcoin, euro) }
        #expect([.unreachable, .lyingServer, .tooLarge].contains(error?.code))
    }

    @Test func wordsOfAServerCannotTouchTheTerminal() throws {
        let node = EthereumNode(network: .ethereum, name: "node") { _, _ in
            throw RPCRefusal(
                code: 3, message: "\u{1b}[2Jcleared\r\n\u{202e}txet " + String(repeating: "x", count: 10_000))
        }
        let error = try #require(#expect(throws: CoinsError.self) { try node.blockNumber() })
        #expect(error.message.utf8.count < 400)
        #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 32 && $0 != "\u{202e}" })
        #expect(error.message.contains("cleared"))
    }
}
