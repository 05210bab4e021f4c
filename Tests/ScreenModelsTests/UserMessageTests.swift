// SPDX-License-Identifier: MIT
import Coins
import HTTP
import HubAPI
import Money
import ScreenModels
import Testing
import Tokens
import Wallet

@MainActor
struct UserMessageTests {
    @Test(arguments: HubProblem.Code.allCases)
    func everyReasonOfTheHubHasItsSentence(code: HubProblem.Code) {
        let problem = HubProblem(code, "Said in English.")
        let refusal = UserMessage(WalletError(.hubRefused, problem.message, cause: problem))
        #expect(refusal.word == UserMessage.word(code) && refusal.detail == "Said in English.")
        for language in Language.allCases { #expect(!Localizer(language)(refusal).contains("{")) }
    }

    @Test func anUploadThatTheHubRefusedIsSaidWithItsReason() {
        let problem = HubProblem(.unknownRoot, "Said in English.")
        let failure = SyncFailure.uploads(settled: 1, unsettled: [.noAnswer, .refused(problem)])
        #expect(UserMessage(failure).word == UserMessage.word(.unknownRoot))
        #expect(UserMessage(SyncFailure.uploads(settled: 0, unsettled: [.otherRecord])).word == .refusedByHub)
        #expect(UserMessage(SyncFailure.unforeseen("Said in English.")).word == .refusedUnforeseen)
    }

    @Test func aRequestThatCannotBePaidIsRefusedWithAllReasons() async throws {
        let network = try TestNetwork()
        let elsewhere = try TestNetwork(seed: 2)
        let alice = try await network.phone("alice", funds: 5_000, offline: 1_000)
        let stranger = try await elsewhere.phone("stranger")
        let amount = elsewhere.amount(100)
        let request = try await stranger.session.walletService.use { try $0.request(amount) }
        let paying = PayModel(alice.session)
        await paying.take(text: request.text)
        let refusal = try #require(paying.refusal)
        #expect(refusal.word == .refusedRequest)
        #expect(refusal.reasons == [.request(.otherHub), .request(.unknownHubKey)])
        // The wallet says the same to whoever pays without a look.
        let error = await #expect(throws: WalletError.self) {
            try await alice.session.walletService.use { _ = try $0.pay(request.text) }
        }
        #expect(try UserMessage(#require(error)).reasons == refusal.reasons)
    }

    @Test func aServerThatRefusesIsSaidWithItsReason() {
        let refusal = ServerRefusal(server: "Electrum", meaning: .dust, words: "dust")
        let error = CoinsError(.refused, "Said in English.", cause: refusal)
        #expect(
            UserMessage(error).reasons == [.server(.refused(refusal))] && UserMessage(error).word == .refusedByServer)
    }

    @Test(arguments: Language.allCases)
    func theLimitOfANewAccountIsSaidWithItsAmounts(language: Language) throws {
        let dollar = try Currency(code: "USD")
        let limit = YoungAccountLimit(
            unredeemed: Amount(minorUnits: 1_250, currency: dollar),
            limit: Amount(minorUnits: 20_000, currency: dollar),
            until: Timestamp(seconds: 1_800_000_000))
        let words = Localizer(language)
        let refusal = UserMessage(WalletError(.hubRefused, "Refused.", cause: limit.problem))
        let said = try #require(refusal.reasons.first.map { words($0) })
        #expect(refusal.word == .refusedYoungAccount && refusal.reasons.count == 1)
        #expect(said.contains(words.amount(limit.unredeemed)) && said.contains(words.amount(limit.limit)))
        // An older hub gives no currency, and the plain sentence stays.
        let plain = UserMessage(HubProblem(.youngAccount, "New.", details: ["limit": "200.00"]))
        #expect(plain.word == .refusedYoungAccount && plain.reasons.isEmpty)
    }

    @Test func aReasonThatIsNotKnownYetIsNamedByItsCode() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        network.line.answer = Response(
            status: 422, headers: ["Content-Type": "application/json"],
            body: Array(#"{"code":"MOON_IN_THE_WAY","message":"The moon is in the way.","details":{}}"#.utf8))
        let requests = RequestsModel(alice.session)
        await requests.load()
        let refusal = try #require(requests.requests.refusal)
        #expect(refusal.word == .refusedForUnknownReason && refusal.detail == "The moon is in the way.")
        for language in Language.allCases { #expect(Localizer(language)(refusal).contains("MOON_IN_THE_WAY")) }
    }

    @Test func aPageThatIsNoneOfTheHubsIsNoReason() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        for status in [200, 403, 500, 502] {
            network.line.answer = Response(status: status, body: Array("<html>A proxy's page</html>".utf8))
            let requests = RequestsModel(alice.session)
            await requests.load()
            let refusal = requests.requests.refusal
            #expect(refusal?.word == .refusedUnreachable && refusal?.remedy == .retry)
        }
    }

    @Test func aTransferThatIsRefusedLaterSaysWhyOnTheHomeScreen() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        network.line.isDown = true
        let sending = SendModel(alice.session)
        (sending.recipient, sending.amount.text) = ("nobody", "10")
        sending.review()
        await sending.send()
        network.line.isDown = false
        await alice.session.sync()
        #expect(alice.session.banners.map(\.word) == [.refusedUnknownRecipient])
        #expect(alice.atHub == 5_000 && alice.session.recent.items.first?.status == .failed)
    }
}
