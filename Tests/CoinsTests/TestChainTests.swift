// SPDX-License-Identifier: MIT
import Chains
import Coins
import TestChain
import Testing

/// A chain is one module and one registration: the module TestChain is nowhere else than here.
@Suite struct TestChainTests {
    private func fixture(_ server: TestServer) throws -> CoinFixture {
        let fixture = try CoinFixture()
        fixture.otherChains = [TestCoins { _ in server }]
        try fixture.reopen()
        return fixture
    }

    @Test func aRegisteredChainIsListedReceivesAndSends() throws {
        let server = TestServer()
        let fixture = try fixture(server)
        let alice = try fixture.begin(TestCoins.network)
        let bob = try fixture.wallet.addAccount(on: TestCoins.network, index: 1)
        #expect(try fixture.wallet.accounts().map(\.name) == ["Test chain", "Test chain 2"])
        #expect(alice.scheme.name == "test" && alice.path == "m/44'/1'/0'")
        let (hers, his) = (
            try fixture.wallet.receiveAddress(of: alice.id).address,
            try fixture.wallet.receiveAddress(of: bob.id).address
        )

        server.balances[hers] = 1_000
        #expect(try fixture.balance(alice) == [1_000, 0, 1_000])
        let link = try #require(try fixture.wallet.ask(in: "testchain:\(his)?2.50", account: alice.id))
        #expect(link.amount == "2.50" && link.to == his)
        let plan = try fixture.wallet.plan(
            SendDraft(account: alice.id, recipients: [.init(to: link.to, .exactly("2.50"))]))
        #expect(plan.review.fee.description == "0.03 TST")
        let sent = try fixture.wallet.send(try plan.approved())
        #expect(sent.state == .sent)
        #expect(try fixture.balance(alice) == [747, 0, 747])
        #expect(try fixture.wallet.send(sent.id).state == .final)
        #expect(try fixture.balance(bob) == [250, 0, 250])
        #expect(try fixture.wallet.history(of: bob.id).first?.amount.value == 250)
    }

    @Test func whatIsStoredOfItIsThereAfterAStart() throws {
        let server = TestServer()
        let fixture = try fixture(server)
        let account = try fixture.begin(TestCoins.network)
        try fixture.reopen()
        #expect(try fixture.wallet.account(account.id) == account)
        #expect(try fixture.wallet.servers(of: TestCoins.network).map(\.kind) == [.test])
        #expect(
            try fixture.wallet.addContact("Bob", on: TestCoins.network, address: account.address ?? "").name == "Bob")
        #expect(throws: CoinsError.self) {
            try fixture.wallet.addContact("Eve", on: TestCoins.network, address: "0x1234")
        }
        fixture.otherChains = []
        try fixture.reopen()
        // A program without the chain says so, and the others' accounts stay usable one by one.
        let refusal = #expect(throws: CoinsError.self) { try fixture.wallet.account(account.id) }
        #expect(refusal?.code == .newerVersion)
    }

    @Test func aRestoreFindsItsAccounts() throws {
        let server = TestServer()
        let first = try fixture(server)
        let account = try first.begin(TestCoins.network)
        server.balances[account.address ?? ""] = 5
        let second = try fixture(server)
        try second.wallet.restorePhrase(CoinFixture.phrase)
        try second.wallet.addServer(try second.server(of: TestCoins.network))
        #expect(try second.wallet.discover(on: [TestCoins.network]).map(\.address) == [account.address])
    }
}
