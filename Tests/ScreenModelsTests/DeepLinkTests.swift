// SPDX-License-Identifier: MIT
import ScreenModels
import TestSupport
import Testing
import Tokens

@MainActor
struct DeepLinkTests {
    @Test func aTransferIsProposedAndSentByNobodyButThePerson() throws {
        let link = try DeepLink("satchel://pay?to=bob&amount=12.50&note=tea%20and%20%E3%81%8A%E8%8C%B6")
        #expect(link == .pay(.init(recipient: "bob", amount: "12.50", note: "tea and お茶")))
    }

    @Test(arguments: [
        "", "satchel:", "satchel://", "satchel://pay", "satchel://pay?", "satchel://pay?amount=5", "satchel://pay?to=",
        "satchel://pay?to=bob&to=carol", "satchel://pay?to=bob&currency=XYZ", "satchel://pay?to=%ff",
        "satchel://pay?to=bob&note=%0", "satchel://pay?to=bob&note=a%0Ab", "satchel://pay?to=bob&note=a%E2%80%AEb",
        "satchel://pay?to=bob&note=a%E2%80%A8b", "satchel://open/everything", "satchel://join?hub=x",
        "satchel://request?hub=AAAA&id=1", "https://example.org/", "OW1Z:ABC", "OW9",
        "satchel://pay?to=" + String(repeating: "a", count: 65), String(repeating: "x", count: 20_000),
    ])
    func whatIsNoLinkIsRefusedWithASentence(text: String) {
        #expect(throws: UserMessage.self) { try DeepLink(text) }
    }

    @Test func aLinkWaitsForTheLockAndThenLeadsOn() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        await phone.app.lock()
        phone.app.follow("satchel://open/activity")
        guard case .locked(let lock) = phone.app.phase else { throw UnexpectedResult("not locked") }
        lock.passphrase = TestNetwork.passphrase
        await lock.unlock()
        #expect(phone.app.session?.takeLink() == .open(.activity))
        phone.app.follow("satchel://pay?to=bob&amount=5")
        #expect(phone.app.session?.route == .pay(.init(recipient: "bob", amount: "5", note: "")))
        phone.app.follow("gopher://x")
        #expect(phone.app.linkRefusal?.word == .refusedBadLink)
    }

    /// A3: the note about a bad link stayed on top for a whole session, and over the lock.
    @Test func whatIsWrongWithALinkPassesAndIsNeverShownOverTheLock() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        phone.app.follow("gopher://x")
        phone.app.follow("gopher://x")
        #expect(phone.app.linkRefusals == 2)
        phone.app.dismissLinkRefusal()
        #expect(phone.app.linkRefusal == nil)

        phone.app.follow("gopher://x")
        await phone.app.lock()
        #expect(phone.app.linkRefusal == nil)
        phone.app.follow("gopher://x")
        #expect(phone.app.linkRefusal == nil)
        guard case .locked(let lock) = phone.app.phase else { throw UnexpectedResult("not locked") }
        lock.passphrase = TestNetwork.passphrase
        await lock.unlock()
        #expect(phone.app.linkRefusal?.word == .refusedBadLink)
        phone.app.follow("satchel://open/activity")
        #expect(phone.app.linkRefusal == nil)
    }

    @Test func theLinkOfAHubFillsTheOnboarding() throws {
        let network = try TestNetwork()
        let app = AppModel(network.dependencies("alice"))
        app.follow(network.link)
        guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
        #expect(model.hubClient == network.link)
    }

    @Test func whatIsScannedIsToldApart() {
        #expect(Scanned(text: "satchel://open/cards") == .link(.open(.cards)))
        #expect(
            Scanned(text: "bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq")
                == .coins("bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"))
        #expect(Scanned(text: "5901234123457") == .other("5901234123457"))
        #expect(Scanned(text: "OW1Q:ABC") == .document(.request, "OW1Q:ABC"))
    }
}
