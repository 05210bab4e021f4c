// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import Coins
import Testing

/// Accounts of several people.
struct SharedAccountTests {
    private let shop = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

    @Test func twoOfThreePeoplePayTogether() throws {
        let people = try [UInt64(11), 12, 13].map { seed in
            let fixture = try CoinFixture(seed: seed)
            _ = try fixture.wallet.makePhrase()
            return fixture
        }
        let keys = try people.map { try $0.wallet.cosignerKey(on: .bitcoinRegtest) + "/0/*" }
        let text = "wsh(sortedmulti(2,\(keys.joined(separator: ","))))"
        let accounts = try people.map { try $0.wallet.watch(text, on: .bitcoinRegtest, name: "club") }
        let first = people[0]
        try first.wallet.addServer(try first.server(of: .bitcoinRegtest))
        #expect(accounts.allSatisfy { !$0.isWatchOnly && $0.scheme == .shared })
        let address = try first.wallet.receiveAddress(of: accounts[0].id).address
        #expect(try people[2].wallet.receiveAddress(of: accounts[2].id).address == address)
        try first.bitcoin.fund(address, 100_000)
        try first.wallet.refresh(accounts[0].id)

        let plan = try first.wallet.plan(
            SendDraft(account: accounts[0].id, recipients: [.init(to: shop, .exactly("0.0004"))], fee: .custom("3")))
        refuses(.watchOnly) { try first.wallet.send(plan.approved()) }
        let (status, document) = try first.wallet.export(plan.approved())
        let one = try first.wallet.review(document, account: nil).signed()
        let waiting = try first.wallet.complete(status.id, with: one)
        #expect(waiting.state == .exported)
        #expect(
            waiting.remark
                == .signatures(MissingSignatures(input: nil, have: 1, needed: 2, done: 0, inputs: 1)))
        #expect(waiting.sentence.hasSuffix("Each input has 1 of 2 signatures; the others are missing."))
        refuses(.badDocument) { try first.wallet.complete(status.id, with: one) }
        let next = try first.wallet.document(of: status.id)
        let two = try people[2].wallet.review(next, account: nil).signed()
        let done = try first.wallet.complete(status.id, with: two)

        #expect(done.state == .sent && people[2].bitcoin.questions == 0)
        #expect(try first.bitcoin.paid(to: shop) == 40_000)
        first.bitcoin.mine()
        try first.wallet.refresh(accounts[0].id)
        #expect(try first.wallet.send(status.id).state == .confirmed)
    }
}
