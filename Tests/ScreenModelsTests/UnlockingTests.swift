// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import Keys
import ScreenModels
import TestSupport
import Testing
import Wallet

@MainActor
struct UnlockingTests {
    private func lock(_ phone: Phone) async throws -> LockModel {
        await phone.app.lock()
        guard case .locked(let lock) = phone.app.phase else { throw UnexpectedResult("not locked") }
        return lock
    }

    private func setPIN(_ pin: String, _ phone: Phone) async {
        let model = PINModel(phone.session)
        (model.passphrase, model.pin, model.pinAgain) = (TestNetwork.passphrase, pin, pin)
        await model.set()
        #expect(model.isSet == true && model.refusal == nil && model.pin.isEmpty && model.passphrase.isEmpty)
    }

    /// What the phone's system keeps under a PIN.
    private func slot(_ name: String, _ network: TestNetwork) -> PINSlot {
        PINSlot(network.kept.secret(name, network.time), cost: .minimum)
    }

    @Test func aPINOpensTheWalletUntilItIsWrongTooOften() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice", funds: 5_000)
        #expect(try await !lock(phone).asksForPIN)
        guard case .locked(let first) = phone.app.phase else { throw UnexpectedResult("not locked") }
        first.passphrase = TestNetwork.passphrase
        await first.unlock()
        await setPIN("271828", Phone(app: phone.app, session: try #require(phone.app.session)))

        let lock = try await lock(phone)
        #expect(lock.asksForPIN && !lock.canUnlock)
        lock.pin = "271828"
        await lock.unlock()
        #expect(phone.app.session?.balances.value?.account?.balance == network.amount(5_000))

        let again = try await self.lock(phone)
        for tries in 1...5 {
            again.pin = "314159"
            #expect(again.canUnlock)
            await again.unlock()
            #expect(again.refusal?.word == .refusedPIN && again.pinTries?.left == 6 - tries && again.pin.isEmpty)
            network.time.advance(seconds: UInt64(again.wait))
            await again.look()
        }
        again.pin = "314159"
        await again.unlock()
        #expect(again.refusal?.word == .refusedPINGone && !again.asksForPIN && phone.app.session == nil)
        again.passphrase = TestNetwork.passphrase
        await again.unlock()
        #expect(phone.app.session != nil)
    }

    @Test func afterWrongOnesThePINWaitsAndThePassphraseDoesNot() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        await setPIN("271828", phone)
        let lock = try await lock(phone)
        for _ in 0..<3 {
            lock.pin = "314159"
            await lock.unlock()
        }
        lock.pin = "271828"
        #expect(lock.wait == 30 && !lock.canUnlock)
        // Another start of the app knows of it as well.
        let second = AppModel(network.dependencies("alice"))
        await second.start()
        guard case .locked(let other) = second.phase else { throw UnexpectedResult("not locked") }
        #expect(other.wait == 30 && other.pinTries?.left == 3)
        lock.prefersPassphrase = true
        lock.passphrase = TestNetwork.passphrase
        await lock.unlock()
        #expect(phone.app.session != nil)
    }

    @Test func aPINIsSetAtTheBeginningChangedAndRemoved() async throws {
        let network = try TestNetwork()
        let app = AppModel(network.dependencies("alice"))
        guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
        model.begin()
        (model.passphrase, model.passphraseAgain) = (TestNetwork.passphrase, TestNetwork.passphrase)
        for (pin, objection) in [
            ("12345", StringKey.pinTooShort), ("12345a", .pinTooShort), ("123456", .pinTooSimple),
            ("987654", .pinTooSimple), ("111111", .pinTooSimple), ("121212", .pinTooSimple),
        ] {
            model.pin = pin
            #expect(model.pinObjection == objection && !model.canSetPassphrase, "\(pin)")
        }
        model.pin = "271828"
        await model.create()
        #expect(model.step == .hub && model.pin.isEmpty && model.refusal == nil)
        await model.skip()
        let phone = Phone(app: app, session: try #require(app.session))
        let settings = PINModel(phone.session)
        await settings.load()
        #expect(settings.isSet == true)
        (settings.passphrase, settings.pin, settings.pinAgain) = (TestNetwork.passphrase, "314159", "314158")
        #expect(settings.objection == .pinsDiffer && !settings.canSet)
        await setPIN("314159", phone)
        var lock = try await lock(phone)
        lock.pin = "271828"
        await lock.unlock()
        #expect(lock.refusal?.word == .refusedPIN)
        lock.pin = "314159"
        await lock.unlock()
        let session = try #require(app.session)
        await PINModel(session).remove()
        lock = try await self.lock(phone)
        #expect(!lock.asksForPIN)
    }

    @Test func anOpenAppAloneSetsNoPIN() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        let model = PINModel(phone.session)
        (model.pin, model.pinAgain) = ("271828", "271828")
        #expect(!model.canSet)
        model.passphrase = "somebody else's"
        await model.set()
        #expect(model.refusal?.word == .refusedPassphrase && model.isSet == false && model.passphrase.isEmpty)
        #expect(slot("alice", network).state == .none)
        // Nor another one in the place of one that is there.
        await setPIN("271828", phone)
        (model.passphrase, model.pin, model.pinAgain) = ("somebody else's", "314159", "314159")
        await model.set()
        #expect(model.refusal?.word == .refusedPassphrase && model.isSet == true)
        let lock = try await lock(phone)
        lock.pin = "271828"
        await lock.unlock()
        #expect(phone.app.session != nil)
    }

