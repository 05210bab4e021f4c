// SPDX-License-Identifier: MIT
import Keys
import ScreenModels
import Synchronization
import TestSupport
import Testing
import Wallet

/// The page and the banner about this device's risks.
@MainActor struct DeviceTests {
    /// What is found at each look.
    private final class Findings: Sendable {
        let now = Mutex<[DeviceFinding]>([])
        func set(_ findings: [DeviceFinding]) { now.withLock { $0 = findings } }
    }

    private let network: TestNetwork
    private let found = Findings()

    init() throws { network = try TestNetwork() }

    private func session() async throws -> (AppModel, WalletSession) {
        var dependencies = network.dependencies("alice")
        let found = found
        dependencies.deviceFindings = { found.now.withLock(\.self) }
        dependencies.deviceNotes = { [.root] }
        let environment = dependencies.environment
        dependencies.environment = {
            var made = environment()
            made.device = { _ in found.now.withLock(\.self) }
            return made
        }
        let app = AppModel(dependencies)
        guard case .onboarding(let model) = app.phase else { throw UnexpectedResult("no onboarding") }
        model.begin()
        (model.passphrase, model.passphraseAgain) = (TestNetwork.passphrase, TestNetwork.passphrase)
        await model.create()
        await model.skip()
        return (app, try #require(app.session))
    }

    @Test func thePageShowsFindingsOfAllWeightsAndTheBannerTheHeavierOnes() async throws {
        let (_, session) = try await session()
        let model = DeviceModel(session)
        await model.load()
        #expect(model.sections.map(\.title) == [.deviceNotes])
        #expect(!session.banners.contains { $0.word == .bannerDevice })
        found.set([.openWay("/opt/shared"), .variable("LD_PRELOAD")])
        await model.load()
        #expect(model.sections.map(\.title) == [.deviceTaken, .deviceWeak, .deviceNotes])
        #expect(model.sections[0].reasons.map(\.word) == [.deviceOpenWay])
        #expect(model.sections[0].reasons.map(\.values) == [["path": "/opt/shared"]])
        let banner = try #require(session.banners.first { $0.word == .bannerDevice })
        #expect(banner.weight == .alarm && banner.restrictions.contains(.restrictedSending))
        found.set([])
        await model.load()
        #expect(!session.banners.contains { $0.word == .bannerDevice })
    }

    @Test func aRefusedActionSaysWhatWasFound() async throws {
        let (_, session) = try await session()
        found.set([.debugged])
        do {
            try await session.walletService.use { try $0.require(.sendMoney) }
            Issue.record("nothing was refused")
        } catch {
            let message = UserMessage(error)
            #expect(message.word == .refusedRestricted && message.reasons == [.device(.debugged)])
        }
    }

    @Test func theModeChangesWithThePassphraseOnlyAndBlockingLocksTheApp() async throws {
        let (app, session) = try await session()
        let model = DeviceModel(session)
        (model.mode, model.passphrase) = (.warn, "not the passphrase")
        await model.change()
        #expect(model.refusal?.word == .refusedPassphrase && model.mode == .restrict)
        (model.mode, model.passphrase) = (.warn, TestNetwork.passphrase)
        await model.change()
        #expect(model.refusal == nil && session.deviceMode == .warn)
        found.set([.debugged])
        await model.load()
        #expect(session.banners.first { $0.word == .bannerDevice }?.restrictions.contains(.restrictedSending) == false)
        (model.mode, model.passphrase) = (.block, TestNetwork.passphrase)
        await model.change()
        await app.syncIfDue()
        guard case .locked = app.phase else { throw UnexpectedResult("the app stays open") }
    }
}
