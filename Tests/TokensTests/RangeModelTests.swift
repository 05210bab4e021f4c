// SPDX-License-Identifier: MIT

import Crypto
import TestSupport
import Testing
import Tokens

/// Random economies over one root: the hub finds every conflict that it can see, accuses only cheaters, never pays a unit
/// twice, has evidence for every shortfall, and its refund sweep leaves nothing over.
///
/// Ported from the design's `rangemodel.py`, with the refund sweep added. One seed is one economy.
@Suite struct RangeModelTests {
    @Test func theRulesHoldInFourThousandEconomies() throws {
        var withConflicts = 0
        for seed in 0..<UInt64(4_000) {
            var economy = Economy(seed: seed)
            let conflicts = try economy.run()
            withConflicts += conflicts > 0 ? 1 : 0
        }
        // A model in which nobody cheats would prove nothing.
        #expect(withConflicts > 1_000)
    }
}

private struct Economy {
    private static let amount: UInt64 = 1_000
    private static let users = 8
    private static let keys = (0..<users).map { TestHub.key("user \($0)").publicKey }
    private static let hubKey = TestHub.key("hub").publicKey

    private let seed: UInt64
    private var random: SeededRandom
    private let cheaters: Set<Int>
    /// Record 0 is the root.
    private var records: [ChainRecord?] = [nil]
    /// What each wallet believes that it holds: parent record and range.
    private var held: [[(parent: Int, range: UnitRange)]]

    init(seed: UInt64) {
        self.seed = seed
        var random = SeededRandom(seed: seed)
        cheaters = Set((0..<Self.users).filter { _ in Int.random(in: 0..<10, using: &random) < 3 })
        held = Array(repeating: [], count: Self.users)
        if let all = UnitRange.between(0, Self.amount) { held[0] = [(0, all)] }
        self.random = random
    }

    /// - Returns: how many conflicts the hub saw.
    mutating func run() throws -> Int {
        for _ in 0..<Int.random(in: 5...60, using: &random) { try spend() }
        let truth = conflicts(among: Set(1..<records.count))
        var order = Array(1..<records.count) + Array(1..<records.count)
        order.shuffle(using: &random)
        order = Array(order.prefix(Int.random(in: 1...order.count, using: &random)))

        guard let range = UnitRange.between(0, Self.amount) else { return 0 }
        var tree = RootTree(rootID: Self.id(0), range: range, owner: Self.keys[0], hubKey: Self.hubKey)
        var accused: Set<Set<RecordID>> = []
        var receipts: [Int: UInt64] = [:]
        var known: Set<Int> = []
        for leaf in order {
            let path = path(to: leaf)
            for conflict in try tree.insert(path.compactMap { records[$0] }) {
                #expect(accused.insert([conflict.known, conflict.added]).inserted, "seed \(seed): accused twice")
                let isCheater = cheaters.contains { Self.keys[$0] == conflict.culprit }
                #expect(isCheater, "seed \(seed): an honest key is accused")
            }
            known.formUnion(path)
            guard let record = records[leaf], record.recipient == Self.hubKey, receipts[leaf] == nil else { continue }
            let credited = try tree.credit(leaf: record.id)
            receipts[leaf] = credited
            let ids = Set(path.compactMap { records[$0]?.id })
            let hasEvidence = credited == record.range.length || accused.contains { !$0.isDisjoint(with: ids) }
            #expect(hasEvidence, "seed \(seed): shortfall without evidence")
        }
        let visible = truth.filter { $0.isSubset(of: known) }
        #expect(accused == Set(visible.map { Set($0.map(Self.id)) }), "seed \(seed): conflicts missed or invented")
        try sweep(&tree, paid: receipts.values.reduce(0, +))
        return accused.count
    }

    private func sweep(_ tree: inout RootTree, paid: UInt64) throws {
        #expect(paid <= Self.amount && tree.credited.total == paid, "seed \(seed): credits do not add up")
        let left = tree.uncredited
        let refunds = tree.refund()
        #expect(RangeSet(refunds.map(\.range)) == left, "seed \(seed): the sweep misses or invents units")
        let refunded = refunds.reduce(0) { $0 + $1.range.length }
        #expect(paid + refunded == Self.amount, "seed \(seed): value is not conserved")
        #expect(!refunds.contains { $0.owner == Self.hubKey }, "seed \(seed): the hub refunds itself")
        #expect(tree.uncredited.isEmpty)
    }

    private mutating func spend() throws {
        let holders = held.indices.filter { !held[$0].isEmpty }
        guard let user = holders.randomElement(using: &random) else { return }
        let index = Int.random(in: held[user].indices, using: &random)
        let (parent, range) = held[user][index]
        let lower = UInt64.random(in: range.lower..<range.upper, using: &random)
        let upper = UInt64.random(in: (lower + 1)...range.upper, using: &random)
        // One in eight goes to the hub: a redemption.
        let others = (0..<Self.users).filter { $0 != user }
        let choice = Int.random(in: 0...others.count, using: &random)
        let recipient = choice < others.count ? others[choice] : nil
        guard let part = UnitRange.between(lower, upper) else { return }
        let number = records.count
        records.append(
            ChainRecord(
                id: Self.id(number), parent: Self.id(parent), range: part, spender: Self.keys[user],
                recipient: recipient.map { Self.keys[$0] } ?? Self.hubKey))
        if let recipient { held[recipient].append((number, part)) }
        // A cheater sometimes "forgets" that it spent.
        if cheaters.contains(user), Bool.random(using: &random) { return }
        held[user].remove(at: index)
        for rest in [UnitRange.between(range.lower, lower), UnitRange.between(upper, range.upper)].compactMap({ $0 }) {
            held[user].append((parent, rest))
        }
    }

    /// Every pair of overlapping siblings, found the slow way.
    private func conflicts(among numbers: Set<Int>) -> Set<Set<Int>> {
        var pairs: Set<Set<Int>> = []
        for a in numbers {
            for b in numbers where a < b {
                guard let first = records[a], let second = records[b] else { continue }
                if first.parent == second.parent, first.range.overlaps(second.range) { pairs.insert([a, b]) }
            }
        }
        return pairs
    }

    private func path(to leaf: Int) -> [Int] {
        var path: [Int] = []
        var number = leaf
        while number > 0, let record = records[number] {
            path.insert(number, at: 0)
            number = Self.number(record.parent)
        }
        return path
    }

    private static func id(_ number: Int) -> RecordID {
        RecordID(known: [UInt8(number / 256), UInt8(number % 256)] + [UInt8](repeating: 0, count: 30))
    }

    private static func number(_ id: RecordID) -> Int { Int(id.bytes[0]) * 256 + Int(id.bytes[1]) }
}

extension RootTree {
    fileprivate mutating func credit(leaf: RecordID) throws -> UInt64 { try credit(leaf).total }
}
