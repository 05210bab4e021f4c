// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Hub
import HubAPI
import Money
import SQLite
import Testing
import Tokens
import Wallet

/// What a wallet answers to the attacks of the protocol's list, as far as they meet a wallet.
struct AttackTests {
    /// A thief's copy of a wallet: the same store, keys and epoch file, twice.
    private func twin(of person: Person) throws -> Wallet {
        let database = try Database(path: .inMemory)
        try database.restore(from: try person.image())
        let pipe = person.economy.pipe
        // A cheater copies the epoch file too, so nothing tells the copy from the original.
        let environment = Wallet.Environment(
            place: .memory(database), epochs: person.epochs.copy(), clock: person.economy.time.clock,
            random: person.economy.random,
            connect: { _, _ in pipe }, passphraseCost: .minimum)
        return try Wallet.open(environment, .vaultKey(person.vaultKey))
    }

    @Test func theSameRangeToTwoPayeesConvictsTheCheaterAloneAndBothHoldTheProof() throws {
        let economy = try TestEconomy()
        let mallory = try economy.person("mallory", funds: 5_000, offline: 1_000)
        let ben = try economy.person("ben")
        let cleo = try economy.person("cleo")
        let copy = try twin(of: mallory)
        _ = try ben.wallet.receive(try mallory.wallet.pay(try ben.wallet.request(economy.amount(400)).text).text)
        _ = try cleo.wallet.receive(try copy.pay(try cleo.wallet.request(economy.amount(400)).text).text)

        try ben.sync()
        try cleo.sync()

        let proof = try #require(try cleo.wallet.evidence().first)
        let conviction = try ben.wallet.examine(proof.text)
        #expect(conviction.overlap == 400 && !conviction.isOwn)
        #expect(try copy.examine(proof.text).isOwn)
        #expect(try economy.hub.audit().cases.map(\.account) == ["mallory"])
        #expect(try economy.hub.audit().isSound)
    }

    @Test func thePayeeWhoFellShortLearnsThatItsClaimWasPaid() throws {
        let economy = try TestEconomy()
        let mallory = try economy.person("mallory", funds: 1_250, offline: 1_000)
        let ben = try economy.person("ben")
        let cleo = try economy.person("cleo")
        let copy = try twin(of: mallory)
        _ = try ben.wallet.receive(try mallory.wallet.pay(try ben.wallet.request(economy.amount(400)).text).text)
        _ = try cleo.wallet.receive(try copy.pay(try cleo.wallet.request(economy.amount(400)).text).text)
        try ben.sync()
        try cleo.sync()
        let fundFrom = economy.time.now.adding(days: 53)
        func line() throws -> Activity? { try cleo.wallet.activity().first { $0.kind == .redeemed } }
        #expect(try line()?.status == .failed && line()?.event.claim?.paid == 0)

        try economy.hub.sweep(economy.time.now, settlingAllCases: true)
        #expect(try cleo.sync().outcome(of: .refunds) == .idle)
        // M5: the fund waits for other victims of the same culprit, and for a new account to be no longer new.
        #expect(try line()?.event.claim?.paid == 250 && line()?.event.claim?.fundFrom == fundFrom)
        economy.time.advance(days: 53)
        #expect(try cleo.sync().outcome(of: .refunds) == .idle)
        #expect(try line()?.event.claim?.paid == 250 && line()?.event.claim?.fundFrom == nil)
        _ = try economy.hub.topUp(.guaranteeFund, economy.amount(1_000))
        let report = try economy.hub.sweep(economy.time.now)
        #expect(report.claims == 1 && report.compensated == 150)

        #expect(try cleo.sync().outcome(of: .refunds) == .done(.learnedRefunds(amounts: 0, claims: 1)))
        #expect(try line()?.status == .done && line()?.event == .claimPaid(economy.amount(400)))
        #expect(try cleo.sync().outcome(of: .refunds) == .idle)
        #expect(try economy.balance(cleo) == 400)
    }