    @Test func noPINOutlivesItsPassphraseOrItsWallet() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        let settings = SettingsModel(phone.session)
        await setPIN("271828", phone)
        (settings.oldPassphrase, settings.newPassphrase) = ("somebody else's", "another window 20")
        settings.newPassphraseAgain = settings.newPassphrase
        await settings.changePassphrase()
        #expect(settings.refusal?.word == .refusedPassphrase && settings.pin.isSet == true)
        (settings.oldPassphrase, settings.newPassphrase) = (TestNetwork.passphrase, "another window 20")
        settings.newPassphraseAgain = settings.newPassphrase
        await settings.changePassphrase()
        #expect(settings.isPassphraseChanged && settings.pin.isSet == false)
        #expect(slot("alice", network).state == .none)

        let pin = settings.pin
        (pin.passphrase, pin.pin, pin.pinAgain) = ("another window 20", "271828", "271828")
        await pin.set()
        #expect(pin.isSet == true)
        await settings.forget()
        #expect(slot("alice", network).state == .none)
    }

    @Test func aNewWalletKnowsNoPINOfOneBefore() async throws {
        let network = try TestNetwork()
        let old = try SealedVaultKey.create(passphrase: SecretBytes([1]), random: .system, cost: .minimum).1
        try slot("alice", network).set(SecretBytes(Array("271828".utf8)), for: old, random: .system)
        _ = try await network.phone("alice")
        #expect(slot("alice", network).state == .none)
    }

    @Test func whoHasTheWalletOpenElsewhereLosesNoTry() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        await setPIN("271828", phone)
        let second = AppModel(network.dependencies("alice"))
        await second.start()
        guard case .locked(let lock) = second.phase else { throw UnexpectedResult("not locked") }
        lock.pin = "314159"
        await lock.unlock()
        #expect(lock.refusal?.word == .refusedInUse && lock.pinTries?.left == 6)
    }

    @Test func withoutAKeyringThereIsASentenceThatHelps() async throws {
        let network = try TestNetwork()
        var dependencies = network.dependencies("alice")
        dependencies.pin = PINSlot(
            VolatileSecret(read: { nil }, write: { _ in false }, remove: {}, secondsSinceStart: { 0 }), cost: .minimum)
        dependencies.unlockCache = nil
        let app = AppModel(dependencies)
        guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
        model.begin()
        (model.passphrase, model.passphraseAgain, model.pin) = (
            TestNetwork.passphrase, TestNetwork.passphrase, "271828"
        )
        await model.create()
        // The wallet is made all the same.
        #expect(model.step == .hub && model.refusal?.word == .refusedNoKeyring)
        await model.skip()
        let pin = PINModel(try #require(app.session))
        (pin.passphrase, pin.pin, pin.pinAgain) = (TestNetwork.passphrase, "271828", "271828")
        await pin.set()
        #expect(pin.refusal?.word == .refusedNoKeyring && pin.isSet == false)
        app.preferences.staysOpen = true
        await app.rememberIfChosen()
        #expect(app.rememberingRefusal?.word == .refusedNoKeyring)
    }

    @Test func whoChoseItIsNotAskedAgainUntilTheAppWouldHaveLocked() async throws {
        let network = try TestNetwork()
        let name = "test-open-\(getpid())"
        let cache = UnlockCache(wallet: name)
        defer { cache.clear() }
        var dependencies = network.dependencies("alice")
        dependencies.unlockCache = cache
        do {
            let app = AppModel(dependencies)
            guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
            model.begin()
            (model.passphrase, model.passphraseAgain) = (TestNetwork.passphrase, TestNetwork.passphrase)
            await model.create()
            await model.skip()
            await app.rememberIfChosen()
            #expect(cache.fetch() == nil)
            app.preferences.staysOpen = true
            await app.rememberIfChosen()
            guard app.rememberingRefusal == nil else { return print("SKIPPED: this kernel offers no keyring.") }
            #expect(cache.fetch() != nil)
            app.preferences.staysOpen = false
            await app.rememberIfChosen()
            #expect(cache.fetch() == nil)
            app.preferences.staysOpen = true
            await app.rememberIfChosen()
            let key = try #require(cache.fetch())
            // Another time until the lock is another time to keep it, a shorter one too.
            app.preferences.lockMinutes = 1
            cache.clear()
            await app.rememberIfChosen()
            #expect(cache.fetch() != nil)
            // Locking forgets it at once.
            await app.lock()
            #expect(cache.fetch() == nil)
            // What an earlier start has left goes at the next one, where it is not wanted any more.
            app.preferences.staysOpen = false
            cache.store(key, seconds: 60)
            let next = AppModel(dependencies)
            await next.start()
            #expect(next.session != nil && cache.fetch() == nil)
        }
    }

    @Test func aBadDeviceIsToldOfWithReasonsAndKeepsNoKey() async throws {
        let network = try TestNetwork()
        var dependencies = network.dependencies("alice")
        dependencies.deviceFindings = { [.openFolder("/somewhere"), .dumps] }
        let app = AppModel(dependencies)
        guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
        model.begin()
        (model.passphrase, model.passphraseAgain) = (TestNetwork.passphrase, TestNetwork.passphrase)
        await model.create()
        await model.skip()
        let session = try #require(app.session)
        let banner = try #require(session.banners.first)
        #expect(banner.word == .bannerDevice && banner.weight == .warning)
        #expect(banner.reasons.map(\.word) == [.deviceOpenFolder, .deviceDumps])
        #expect(banner.restrictions == [.restrictedPIN, .restrictedPhrase])
        let pin = PINModel(session)
        (pin.passphrase, pin.pin, pin.pinAgain) = (TestNetwork.passphrase, "271828", "271828")
        await pin.set()
        #expect(pin.refusal?.word == .refusedDevice)
        let coins = CoinsModel(session)
        await coins.load()
        await coins.makePhrase()
        #expect(coins.refusal?.word == .refusedDevice && coins.step == .noPhrase)
    }
}
