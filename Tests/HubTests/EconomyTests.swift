// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens

/// The model check of `rangemodel.py` against the real hub: random economies with declines and cheaters, uploaded in random
/// order with repeats, compared with the pure rules of `RootTree`.
@Suite struct EconomyTests {
    /// Numbers that a seed decides.
    private struct Dice {
        let random: RandomSource

        func roll(_ range: Range<UInt64>) -> UInt64 {
            let number = random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return range.lowerBound + number % (range.upperBound - range.lowerBound)
        }

        func pick<Element>(_ elements: [Element]) -> Element { elements[Int(roll(0..<UInt64(elements.count)))] }
        func isTrue(percent: UInt64) -> Bool { roll(0..<100) < percent }
    }

    private final class Person {
        let account: TestAccount
        let isCheater: Bool
        var held: [(token: Held, range: UnitRange)] = []

        init(_ account: TestAccount, isCheater: Bool) { (self.account, self.isCheater) = (account, isCheater) }
    }

    private struct Leaf {
        let uploader: TestAccount
        let bytes: [UInt8]
        let token: OfflineToken
        let isRedemption: Bool
        /// The payee's, when it has declined what it may have kept all the same.
        var decline: Decline?
        /// Who signed the last transfer.
        let payer: Person
    }

    @Test(arguments: 0..<40)
    func theHubFollowsThePureRules(seed: UInt64) throws {
        let hub = try TestHub(seed: 1_000 + seed) { $0.keyDays = 400 }
        let dice = Dice(random: seeded(seed))
        let people = try (0..<5).map {
            Person(try hub.account("person\($0)", cents: 2_000), isCheater: dice.isTrue(percent: 30))
        }
        let root = try people[0].account.buy(1_000)
        people[0].held = [(root, root.token.range)]
        var leaves: [Leaf] = []
        for _ in 0..<dice.roll(5..<30) { try trade(people, dice, hub, &leaves) }

        var tree = RootTree(root: root.token.root, id: root.token.id(hub: hub.hub.id), hubKey: hub.hub.rootKey)
        var receipts: [RecordID: Blob] = [:]
        var shortfall: UInt64 = 0
        for _ in 0..<(leaves.count * 2) {
            let leaf = dice.pick(leaves)
            let message = Redemptions(
                items: [Blob(leaf.bytes)], declines: leaf.decline.map { [Blob($0.encoded)] })
            let item = try hub.caller.call(Routes.redeem, message, as: leaf.uploader.proof).items[0]
            let id = leaf.token.id(hub: hub.hub.id)
            if let known = receipts[id] {
                #expect(item.receipt == known)
                continue
            }
            let receipt = try #require(item.receipt)
            receipts[id] = receipt
            _ = try tree.insert(leaf.token.records(hub: hub.hub.id))
            if leaf.decline != nil, leaf.uploader === leaf.payer.account {
                #expect(try item.credited == tree.decline(id).paidBack.total)
            }
            guard leaf.isRedemption else { continue }
            let due = try tree.credit(id).total
            #expect(try item.credited == due)
            // A cheater may have declined what it redeems; an honest owner never falls short without a culprit.
            if !leaf.payer.isCheater { shortfall += leaf.token.range.length - due }
        }
        try checkAccusations(hub, people, shortfall: shortfall)
        hub.clock.advance(days: 38)
        #expect(try hub.hub.sweep(hub.clock.now).returned == tree.uncredited.total)
        try hub.requireSoundLedger()
        let issued = try hub.hub.audit().issuers[0]
        #expect(issued.issued == issued.redeemed)
    }

    private func trade(_ people: [Person], _ dice: Dice, _ hub: TestHub, _ leaves: inout [Leaf]) throws {
        let rich = people.filter { $0.held.contains { $0.token.token.hops < 5 } }
        guard !rich.isEmpty else { return }
        let payer = dice.pick(rich)
        let index = dice.pick(payer.held.indices.filter { payer.held[$0].token.token.hops < 5 })
        let (token, range) = payer.held[index]
        let lower = dice.roll(range.lower..<range.upper)
        let part = try units(lower, dice.roll(1..<(range.upper - lower + 1)))
        if dice.isTrue(percent: 30) {
            let bytes = try payer.account.redemption(part, of: token)
            leaves.append(
                Leaf(
                    uploader: payer.account, bytes: bytes, token: try Redemption(decoding: bytes).token,
                    isRedemption: true, payer: payer))
        } else {
            let payee = dice.pick(people.filter { $0 !== payer })
            let received = try payee.account.receive(part, from: token)
            let isDeclined = dice.isTrue(percent: 25)
            if !isDeclined || payee.isCheater { payee.held.append((received, received.token.range)) }
            let ids = [received.token.id(hub: hub.hub.id)]
            leaves.append(
                Leaf(
                    uploader: isDeclined && dice.isTrue(percent: 80) ? payer.account : dice.pick(people).account,
                    bytes: received.token.encoded, token: received.token, isRedemption: false,
                    decline: isDeclined ? try Decline.issue(for: ids, key: received.key, hub: hub.hub.id) : nil,
                    payer: payer))
        }
        if payer.isCheater, dice.isTrue(percent: 50) { return }
        payer.held.remove(at: index)
        if let before = UnitRange.between(range.lower, part.lower) { payer.held.append((token, before)) }
        if let after = UnitRange.between(part.upper, range.upper) { payer.held.append((token, after)) }
    }

    private func checkAccusations(_ hub: TestHub, _ people: [Person], shortfall: UInt64) throws {
        let report = try hub.hub.audit()
        #expect(report.isSound, "\(report)")
        let cheaters = Set(people.filter(\.isCheater).map(\.account.session.username))
        let accused = Set(report.cases.compactMap(\.account))
        #expect(accused.isSubset(of: cheaters))
        #expect(shortfall == 0 || !accused.isEmpty)
    }
}
