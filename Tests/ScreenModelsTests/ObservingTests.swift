// SPDX-License-Identifier: MIT
import Cards
import CardStore
import Coins
import Hub
import HubAPI
import ScreenModels
import TestSupport
import Testing
import Tokens
import Wallet

/// Every model shows what a fresh one shows, whatever happened and wherever it was ordered. Decision 0094
@MainActor
struct ObservingTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func modelsShowTheStoreAfterEventsInAnyOrder(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let stage = try await Stage()
        var past: [String] = []
        for _ in 0..<30 {
            let event = try #require(Stage.events.randomElement(using: &random))
            past.append(event.name)
            try await event.run(stage)
            await stage.alice.session.caughtUp()
            let difference = try await stage.difference()
            #expect(difference == nil, "seed \(seed): \(past.joined(separator: ", "))")
            guard difference == nil else { return }
        }
    }

    @Test func aCardThatIsDeletedElsewhereIsGoneFromTheListAndItsPage() async throws {
        let stage = try await Stage()
        try await stage.addCard("Grocer")
        await stage.alice.session.caughtUp()
        let made = try #require(stage.cards.cards.items.first)
        let page = CardModel(made.id, stage.alice.session)
        await page.load()
        #expect(page.card.value?.store == "Grocer")
        try await stage.alice.session.walletService.useCards { try $0.delete([made.id]) }
        await stage.alice.session.caughtUp()
        #expect(stage.cards.cards.isEmpty && page.card.refusal != nil)
    }

    @Test func aRefusalOfTheCoinsGoesWithWhatEndsItsReason() async throws {
        let stage = try await Stage()
        await stage.coins.discover()
        #expect(stage.coins.refusal?.word == .refusedNoServer)
        let settings = CoinSettingsModel(stage.alice.session)
        await settings.accept(try #require(settings.suggested.first))
        #expect(stage.coins.refusal == nil)
    }

    @Test func aChangeShowsWithoutBeingAskedFor() async throws {
        let stage = try await Stage()
        let amount = stage.town.amount(100)
        try await stage.alice.session.walletService.use { _ = try $0.send(to: "bob", amount) }
        while stage.activity.lines.items.first?.kind != .sent { try await Task.sleep(for: .milliseconds(2)) }
        #expect(stage.alice.session.recent.items.first?.kind == .sent)
    }
}

/// Two persons, and the first one's models, which live as long as the story.
@MainActor
private final class Stage {
    let town: Town
    let alice: Phone
    let bob: Phone
    let activity: ActivityModel
    let cards: CardsModel
    let former: FormerCardsModel
    let coins: CoinsModel
    let contacts: ContactsModel
    private var number = 0

    struct Event: Sendable {
        let name: String
        let run: @MainActor @Sendable (Stage) async throws -> Void
    }

    init() async throws {
        town = try Town()
        alice = try await town.phone("alice", funds: 50_000, offline: 5_000)
        bob = try await town.phone("bob", funds: 50_000)
        activity = ActivityModel(alice.session)
        cards = CardsModel(alice.session)
        former = FormerCardsModel(alice.session)
        coins = CoinsModel(alice.session)
        contacts = ContactsModel(alice.session)
        await activity.reload()
        await cards.reload()
        await former.load()
        await coins.load()
        await contacts.load()
        let phrase = CoinsModel(alice.session)
        phrase.typedPhrase = String(repeating: "abandon ", count: 11) + "about"
        await phrase.restorePhrase()
    }