    @Test func heldCoinsThatWereSpentTwiceAreAClaimToo() throws {
        let economy = try TestEconomy()
        let mallory = try economy.person("mallory", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let cleo = try economy.person("cleo")
        let copy = try twin(of: mallory)
        try ben.isPaid(1_000, by: mallory)
        _ = try cleo.wallet.receive(try copy.pay(try cleo.wallet.request(economy.amount(1_000)).text).text)
        // A store that is older than its last spend holds what it has, and only reports it.
        let image = try cleo.image()
        _ = try cleo.wallet.pay(try ben.wallet.request(economy.amount(100)).text)
        try cleo.rollBack(to: image)
        try ben.sync()
        try cleo.sync()
        #expect(try cleo.held == 1_000)

        _ = try economy.hub.topUp(.guaranteeFund, economy.amount(250))
        let fundFrom = economy.time.now.adding(days: 53)
        economy.time.advance(days: 40)
        #expect(try economy.hub.sweep(economy.time.now).compensated == 0)
        #expect(try economy.balance(cleo) == 0 && cleo.held == 0)
        // Each coin of the payment is a claim in a case of its own.
        let lines = try cleo.wallet.activity().filter { $0.kind == .refunded && $0.status == .failed }
        #expect(
            lines.count == 4 && lines.allSatisfy { $0.event.claim?.paid == 0 && $0.event.claim?.fundFrom == fundFrom })
        economy.time.advance(days: 13)
        #expect(try economy.hub.sweep(economy.time.now).compensated == 250)
        #expect(try economy.balance(cleo) == 250)
        #expect(try economy.hub.audit().isSound)
    }

    @Test func theSameRangeTwiceToTheSamePayeeIsCaughtOffline() throws {
        let economy = try TestEconomy()
        let mallory = try economy.person("mallory", funds: 5_000, offline: 1_000)
        let ben = try economy.person("ben")
        let copy = try twin(of: mallory)
        _ = try ben.wallet.receive(try mallory.wallet.pay(try ben.wallet.request(economy.amount(400)).text).text)
        economy.network.isDown = true

        let second = try copy.pay(try ben.wallet.request(economy.amount(400)).text)
        refuses(.doubleSpend) { try ben.wallet.receive(second.text) }

        #expect(try ben.offline == 400)
        #expect(try ben.wallet.evidence().count == 1)
        #expect(try ben.wallet.activity().contains { $0.kind == .fraud })
    }

