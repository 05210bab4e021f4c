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
        let amount = stage.network.amount(100)
        try await stage.alice.session.walletService.use { _ = try $0.send(to: "bob", amount) }
        while stage.activity.lines.items.first?.kind != .sent { try await Task.sleep(for: .milliseconds(2)) }
        #expect(stage.alice.session.recent.items.first?.kind == .sent)
    }
}

/// Two persons, and the first one's models, which live as long as the story.
@MainActor
private final class Stage {
    let network: TestNetwork
    let alice: Phone
    let bob: Phone
    let activity: ActivityModel
    let cards: CardsModel
    let former: FormerCardsModel
    let coins: CoinsModel
    let contacts: ContactsModel
    let till: TillModel
    let requests: RequestsModel
    let splits: SplitsModel
    let recurring: RecurringModel
    let bank: BankModel
    let ledger: LedgerModel
    let settings: SettingsModel
    /// The pages of accounts of coins that were opened, by the account.
    var coinPages: [Int64: (account: CoinAccountModel, payments: CoinPaymentsModel)] = [:]
    private var number = 0

    struct Event: Sendable {
        let name: String
        let run: @MainActor @Sendable (Stage) async throws -> Void
    }

    init() async throws {
        network = try TestNetwork()
        alice = try await network.phone("alice", funds: 50_000, offline: 5_000)
        bob = try await network.phone("bob", funds: 50_000)
        activity = ActivityModel(alice.session)
        cards = CardsModel(alice.session)
        former = FormerCardsModel(alice.session)
        coins = CoinsModel(alice.session)
        contacts = ContactsModel(alice.session)
        till = TillModel(alice.session)
        requests = RequestsModel(alice.session)
        splits = SplitsModel(alice.session)
        recurring = RecurringModel(alice.session)
        bank = BankModel(alice.session)
        ledger = LedgerModel(alice.session)
        settings = SettingsModel(alice.session)
        await till.load()
        await ledger.load()
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
        Event(name: "line down") { $0.network.line.isDown = true },
        Event(name: "line up") { $0.network.line.isDown = false },
        Event(name: "a minute") { $0.network.time.advance(seconds: 60) },
        Event(name: "top-up") { _ = try $0.network.hub.topUp(.account("alice"), $0.network.amount(250)) },
        Event(name: "sent to alice") { stage in
            let amount = stage.network.amount(120)
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
        Event(name: "a request to alice") { stage in
            let model = RequestsModel(stage.bob.session, asking: "alice")
            model.amount.text = "4"
            await model.ask()
        },
        Event(name: "a request is paid") { stage in
            await stage.requests.load()
            guard let request = stage.requests.requests.items.first(where: { $0.state == .open }) else { return }
            stage.requests.look(at: request)
            await stage.requests.pay()
            stage.requests.lookAway()
        },
        Event(name: "a request is declined") { stage in
            await stage.requests.load()
            guard let request = stage.requests.requests.items.last(where: { $0.state == .open }) else { return }
            await stage.requests.decline(request)
        },
        Event(name: "a bill is shared") { stage in
            stage.splits.total.text = "10"
            stage.splits.setName(stage.splits.people[0].id, "bob")
            await stage.splits.share()
        },
        Event(name: "a standing order") { stage in
            (stage.recurring.recipient, stage.recurring.amount.text) = ("bob", "1")
            await stage.recurring.give()
        },
        Event(name: "a sale at the till") { stage in
            stage.till.type("250")
            await stage.till.charge()
            if case .showing(let request, _) = stage.till.sale?.step {
                let paying = PayModel(stage.bob.session)
                await paying.take(text: request.text)
                await paying.pay()
                if case .showing(let payment, _) = paying.step { await stage.till.sale?.take(text: payment.text) }
            }
            stage.till.next()
        },
        Event(name: "an account of coins is opened") { stage in
            guard let line = stage.coins.lines.items.first, stage.coinPages[line.id] == nil else { return }
            let pages = (
                account: CoinAccountModel(line.account, stage.alice.session),
                payments: CoinPaymentsModel(line.account, stage.alice.session)
            )
            await pages.account.load()
            await pages.payments.load()
            stage.coinPages[line.id] = pages
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
        if settings.hub != session.hub { return "settings" }
        let day = TillModel(session)
        await day.load()
        if till.today.items != day.today.items || till.total != day.total { return "till" }
        let proofs = LedgerModel(session)
        await proofs.load()
        if ledger.newest?.size != proofs.newest?.size { return "ledger" }
        if let difference = try await coinDifference() { return difference }
        return network.line.isDown ? nil : await hubDifference()
    }

    private func coinDifference() async throws -> String? {
        for (id, pages) in coinPages where coins.lines.items.contains(where: { $0.id == id }) {
            let (known, history) = try await alice.session.walletService.useCoins {
                (try $0.balances(of: id, refreshing: false).balances, try $0.history(of: id))
            }
            if pages.account.balances.items != known { return "balances of a coin page" }
            if pages.account.history.items != history { return "history of a coin page" }
            let fresh = CoinPaymentsModel(pages.payments.account, alice.session)
            await fresh.load()
            if pages.payments.payments.items != fresh.payments.items { return "payments of a coin page" }
        }
        return nil
    }

    /// What the hub keeps is asked for again with its news; then old and fresh models say the same.
    private func hubDifference() async -> String? {
        let session = alice.session
        await requests.load()
        await splits.load()
        await recurring.load()
        await bank.load()
        let fresh = (
            RequestsModel(session), SplitsModel(session), RecurringModel(session), BankModel(session)
        )
        await fresh.0.load()
        if requests.requests.items.map(\.id) != fresh.0.requests.items.map(\.id) { return "requests" }
        if requests.requests.items.map(\.state) != fresh.0.requests.items.map(\.state) { return "states of requests" }
        if session.requestsToPay != fresh.0.requests.items.count(where: { $0.state == .open }) { return "badge" }
        await fresh.1.load()
        if splits.splits.items.map(\.id) != fresh.1.splits.items.map(\.id) { return "splits" }
        await fresh.2.load()
        if recurring.payments.items.map(\.id) != fresh.2.payments.items.map(\.id) { return "standing orders" }
        await fresh.3.load()
        if bank.payouts.items.map(\.id) != fresh.3.payouts.items.map(\.id) { return "payouts" }
        return nil
    }
}
