// SPDX-License-Identifier: MIT
import Chains
import Coins
import TestChain
import Testing

/// A chain is one module and one registration: the module TestChain is nowhere else than here.
@Suite struct TestChainTests {
    private func desk(_ server: TestServer) throws -> Desk {
        let desk = try Desk()
        desk.otherChains = [TestCoins { _ in server }]
        try desk.reopen()
        return desk
    }

    @Test func aRegisteredChainIsListedReceivesAndSends() throws {
        let server = TestServer()
        let desk = try desk(server)
        let alice = try desk.begin(TestCoins.network)
        let bob = try desk.wallet.addAccount(on: TestCoins.network, index: 1)
        #expect(try desk.wallet.accounts().map(\.name) == ["Test chain", "Test chain 2"])
        #expect(alice.scheme.name == "test" && alice.path == "m/44'/1'/0'")
        let (hers, his) = (
            try desk.wallet.receiveAddress(of: alice.id).address, try desk.wallet.receiveAddress(of: bob.id).address
        )

        server.balances[hers] = 1_000
        #expect(try desk.balance(alice) == [1_000, 0, 1_000])
        let link = try #require(try desk.wallet.ask(in: "testchain:\(his)?2.50", account: alice.id))
        #expect(link.amount == "2.50" && link.to == his)
        let plan = try desk.wallet.plan(
            SendDraft(account: alice.id, recipients: [.init(to: link.to, .exactly("2.50"))]))
        #expect(plan.review.fee.description == "0.03 TST")
        let sent = try desk.wallet.send(try plan.approved())
        #expect(sent.state == .sent)
        #expect(try desk.balance(alice) == [747, 0, 747])
        #expect(try desk.wallet.send(sent.id).state == .final)
        #expect(try desk.balance(bob) == [250, 0, 250])
        #expect(try desk.wallet.history(of: bob.id).first?.amount.value == 250)
    }

    @Test func whatIsStoredOfItIsThereAfterAStart() throws {
        let server = TestServer()
        let desk = try desk(server)
        let account = try desk.begin(TestCoins.network)
        try desk.reopen()
        #expect(try desk.wallet.account(account.id) == account)
        #expect(try desk.wallet.servers(of: TestCoins.network).map(\.kind) == [.test])
        #expect(try desk.wallet.addContact("Bob", on: TestCoins.network, address: account.address ?? "").name == "Bob")
        #expect(throws: CoinsError.self) {
            try desk.wallet.addContact("Eve", on: TestCoins.network, address: "0x1234")
        }
        desk.otherChains = []
        try desk.reopen()
        // A program without the chain says so, and the others' accounts stay usable one by one.
        let refusal = #expect(throws: CoinsError.self) { try desk.wallet.account(account.id) }
        #expect(refusal?.code == .newerVersion)
    }

    @Test func aRestoreFindsItsAccounts() throws {
        let server = TestServer()
        let first = try desk(server)
        let account = try first.begin(TestCoins.network)
        server.balances[account.address ?? ""] = 5
        let second = try desk(server)
        try second.wallet.restorePhrase(Desk.phrase)
        try second.wallet.addServer(try second.server(of: TestCoins.network))
        #expect(try second.wallet.discover(on: [TestCoins.network]).map(\.address) == [account.address])
    }
}
