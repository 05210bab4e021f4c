// SPDX-License-Identifier: MIT
import HubAPI
import ScreenModels
import TestSupport
import Testing
import Tokens
import Wallet

/// The till, the own code, declining, and the owner's check.
@MainActor
struct BeingPaidTests {
    @Test func aTillTakesDigitsAsAmountsAndAddsUpItsDay() async throws {
        let network = try TestNetwork()
        let shop = try await network.phone("shop")
        let guest = try await network.phone("guest", funds: 10_000, offline: 5_000)
        let till = TillModel(shop.session)
        await till.load()
        till.type("0")
        #expect(till.amount == nil && till.digits.isEmpty)
        till.type("1")
        till.type("25")
        till.type("00")
        till.eraseLast()
        #expect(till.amount == network.amount(1_250))
        await till.charge()
        let sale = try #require(till.sale)
        guard case .showing(let request, _) = sale.step else {
            Issue.record("no request: \(sale.refusal?.detail ?? "")")
            return
        }
        let paying = PayModel(guest.session)
        await paying.take(text: request.text)
        await paying.pay()
        guard case .showing(let payment, _) = paying.step else {
            Issue.record("not paid: \(paying.refusal?.detail ?? "")")
            return
        }
        await sale.take(text: payment.text)
        await shop.session.caughtUp()
        #expect(till.today.items.count == 1 && till.total == network.amount(1_250))
        till.next()
        #expect(till.amount == nil && till.sale == nil)
        // The next day begins with nothing.
        network.time.advance(seconds: 86_400)
        await till.load()
        #expect(till.total == network.amount(0))
    }

    @Test func aTillTakesNoMoreDigitsThanAnAmountHas() async throws {
        let network = try TestNetwork()
        let till = TillModel(try await network.phone("shop").session)
        till.type(String(repeating: "9", count: 10))
        till.type("9")
        #expect(till.digits.count == TillModel.maximumDigits && till.amount != nil)
        till.type("x")
        #expect(till.digits.count == TillModel.maximumDigits)
    }

    @Test func theOwnCodeFillsInATransferAtTheSameHubOnly() async throws {
        let network = try TestNetwork()
        let bob = try await network.phone("bob")
        let alice = try await network.phone("alice", funds: 5_000)
        let own = OwnCodeModel(bob.session)
        own.amount.text = "3.50"
        let link = try #require(own.code?.text)
        guard case .pay(let transfer) = try DeepLink(link) else {
            Issue.record("\(link) is no transfer")
            return
        }
        let form = SendModel(alice.session, transfer)
        #expect(form.recipient == "bob" && form.amount.text == "3.50" && form.canReview)
        var elsewhere = transfer
        elsewhere.hub = [UInt8](repeating: 7, count: HubID.shortCount)
        let refused = SendModel(alice.session, elsewhere)
        #expect(refused.recipient.isEmpty && refused.refusal?.word == .refusedOtherHub && !refused.canReview)
    }

    @Test(arguments: ["", "a b&c=d", "お茶 é", "100%"])
    func aLinkOfATransferSaysTheSameWhenReadAgain(note: String) throws {
        let transfer = DeepLink.Transfer(
            recipient: "bob", amount: "12.50", note: note, hub: [UInt8](0..<UInt8(HubID.shortCount)))
        #expect(try DeepLink(transfer.link) == .pay(transfer))
    }

    @Test func aPaymentIsDeclinedInsteadOfTaken() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000, offline: 2_000)
        let bob = try await network.phone("bob")
        let (asking, paying) = (ReceiveModel(bob.session), PayModel(alice.session))
        asking.amount.text = "1"
        await asking.ask()
        asking.declinesNext = true
        guard case .showing(let request, _) = asking.step else {
            Issue.record("no request")
            return
        }
        await paying.take(text: request.text)
        await paying.pay()
        guard case .showing(let payment, _) = paying.step else {
            Issue.record("not paid")
            return
        }
        await asking.take(text: payment.text)
        guard case .declined(let code) = asking.step else {
            Issue.record("not declined: \(asking.refusal?.detail ?? "")")
            return
        }
        await paying.take(text: code.text)
        guard case .returned(let amount) = paying.step else {
            Issue.record("not returned")
            return
        }
        #expect(amount == network.amount(100))
    }

    @Test func onlyTheOwnerPassesTheCheck() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice")
        let check = OwnerCheckModel(alice.session)
        await check.load()
        #expect(!check.hasPIN && !check.canConfirm)
        check.secret = "a wrong passphrase"
        #expect(await !check.confirm())
        #expect(check.refusal?.word == .refusedPassphrase && check.secret.isEmpty)
        check.secret = TestNetwork.passphrase
        #expect(await check.confirm())
    }

    @Test func aNoteIsUndoneOnceAndANewerOneReplacesIt() async {
        let board = ToastBoard()
        var undone = 0
        board.show("first") { undone += 1 }
        board.show("second") { undone += 1 }
        await board.undo(1)
        #expect(undone == 0)
        await board.undo(2)
        await board.undo(2)
        #expect(undone == 1 && board.toast == nil)
    }
}
