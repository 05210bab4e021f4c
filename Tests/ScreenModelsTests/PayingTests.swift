// SPDX-License-Identifier: MIT
import Codes
import Hub
import Money
import ScreenModels
import TestSupport
import Testing
import Tokens
import Wallet

@MainActor
struct PayingTests {
    @Test func moneySentOnlineArrivesWithItsNote() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        let bob = try await network.phone("bob")
        let model = SendModel(alice.session)
        #expect(!model.canReview && model.objection == nil)
        (model.recipient, model.amount.text, model.note) = ("bob", "12.50", "tea")
        model.review()
        #expect(model.step == .reviewing(network.amount(1_250)))
        await model.send()
        #expect(
            model.step == .sent(network.amount(1_250), subject: ReferenceID(.transfer, 1)),
            "\(model.refusal?.detail ?? "")")
        #expect(alice.atHub == 3_750)
        await bob.session.sync()
        #expect(bob.atHub == 1_250)
        let line = try #require(alice.session.recent.items.first)
        #expect(alice.session.title(of: line) == "Sent" && alice.session.amount(of: line) == "−12.50\u{A0}EUR")
    }

    @Test(arguments: [
        ("bob", "x", StringKey.refusedAmount), ("bob", "0", .refusedZero), ("bob", "1.234", .refusedAmount),
        ("bob", "12.5055", .refusedTooPrecise), ("bob", "5 USD", .refusedCurrency),
        ("bob", "60", .refusedMoreThanAvailable), ("alice", "5", .refusedToOneself),
    ])
    func whatCannotBeSentIsSaidBeforeItIsTried(recipient: String, amount: String, word: StringKey) async throws {
        let alice = try await TestNetwork().phone("alice", funds: 5_000)
        let model = SendModel(alice.session)
        (model.recipient, model.amount.text) = (recipient, amount)
        let known: Set<StringKey> = amount == "1.234" ? [.refusedAmount, .refusedTooPrecise] : [word]
        #expect(known.contains(try #require(model.objection).word))
        #expect(!model.canReview)
    }

    @Test func aTransferWithoutANetworkWaitsAndCanBeTakenBack() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        _ = try await network.phone("bob")
        network.line.isDown = true
        let model = SendModel(alice.session)
        (model.recipient, model.amount.text) = ("bob", "10")
        model.review()
        await model.send()
        #expect(model.step == .waiting(network.amount(1_000), subject: ReferenceID(.transfer, 1)))
        #expect(alice.session.line == .unreachable && alice.session.banners.contains { $0.word == .bannerOffline })
        #expect(alice.session.balances.value?.queued == network.amount(1_000))
        await model.takeBack()
        #expect(model.step == .editing && alice.session.balances.value?.queued.isZero == true)
        network.line.isDown = false
        await alice.session.sync()
        #expect(alice.atHub == 5_000 && alice.session.banners.isEmpty)
    }

    @Test func aRecipientWhomNobodyKnowsIsRefusedAndNothingMoves() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        let model = SendModel(alice.session)
        (model.recipient, model.amount.text) = ("nobody", "10")
        model.review()
        await model.send()
        #expect(model.step == .editing && model.refusal?.word == .refusedUnknownRecipient && alice.atHub == 5_000)
    }

    /// The whole exchange between two phones without a network, over picture files as two screens and cameras would.
    @Test func twoPhonesWithoutANetworkPayByPicturesOfCodes() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000, offline: 3_000)
        let bob = try await network.phone("bob")
        network.line.isDown = true

        let receiving = ReceiveModel(bob.session)
        receiving.amount.text = "7.30"
        await receiving.ask()
        guard case .showing(let request, let requestCode) = receiving.step else { throw UnexpectedResult("no request") }
        #expect(request.amount == network.amount(730) && !requestCode.isAnimated)
        try requestCode.save(to: network.folder.file("request.png"))

        let paying = PayModel(alice.session)
        await paying.take(file: network.folder.file("request.png"))
        guard case .reviewing(let review) = paying.step else {
            throw UnexpectedResult("\(String(describing: paying.intake.refusal))")
        }
        #expect(review.amount == network.amount(730) && !review.isOld)
        paying.note = "tea"
        await paying.pay()
        guard case .showing(_, let paymentCode) = paying.step else {
            throw UnexpectedResult("\(String(describing: paying.refusal))")
        }
        try paymentCode.save(to: network.folder.file("payment.png"))
        #expect(alice.offline == 2_270)

        await receiving.take(file: network.folder.file("payment.png"))
        guard case .received(let payment, let receiptCode) = receiving.step else {
            throw UnexpectedResult("\(String(describing: receiving.refusal))")
        }
        #expect(payment.amount == network.amount(730) && bob.offline == 730)
        try receiptCode.save(to: network.folder.file("receipt.png"))

        await paying.take(file: network.folder.file("receipt.png"))
        guard case .confirmed = paying.step else { throw UnexpectedResult("\(String(describing: paying.refusal))") }
        #expect(alice.session.balances.value?.unacknowledged.isZero == true)
        let line = try #require(alice.session.recent.items.first)
        #expect(line.kind == .paid && line.status == .done && line.note == "tea")

        network.line.isDown = false
        for phone in [alice, bob] { await phone.session.sync(everything: true) }
        #expect(bob.atHub == 730)
        #expect(try network.hub.audit().isSound)
    }

    @Test func anAnimationOfCodesCarriesWhatOneCodeCannot() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 500_000, offline: 20_000)
        let bob = try await network.phone("bob")
        let receiving = ReceiveModel(bob.session)
        receiving.amount.text = "199.99"
        await receiving.ask()
        guard case .showing(let request, _) = receiving.step else {
            throw UnexpectedResult("\(String(describing: receiving.refusal))")
        }
        let paying = PayModel(alice.session)
        await paying.take(text: request.text)
        await paying.pay()
        guard case .showing(let payment, let code) = paying.step else {
            throw UnexpectedResult("\(String(describing: paying.refusal))")
        }
        guard code.isAnimated else { return }
        // As a camera sees it: every second frame is lost.
        let intake = Intake()
        var found: Scanned?
        let reader = try CodeReader.besideThisProgram()
        for number in 0..<(8 * code.count) where found == nil {
            if number.isMultiple(of: 2) {
                let path = network.folder.file("frame.png")
                try code.matrix.write(to: path)
                for text in try reader.texts(imageFile: path) { found = intake.take(text: text) ?? found }
            }
            code.advance()
        }
        #expect(found == .document(.payment, payment.text))
    }

    @Test func aMixedUpCodeIsNamedForWhatItIsAndLosesNothing() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000, offline: 3_000)
        let bob = try await network.phone("bob")
        let receiving = ReceiveModel(bob.session)
        receiving.amount.text = "5"
        await receiving.ask()
        guard case .showing(let request, _) = receiving.step else { throw UnexpectedResult("no request") }
        let paying = PayModel(alice.session)
        for (text, word) in [
            ("hello", StringKey.refusedNoRequestCode), ("OW1Q:XXXX", .refusedBadDocument),
            (String(request.text.dropLast(3)), .refusedBadDocument), (network.link, .refusedNoRequestCode),
        ] {
            await paying.take(text: text)
            #expect(paying.refusal?.word == word, "\(text.prefix(20)): \(paying.refusal?.detail ?? "")")
        }
        await paying.take(text: request.text)
        await paying.pay()
        guard case .showing(let payment, _) = paying.step else {
            throw UnexpectedResult("\(String(describing: paying.refusal))")
        }
        await receiving.take(text: request.text)
        #expect(receiving.refusal?.word == .refusedRequestHere)
        await paying.take(text: payment.text)
        #expect(paying.refusal?.word == .refusedPaymentHere)
        guard case .showing = paying.step else { throw UnexpectedResult("the payment went from the screen") }
        await receiving.take(text: payment.text)
        guard case .received(let first, _) = receiving.step else {
            throw UnexpectedResult("\(String(describing: receiving.refusal))")
        }
        await receiving.take(text: payment.text)
        guard case .received(let again, _) = receiving.step else { throw UnexpectedResult("it was forgotten") }
        #expect(!first.isRepeat && again.isRepeat && bob.offline == 500)
    }

    @Test func anOldRequestIsPaidOnlyWhenThePayerSaysSo() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000, offline: 3_000)
        let bob = try await network.phone("bob")
        let receiving = ReceiveModel(bob.session)
        receiving.amount.text = "5"
        await receiving.ask()
        guard case .showing(let request, _) = receiving.step else { throw UnexpectedResult("no request") }
        network.time.advance(seconds: 301)
        let paying = PayModel(alice.session)
        await paying.take(text: request.text)
        guard case .reviewing(let review) = paying.step else {
            throw UnexpectedResult("\(String(describing: paying.refusal))")
        }
        #expect(review.isOld && !paying.canPay)
        paying.allowsOld = true
        #expect(paying.canPay)
        await paying.pay()
        guard case .showing = paying.step else { throw UnexpectedResult("\(String(describing: paying.refusal))") }
    }

    @Test func aPaymentThatNobodyTookIsCalledOff() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000, offline: 3_000)
        let bob = try await network.phone("bob")
        let receiving = ReceiveModel(bob.session)
        receiving.amount.text = "5"
        await receiving.ask()
        guard case .showing(let request, _) = receiving.step else { throw UnexpectedResult("no request") }
        let paying = PayModel(alice.session)
        await paying.take(text: request.text)
        await paying.pay()
        await paying.withhold()
        guard case .withheld(let amount, let until) = paying.step else {
            throw UnexpectedResult("\(String(describing: paying.refusal))")
        }
        #expect(amount == network.amount(500) && until > network.time.now)
        #expect(HomeModel(alice.session).lines.contains { $0.word == .held && $0.amount == amount })
    }

    @Test func moreThanIsOfflineIsRefusedAndTheReviewStays() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000, offline: 300)
        let bob = try await network.phone("bob")
        let receiving = ReceiveModel(bob.session)
        receiving.amount.text = "5"
        await receiving.ask()
        guard case .showing(let request, _) = receiving.step else { throw UnexpectedResult("no request") }
        let paying = PayModel(alice.session)
        await paying.take(text: request.text)
        await paying.pay()
        #expect(paying.refusal?.word == .refusedInsufficient)
        guard case .reviewing = paying.step else { throw UnexpectedResult("the review is gone") }
        #expect(alice.offline == 300)
    }

    @Test func aPaymentByCodeDoesNotWaitForASyncWithASlowHub() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000, offline: 3_000)
        let bob = try await network.phone("bob")
        let receiving = ReceiveModel(bob.session)
        receiving.amount.text = "5"
        await receiving.ask()
        guard case .showing(let request, _) = receiving.step else { throw UnexpectedResult("no request") }
        // The hub takes the sync's request and answers only after the payment.
        network.line.hold()
        let sync = Task { await alice.session.sync() }
        await network.line.waitUntilHeld()
        let paying = PayModel(alice.session)
        await paying.take(text: request.text)
        await paying.pay()
        guard case .showing = paying.step else { throw UnexpectedResult("\(String(describing: paying.refusal))") }
        network.line.release()
        await sync.value
        await alice.session.sync()
        #expect(alice.session.syncRefusal == nil && alice.offline == 2_500)
        #expect(try network.hub.audit().isSound)
    }

    @Test(arguments: Language.allCases)
    func theAmountOfALinkIsTheSameInEveryLanguage(language: Language) async throws {
        let alice = try await TestNetwork().phone("alice", funds: 5_000)
        alice.app.preferences.language = language
        let links: [(code: String, amount: String, minorUnits: Int64?)] = [
            ("KWD", "1234.500", 1_234_500), ("KWD", "1.234", 1_234), ("KWD", "1,234.500", nil), ("JPY", "1234", 1_234),
            ("JPY", "1.234", nil), ("EUR", "5", 500), ("EUR", "12.5", 1_250), ("EUR", "1.234", nil),
            ("EUR", "1,50", nil), ("EUR", "1 000", nil), ("EUR", "1.000.000", nil),
        ]
        for link in links {
            let model = SendModel(alice.session)
            (model.amount.currency, model.amount.text) = (try Currency(code: link.code), "7")
            #expect(model.take(.link(.pay(DeepLink.Transfer(recipient: "bob", amount: link.amount, note: "")))))
            #expect(model.amount.value?.minorUnits == link.minorUnits, "\(link)")
            let refused: StringKey? = link.minorUnits == nil ? .refusedAmount : nil
            #expect(model.refusal?.word == refused, "\(link)")
        }
        let proposed = SendModel(alice.session, DeepLink.Transfer(recipient: "bob", amount: "12.5", note: ""))
        #expect(proposed.amount.value?.minorUnits == 1_250 && proposed.refusal == nil)
        let grouped = SendModel(alice.session, DeepLink.Transfer(recipient: "bob", amount: "1,234.50", note: "tea"))
        #expect(grouped.amount.text.isEmpty && grouped.refusal?.word == .refusedAmount && grouped.note == "tea")
    }

    @Test func aScannedCodeFillsTheRecipientIn() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        let model = SendModel(alice.session)
        (model.amount.text, model.note) = ("7", "tea")
        #expect(model.take(Scanned(text: "bob")))
        #expect(model.recipient == "bob" && model.note == "tea")
        #expect(model.take(Scanned(text: "satchel://pay?to=carol&amount=3.50")))
        #expect(model.recipient == "carol" && model.amount.value == network.amount(350) && model.note == "tea")
        for text in ["two words", "https://example.org/x", "", network.link] {
            #expect(!model.take(Scanned(text: text)), "\(text)")
            #expect(model.refusal?.word == .refusedNoRecipient && model.recipient == "carol")
        }
    }
}
