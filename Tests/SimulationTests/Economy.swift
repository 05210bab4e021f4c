// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import SQLite
import Tokens
import Wallet

/// One run: people with phones, a hub, links between them, and everything that can go wrong, decided by one seed.
///
///     open accounts ▶ trade, with faults ▶ settle (who is present syncs) ▶ refund dates pass, sweep ▶ everybody syncs ▶ check
final class Economy {
    let seed: UInt64
    let dice: Dice
    let plan: Plan
    let time = SimulatedTime()
    let site: HubSite
    var people: [Person] = []
    var devices: [Device] = []
    var air: [Parcel] = []
    var deals: [[RecordID]: Deal] = [:]
    /// The keys of ``deals`` in the order in which they were made.
    var dealOrder: [[RecordID]] = []
    var ordered: [Order] = []
    /// The number of the action that runs now.
    var action = 0
    /// Minor units that came into the hub from outside.
    var toppedUp: Int64 = 0
    /// Whether nothing dies any more.
    var isCalm = false
    private let isTraced: Bool
    private(set) var trace: [String] = []
    var tally = Tally()

    init(seed: UInt64, isTraced: Bool = false) throws {
        self.seed = seed
        self.isTraced = isTraced
        dice = Dice(seed: seed)
        plan = Plan(dice)
        site = try HubSite(time: time, random: dice.randomSource())
    }

    func run() throws {
        note("\(plan)")
        try openAccounts()
        for _ in 0..<plan.actions {
            action += 1
            try act()
            try checkInPassing()
        }
        try settle()
        try end()
        tally.economies += 1
        tally.hubCrashes += site.crashes
    }

    /// Writes a line of the story, when somebody wants to read it.
    func note(_ line: @autoclosure () -> String) {
        if isTraced { trace.append("\(action)\t\(line())") }
    }

    func cents(_ units: Int) -> Amount { Amount(minorUnits: Int64(units), currency: HubSite.currency) }

    // MARK: - Beginning

    private func openAccounts() throws {
        for index in 0..<plan.people {
            let person = Person(index: index)
            people.append(person)
            let device = try makeDevice(of: person, quality: .perfect)
            try device.create()
            let wallet = try device.running()
            try wallet.join(HubDescription(url: "https://hub.example", rootKey: site.hub.rootKey))
            try wallet.register(username: person.name, password: person.password)
            let funds = dice.chance(80) ? 0 : dice.roll(1...20) * dice.roll(20...400)
            try topUp(.account(person.name), funds)
            let report = try wallet.sync()
            guard report.isComplete else { throw Violation("The first sync failed: \(report)") }
            if funds > 0, dice.chance(900) {
                let units = dice.roll(1...min(funds, 2_000))
                try attempt(device, "buys \(units)") { try $0.buy(cents(units)) }
            }
            device.line.quality = plan.line
        }
        if dice.chance(300) { try topUp(.guaranteeFund, dice.roll(1...1000)) }
    }

    func topUp(_ target: Hub.TopUpTarget, _ units: Int) throws {
        guard units > 0 else { return }
        _ = try site.hub.topUp(target, cents(units))
        toppedUp += Int64(units)
    }

    func makeDevice(of person: Person, epochs: EpochMemory = EpochMemory(), quality: HubLine.Quality) throws -> Device {
        let skew: Int64 = dice.chance(plan.wrongClock) ? randomSkew() : Int64(dice.roll(-90...90))
        let device = Device(
            number: devices.count, owner: person, database: try Database(path: .inMemory), epochs: epochs,
            clock: DeviceClock(time, skew: skew), line: HubLine(site: site, dice: dice, quality: quality),
            random: dice.randomSource(), pool: plan.pool)
        devices.append(device)
        person.devices.append(device)
        return device
    }

    func randomSkew() -> Int64 {
        let day = 86_400
        return Int64(
            [dice.roll(-3600...3600), dice.roll(-3 * day...3 * day), dice.roll(-60 * day...60 * day)][dice.below(3)])
    }

    // MARK: - Doing something on a phone that may die over it

    /// Runs one intention on a device; afterwards its process lives, whatever happened.
    ///
    /// - Returns: what the intention gave, or nil when it was refused or the device died over it.
    @discardableResult
    func attempt<R>(
        _ device: Device, _ what: @autoclosure () -> String, moving units: Int64? = nil, _ body: (Wallet) throws -> R
    ) throws -> R? {
        var before: Int64?
        if !isCalm, dice.chance(plan.crash) {
            if units != nil { before = try worth(device) }
            device.light(steps: dice.roll(1...(units == nil ? 20 : 6)))
        }
        defer { device.putOut() }
        do {
            let result = try body(try device.running())
            note("\(device.owner.name)/\(device.number) \(what())")
            return result
        } catch is Crash {
            note("\(device.owner.name)/\(device.number) \(what()): died")
            tally.crashes += 1
            try reopen(device)
            if let units { try requireNothingLost(device, before: before, moving: units, what()) }
        } catch let error as WalletError {
            note("\(device.owner.name)/\(device.number) \(what()): \(error.code)")
            guard Self.isOrdinary(error.code) else { throw Violation("\(device.owner.name) \(what()): \(error)") }
            tally.refusals += 1
        }
        return nil
    }

    /// Opens the wallet of a dead process, which may die again over it.
    private func reopen(_ device: Device) throws {
        device.kill()
        if dice.chance(plan.crash) { device.light(steps: dice.roll(1...6)) }
        do {
            _ = try device.running()
        } catch is Crash {
            note("\(device.owner.name)/\(device.number) died while opening")
            tally.crashes += 1
            device.kill()
            _ = try device.running()
        }
        device.putOut()
    }

    /// What the wallet says it has, wherever it is inside, and what it has paid without a receipt.
    private func worth(_ device: Device) throws -> Int64? {
        guard let wallet = device.wallet else { return nil }
        let balances = try wallet.balances()
        return try balances.held.reduce(balances.offline.adding(balances.awaiting).adding(balances.unacknowledged)) {
            try $0.adding($1.amount)
        }
        .minorUnits
    }

    /// After a crash an intention has happened, or it has not: nothing in between.
    private func requireNothingLost(_ device: Device, before: Int64?, moving units: Int64, _ what: String) throws {
        guard let before, let after = try worth(device) else { return }
        guard after == before || after == before + units else {
            throw Violation("\(device.owner.name) \(what), died, and has \(after) where \(before) and \(units) were")
        }
    }

    /// Refusals that honest people meet; anything else is a fault of the wallet.
    private static func isOrdinary(_ code: WalletError.Code) -> Bool {
        switch code {
        case .insufficient, .overLimit, .frozen, .poolEmpty, .requestRefused, .paymentRefused, .notOurs, .tooLate,
            .doubleSpend, .badDocument, .hubUnreachable, .hubRefused, .notLoggedIn, .notJoined:
            true
        default: false
        }
    }
}
