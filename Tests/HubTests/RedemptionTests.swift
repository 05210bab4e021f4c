// SPDX-License-Identifier: MIT
import HubAPI
import Testing
import Tokens

@Suite struct RedemptionTests {
    @Test func aPurchasedTokenIsRedeemedByItsOwner() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        let held = try alice.buy(4_000)
        #expect(try alice.balance().balance == dollars(6_000))
        let item = try alice.redeem(held)
        #expect(try item.credited == 4_000)
        #expect(try alice.balance().balance == dollars(10_000))
        try hub.requireSoundBooks()
    }
}
