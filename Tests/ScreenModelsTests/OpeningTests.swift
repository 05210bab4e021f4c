// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import ScreenModels
import TestSupport
import Testing
import Tokens
import Wallet

@MainActor
struct OpeningTests {
    @Test func fromNothingToAnAccountThatIsReadyToBePaid() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice", funds: 5_000)
        #expect(phone.session.account == .loggedIn(username: "alice"))
        #expect(phone.atHub == 5_000)
        #expect(HomeModel(phone.session).requestsReady > 0)
        #expect(phone.session.banners.isEmpty)
    }

    @Test func aPassphraseIsLongMixedAndTypedTwice() async throws {
        let app = AppModel(try TestNetwork().dependencies("alice"))
        guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
        model.begin()
        for (first, second, objection) in [
            ("", "", nil), ("short", "short", StringKey.passphraseTooShort), ("aaaaaaaaaa", "", .passphraseTooSimple),
            ("copper window", "copper widow", .passphrasesDiffer), ("copper window", "", nil),
        ] {
            (model.passphrase, model.passphraseAgain) = (first, second)
            #expect(model.passphraseObjection == objection)
            #expect(!model.canSetPassphrase)
        }
        model.passphraseAgain = "copper window"
        #expect(model.canSetPassphrase)
        model.back()
        #expect(model.step == .welcome && model.passphrase.isEmpty)
    }

    @Test func aLockedWalletShowsNothingAndOpensWithItsPassphraseAlone() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice", funds: 5_000)
        await phone.app.lock()
        guard case .locked(let lock) = phone.app.phase else { throw UnexpectedResult("not locked") }
        #expect(await phone.app.walletService.isOpen == false)
        lock.passphrase = "copper windows 19"
        await lock.unlock()
        #expect(lock.refusal?.word == .refusedPassphrase && lock.wrongTries == 1 && lock.passphrase.isEmpty)
        #expect(phone.app.session == nil)
        lock.passphrase = TestNetwork.passphrase
        await lock.unlock()
        #expect(phone.app.session?.balances.value?.account?.balance == network.amount(5_000))
    }

    @Test func itLocksItselfWhenNobodyUsesIt() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        network.time.advance(seconds: 299)
        await phone.app.lockIfUnused()
        #expect(phone.app.session != nil)
        phone.app.noteUse()
        network.time.advance(seconds: 299)
        await phone.app.lockIfUnused()
        #expect(phone.app.session != nil)
        network.time.advance(seconds: 2)
        await phone.app.lockIfUnused()
        #expect(phone.app.session == nil)
        phone.app.preferences.lockMinutes = 0
    }

    @Test func theHubCanWaitAndIsJoinedLater() async throws {
        let network = try TestNetwork()
        let app = AppModel(network.dependencies("alice"))
        guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
        model.begin()
        (model.passphrase, model.passphraseAgain) = (TestNetwork.passphrase, TestNetwork.passphrase)
        await model.create()
        #expect(model.step == .hub)
        model.hubClient = "satchel://join?hub=nowhere"
        await model.join()
        #expect(model.refusal?.word == .refusedBadLink && model.step == .hub)
        await model.skip()
        let session = try #require(app.session)
        #expect(session.account == .noHub && session.balances.isEmpty && session.recent.isEmpty)
        await session.sync()
        #expect(session.banners.map(\.remedy) == [.join] && session.line == .unknown)

        let entrance = session.makeEntrance()
        #expect(entrance.step == .hub)
        network.line.isDown = true
        entrance.hubClient = "  \(network.link)\n"
        await entrance.join()
        #expect(entrance.step == .account && !entrance.isHubReached)
        (entrance.username, entrance.password) = ("alice", "lantern river 4827")
        await entrance.enter()
        #expect(entrance.refusal?.word == .refusedUnreachable && entrance.refusal?.remedy == .retry)
        network.line.isDown = false
        await entrance.enter()
        #expect(session.account == .loggedIn(username: "alice"))
    }

    @Test func anAccountIsRefusedWithItsReason() async throws {
        let network = try TestNetwork()
        _ = try await network.phone("alice")
        let app = AppModel(network.dependencies("bob"))
        guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
        model.begin()
        (model.passphrase, model.passphraseAgain) = (TestNetwork.passphrase, TestNetwork.passphrase)
        await model.create()
        model.hubClient = network.link
        await model.join()
        for (name, password, entrance, word) in [
            ("alice", "lantern river 4827", OnboardingModel.Entrance.register, StringKey.refusedUsernameTaken),
            ("bob", "x", .register, .refusedWeakPassword), ("B!", "lantern river 4827", .register, .refusedBadUsername),
            ("alice", "lantern river 4828", .logIn, .refusedCredentials),
        ] {
            (model.username, model.password, model.entrance) = (name, password, entrance)
            await model.enter()
            #expect(model.refusal?.word == word, "\(name): \(model.refusal?.detail ?? "")")
        }
    }

    @Test func aBackupIsRestoredOnAnotherPhone() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice", funds: 5_000, offline: 1_000)
        let path = network.folder.file("satchel-2027-01-15.backup")
        let settings = SettingsModel(phone.session)
        settings.backupFolder = network.folder.path + "/"
        (settings.backupPassphrase, settings.backupPassphraseAgain) = ("granite sparrow", "granite sparrow")
        await settings.backUp()
        #expect(settings.backedUpTo == path)

        let app = AppModel(network.dependencies("alice-again"))
        guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
        model.beginRestoring()
        (model.passphrase, model.passphraseAgain) = ("another pass 7", "another pass 7")
        (model.backupPath, model.backupPassphrase) = (path, "granite swallow")
        await model.restore()
        #expect(model.refusal?.word == .refusedPassphrase && model.step == .backup)
        model.backupPassphrase = "granite sparrow"
        await model.restore()
        #expect(model.step == .account && model.username == "alice" && model.entrance == .logIn)
        model.password = "lantern river 4827"
        await model.enter()
        let session = try #require(app.session)
        #expect(session.account == .loggedIn(username: "alice"))
        // What the backup held offline is not spent twice.
        #expect(session.balances.value?.offline.isZero == true)
    }

    @Test func aWalletThatWasCopiedBackSaysWhyNothingCanBeSpentUntilItSyncs() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000, offline: 1_000)
        Folder.remove(network.folder.file("alice-state"))
        network.line.isDown = true
        await alice.session.sync()
        let banner = try #require(alice.session.banners.first)
        #expect(banner.word == .historyRolledBack && banner.weight == .alarm && banner.remedy == .sync)
        network.line.isDown = false
        await alice.session.sync()
        #expect(!alice.session.banners.contains { $0.word == .historyRolledBack })
    }

    @Test func whatAPersonChoseIsThereAgainAndNothingElseIsBelieved() throws {
        let network = try TestNetwork()
        let file = network.folder.file("preferences.json")
        let preferences = Preferences(file: file, systemLanguage: .german)
        #expect(preferences.words.language == .german)
        preferences.language = .japanese
        preferences.textPercent = 150
        preferences.lockMinutes = 15
        let again = Preferences(file: file, systemLanguage: .german)
        #expect(again.language == .japanese && again.textPercent == 150 && again.lockMinutes == 15)
        try network.folder.write(
            Array(#"{"language":"xx","textPercent":9999999,"lockMinutes":-1}"#.utf8), to: "odd.json")
        let odd = Preferences(file: network.folder.file("odd.json"), systemLanguage: .english)
        #expect(odd.language == nil && odd.textPercent == 100 && odd.lockMinutes == 5)
        let nowhere = Preferences(file: "/proc/nowhere/x.json", systemLanguage: .english)
        nowhere.reducesMotion = true
        #expect(nowhere.refusal?.word == .refusedCannotWrite)
    }

    @Test func aWalletThatIsInUseSaysSo() async throws {
        let network = try TestNetwork()
        let first = try await network.phone("alice")
        let second = AppModel(network.dependencies("alice"))
        guard case .locked(let lock) = second.phase else { throw UnexpectedResult("not locked") }
        lock.passphrase = TestNetwork.passphrase
        await lock.unlock()
        #expect(lock.refusal?.word == .refusedInUse && lock.refusal?.remedy == .retry)
        #expect(first.app.session != nil)
    }

    @Test func aHubIsJoinedByItsCode() async throws {
        let network = try TestNetwork()
        let app = AppModel(network.dependencies("alice"))
        guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
        model.begin()
        (model.passphrase, model.passphraseAgain) = (TestNetwork.passphrase, TestNetwork.passphrase)
        await model.create()
        await model.take(typed: "satchel://pay?to=bob")
        #expect(model.refusal?.word == .refusedNoHubCode && model.step == .hub)
        try CodeModel(document: network.link).save(to: network.folder.file("hub.png"))
        await model.take(typed: network.folder.file("hub.png"))
        #expect(model.step == .account && model.hubClient == network.link, "\(model.refusal as Any)")
    }

    // MARK: - R1, A2: what a link may change

    private func beginner(_ network: TestNetwork) async throws -> OnboardingModel {
        guard case .onboarding(let model) = AppModel(network.dependencies("alice")).phase else {
            throw UnexpectedResult("no onboarding")
        }
        model.begin()
        (model.passphrase, model.passphraseAgain) = (TestNetwork.passphrase, TestNetwork.passphrase)
        await model.create()
        return model
    }

    @Test func aWrongLinkIsReplacedByTheRightOne() async throws {
        let (network, other) = (try TestNetwork(), try TestNetwork(seed: 5))
        let model = try await beginner(network)
        model.hubClient = other.link
        await model.join()
        #expect(model.refusal?.word == .refusedOtherHub && model.step == .hub)
        network.line.isDown = true
        model.hubClient = HubDescription(url: "http://127.0.0.1:2", rootKey: network.hub.rootKey).link
        await model.join()
        #expect(model.step == .account && !model.isHubReached && model.canGoBack)
        #expect(model.hub?.url == "http://127.0.0.1:2" && model.currency == nil)
        model.back()
        #expect(model.step == .hub)
        network.line.isDown = false
        model.hubClient = network.link
        await model.join()
        #expect(model.step == .account && model.isHubReached && !model.canGoBack)
        #expect(model.hub?.link == network.link && model.currency == network.currency)
    }

    @Test func aLinkToAJoinedWalletSaysWhatIsDifferentAndAsks() async throws {
        let (network, other) = (try TestNetwork(), try TestNetwork(seed: 5))
        let phone = try await network.phone("alice")
        let present = try HubDescription(link: network.link)
        #expect(phone.session.hub == present)

        let same = phone.session.makeEntrance(present)
        #expect(same.step == .known && same.refusal == nil)
        let foreign = phone.session.makeEntrance(try HubDescription(link: other.link))
        #expect(foreign.step == .hub && foreign.refusal?.word == .refusedOtherHub)
        await foreign.join()
        #expect(foreign.step == .hub && foreign.refusal?.word == .refusedOtherHub)

        let moved = HubDescription(url: "http://127.0.0.1:2", rootKey: present.rootKey)
        let model = phone.session.makeEntrance(moved)
        #expect(model.step == .address(present: present, link: moved))
        await model.acceptAddress()
        #expect(model.refusal?.word == .refusedUnprovedHub && model.step == .address(present: present, link: moved))
        await model.skip()
        #expect(model.isFinished)
        await phone.session.load()
        #expect(phone.session.hub == present && phone.session.account == .loggedIn(username: "alice"))

        let change = phone.session.makeAddressChange()
        change.hubClient = moved.link
        await change.join()
        #expect(change.step == .address(present: present, link: moved))
        await change.skip()
        change.hubClient = network.link
        await change.join()
        #expect(change.step == .known)
    }

    @Test func aCandidateIsNoHubYet() async throws {
        let network = try TestNetwork()
        let app = AppModel(network.dependencies("alice"))
        guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
        model.begin()
        (model.passphrase, model.passphraseAgain) = (TestNetwork.passphrase, TestNetwork.passphrase)
        await model.create()
        network.line.isDown = true
        model.hubClient = HubDescription(url: "http://127.0.0.1:2", rootKey: network.hub.rootKey).link
        await model.join()
        await model.skip()
        let session = try #require(app.session)
        #expect(session.account == .noHub && session.banners.contains { $0.remedy == .join })
        let entrance = session.makeEntrance()
        #expect(
            entrance.step == .hub && entrance.hubClient == model.hubClient, "the link may be looked at and replaced")
    }

    @Test func linksThatComeTogetherAreFollowedOneAfterAnother() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        phone.app.follow(network.link)
        let link = try #require(phone.session.takeLink())
        #expect(link == .join(try HubDescription(link: network.link)))
        let form = phone.session.makeEntrance(try HubDescription(link: network.link))
        #expect(form.waitingLinks == 0)
        for recipient in ["bob", "carol", "bob"] { phone.app.follow("satchel://pay?to=\(recipient)&amount=5") }
        #expect(form.waitingLinks == 2 && phone.app.linkRefusal == nil)
        #expect(phone.session.takeLink() == .pay(.init(recipient: "bob", amount: "5", note: "")))
        #expect(phone.session.takeLink() == .pay(.init(recipient: "carol", amount: "5", note: "")))
        #expect(phone.session.takeLink() == nil)
        for index in 0...8 { phone.app.follow("satchel://pay?to=bob&amount=\(index + 1)") }
        #expect(phone.app.linkRefusal?.word == .refusedTooManyLinks)
        await phone.app.lock()
        for _ in 0..<2 { phone.app.follow("satchel://open/activity") }
        phone.app.follow("satchel://pay?to=bob&amount=5")
        guard case .locked(let lock) = phone.app.phase else { throw UnexpectedResult("not locked") }
        lock.passphrase = TestNetwork.passphrase
        await lock.unlock()
        #expect(phone.app.session?.links.count == 2)
    }
}
