// SPDX-License-Identifier: MIT

import Crypto
import Testing
import Tokens

@Suite struct RootTreeTests {
    private let hub = TestHub.key("hub").publicKey
    private let alice = TestHub.key("alice").publicKey
    private let bob = TestHub.key("bob").publicKey
    private let carol = TestHub.key("carol").publicKey
    private let root = RecordID(known: [UInt8](repeating: 0, count: 32))

    private func tree() throws -> RootTree {
        try RootTree(rootID: root, range: UnitRange(lower: 0, length: 100), owner: alice, hubKey: hub)
    }

    private func id(_ number: UInt8) -> RecordID { RecordID(known: [UInt8](repeating: number, count: 32)) }

    private func record(
        _ number: UInt8, under parent: UInt8 = 0, _ lower: UInt64, _ length: UInt64, from: P256.PublicKey,
        to: P256.PublicKey
    ) throws -> ChainRecord {
        ChainRecord(
            id: id(number), parent: id(parent), range: try UnitRange(lower: lower, length: length), spender: from,
            recipient: to)
    }

    private func owners(_ tree: RootTree) -> [String] {
        let names = [alice: "alice", bob: "bob", carol: "carol", hub: "hub"]
        return tree.lastOwners().map { "\($0.range) \(names[$0.owner] ?? "?")" }
    }

    @Test func whatWasNotTransferredStaysWithItsOwner() throws {
        var tree = try tree()
        #expect(owners(tree) == ["0..<100 alice"])
        _ = try tree.insert([record(1, 20, 30, from: alice, to: bob), record(2, under: 1, 25, 5, from: bob, to: carol)])
        #expect(owners(tree) == ["0..<20 alice", "20..<25 bob", "25..<30 carol", "30..<50 bob", "50..<100 alice"])
    }

    @Test func overlappingSiblingsAreAConflictOnce() throws {
        var tree = try tree()
        let first = try record(1, 0, 30, from: alice, to: bob)
        let second = try record(2, 29, 30, from: alice, to: carol)
        #expect(try tree.insert([first]).isEmpty)
        #expect(try tree.insert([second]) == [.init(known: id(1), added: id(2), culprit: alice)])
        #expect(try tree.insert([second]).isEmpty)
        #expect(owners(tree) == ["0..<30 bob", "30..<59 carol", "59..<100 alice"])
    }

    @Test func aRedemptionIsCreditedOnceAndADoubleSpendShort() throws {
        var tree = try tree()
        _ = try tree.insert([record(1, 0, 60, from: alice, to: hub)])
        #expect(try tree.credit(id(1)).total == 60)
        #expect(try tree.credit(id(1)).isEmpty)
        let conflicts = try tree.insert([record(2, 40, 60, from: alice, to: hub)])
        #expect(conflicts.count == 1)
        #expect(try tree.credit(id(2)).pieces.map(\.description) == ["60..<100"])
        #expect(tree.uncredited.isEmpty && tree.lastOwners().isEmpty)
    }

    @Test func onlyKnownRedemptionsAreCredited() throws {
        var tree = try tree()
        _ = try tree.insert([record(1, 0, 60, from: alice, to: bob)])
        #expect(refusal { try tree.credit(id(1)) } == .wrongPayee)
        #expect(refusal { try tree.credit(id(9)) } == .wrongPayee)
    }

    @Test func anUnverifiedPathIsRefused() throws {
        var tree = try tree()
        #expect(refusal { try tree.insert([record(2, under: 1, 0, 10, from: bob, to: carol)]) } == .outOfRange)
        #expect(refusal { try tree.insert([record(1, 90, 11, from: alice, to: bob)]) } == .outOfRange)
    }

    @Test func aRedemptionThatWasNeverCreditedIsRefundedToItsSigner() throws {
        var tree = try tree()
        _ = try tree.insert([record(1, 0, 40, from: alice, to: bob), record(2, under: 1, 0, 40, from: bob, to: hub)])
        #expect(owners(tree) == ["0..<40 bob", "40..<100 alice"])
        #expect(tree.refund().count == 2)
        #expect(tree.uncredited.isEmpty)
        #expect(try tree.credit(id(2)).isEmpty)
    }

