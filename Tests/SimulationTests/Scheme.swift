// SPDX-License-Identifier: MIT

/// What colluders do, day by day: a plan that can be varied, and still means something afterwards.
///
/// Accounts and holdings are named by numbers, taken modulo how many there are when it comes to it.
struct Scheme: CustomStringConvertible {
    enum Party: CaseIterable { case colluder, honest, honestMerchant }

    struct Account {
        /// The day on which it is opened.
        var opened: Int
        var party: Party
    }

    enum Deed {
        /// Money comes in from outside.
        case pay(in: Int, units: Int)
        case send(from: Int, to: Int, units: Int)
        case buy(Int, units: Int)
        /// Sign a share of a holding, in sixteenths of it, over to an account.
        case sign(Int, to: Int, from: Int, length: Int)
        case redeem(Int)
        /// Upload a holding as one's own, and do not redeem it.
        case report(Int)
    }

    struct Step {
        var day: Int
        var deed: Deed
    }

    var accounts: [Account] = []
    var steps: [Step] = []
    /// Minor units in the guarantee fund.
    var fund = 1_000_000

    static let maximumAccounts = 16
    static let maximumSteps = 90
    static let lastDay = 110

    var description: String {
        let who = accounts.enumerated().map { "\($0.offset): \($0.element.party) from day \($0.element.opened)" }
        let what = steps.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
            .map { "day \($0.element.day) \($0.element.deed)" }
        return "fund \(fund)\n" + (who + what).joined(separator: "\n")
    }
}

// MARK: - Schemes that are known to work where nothing bounds them

extension Scheme {
    /// Culprits buy roots and sign each to all the others; what varies is decided by dice.
    init(_ dice: Dice) {
        let culprits = dice.roll(1...4)
        let others = dice.roll(2...10)
        let victims = dice.roll(0...2)
        // Fresh accounts, accounts that have waited, or some of each.
        let waitedDays = [0, 35, dice.roll(0...60)][dice.below(3)]
        let mood = dice.below(4)
        for _ in 0..<culprits {
            accounts.append(.init(opened: mood == 1 ? waitedDays : 0, party: .colluder))
        }
        for _ in 0..<others {
            accounts.append(.init(opened: mood == 2 ? dice.roll(0...max(1, waitedDays)) : 0, party: .colluder))
        }
        for _ in 0..<victims {
            accounts.append(.init(opened: 0, party: dice.chance(500) ? .honest : .honestMerchant))
        }
        var holdings = 0
        let units = [10_000, 20_000, 50_000][dice.below(3)]
        // All at once, or the second half of the claims days later than the first.
        let stagger = dice.chance(500) ? dice.roll(1...25) : 0
        let usesMules = dice.chance(300)
        for culprit in 0..<culprits {
            // Split over days, so that no day sees more than one culprit.
            let day = waitedDays + (mood == 3 ? culprit * dice.roll(1...6) : 0)
            let roots = dice.roll(1...3)
            steps.append(.init(day: day, deed: .pay(in: culprit, units: units * roots)))
            for _ in 0..<roots {
                steps.append(.init(day: day, deed: .buy(culprit, units: units)))
                var source = holdings
                holdings += 1
                if usesMules {
                    // A mule receives the root, and is the one that spends it twice.
                    let mule = culprits + dice.below(others)
                    steps.append(.init(day: day, deed: .sign(source, to: mule, from: 0, length: 16)))
                    source = holdings
                    holdings += 1
                }
                for other in culprits..<accounts.count {
                    steps.append(.init(day: day, deed: .sign(source, to: other, from: 0, length: 16)))
                    let late = other % 2 == 0 ? stagger : 0
                    steps.append(
                        .init(day: day + late, deed: dice.chance(900) ? .redeem(holdings) : .report(holdings)))
                    holdings += 1
                }
            }
            // The culprit receives back what an accomplice redeemed.
            if dice.chance(300) {
                steps.append(
                    .init(day: day + dice.roll(0...60), deed: .send(from: culprits, to: culprit, units: units)))
            }
        }
        fund = [20_000, 100_000, 1_000_000][dice.below(3)]
    }
}

// MARK: - Variation

extension Scheme {
    func varied(_ dice: Dice) -> Scheme {
        var next = self
        for _ in 0..<dice.roll(1...4) { next.vary(dice) }
        return next
    }

    private mutating func vary(_ dice: Dice) {
        switch dice.below(9) {
        case 0 where accounts.count < Self.maximumAccounts:
            accounts.append(
                .init(opened: dice.roll(0...Self.lastDay), party: dice.chance(800) ? .colluder : .honest))
        case 1: accounts[dice.below(accounts.count)].opened = dice.roll(0...Self.lastDay)
        case 2 where !steps.isEmpty: steps.remove(at: dice.below(steps.count))
        case 3 where !steps.isEmpty: steps[dice.below(steps.count)].day = dice.roll(0...Self.lastDay)
        case 4 where !steps.isEmpty:
            // All that happens on one day happens on another one.
            let (day, other) = (steps[dice.below(steps.count)].day, dice.roll(0...Self.lastDay))
            for index in steps.indices where steps[index].day == day { steps[index].day = other }
        case 5 where !steps.isEmpty && steps.count < Self.maximumSteps:
            var copy = steps[dice.below(steps.count)]
            copy.day = min(Self.lastDay, copy.day + dice.roll(0...20))
            steps.append(copy)
        case 6 where !steps.isEmpty: fundOrUnits(dice)
        default:
            guard steps.count < Self.maximumSteps else { return }
            let day = dice.chance(700) ? dice.pick(steps)?.day ?? 0 : dice.roll(0...Self.lastDay)
            steps.insert(.init(day: day, deed: deed(dice)), at: dice.below(steps.count + 1))
        }
    }

    private mutating func fundOrUnits(_ dice: Dice) {
        let index = dice.below(steps.count)
        let units = [1_000, 10_000, 20_000, 50_000, dice.roll(1...60_000)][dice.below(5)]
        switch steps[index].deed {
        case .pay(let account, _): steps[index].deed = .pay(in: account, units: units)
        case .send(let from, let to, _): steps[index].deed = .send(from: from, to: to, units: units)
        case .buy(let account, _): steps[index].deed = .buy(account, units: min(units, 50_000))
        case .sign(let holding, let to, _, _):
            let from = dice.below(16)
            steps[index].deed = .sign(holding, to: to, from: from, length: dice.roll(1...16 - from))
        case .redeem(let holding): steps[index].deed = .report(holding)
        case .report(let holding): steps[index].deed = .redeem(holding)
        }
    }

    private func deed(_ dice: Dice) -> Deed {
        let (one, other) = (dice.below(64), dice.below(64))
        return switch dice.below(10) {
        case 0: .pay(in: one, units: dice.roll(1...50_000))
        case 1: .send(from: one, to: other, units: dice.roll(1...50_000))
        case 2, 3: .buy(one, units: dice.roll(1...50_000))
        case 4...6: .sign(one, to: other, from: 0, length: 16)
        case 7, 8: .redeem(one)
        default: .report(one)
        }
    }
}
