// SPDX-License-Identifier: MIT
import Bytes
import ScreenModels
import TestSupport
import Testing
import Wallet

@MainActor
struct DemoAccessTests {
    /// The app of a demo whose wallet and account are there.
    private func demo(in network: TestNetwork) async throws -> AppModel {
        let phone = try await network.phone("demo", funds: 5_000)
        await phone.app.lock()
        var dependencies = network.dependencies("demo")
        dependencies.demo = DemoAccess(
            passphrase: TestNetwork.passphrase, username: "demo", password: "lantern river 4827", link: network.link)
        let app = AppModel(dependencies)
        await app.start()
        return app
    }

    @Test func aDemoOpensByItselfAndSaysThatNothingIsReal() async throws {
        let network = try TestNetwork()
        let app = try await demo(in: network)
        let session = try #require(app.session)
        let banner = try #require(session.banners.first)
        #expect(banner.word == .bannerDemo && !banner.isDismissible)
        session.dismiss(banner)
        #expect(session.banners.first?.word == .bannerDemo)
        for language in Language.allCases {
            #expect(Localizer(language)(.bannerDemo) != Localizer(language)(.demoAnyLogin))
        }
    }

    @Test func anyPassphraseAndAnyPasswordWorkThere() async throws {
        let network = try TestNetwork()
        let app = try await demo(in: network)
        await app.lock()
        guard case .locked(let lock) = app.phase else { throw UnexpectedResult("not locked") }
        #expect(lock.isDemo)
        lock.passphrase = "x"
        await lock.unlock()
        let session = try #require(app.session)
        try await app.walletService.use { try $0.logout() }
        await session.sync()
        let entrance = session.makeEntrance()
        (entrance.username, entrance.password) = ("demo@example.com", "password123")
        await entrance.enter()
        #expect(entrance.refusal == nil)
        #expect(try await app.walletService.use { try $0.isLoggedIn })
        // A new account is refused as in every wallet that has one, and means the demo's.
        try await app.walletService.use { try $0.logout() }
        let second = session.makeEntrance()
        (second.entrance, second.username, second.password) = (.register, "somebody", "lantern river 4827")
        await second.enter()
        #expect(try await app.walletService.use { try $0.username } == "demo")
    }

    @Test func whatWouldLockADemoIsRefused() async throws {
        let network = try TestNetwork()
        let app = try await demo(in: network)
        let session = try #require(app.session)
        let account = AccountModel(session)
        (account.oldPassword, account.newPassword, account.newPasswordAgain) = (
            "any", "silver boat 77", "silver boat 77"
        )
        await account.changePassword()
        #expect(account.refusal?.word == .refusedInDemo)
        await #expect(throws: UserMessage.self) {
            try await app.walletService.changePassphrase(from: SecretBytes([1]), to: SecretBytes([2]))
        }
    }
}