    @Test func aDeclineReturnsTheUnitsToTheirSignerAtOnce() throws {
        var tree = try tree()
        _ = try tree.insert([record(1, 0, 40, from: alice, to: bob)])
        let (paidBack, conflicts) = try tree.decline(id(1))
        #expect(paidBack.total == 40 && conflicts.isEmpty)
        #expect(try tree.decline(id(1)).paidBack.isEmpty)
        #expect(owners(tree) == ["40..<100 alice"])
        #expect(refusal { try tree.decline(id(8)) } == .outOfRange)
    }

    @Test func whoSpendsAfterDecliningIsTheCulprit() throws {
        var tree = try tree()
        let handed = try record(1, 0, 40, from: alice, to: bob)
        let onwards = try record(2, under: 1, 0, 10, from: bob, to: carol)
        _ = try tree.insert([handed])
        _ = try tree.decline(id(1))
        #expect(try tree.insert([onwards]) == [.init(known: id(1), added: id(2), culprit: bob)])

        var late = try self.tree()
        _ = try late.insert([handed, onwards])
        let (paidBack, conflicts) = try late.decline(id(1))
        #expect(paidBack.total == 30)
        #expect(conflicts == [.init(known: id(1), added: id(2), culprit: bob)])
    }

    @Test func whatWasHandedOnBeforeADeclineStaysWithItsOwner() throws {
        var tree = try tree()
        _ = try tree.insert([record(1, 0, 40, from: alice, to: bob), record(2, under: 1, 0, 10, from: bob, to: carol)])
        _ = try tree.decline(id(1))
        #expect(owners(tree) == ["0..<10 carol", "40..<100 alice"])
    }

    @Test func aRedemptionOfADeclinedPaymentAccusesNobodyAndGetsWhatIsLeft() throws {
        var tree = try tree()
        let redeemed = try record(2, under: 1, 0, 10, from: bob, to: hub)
        _ = try tree.insert([record(1, 0, 40, from: alice, to: bob), redeemed])
        #expect(try tree.credit(id(2)).total == 10)
        let (paidBack, conflicts) = try tree.decline(id(1))
        #expect(paidBack.total == 30 && conflicts.isEmpty)
        #expect(try tree.insert([record(3, under: 1, 10, 30, from: bob, to: hub)]).isEmpty)
        #expect(try tree.credit(id(3)).isEmpty)
    }

    @Test func aTreeIsRestoredFromItsRecords() throws {
        var tree = try tree()
        let records = try [
            record(1, 0, 40, from: alice, to: bob), record(2, under: 1, 0, 40, from: bob, to: hub),
            record(3, 30, 40, from: alice, to: carol),
        ]
        _ = try tree.insert(records)
        _ = try tree.credit(id(2))
        let again = try RootTree(
            rootID: root, range: UnitRange(lower: 0, length: 100), owner: alice, hubKey: hub, records: records,
            credited: tree.credited)
        #expect(owners(again) == owners(tree))
        #expect(again.uncredited == tree.uncredited)
    }

    @Test func aHoldingIsWhatAPayeeDidNotHandOnWhateverASiblingSays() throws {
        var tree = try tree()
        _ = try tree.insert([
            record(1, 0, 60, from: alice, to: bob), record(2, 40, 60, from: alice, to: carol),
            record(3, under: 1, 0, 10, from: bob, to: hub), record(4, under: 1, 10, 20, from: bob, to: carol),
            record(5, under: 2, 50, 30, from: carol, to: alice), record(6, under: 5, 60, 10, from: alice, to: bob),
        ])
        #expect(
            tree.holdings().first?.units.description
                == "\(RangeSet([try UnitRange(lower: 0, length: 10), try UnitRange(lower: 30, length: 30)]))")
        #expect(tree.holdings().map { $0.units.total } == [40, 20, 30, 20, 10])
        // Credits change nothing, and what was declined is its payer's, except what was handed on.
        _ = try tree.credit(id(3))
        _ = try tree.decline(id(5))
        #expect(tree.holdings().map { $0.units.total } == [40, 20, 50, 10])
        #expect(tree.lastOwners().filter { $0.holding == id(2) }.map(\.range.description) == ["80..<100"])
    }
}
