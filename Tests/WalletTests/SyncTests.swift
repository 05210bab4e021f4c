// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import TestSupport
import Testing
import Tokens
import Wallet

struct SyncTests {
    @Test func aQueuedTransferIsSentOnceHoweverOftenTheAnswerIsLost() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        let ben = try economy.person("ben")
        try anna.wallet.send(to: "ben", economy.amount(250), note: "lunch")
        economy.network.losesAnswers = true
        for _ in 0..<3 { _ = try anna.wallet.sync() }
        #expect(try anna.wallet.balances().queued.minorUnits == 250)
        economy.network.losesAnswers = false

        try anna.sync()

        #expect(try economy.balance(anna) == 750)
        #expect(try economy.balance(ben) == 250)
    }

    @Test func aPurchaseWhoseAnswerWasLostIsFinishedAtSyncAndPaidOnce() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        economy.network.losesAnswers = true
        refuses(.hubUnreachable) { try anna.wallet.buy(economy.amount(400)) }
        economy.network.losesAnswers = false

        try anna.sync()
        try anna.sync()

        #expect(try anna.offline == 400)
        #expect(try economy.balance(anna) == 600)
    }

    @Test(arguments: ["the hub is busy", "the hub cannot be reached", "no answer came from the hub"])
    func anOrderThatIsKeptIsSaidToBeKeptAndNotToBeGivenAgain(reason: String) throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        func set(_ isTrouble: Bool) {
            economy.network.isBusy = isTrouble && reason.contains("busy")
            economy.network.isDown = isTrouble && reason.contains("reached")
            economy.network.losesAnswers = isTrouble && reason.contains("answer")
        }
        set(true)
        let failure = #expect(throws: WalletError.self) { try anna.wallet.buy(economy.amount(400)) }
        #expect(failure?.keptOrder == .row(ReferenceID(.purchase, 1)) && failure?.code == .hubUnreachable)
        let sentence = failure?.message ?? ""
        for words in ["kept as b1", reason, "do not order it again"] { #expect(sentence.contains(words)) }
        for words in ["Nothing", "try again"] { #expect(!sentence.contains(words), "\(sentence)") }
        set(false)

        #expect(try anna.sync().outcome(of: .purchases) == .done(.finishedPurchases(count: 1)))
        #expect(try anna.offline == 400)
        #expect(try economy.balance(anna) == 600)
    }

    @Test func whatIsRefusedOrNeverWrittenDownIsNotSaidToBeKept() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        let refused = #expect(throws: WalletError.self) { try anna.wallet.buy(economy.amount(1_001)) }
        #expect(refused?.code == .insufficient && refused?.keptOrder == nil)
        try anna.wallet.logout()
        let loggedOut = #expect(throws: WalletError.self) { try anna.wallet.buy(economy.amount(1)) }
        #expect(loggedOut?.code == .notLoggedIn && loggedOut?.keptOrder == nil)
    }

    @Test func aRedemptionWhoseAnswerWasLostIsCreditedOnce() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        try ben.isPaid(300, by: anna)
        economy.network.losesAnswers = true
        _ = try ben.wallet.sync()
        economy.network.losesAnswers = false

        #expect(try economy.balance(ben) == 300)
        #expect(try economy.balance(ben) == 300)
        #expect(try economy.hub.audit().isSound)
    }

    @Test func withoutAHubTheReportSaysSoAndEverythingIsKept() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        try anna.wallet.send(to: "anna2", economy.amount(5))
        economy.network.isDown = true

        let report = try anna.wallet.sync()

        #expect(!report.isComplete && report.failure?.code == .hubUnreachable)
        #expect(report.outcome(of: .balance) == .skipped)
        #expect(try anna.wallet.balances().queued.minorUnits == 5)
    }

    @Test func oneRefusedTransferDoesNotStopTheOthers() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        let ben = try economy.person("ben")
        try anna.wallet.send(to: "nobody", economy.amount(10))
        try anna.wallet.send(to: "ben", economy.amount(20))

        let report = try anna.wallet.sync()

        guard case .orders(let orders) = report.failure else { throw UnexpectedResult("\(report.outcomes)") }
        #expect(orders.map(\.name) == [.row(ReferenceID(.transfer, 1))] && orders.map(\.recipient) == ["nobody"])
        #expect(report.failure?.problem?.code == .unknownRecipient && report.failure?.code == .hubRefused)
        #expect(report.outcome(of: .balance) == .idle)
        #expect(try economy.balance(ben) == 20)
        #expect(try anna.wallet.activity().contains { $0.kind == .sent && $0.status == .failed })
    }

    @Test func aQueuedTransferCanBeTakenBackBeforeItIsSent() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        let ben = try economy.person("ben")
        #expect(try anna.wallet.send(to: "ben", economy.amount(10)) == ReferenceID(.transfer, 1))

        try anna.wallet.cancelSend(1)

        #expect(try economy.balance(ben) == 0)
        #expect(try economy.balance(anna) == 1_000)
        refuses(.tooLate) { try anna.wallet.cancelSend(1) }
        refuses(.notOurs) { try anna.wallet.cancelSend(9) }
    }

    @Test func aTransferThatReachedTheHubIsNotTakenBack() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        let ben = try economy.person("ben")
        try anna.wallet.send(to: "ben", economy.amount(10))
        anna.killer.step = .sendAnswered
        #expect(throws: Killer.Killed.self) { try anna.wallet.sync() }
        try anna.reopen()

        refuses(.tooLate) { try anna.wallet.cancelSend(1) }
        #expect(try economy.balance(ben) == 10)
    }

    @Test func aPurchaseWithoutEnoughBalanceIsRefusedAndForgotten() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 100)

        refuses(.insufficient) { try anna.wallet.buy(economy.amount(500)) }

        try anna.sync()
        #expect(try anna.offline == 0)
        #expect(try economy.balance(anna) == 100)
    }

    @Test func anExpiredSessionIsRenewedWithoutAsking() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 100)
        economy.time.advance(days: 3)
        try anna.sync()
        economy.time.advance(seconds: 899)
        try anna.sync()
    }

    @Test func aSessionThatEndedAsksToLogIn() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 100)
        economy.time.advance(days: 200)

        let report = try anna.wallet.sync()

        #expect(report.failure?.code == .notLoggedIn)
        #expect(try !anna.wallet.isLoggedIn)
    }

    @Test func aWalletBelongsToOneAccountAndOneHub() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna")
        _ = try economy.person("ben")
        let other = try TestEconomy(seed: 5)
        try anna.wallet.logout()

        refuses(.otherHub) { try anna.wallet.login(username: "ben", password: "lantern river 4827") }
        refuses(.otherHub) { try anna.wallet.join(other.description) }
        refuses(.notLoggedIn) { try anna.wallet.login(username: "anna", password: "wrong password 1") }
        try anna.wallet.login(username: "anna", password: "lantern river 4827")
        try anna.sync()
    }

    @Test func theHubUnderAnotherRootKeyIsRefused() throws {
        let economy = try TestEconomy()
        let other = try TestEconomy(seed: 5)
        let anna = try Person("anna", economy: economy)

        refuses(.otherHub) {
            try anna.wallet.join(HubDescription(url: "http://127.0.0.1:1", rootKey: other.hub.rootKey))
        }
    }

    @Test func aWalletThatJoinedOfflineLearnsTheHubLater() throws {
        let economy = try TestEconomy()
        let anna = try Person("anna", economy: economy)
        economy.network.isDown = true
        #expect(try !anna.wallet.join(economy.description).isJoined)
        refuses(.notJoined) { try anna.wallet.balances() }
        refuses(.notJoined) { try anna.wallet.request(economy.amount(5)) }
        economy.network.isDown = false
        try anna.wallet.register(username: "anna", password: "lantern river 4827")

        try anna.sync()

        _ = try anna.wallet.request(economy.amount(5))
    }

    @Test func theReportCountsWhatEachPartDid() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        try ben.isPaid(100, by: anna)
        let one = try ben.sync()
        #expect(one.outcome(of: .redemptions) == .done(.beganRedemptions(count: 1)))
        #expect(one.outcome(of: .uploads) == .done(.settledUploads(count: 1)))
        #expect(one.outcome(of: .certificates) == .done(.fetchedCertificates(count: 1)))
        for _ in 0..<2 { try ben.isPaid(100, by: anna) }
        let two = try ben.sync()
        #expect(two.outcome(of: .redemptions) == .done(.beganRedemptions(count: 2)))
        #expect(two.outcome(of: .uploads) == .done(.settledUploads(count: 2)))
        #expect(two.outcome(of: .certificates) == .done(.fetchedCertificates(count: 2)))
    }

    @Test func manyPaymentsAreUploadedInBatches() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 20_000, offline: 20_000)
        let shops = try (0..<4).map { try economy.person("shop\($0)") }
        for index in 0..<100 {
            let shop = shops[index % 4]
            _ = try shop.wallet.receive(try anna.wallet.pay(try shop.wallet.request(economy.amount(7)).text).text)
            if index % 4 == 3, index % 80 == 79 { for shop in shops { try shop.sync() } }
        }

        try anna.sync()

        for shop in shops { #expect(try economy.balance(shop) == 175) }
        #expect(try economy.hub.audit().isSound)
    }
}
