// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import ScreenModels
import TestSupport
import Testing
import Wallet

struct SyncRhythmTests {
    @Test func itIsTimeEveryHalfMinuteWhileSomebodyIsThere() {
        var rhythm = SyncRhythm()
        #expect(rhythm.isDue(at: 100, unused: 0))
        rhythm.synced(at: 100, isReached: true)
        #expect(!rhythm.isDue(at: 129, unused: 0))
        #expect(rhythm.isDue(at: 130, unused: 119))
        // Nobody looks on.
        #expect(!rhythm.isDue(at: 219, unused: 120))
        #expect(rhythm.isDue(at: 220, unused: 120))
        // The clock was set back.
        #expect(rhythm.isDue(at: 99, unused: 0))
    }

    @Test func failuresMakeItRarerAndANewNetworkMakesItTimeAtOnce() {
        var rhythm = SyncRhythm()
        var now: UInt64 = 1_000
        for pause: UInt64 in [60, 120, 240, 240, 240] {
            rhythm.synced(at: now, isReached: false)
            #expect(!rhythm.isDue(at: now + pause - 1, unused: 0))
            #expect(rhythm.isDue(at: now + pause, unused: 0))
            now += pause
        }
        rhythm.networkChanged()
        #expect(rhythm.isDue(at: now, unused: 0))
        let wasAtOnce = rhythm.begin()
        #expect(wasAtOnce)
        rhythm.synced(at: now, isReached: true)
        #expect(!rhythm.isDue(at: now + 29, unused: 0) && rhythm.isDue(at: now + 30, unused: 0))
    }

    @Test func whatHappensAtTheHubDuringASyncMakesItTimeForTheNext() {
        var rhythm = SyncRhythm()
        let isFirst = !rhythm.begin()
        rhythm.hurry()
        rhythm.synced(at: 100, isReached: true)
        #expect(isFirst && rhythm.isDue(at: 100, unused: 0))
        let wasAtOnce = rhythm.begin()
        rhythm.synced(at: 101, isReached: true)
        #expect(wasAtOnce && !rhythm.isDue(at: 102, unused: 0))
    }
}

@MainActor
struct TimedSyncTests {
    @Test func whatHappensAtTheHubShowsByItself() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice", funds: 5_000)
        let changes = phone.session.news
        network.time.advance(seconds: 30)
        await phone.app.syncIfDue()
        // Nothing was different: no list looks again.
        #expect(phone.session.lastSync == network.time.now)
        _ = try network.hub.topUp(.account("alice"), network.amount(700))
        network.time.advance(seconds: 29)
        await phone.app.syncIfDue()
        #expect(phone.atHub == 5_000)
        network.time.advance(seconds: 1)
        phone.app.noteUse()
        await phone.app.syncIfDue()
        #expect(phone.atHub == 5_700 && phone.session.news > changes)
    }

    @Test func withoutANetworkItIsTriedMoreRarelyUntilTheNetworkIsAnother() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice", funds: 5_000)
        network.line.isDown = true
        network.time.advance(seconds: 30)
        await phone.app.syncIfDue()
        #expect(phone.session.line == .unreachable)
        #expect(phone.session.banners.contains { $0.word == .bannerOffline })
        _ = try network.hub.topUp(.account("alice"), network.amount(700))
        network.line.isDown = false
        network.time.advance(seconds: 59)
        phone.app.noteUse()
        await phone.app.syncIfDue()
        #expect(phone.session.line == .unreachable)
        phone.session.networkChanged()
        await phone.app.syncIfDue()
        #expect(phone.atHub == 5_700 && phone.session.line != .unreachable)
    }

    @Test func nothingIsAskedWhileItIsLockedOrLoggedOut() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        network.line.isDown = true
        await SettingsModel(phone.session).logOut()
        network.time.advance(seconds: 1_000)
        phone.app.noteUse()
        await phone.app.syncIfDue()
        #expect(phone.session.line != .unreachable)
        await phone.app.lock()
        await phone.app.syncIfDue()
        #expect(phone.app.session == nil)
    }

    @Test func aSlowHubHoldsUpNeitherAPersonNorTheLock() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice", funds: 5_000)
        for isLock in [false, true] {
            network.time.advance(seconds: 30)
            phone.app.noteUse()
            network.line.hold()
            let sync = Task { await phone.app.syncIfDue() }
            await network.line.waitUntilHeld()
            if isLock {
                await phone.app.lock()
                #expect(phone.app.session == nil)
            } else {
                // The hub answers nobody: what a person wants is done all the same.
                #expect(
                    try await phone.session.walletService.use { try $0.balances().account?.balance.minorUnits } == 5_000
                )
                #expect(phone.session.line != .unreachable)
            }
            network.line.release()
            await sync.value
        }
    }

    @Test func aSyncThatAPersonAskedForIsNotCutByALookAtTheWallet() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice", funds: 5_000)
        _ = try network.hub.topUp(.account("alice"), network.amount(700))
        network.line.hold()
        let sync = Task { await phone.session.sync() }
        await network.line.waitUntilHeld()
        let look = Task { try await phone.session.walletService.use { try $0.isLoggedIn } }
        try await Task.sleep(for: .milliseconds(400))
        network.line.release()
        await sync.value
        #expect(try await look.value)
        #expect(phone.atHub == 5_700 && phone.session.syncRefusal == nil)
    }
}
