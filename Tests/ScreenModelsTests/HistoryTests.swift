// SPDX-License-Identifier: MIT
import HubAPI
import ScreenModels
import Testing
import TestSupport
import Wallet

@MainActor
struct HistoryTests {
    @Test func aLongHistoryComesPageByPageWithoutGapsOrRepeats() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 100_000)
        _ = try await network.phone("bob")
        network.line.isDown = true
        try await alice.session.walletService.use { wallet in
            for number in 1...130 {
                try wallet.send(to: "bob", network.amount(Int64(number)), note: number == 77 ? "blue lamp" : nil)
            }
        }
        let model = ActivityModel(alice.session)
        #expect(model.lines.isLoading)
        await model.reload()
        #expect(model.lines.items.count == ActivityModel.pageSize)
        while model.hasMore { await model.loadMore() }
        let ids = model.lines.items.map(\.id)
        #expect(ids == ids.sorted(by: >) && Set(ids).count == ids.count && ids.count >= 130)
        #expect(model.days.count == 1 && model.days[0].title == "Today")

        model.search = "LAMP blue"
        await model.reload()
        #expect(model.lines.items.map(\.amount) == [network.amount(77)])
        model.search = "nothing like this"
        await model.reload()
        #expect(model.lines.isEmpty && !model.hasMore)
        // What came from elsewhere is listed too.
        (model.search, model.filter) = ("", .incoming)
        await model.reload()
        #expect(model.lines.items.map(\.amount) == [network.amount(100_000)])
        #expect(model.lines.items.first.flatMap { alice.session.amount(of: $0) }?.hasPrefix("+") == true)
    }

    @Test func aLineSaysWhatCanStillBeDoneAboutIt() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000, offline: 1_000)
        let bob = try await network.phone("bob")
        let sending = SendModel(alice.session)
        (sending.recipient, sending.amount.text) = ("bob", "1")
        sending.review()
        await sending.send()
        let sent = PaymentModel(try #require(alice.session.recent.items.first), alice.session)
        #expect(sent.actions == [.prove])
        await sent.perform(.prove)
        #expect(
            sent.proof.value?.amount == "-1.00" && sent.proof.value?.currency == "EUR" && sent.refusal == nil,
            "\(sent.refusal?.detail ?? "")")

        network.line.isDown = true
        (sending.recipient, sending.amount.text) = ("bob", "2")
        let second = SendModel(alice.session)
        (second.recipient, second.amount.text) = ("bob", "2")
        second.review()
        await second.send()
        let waiting = PaymentModel(try #require(alice.session.recent.items.first), alice.session)
        #expect(waiting.actions == [.takeBack])
        await waiting.perform(.takeBack)
        #expect(waiting.line.status == .cancelled && waiting.actions.isEmpty)

        let receiving = ReceiveModel(bob.session)
        receiving.amount.text = "3"
        await receiving.ask()
        let asked = PaymentModel(try #require(bob.session.recent.items.first), bob.session)
        #expect(asked.actions == [.showAgain])
        await asked.perform(.showAgain)
        guard case .showing(let request, _) = receiving.step else { throw UnexpectedResult("no request") }
        #expect(asked.code?.text == request.text)

        let paying = PayModel(alice.session)
        await paying.take(text: request.text)
        await paying.pay()
        let paid = PaymentModel(try #require(alice.session.recent.items.first), alice.session)
        #expect(paid.actions == [.showAgain, .withhold])
        await paid.perform(.showAgain)
        guard case .showing(let payment, _) = paying.step else { throw UnexpectedResult("no payment") }
        #expect(paid.code?.text == payment.text)
        await paid.perform(.withhold)
        #expect(paid.withheldUntil != nil && paid.line.status == .held)
    }

    @Test func theFileHasTheRowsOfTheScreen() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        let model = ActivityModel(alice.session)
        let path = network.folder.file("year.csv")
        let csv = String(decoding: try #require(await model.prepareExport(as: .csv)), as: UTF8.self)
        #expect(csv.hasPrefix("time,id,kind,direction") && csv.contains(",received,incoming,50.00,EUR,done,"))
        model.noteExport(path)
        #expect(model.exported?.count == 1 && model.exported?.path == path)
        #expect(String(decoding: try #require(await model.prepareExport(as: .json)), as: UTF8.self).hasPrefix("["))
        model.noteExport(nil)
        #expect(model.exportRefusal?.word == .refusedCannotWrite && model.exported == nil)
        // It needs no network, and follows the filter.
        network.line.isDown = true
        model.filter = .outgoing
        _ = try #require(await model.prepareExport(as: .csv))
        model.noteExport(path)
        #expect(model.exported?.count == 0 && model.exportRefusal == nil)
    }

    @Test func whatCameAndWentIsAddedUpByMonthAndPerson() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        _ = try await network.phone("bob")
        let model = SummaryModel(alice.session)
        let sending = SendModel(alice.session)
        (sending.recipient, sending.amount.text) = ("bob", "10")
        sending.review()
        await sending.send()
        await model.load()
        let month = try #require(model.summary.value?.months.first)
        #expect(
            month.name == "2027-01" && month.sent == network.amount(1_000) && month.received == network.amount(5_000))
        #expect(model.shares(of: month) == (received: 1, sent: 0.2))
        #expect(model.summary.value?.counterparts.contains { $0.name == "bob" } == true)
        network.line.isDown = true
        await model.load()
        #expect(model.summary.refusal?.word == .refusedUnreachable)
    }

    @Test func aBannerThatWasReadStaysAwayUntilTheNextSync() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        network.line.isDown = true
        await alice.session.sync()
        let banner = try #require(alice.session.banners.first { $0.word == .bannerOffline })
        alice.session.dismiss(banner)
        #expect(!alice.session.banners.contains { $0.word == .bannerOffline })
        await alice.session.sync()
        #expect(alice.session.banners.contains { $0.word == .bannerOffline })
    }

    @Test func newsKeepsWhatWasSeenInItsPlace() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 50_000)
        _ = try await network.phone("bob")
        let amount = network.amount(100)
        try await alice.session.walletService.use { wallet in
            for _ in 0..<120 { _ = try wallet.send(to: "bob", amount) }
        }
        let model = ActivityModel(alice.session)
        await model.reload()
        #expect(model.lines.items.count == ActivityModel.pageSize && model.hasMore)
        await model.loadMore()
        await model.reload()
        #expect(model.lines.items.count == 2 * ActivityModel.pageSize && model.hasMore)
        // Another question begins at its top.
        model.filter = .outgoing
        await model.reload()
        #expect(model.lines.items.count == ActivityModel.pageSize)
        // One that has not left is taken back in the list.
        let payment = PaymentModel(try #require(model.lines.items.first), alice.session)
        #expect(payment.actions == [.takeBack])
        await payment.perform(.takeBack)
        #expect(payment.refusal == nil && payment.line.status == .cancelled)
    }
}
