// SPDX-License-Identifier: MIT
import Cards
import Keys
import HubAPI
import Money
import CardStore
import ScreenModels
import TestSupport
import Testing
import Tokens
import Wallet

/// What goes wrong around a wallet, and that each of it ends in a sentence that helps.
@MainActor
struct BadInputTests {
    private func unlock(_ app: AppModel) async throws -> LockModel {
        guard case .locked(let lock) = app.phase else { throw UnexpectedResult("not locked") }
        lock.passphrase = TestNetwork.passphrase
        await lock.unlock()
        return lock
    }

    @Test func aStoreOfANewerVersionIsLeftAloneAndSaysSo() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        await phone.app.lock()
        let path = network.folder.file("alice") + "/wallet.sqlite"
        // SQLite 3 file format, 1.3: the application's own number of the schema stands at byte 60.
        var bytes = try AtomicFile.read(path, maximumCount: 64 << 20)
        bytes.replaceSubrange(60..<64, with: [0, 0, 0x7F, 0xFF])
        try AtomicFile.write(bytes, to: path)
        let lock = try await unlock(AppModel(network.dependencies("alice")))
        #expect(lock.refusal?.word == .refusedNewerVersion, "\(lock.refusal as Any)")
        #expect(try AtomicFile.read(path, maximumCount: 64 << 20) == bytes)
    }

    @Test func aDamagedStoreSaysHowToGoOn() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        await phone.app.lock()
        let path = network.folder.file("alice") + "/wallet.sqlite"
        try AtomicFile.write([UInt8](repeating: 0x55, count: 8_192), to: path)
        let lock = try await unlock(AppModel(network.dependencies("alice")))
        #expect(lock.refusal?.word == .refusedDamaged, "\(lock.refusal as Any)")
    }

    @Test func aFolderThatCannotBeMadeIsNamedAsTheTrouble() async throws {
        let network = try TestNetwork()
        // A file stands where the wallet's folder would be: nothing can be written there, not even by root.
        try network.folder.write([1], to: "taken")
        let app = AppModel(network.dependencies("taken/alice"))
        guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
        model.begin()
        (model.passphrase, model.passphraseAgain) = (TestNetwork.passphrase, TestNetwork.passphrase)
        await model.create()
        #expect(model.refusal?.word == .refusedStorage && model.step == .passphrase, "\(model.refusal as Any)")
        #expect(app.session == nil)
    }

    @Test func aBackupThatCannotBeWrittenSaysSoAndTheWalletGoesOn() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice", funds: 500)
        let settings = SettingsModel(phone.session)
        settings.backupFolder = "/proc/nowhere"
        (settings.backupPassphrase, settings.backupPassphraseAgain) = ("granite sparrow", "granite sparrow")
        await settings.backUp()
        #expect(settings.refusal != nil && settings.backedUpTo == nil)
        await phone.session.sync()
        #expect(phone.atHub == 500 && phone.session.banners.isEmpty)
    }

    @Test func withoutAKeyringTheWalletOpensByItsPassphrase() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        await phone.app.lock()
        let again = AppModel(network.dependencies("alice"))
        await again.start()
        guard case .locked(let lock) = again.phase else { throw UnexpectedResult("not locked") }
        #expect(lock.refusal == nil && !lock.isBusy)
        lock.passphrase = TestNetwork.passphrase
        await lock.unlock()
        #expect(again.session?.account == .loggedIn(username: "alice"))
    }

    @Test func withoutANetworkMoneyThatIsOrderedIsKeptAndNotOfferedToBeOrderedAgain() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        network.line.isDown = true
        let topUp = TopUpModel(alice.session)
        topUp.amount.text = "20"
        await topUp.go()
        #expect(topUp.refusal?.word == .orderWaits && topUp.refusal?.remedy == .sync)
    }

    @Test func withoutANetworkEveryListSaysSoAndOffersToTryAgain() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000, offline: 1_000)
        network.line.isDown = true
        let (requests, splits, recurring) = (
            RequestsModel(alice.session), SplitsModel(alice.session), RecurringModel(alice.session)
        )
        await requests.load()
        await splits.load()
        await recurring.load()
        let bank = BankModel(alice.session)
        await bank.load()
        let exchange = ExchangeModel(alice.session)
        await exchange.load()
        for refusal in [
            requests.requests.refusal, splits.splits.refusal, recurring.payments.refusal, bank.payouts.refusal,
            exchange.rates.refusal,
        ] { #expect(refusal?.word == .refusedUnreachable && refusal?.remedy == .retry) }
        // What needs no network goes on.
        let receiving = ReceiveModel(alice.session)
        receiving.amount.text = "1"
        await receiving.ask()
        guard case .showing = receiving.step else { throw UnexpectedResult("\(receiving.refusal as Any)") }
    }

    @Test func aSlowHubHoldsUpNeitherCardsNorCodes() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        network.line.hold()
        let requests = RequestsModel(alice.session)
        let asking = Task { await requests.load() }
        await network.line.waitUntilHeld()
        // The hub has not answered; each of these would wait for ever if it waited for that.
        let form = CardFormModel(alice.session)
        (form.store, form.number) = ("Grocer", "12345")
        #expect(await form.keep(), "\(form.refusal?.detail ?? "")")
        let cards = CardsModel(alice.session)
        await cards.reload()
        #expect(cards.cards.items.map(\.store) == ["Grocer"])
        network.line.release()
        await asking.value
        #expect(requests.requests.refusal?.word == .refusedSlow && requests.requests.refusal?.remedy == .retry)
        await requests.load()
        #expect(requests.requests.isEmpty)
    }

    @Test func whatMovesMoneyIsNeverCutShort() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        _ = try await network.phone("bob")
        let sending = SendModel(alice.session)
        (sending.recipient, sending.amount.text) = ("bob", "10")
        sending.review()
        network.line.hold()
        let transfer = Task { await sending.send() }
        await network.line.waitUntilHeld()
        let cards = CardsModel(alice.session)
        let looking = Task { await cards.reload() }
        for _ in 0..<100 { await Task.yield() }
        #expect(cards.cards.isLoading)
        network.line.release()
        await transfer.value
        await looking.value
        #expect(sending.step == .sent(network.amount(1_000), subject: ReferenceID(.transfer, 1)) && cards.cards.isEmpty)
    }

    @Test(arguments: [
        String(repeating: "n", count: 4_000), String(repeating: "👩‍👩‍👧‍👦", count: 400),
        String(repeating: "ملاحظة ", count: 600),
    ])
    func aNoteThatIsTooLongIsSaidBeforeItIsTried(note: String) async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000, offline: 1_000)
        let sending = SendModel(alice.session)
        (sending.recipient, sending.amount.text, sending.note) = ("bob", "1", note)
        #expect(sending.objection?.word == .refusedLongNote && !sending.canReview)
        let requests = RequestsModel(alice.session)
        requests.note = note
        #expect(requests.objection?.word == .refusedLongNote && !requests.canAsk)
        let splits = SplitsModel(alice.session)
        splits.note = note
        #expect(splits.objection?.word == .refusedLongNote && !splits.canShare)
        // The note of a payment by code stays on this device, and a card's has room for as much as a screen.
        let receiving = ReceiveModel(alice.session)
        (receiving.amount.text, receiving.note) = ("1", note)
        if note.utf8.count > ReceiveModel.maximumNote {
            #expect(receiving.objection?.word == .refusedLongNote && !receiving.canAsk)
        } else {
            await receiving.ask()
            #expect(alice.session.recent.items.first?.note == note)
        }
        let form = CardFormModel(alice.session)
        (form.store, form.number, form.note) = ("Grocer", "12345", note)
        #expect(await form.keep(), "\(form.refusal?.detail ?? "")")
        #expect(form.kept?.note == note.trimmed())
    }

    @Test func namesOfEmojiAndFromRightToLeftComeBackAsTheyWereTyped() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        let bob = try await network.phone("bob")
        let name = "سارة 👩‍🚀 بن يوسف"
        let contacts = ContactsModel(alice.session)
        (contacts.draft.username, contacts.draft.name) = ("bob", name)
        #expect(await contacts.keep(), "\(contacts.refusal?.detail ?? "")")
        contacts.search = "👩‍🚀"
        #expect(contacts.found.map(\.name) == [name])
        let sending = SendModel(alice.session)
        await sending.loadContacts()
        (sending.recipient, sending.amount.text, sending.note) = (name, "1", "شكرا 🍵")
        sending.review()
        await sending.send()
        #expect(
            sending.step == .sent(network.amount(100), subject: ReferenceID(.transfer, 1)),
            "\(sending.refusal?.detail ?? "")")
        await bob.session.sync()
        let cards = CardsModel(alice.session)
        let form = CardFormModel(alice.session)
        (form.store, form.number, form.holder) = ("متجر 🛒", "12345", name)
        #expect(await form.keep(), "\(form.refusal?.detail ?? "")")
        cards.query.text = "متجر"
        await cards.reload()
        #expect(cards.cards.items.first?.holder == name)
    }

    @Test func anAddressOfTheWrongChainIsNamedAsSuchWhereverItIsPasted() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        alice.app.follow("bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.5")
        guard case .coins(let link) = alice.session.route else { throw UnexpectedResult("no route") }
        let leading = CoinLinkModel(link, alice.session)
        await leading.load()
        #expect(leading.accounts.refusal?.word == .refusedUnknownCoin)
        // An address is nobody's name at the hub.
        let sending = SendModel(alice.session)
        (sending.recipient, sending.amount.text) = ("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359", "1")
        sending.review()
        await sending.send()
        #expect(sending.refusal?.word == .refusedUnknownRecipient && alice.atHub == 5_000)
    }
}

extension String {
    /// Without the spaces at its end.
    fileprivate func trimmed() -> String {
        String(reversed().drop { $0.isWhitespace }.reversed())
    }
}
