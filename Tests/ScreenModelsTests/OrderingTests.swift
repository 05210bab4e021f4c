// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import ScreenModels
import TestSupport
import Testing

@MainActor
struct OrderingTests {
    @Test func aBillIsSharedAndItsSharesArePaidOrTakenBack() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 1_000)
        let bob = try await network.phone("bob", funds: 5_000)
        _ = try await network.phone("carol")
        let model = SplitsModel(alice.session)
        await model.load()
        #expect(model.splits.isEmpty && !model.canShare)
        model.total.text = "10"
        model.setName(0, "bob")
        model.setName(1, "carol")
        #expect(model.canShare)
        await model.share()
        let bill = try #require(model.looked, "\(model.refusal?.detail ?? "")")
        #expect(bill.shares.map(\.amount.minorUnits) == [334, 333, 333] && bill.open.minorUnits == 666)
        let asked = RequestsModel(bob.session)
        await asked.load()
        asked.look(at: try #require(asked.requests.items.first))
        await asked.pay()
        await model.cancel(bill)
        #expect(model.looked?.paid.minorUnits == 333 && model.looked?.open.isZero == true)
        #expect(model.splits.items.count == 1 && bob.atHub == 4_667)
    }

    @Test func sharesThatCannotBeAreSaidBeforeTheyAreTried() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice")
        _ = try await network.phone("bob")
        let model = SplitsModel(alice.session)
        model.total.text = "10"
        for name in ["bob", "bob"].enumerated() { model.setName(name.offset, name.element) }
        #expect(model.objection?.word == .refusedSamePerson)
        model.setName(1, "")
        (model.mode, model.myPart) = (.weights, "0")
        #expect(model.objection?.word == .refusedWeight)
        (model.mode, model.myPart) = (.amounts, "4")
        #expect(model.objection == nil && !model.canShare)
        model.setPart(0, "5")
        #expect(model.objection?.word == .refusedSharesDiffer)
        model.setPart(0, "6")
        await model.share()
        #expect(model.looked?.shares.map(\.amount.minorUnits) == [400, 600], "\(model.refusal?.detail ?? "")")
        model.includesMe = false
        model.setName(0, "alice")
        model.total.text = "1"
        #expect(model.objection?.word == .refusedToOneself)
    }

    @Test func aPaymentIsOrderedForItsDaysPausedAndEnded() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        let bob = try await network.phone("bob")
        let model = RecurringModel(alice.session)
        await model.load()
        #expect(model.payments.isEmpty && model.first == "2027-01-15")
        (model.recipient, model.amount.text, model.first) = ("bob", "4.50", "2027-01-31")
        #expect(model.nextDays.map(\.description) == ["2027-01-31", "2027-02-28", "2027-03-31"])
        (model.end, model.count) = (.count, "2")
        await model.give()
        let order = try #require(model.looked, "\(model.refusal?.detail ?? "")")
        #expect(order.state == .active && order.next?.description == "2027-01-31")
        network.time.advance(seconds: 17 * 86_400)
        #expect(try network.hub.payRecurring().paid == 1)
        await model.look(at: order)
        #expect(model.looked?.paid == 1 && model.looked?.runs.map(\.state) == [.paid])
        await bob.session.sync()
        #expect(bob.atHub == 450)
        await model.pause(order)
        #expect(model.looked?.state == .paused)
        await model.resume(order)
        await model.cancel(order)
        #expect(model.looked?.state == .cancelled && model.payments.items.map(\.state) == [.cancelled])
        #expect(Localizer(.english).rhythm(order.rhythm) == "Every month")
        #expect(Localizer(.german).rhythm(try Rhythm(.weekly, every: 2)) == "Alle 2 Wochen")
    }

    @Test(arguments: [
        ("2027-01-14", "", RecurringModel.End.never, StringKey.refusedPastDay), ("31.1.2027", "", .never, .refusedDate),
        ("2027-01-31", "0", .count, .refusedCount), ("2027-01-31", "2027-01-30", .day, .refusedEndBeforeStart),
    ])
    func daysThatCannotBeAreSaidBeforeTheyAreTried(
        first: String, end: String, kind: RecurringModel.End, word: StringKey
    ) async throws {
        let model = RecurringModel(try await TestNetwork().phone("alice").session)
        (model.recipient, model.amount.text, model.first, model.end) = ("bob", "1", first, kind)
        (model.count, model.last) = (end, end)
        #expect(model.objection?.word == word && !model.canOrder && model.nextDays.isEmpty)
    }

    @Test func whoIsNoMerchantIsToldSo() async throws {
        let network = try TestNetwork()
        let shop = try await network.phone("shop")
        let model = MerchantModel(shop.session)
        await model.load()
        model.url = "http://shop.example/hub"
        #expect(!model.canSet)
        model.url = "https://shop.example/hub"
        await model.set()
        #expect(model.refusal?.word == .refusedForbidden && model.secret == nil)
        try network.hub.setMerchant("shop", name: "The shop")
        await model.set()
        #expect(model.secret?.count == 64 && model.state.value?.url == model.url, "\(model.refusal?.detail ?? "")")
        await model.remove()
        #expect(model.secret == nil && model.state.value?.url == nil)
    }

    @Test func theAccountIsProtectedByASecondFactorAndItsPasswordChanged() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice")
        let model = AccountModel(alice.session)
        await model.load()
        #expect(model.secondFactor.value?.isOn == false)
        model.password = "wrong"
        await model.enrol()
        #expect(model.refusal?.word == .refusedCredentials && model.enrolment == nil && model.password.isEmpty)
        model.password = "lantern river 4827"
        await model.enrol()
        #expect(model.enrolment?.secret.isEmpty == false && model.enrolment?.code.isAnimated == false)
        model.code = "000000"
        await model.confirm()
        #expect(model.refusal?.word == .refusedOneTimeCode && model.recoveryCodes.isEmpty)
        (model.oldPassword, model.newPassword, model.newPasswordAgain) = (
            "lantern river 4827", "lantern river 4828", "lantern river 4828"
        )
        await model.changePassword()
        #expect(model.isPasswordChanged && model.newPassword.isEmpty, "\(model.refusal?.detail ?? "")")
        await model.logOutWhenIdle(after: 30)
        #expect(model.autoLogoutMinutes == 30)
        await model.logOutWhenIdle(after: 0)
        #expect(model.autoLogoutMinutes == nil && model.refusal == nil)
        await model.logOutEverywhere()
        #expect(alice.session.account == .loggedOut(username: "alice"))
    }
}