    @Test func aPaymentForAnotherRequestOrAnotherWalletIsNotTaken() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let cleo = try economy.person("cleo")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(100)).text)

        refuses(.notOurs) { try cleo.wallet.receive(payment.text) }
        #expect(try cleo.offline == 0)
    }

    @Test func aSwappedRequestPaysNobodyButTheOneWhoShowedIt() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let bytes = try Envelope(text: try ben.wallet.request(economy.amount(100)).text).encoded
        // One byte of the nonce is changed on the way: another request as far as anybody can tell.
        var changed = bytes
        changed[changed.count - 20] ^= 1
        let text = Envelope.text(.request, changed)

        guard let payment = try? anna.wallet.pay(text) else { return }  // Safe: a refusal is as good an end.

        refuses(.notOurs) { try ben.wallet.receive(payment.text) }
    }

    @Test func aRequestOfAnotherHubIsRefusedWithAllThatIsWrong() throws {
        let economy = try TestEconomy()
        let other = try TestEconomy(seed: 99)
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try other.person("ben")
        let request = try ben.wallet.request(other.amount(100))

        let sentence = refuses(.requestRefused) { try anna.wallet.pay(request.text) }

        #expect(sentence.contains("another hub"))
        #expect(try anna.wallet.inspect(requestText: request.text).findings.starts(with: [.otherHub]))
    }

    @Test func aDamagedPaymentIsRefusedAndChangesNothing() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(100)).text)
        let bytes = try Envelope(text: payment.text).encoded
        for index in stride(from: 0, to: bytes.count, by: 3) {
            var damaged = bytes
            damaged[index] ^= 0x10
            #expect(throws: WalletError.self) { try ben.wallet.receive(Envelope.text(.payment, damaged)) }
        }
        #expect(try ben.offline == 0)
        #expect(try ben.wallet.receive(payment.text).isRepeat == false)
    }

    @Test func anOldClockIsPulledForwardByTheHubsTime() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        economy.time.set(Timestamp(seconds: 1_000_000))

        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(100)).text)

        #expect(try ben.wallet.receive(payment.text).amount.minorUnits == 100)
        #expect(try #require(try ben.wallet.activity().first).time.seconds >= 1_800_000_000)
    }

    @Test func expiredCoinsAreNeitherPaidNorTakenButComeBackAtSync() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        economy.time.advance(days: 12)
        try ben.sync()
        try anna.sync()
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(100)).text)
        economy.time.advance(days: 19)

        refuses(.paymentRefused) { try ben.wallet.receive(payment.text) }
        #expect(try anna.offline == 0 && anna.wallet.balances().awaiting.minorUnits == 900)
        #expect(try economy.balance(anna) == 900)
    }

    @Test func rootsNearTheirEndGoBackToTheAccountAndTheTargetIsFilledUpAgain() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 5_000, offline: 1_000)
        try anna.wallet.keepOffline(economy.amount(1_500))
        try anna.sync()
        #expect(try anna.offline == 1_500)
        economy.time.advance(days: 28)

        try anna.sync()

        #expect(try anna.offline == 1_500)
        economy.time.advance(days: 10)
        #expect(try anna.offline == 1_500)
        #expect(try economy.balance(anna) == 3_500)
    }

    @Test func aPoolThatRanDryAsksForASync() throws {
        let economy = try TestEconomy()
        let ben = try economy.person("ben")
        for _ in 0..<32 { _ = try ben.wallet.request(economy.amount(1)) }

        #expect(refuses(.poolEmpty) { try ben.wallet.request(economy.amount(1)) }.contains("Sync"))
        try ben.sync()
        _ = try ben.wallet.request(economy.amount(1))
    }

    @Test func limitsHoldBeforeAnythingIsShown() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 500_000)

        refuses(.overLimit) { try anna.wallet.buy(economy.amount(200_001)) }
        refuses(.overLimit) { try anna.wallet.request(economy.amount(50_001)) }
        refuses(.badAmount) { try anna.wallet.request(economy.amount(0)) }
        refuses(.badAmount) { try anna.wallet.request(Amount(minorUnits: 5, currency: try Currency(code: "EUR"))) }
        refuses(.badAmount) { try anna.wallet.buy(economy.amount(-5)) }
    }

    @Test func deepCoinsAreRedeemedAndNeverPaidOnwardsBeyondFiveHops() throws {
        let economy = try TestEconomy()
        let first = try economy.person("person0", funds: 100, offline: 100)
        var people = [first]
        for index in 1...6 { people.append(try economy.person("person\(index)")) }
        // A whole root goes on and on; the largest of the pack is 50.
        for index in 1...5 { try people[index].isPaid(50, by: people[index - 1]) }
        let request = try people[6].wallet.request(economy.amount(50))

        #expect(refuses(.insufficient) { try people[5].wallet.pay(request.text) }.contains("hands"))
        #expect(try people[5].offline == 0 && people[5].wallet.balances().awaiting.minorUnits == 50)
        #expect(try economy.balance(people[5]) == 50)
        #expect(try economy.hub.audit().isSound)
    }
}

extension ActivityEvent {
    /// How much of a claim is paid so far, in minor units, and from when on the fund pays.
    fileprivate var claim: (paid: Int64, fundFrom: Timestamp?)? {
        switch self {
        case .claimPartlyPaid(_, let paid, let fundFrom), .releasedExcept(_, let paid, let fundFrom):
            (paid.minorUnits, fundFrom)
        default: nil
        }
    }
}
