// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import Testing
import Tokens
import Wallet

/// A wallet that dies at any named step, and is opened again, ends where one that never died ends.
struct KillTests {
    @Test(arguments: WalletStep.allCases) func aWalletKilledAtAnyStepLosesAndMakesNothing(step: WalletStep) throws {
        let story = try Story(killing: step)
        let end = try story.run()
        #expect(end == Story.expected)
        #expect(try story.economy.hub.audit().isSound)
        #expect(try story.economy.hub.audit().cases.isEmpty)
    }

    @Test(arguments: WalletStep.allCases) func aWalletKilledAtItsSecondPassOfAStepLosesAndMakesNothing(
        step: WalletStep
    ) throws {
        let story = try Story(killing: step, passes: 1)
        #expect(try story.run() == Story.expected)
        #expect(try story.economy.hub.audit().isSound)
        #expect(try story.economy.hub.audit().cases.isEmpty)
    }

    @Test func theStoryPassesEveryStep() throws {
        let story = try Story(killing: nil)
        #expect(try story.run() == Story.expected)
        #expect(Set(WalletStep.allCases).subtracting(story.seen) == [])
    }
}

/// Everything that wallets do, once; an intention that is cut short is simply tried again, as a person would.
private final class Story {
    let economy: TestEconomy
    let anna: Person
    let ben: Person
    let cleo: Person

    init(killing step: WalletStep?, passes: Int = 0) throws {
        economy = try TestEconomy(seed: 7)
        anna = try Person("anna", economy: economy)
        ben = try Person("ben", economy: economy)
        cleo = try Person("cleo", economy: economy)
        for person in [anna, ben, cleo] {
            person.killer.step = step
            person.killer.passes = passes
        }
    }

    var seen: Set<WalletStep> { anna.killer.seen.union(ben.killer.seen).union(cleo.killer.seen) }

    struct End: Equatable {
        var anna: Int64
        var ben: Int64
        var cleo: Int64
    }

    /// Anna is paid back what was declined and held; Ben pays Cleo 200 online; both have converted a little.
    static let expected = End(
        anna: 10_000 - 40 - 1_200 + 300, ben: 5_000 - 50 + 1_200 - 300 - 500 - 200, cleo: 500 + 200)

    func run() throws -> End {
        for (person, funds) in [(anna, Int64(10_000)), (ben, 5_000), (cleo, 0)] { try begin(person, funds) }
        // Her wallet was made by a program that knew no tags.
        try anna.forgetTags()
        try reopen(anna)
        try economy.hub.add(try Currency(code: "EUR"))
        try economy.hub.set(try ExchangeRate(pair: "EUR/USD", rate: "1", spread: "0"))
        try convert(50, of: ben)
        try convert(40, of: anna)
        try buy(anna, 6_000)
        try buy(ben, 1_000)
        economy.network.isDown = true
        try pay(1_200, from: anna, to: ben)
        try pay(300, from: ben, to: anna)
        try pay(500, from: ben, to: cleo)
        try declined(700, from: anna, to: cleo)
        try send(200, from: ben, to: "cleo")
        economy.network.isDown = false
        economy.time.advance(seconds: 2_000)
        for person in [anna, ben, cleo] { try sync(person) }
        try rollBackAnna()
        for person in [anna, ben, cleo] { try sync(person, everything: true) }
        economy.time.advance(days: 40)
        try economy.hub.sweep(economy.time.now)
        // The hub's working keys and the wallets' certificates outlive this jump.
        for person in [anna, ben, cleo] { try sync(person, everything: true) }
        return End(anna: try account(anna), ben: try account(ben), cleo: try account(cleo))
    }

    /// Does something until it is not cut short.
    @discardableResult
    private func persist<R>(_ person: Person, _ body: () throws -> R) throws -> R {
        while true {
            do {
                return try body()
            } catch is Killer.Killed {
                try reopen(person)
            }
        }
    }

    private func reopen(_ person: Person) throws {
        while true {
            do {
                return try person.reopen()
            } catch is Killer.Killed {}
        }
    }

    private func begin(_ person: Person, _ funds: Int64) throws {
        try persist(person) { try person.wallet.join(economy.description) }
        try persist(person) {
            do {
                try person.wallet.register(username: person.name, password: "lantern river 4827")
            } catch let error as WalletError where error.code == .hubRefused {
                try person.wallet.login(username: person.name, password: "lantern river 4827")
            }
        }
        if funds > 0 { _ = try economy.hub.topUp(.account(person.name), economy.amount(funds)) }
        try sync(person)
    }

    /// Gives some dollars for euros; a quote that was taken before the wallet died is finished by the next sync.
    private func convert(_ minorUnits: Int64, of person: Person) throws {
        let eur = try Currency(code: "EUR")
        do {
            try person.wallet.convert(
                try person.wallet.quote(from: economy.currency, to: eur, economy.amount(minorUnits)))
        } catch is Killer.Killed {
            try reopen(person)
            try sync(person)
            if try person.wallet.balances().others.isEmpty { try convert(minorUnits, of: person) }
        }
        #expect(try person.wallet.balances().others.map(\.balance.minorUnits) == [minorUnits])
    }

    private func sync(_ person: Person, everything: Bool = false) throws {
        try persist(person) { try person.sync(everything: everything) }
    }

    /// A purchase that was cut short is finished by the next sync, if it was decided at all.
    private func buy(_ person: Person, _ minorUnits: Int64) throws {
        do {
            try person.wallet.buy(economy.amount(minorUnits))
        } catch is Killer.Killed {
            try reopen(person)
            try sync(person)
            if try person.offline == 0 { try persist(person) { try person.wallet.buy(economy.amount(minorUnits)) } }
        }
        #expect(try person.offline == minorUnits)
    }

    private func send(_ minorUnits: Int64, from person: Person, to name: String) throws {
        do {
            try person.wallet.send(to: name, economy.amount(minorUnits))
        } catch is Killer.Killed {
            try reopen(person)
            if try person.wallet.balances().queued.minorUnits == 0 { try send(minorUnits, from: person, to: name) }
        }
    }

    private func pay(_ minorUnits: Int64, from payer: Person, to payee: Person) throws {
        let request = try persist(payee) { try payee.wallet.request(economy.amount(minorUnits)) }
        let payment = try persist(payer) { try payer.wallet.pay(request.text) }
        let received = try persist(payee) { try payee.wallet.receive(payment.text) }
        try persist(payer) { try payer.wallet.acknowledge(received.receipt) }
    }

    private func declined(_ minorUnits: Int64, from payer: Person, to payee: Person) throws {
        let request = try persist(payee) { try payee.wallet.request(economy.amount(minorUnits)) }
        let payment = try persist(payer) { try payer.wallet.pay(request.text) }
        let decline = try persist(payee) { try payee.wallet.decline(payment.text) }
        try persist(payer) { try payer.wallet.cancel(decline) }
    }

    /// Anna spends once more, then an older copy of her store is put back.
    private func rollBackAnna() throws {
        let image = try anna.image()
        try pay(100, from: anna, to: ben)
        do {
            try anna.rollBack(to: image)
        } catch is Killer.Killed {
            try reopen(anna)
        }
        #expect(try anna.offline == 0)
        // Ben gives it back through the hub, so that the end stays the same.
        try sync(ben)
        try send(100, from: ben, to: "anna")
    }

    private func account(_ person: Person) throws -> Int64 {
        try #require(try person.wallet.balances().account).balance.minorUnits
    }
}
