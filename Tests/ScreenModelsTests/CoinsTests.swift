// SPDX-License-Identifier: MIT
import Coins
import ScreenModels
import TestSupport
import Testing

@MainActor
struct CoinsTests {
    private static let phrase =
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"

    @Test func aPhraseIsShownCheckedAndOnlyThenDoneWith() async throws {
        let phone = try await Town().phone("alice")
        let model = CoinsModel(phone.session)
        await model.load()
        #expect(model.step == .noPhrase && model.lines.isEmpty)
        await model.makePhrase()
        guard case .showing(let words) = model.step else { throw Surprise("no words") }
        #expect(words.count == 12)
        model.check()
        guard case .checking(_, let places) = model.step else { throw Surprise("no check") }
        #expect(places.count == 3 && places == places.sorted() && Set(places).count == 3)
        await model.confirm()
        #expect(model.refusal?.word == .refusedWords)
        model.showAgain()
        #expect(model.step == .showing(words))
        model.check()
        guard case .checking(_, let again) = model.step else { throw Surprise("no check") }
        model.answers = again.map { " \(words[$0 - 1].uppercased()) " }
        await model.confirm()
        #expect(model.step == .ready && model.answers.isEmpty)
    }

    @Test func accountsOfARestoredPhraseArePaidAtTheirKnownAddresses() async throws {
        let phone = try await Town().phone("alice")
        let model = CoinsModel(phone.session)
        model.typedPhrase = "abandon abandon nonsense"
        await model.restorePhrase()
        #expect(model.refusal?.word == .refusedBadPhrase, "\(model.refusal as Any)")
        model.typedPhrase = Self.phrase
        await model.restorePhrase()
        for network in CoinsModel.networks { await model.addAccount(on: network) }
        #expect(model.lines.items.count == 3)
        let account = CoinAccountModel(try #require(model.lines.items.first?.account), phone.session)
        await account.receive()
        // BIP-0084, the first receiving address of the test phrase
        #expect(account.address?.address == "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
        #expect(account.addressCode?.isAnimated == false)
        await account.load()
        #expect(account.staleBecause?.word == .refusedNoServer || account.balances.refusal?.word == .refusedNoServer)
    }

    @Test func anAddressOfAnotherChainIsNamedAsSuch() async throws {
        let phone = try await Town().phone("alice")
        let model = CoinsModel(phone.session)
        model.typedPhrase = Self.phrase
        await model.restorePhrase()
        await model.addAccount(on: CoinsModel.networks[0])
        let sending = CoinSendModel(try #require(model.lines.items.first?.account), phone.session)
        await sending.take("ethereum:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359?value=1e18")
        #expect(sending.refusal?.word == .refusedOtherNetwork)
        await sending.take("bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.5&label=tea")
        #expect(sending.amount == "0.5" && sending.label == "tea" && sending.canPlan)
        sending.recipient = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"
        await sending.plan()
        #expect(sending.refusal != nil)
        if case .editing = sending.step {} else { Issue.record("it went on") }
    }
}