    static let events: [Event] = [
        Event(name: "sync") { await $0.alice.session.sync() },
        Event(name: "line down") { $0.town.network.isDown = true },
        Event(name: "line up") { $0.town.network.isDown = false },
        Event(name: "a minute") { $0.town.time.advance(seconds: 60) },
        Event(name: "top-up") { _ = try $0.town.hub.topUp(.account("alice"), $0.town.amount(250)) },
        Event(name: "sent to alice") { stage in
            let amount = stage.town.amount(120)
            _ = try await stage.bob.session.walletService.use { try $0.send(to: "alice", amount) }
            await stage.bob.session.sync()
        },
        Event(name: "sent to bob") { stage in
            let model = SendModel(stage.alice.session)
            (model.recipient, model.amount.text) = ("bob", "1")
            model.review()
            await model.send()
        },
        Event(name: "taken offline") { stage in
            let model = TopUpModel(stage.alice.session)
            model.amount.text = "2"
            await model.go()
        },
        Event(name: "asked by code") { stage in
            let model = ReceiveModel(stage.alice.session)
            model.amount.text = "3"
            await model.ask()
        },
        Event(name: "paid by code") { stage in
            let (asking, paying) = (ReceiveModel(stage.bob.session), PayModel(stage.alice.session))
            asking.amount.text = "1"
            await asking.ask()
            guard case .showing(let request, _) = asking.step else { return }
            await paying.take(text: request.text)
            await paying.pay()
        },
        Event(name: "card") { try await $0.addCard("Shop") },
        Event(name: "card deleted") { stage in
            guard let card = stage.cards.cards.items.first else { return }
            try await stage.alice.session.walletService.useCards { try $0.delete([card.id]) }
        },
        Event(name: "card starred") { stage in
            guard let card = stage.cards.cards.items.last else { return }
            await CardsModel(stage.alice.session).setStarred(card.id, !card.isStarred)
        },
        Event(name: "account of coins") { await CoinsModel($0.alice.session).addAccount(on: CoinsModel.networks[0]) },
        Event(name: "account renamed") { stage in
            guard let line = stage.coins.lines.items.first else { return }
            await CoinsModel(stage.alice.session).rename(line.id, to: "Name \(line.id)")
        },
        Event(name: "account hidden") { stage in
            guard let line = stage.coins.lines.items.last else { return }
            await CoinsModel(stage.alice.session).hide(line.id)
        },
        Event(name: "contact") { stage in
            let model = ContactsModel(stage.alice.session)
            await model.load()
            model.draft.username = "bob"
            model.draft.name = "Robert \(stage.next())"
            await model.keep()
        },
    ]

    func next() -> Int {
        number += 1
        return number
    }

    func addCard(_ store: String) async throws {
        let form = CardFormModel(alice.session)
        (form.store, form.number) = (store, "A-\(next())")
        #expect(await form.keep(), "\(form.refusal?.detail ?? "")")
    }

    /// What a model shows that a fresh one does not show; nil when there is nothing.
    func difference() async throws -> String? {
        let session = alice.session
        let stored = try await session.walletService.use {
            (balances: try $0.balances(), names: try $0.knownContacts(), isLoggedIn: try $0.isLoggedIn)
        }
        // What depends on the clock alone is read with each sync.
        if session.balances.value?.account != stored.balances.account { return "balance" }
        if session.balances.value?.queued != stored.balances.queued { return "queued" }
        if session.names != NameTable(stored.names) { return "names" }
        let fresh = (ActivityModel(session), CardsModel(session), FormerCardsModel(session), CoinsModel(session))
        await fresh.0.reload()
        if activity.lines != fresh.0.lines { return "activity" }
        if session.recent.items != Array(fresh.0.lines.items.prefix(WalletSession.recentCount)) { return "recent" }
        await fresh.1.reload()
        if cards.cards.items != fresh.1.cards.items || cards.groups != fresh.1.groups { return "cards" }
        await fresh.2.load()
        if former.versions.items.map(\.id) != fresh.2.versions.items.map(\.id) { return "former cards" }
        await fresh.3.load()
        if coins.lines.items.map(\.account) != fresh.3.lines.items.map(\.account) { return "accounts of coins" }
        if coins.lines.items.map(\.balances) != fresh.3.lines.items.map(\.balances) { return "balances of coins" }
        if contacts.contacts.items != stored.names { return "contacts" }
        return nil
    }
}
