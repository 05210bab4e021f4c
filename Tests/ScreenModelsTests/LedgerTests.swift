// SPDX-License-Identifier: MIT
import Hub
import ScreenModels
import TestSupport
import Testing
import Tokens
import Wallet

@MainActor
struct LedgerTests {
    @Test func aHubThatWasRestoredFromAnOlderCopyIsNoticedAndCanBeFollowedAgain() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 100_00)
        let copy = try network.hub.image()
        _ = try network.hub.topUp(.account("alice"), network.amount(50_00))
        let model = LedgerModel(alice.session)
        await model.check()
        await model.load()
        let newest = try #require(model.newest)
        #expect(model.refusal == nil && newest.size == 2 && model.contradictions.isEmpty && model.evidence.isEmpty)
        #expect(LedgerModel.fingerprint(of: newest).count == 19)
        await model.accept()
        #expect(model.newest == newest)

        network.line.other = try Hub.inMemory(from: copy, clock: network.time.clock, random: .seeded(2))
        await model.check()
        #expect(model.refusal?.word == .refusedRewrittenLedger)
        #expect(model.newest == newest && model.contradictions.map(\.before) == [newest])
        #expect(model.contradictions.map(\.after.size) == [1])
        #expect(model.evidence.split(separator: 10).count == 2)
        await alice.session.sync()
        #expect(alice.session.banners.contains { $0.word == .refusedRewrittenLedger })

        await model.accept()
        #expect(model.refusal == nil && model.newest?.size == 1 && model.contradictions.count == 1)
        #expect(!alice.session.banners.contains { $0.word == .refusedRewrittenLedger })
    }
}
