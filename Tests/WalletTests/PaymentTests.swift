// SPDX-License-Identifier: MIT
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens
import Wallet

struct PaymentTests {
    @Test func aRequestGivenAgainAfterALostAnswerIsMadeOnceAndPaidOnce() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        let ben = try economy.person("ben")
        economy.network.losesAnswers = true
        for _ in 0..<3 {
            refuses(.hubUnreachable) { try ben.wallet.ask("anna", for: economy.amount(250), note: "tea") }
        }
        economy.network.losesAnswers = false
        try ben.reopen()
        _ = try ben.wallet.ask("anna", for: economy.amount(250), note: "tea")
        let asked = try anna.wallet.requests(.incoming).items
        #expect(asked.count == 1)
        // Once it was answered, the same words are a new request.
        _ = try ben.wallet.ask("anna", for: economy.amount(250), note: "tea")
        #expect(try anna.wallet.requests(.incoming).items.count == 2)

        economy.network.losesAnswers = true
        for _ in 0..<3 { refuses(.hubUnreachable) { try anna.wallet.pay(asked[0], economy.amount(250)) } }
        economy.network.losesAnswers = false
        try anna.reopen()
        let paid = try anna.wallet.pay(asked[0], economy.amount(250))
        #expect(paid.request.transaction == paid.transaction.id)
        #expect(try economy.balance(anna) == 750 && economy.balance(ben) == 250)
        refuses(.hubRefused) { try anna.wallet.pay(asked[0], economy.amount(250)) }
        let line = try #require(try anna.wallet.activity().first { $0.kind == .sent })
        #expect(line.status == .done && line.counterpart == "ben" && line.amount == economy.amount(250))
    }

    @Test func aLinkLeadsToItsRequestAtItsHubAlone() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        let ben = try economy.person("ben")
        let request = try ben.wallet.ask(nil, for: nil)
        let link = try ben.wallet.link(to: request)
        #expect(try anna.wallet.request(named: link) == request)
        #expect(try ben.wallet.request(named: String(request.id.suffix(8))) == request)
        refuses(.badDocument) { try anna.wallet.request(named: "00000000") }
        let elsewhere = try TestEconomy(seed: 9)
        let carol = try elsewhere.person("carol", funds: 1_000)
        refuses(.otherHub) { try carol.wallet.request(named: link) }
        for damaged in [String(link.dropLast()), link + "&x=1", "satchel://request?id=1", link.uppercased()] {
            #expect(throws: WalletError.self) { try anna.wallet.request(named: damaged) }
        }
    }

    @Test func contactsAreKnownWithoutANetworkOnceTheyWereSeen() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        let ben = try economy.person("ben")
        _ = try anna.wallet.keep(Contact(username: "ben", name: "Benjamin"))
        #expect(try anna.wallet.contacts().map(\.username) == ["ben"])
        economy.network.isDown = true
        #expect(try anna.wallet.contact("BENJAMIN").username == "ben")
        #expect(try anna.wallet.contact("ben").name == "Benjamin")
        refuses(.badDocument) { try anna.wallet.contact("carol") }
        try anna.wallet.send(to: try anna.wallet.contact("Benjamin").username, economy.amount(100))
        economy.network.isDown = false
        try anna.sync()
        #expect(try economy.balance(ben) == 100)
    }

    @Test func aStandingOrderWhoseAnswerWasLostIsMadeOnce() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        let ben = try economy.person("ben")
        let today = CalendarDay(of: economy.time.now)
        let daily = try Rhythm(.daily)
        economy.network.losesAnswers = true
        refuses(.hubUnreachable) {
            try anna.wallet.payRegularly(economy.amount(100), to: "ben", daily, from: today, count: 2)
        }
        economy.network.losesAnswers = false
        let order = try anna.wallet.payRegularly(economy.amount(100), to: "ben", daily, from: today, count: 2)
        #expect(try anna.wallet.recurringPayments().items == [order])
        _ = try economy.hub.payRecurring()
        #expect(try anna.wallet.recurringPayment(named: String(order.id.suffix(6))).paid == 1)
        #expect(try anna.wallet.pauseRecurring(named: order.id).state == .paused)
        #expect(try anna.wallet.resumeRecurring(named: order.id).state == .active)
        #expect(try anna.wallet.cancelRecurring(named: order.id).state == .cancelled)
        #expect(try economy.balance(ben) == 100)
    }

    @Test func theHistoryIsThereWithoutANetworkInMemoryAndOnTheDisk() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        _ = try economy.person("ben")
        try anna.wallet.send(to: "ben", economy.amount(100))
        try anna.sync()
        let asked = try anna.wallet.accountHistory(HistoryFilter())
        #expect(asked.page.items.count == 2 && asked.asOf == nil)
        let then = economy.time.now
        economy.time.advance(seconds: 300)
        economy.network.isDown = true
        for forgets in [{}, { anna.wallet.freeMemory() }, { try anna.reopen() }] as [() throws -> Void] {
            try forgets()
            let kept = try anna.wallet.accountHistory(HistoryFilter())
            #expect(kept.page.items == asked.page.items && kept.asOf == then)
        }
        // What was never asked for, and a file that is to be whole, need the hub.
        var filter = HistoryFilter()
        filter.direction = .incoming
        refuses(.hubUnreachable) { try anna.wallet.accountHistory(filter) }
        refuses(.hubUnreachable) { try anna.wallet.exportHistory(HistoryFilter(), as: .csv) { _ in } }
        economy.network.isDown = false
        #expect(try anna.wallet.accountHistory(HistoryFilter()).asOf == nil)
    }

    @Test func ratesAreAskedForOnceAMinute() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000)
        let asked = economy.network.calls
        for _ in 0..<3 { _ = try anna.wallet.currencies() }
        #expect(economy.network.calls == asked + 1)
        economy.time.advance(seconds: 60)
        _ = try anna.wallet.currencies()
        #expect(economy.network.calls == asked + 2)
    }

    @Test func pagesFollowTheConnection() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 10_000)
        _ = try economy.person("ben")
        for _ in 1...60 { try anna.wallet.send(to: "ben", economy.amount(1)) }
        try anna.sync()
        for (milliseconds, lines) in [(50, 50), (400, 20), (2_500, 10)] {
            economy.network.answers(in: milliseconds)
            #expect(try anna.wallet.accountHistory(HistoryFilter()).page.items.count == lines)
        }
        #expect(try anna.wallet.accountHistory(HistoryFilter(), limit: 7).page.items.count == 7)
    }

    @Test func anExportHoldsEveryTransactionOnceHoweverManyPagesItTakes() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 100_000)
        _ = try economy.person("ben")
        for number in 1...130 { try anna.wallet.send(to: "ben", economy.amount(Int64(number))) }
        try anna.sync()
        var pieces: [[UInt8]] = []
        let count = try anna.wallet.exportHistory(HistoryFilter(), as: .csv) { pieces.append($0) }
        let lines = String(decoding: pieces.joined(), as: UTF8.self).split(separator: "\r\n")
        #expect(count == 131 && lines.count == 132 && pieces.count == 4)
        #expect(lines[0] == "time,id,kind,amount,currency,balance,counterpart,note")
        let amounts = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[3] }
        #expect(amounts.first == "-1.30" && amounts.last == "1000.00" && Set(amounts).count == 131)
        var filter = HistoryFilter()
        filter.least = economy.amount(100)
        filter.direction = .outgoing
        #expect(try anna.wallet.accountHistory(filter, limit: 1_000).page.items.count == 31)
        #expect(try anna.wallet.historySummary(filter).total.count == 31)
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+49", "'+49"), ("-x", "'-x"), ("@a", "'@a"), ("  =a", "'  =a"), ("\tx", "\"'\tx\""),
        ("a;=1", "\"a;'=1\""), ("\u{1B}[2J", "\u{FFFD}[2J"),
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("a\nb", "\"a\nb\""),
        ("=a,b", "\"'=a,b\""), ("", ""), ("＝1", "'＝1"),
    ])
    func wordsOfOthersAreNoFormulasForASpreadsheet(note: String, cell: String) throws {
        let usd = try Currency(code: "USD")
        var statement = StatementWriter(.csv)
        let line = try statement.piece([
            AccountTransaction(
                id: "x", kind: .sent, amount: Amount(minorUnits: -250, currency: usd),
                balanceAfter: .zero(usd), counterpart: "bob", note: note, time: 1_800_000_000)
        ])
        #expect(
            String(decoding: line, as: UTF8.self)
                == "2027-01-15T08:00:00Z,x,sent,-2.50,USD,0.00,bob,\(cell)\r\n")
    }
}
