// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Coins
import Ethereum
import Solana
import Testing

/// Messages that are no transactions.
struct MessageTests {
    private func fixture() throws -> CoinFixture {
        let fixture = try CoinFixture()
        try fixture.wallet.restorePhrase(CoinFixture.phrase)
        return fixture
    }

    @Test(arguments: [AccountScheme.legacy, .segwit, .taproot])
    func aTextIsSignedByABitcoinAddress(scheme: AccountScheme) throws {
        let fixture = try fixture()
        let account = try fixture.wallet.addAccount(on: .bitcoin, scheme: scheme)

        let plan = try fixture.wallet.review(.text("hello"), account: account.id)

        let address = try Bitcoin.Address(parsing: plan.signer, network: .bitcoin)
        #expect(try MessageSignature.isValid(try plan.signed(), of: "hello", by: address))
    }

    @Test func aTextAndTypedDataAreSignedByAnEthereumAccount() throws {
        let fixture = try fixture()
        let account = try fixture.wallet.addAccount(on: .ethereum)
        let text = try fixture.wallet.review(.text("pay\u{202E}me\u{1B}[2J"), account: account.id)
        #expect(text.lines == ["pay\\u{202e}me\\u{1b}[2J"])
        let json = """
            {"types":{"EIP712Domain":[{"name":"name","type":"string"}],"Mail":[{"name":"contents","type":"string"}]},
            "primaryType":"Mail","domain":{"name":"Shop"},"message":{"contents":"hi"}}
            """
        let typed = try fixture.wallet.review(.typed(Array(json.utf8)), account: account.id)

        #expect(typed.lines.contains { $0.contains("hi") } && typed.warnings.map(\.name) == ["any-network"])
        refuses(.notAcknowledged) { try typed.signed() }
        #expect(try typed.signed(acknowledging: ["any-network"]).count == 132)
        refuses(.badDocument) {
            try fixture.wallet.review(.typed([]), account: try fixture.wallet.addAccount(on: .bitcoin).id)
        }
    }

    @Test func aTextIsSignedByASolanaAccount() throws {
        let fixture = try fixture()
        let account = try fixture.wallet.addAccount(on: .solana)

        let plan = try fixture.wallet.review(.text("hello"), account: account.id)

        let owner = try Solana.Address(parsing: plan.signer)
        let signature = try Solana.Signature(parsing: try plan.signed())
        #expect(try signature.isValid(for: try OffchainMessage("hello", signers: [owner]), by: owner))
    }
}
