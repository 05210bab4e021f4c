// SPDX-License-Identifier: MIT
import HTTP
import HubAPI
import ScreenModels
import Testing
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

    @Test func aReasonThatIsNotKnownYetIsNamedByItsCode() async throws {
        let town = try Town()
        let alice = try await town.phone("alice", funds: 5_000)
        town.network.answer = Response(
            status: 422, headers: ["Content-Type": "application/json"],
            body: Array(#"{"code":"MOON_IN_THE_WAY","message":"The moon is in the way.","details":{}}"#.utf8))
        let requests = RequestsModel(alice.session)
        await requests.load()
        let refusal = try #require(requests.requests.refusal)
        #expect(refusal.word == .refusedForUnknownReason && refusal.detail == "The moon is in the way.")
        for language in Language.allCases { #expect(Localizer(language)(refusal).contains("MOON_IN_THE_WAY")) }
    }

    @Test func aPageThatIsNoneOfTheHubsIsNoReason() async throws {
        let town = try Town()
        let alice = try await town.phone("alice", funds: 5_000)
        for status in [200, 403, 500, 502] {
            town.network.answer = Response(status: status, body: Array("<html>A proxy's page</html>".utf8))
            let requests = RequestsModel(alice.session)
            await requests.load()
            let refusal = requests.requests.refusal
            #expect(refusal?.word == .refusedUnreachable && refusal?.remedy == .retry)
        }
    }

    @Test func aTransferThatIsRefusedLaterSaysWhyOnTheHomeScreen() async throws {
        let town = try Town()
        let alice = try await town.phone("alice", funds: 5_000)
        town.network.isDown = true
        let sending = SendModel(alice.session)
        (sending.recipient, sending.amount.text) = ("nobody", "10")
        sending.review()
        await sending.send()
        town.network.isDown = false
        await alice.session.sync()
        #expect(alice.session.banners.map(\.word) == [.refusedUnknownRecipient])
        #expect(alice.atHub == 5_000 && alice.session.recent.items.first?.status == .failed)
    }
}
