// SPDX-License-Identifier: MIT
import Chains
import Coins
import ScreenModels
import TestSupport
import Testing

@MainActor
struct CoinsTests {
    private static let phrase =
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"

    @Test func aPhraseIsShownCheckedAndOnlyThenDoneWith() async throws {
        let phone = try await TestNetwork().phone("alice")
        let model = CoinsModel(phone.session)
        await model.load()
        #expect(model.step == .noPhrase && model.lines.isEmpty)
        await model.makePhrase()
        guard case .showing(let words) = model.step else { throw UnexpectedResult("no words") }
        #expect(words.count == 12)
        model.check()
        guard case .checking(_, let places) = model.step else { throw UnexpectedResult("no check") }
        #expect(places.count == 3 && places == places.sorted() && Set(places).count == 3)
        await model.confirm()
        #expect(model.refusal?.word == .refusedWords)
        model.showAgain()
        #expect(model.step == .showing(words))
        model.check()
        guard case .checking(_, let again) = model.step else { throw UnexpectedResult("no check") }
        model.answers = again.map { " \(words[$0 - 1].uppercased()) " }
        await model.confirm()
        #expect(model.step == .ready && model.answers.isEmpty)
    }

    @Test func accountsOfARestoredPhraseArePaidAtTheirKnownAddresses() async throws {
        let phone = try await TestNetwork().phone("alice")
        let model = CoinsModel(phone.session)
        model.typedPhrase = "abandon abandon nonsense"
        await model.restorePhrase()
        #expect(model.refusal?.word == .refusedBadPhrase, "\(model.refusal as Any)")
        model.typedPhrase = Self.phrase
        await model.restorePhrase()
        for chainNetwork in CoinsModel.networks { await model.addAccount(on: chainNetwork) }
        #expect(model.lines.items.count == 3)
        let account = CoinAccountModel(try #require(model.lines.items.first?.account), phone.session)
        await account.receive()
        // BIP-0084, the first receiving address of the test phrase
        #expect(account.address?.address == "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
        #expect(account.addressCode?.isAnimated == false)
        await account.load()
        #expect(account.staleBecause?.word == .refusedNoServer || account.balances.refusal?.word == .refusedNoServer)
    }

    @Test func anAddressOfAnotherChainIsNamedAsSuch() async throws {
        let phone = try await TestNetwork().phone("alice")
        let model = CoinsModel(phone.session)
        model.typedPhrase = Self.phrase
        await model.restorePhrase()
        await model.addAccount(on: CoinsModel.networks[0])
        let sending = CoinSendModel(try #require(model.lines.items.first?.account), phone.session)
        await sending.take("ethereum:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359?value=1e18")
        #expect(sending.refusal?.word == .refusedOtherNetwork)
        await sending.take("bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.5&label=tea")
        #expect(sending.amount == "0.5" && sending.label == "tea" && sending.canPlan)
        sending.recipient = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"
        await sending.plan()
        #expect(sending.refusal != nil)
        if case .editing = sending.step {} else { Issue.record("it went on") }
    }

    /// A phone with an account on the paper chain that holds something.
    private func payer(_ name: String, in network: TestNetwork) async throws -> (phone: Phone, account: CoinAccount) {
        let phone = try await network.phone(name)
        let model = CoinsModel(phone.session)
        model.typedPhrase = Self.phrase
        await model.restorePhrase()
        await acceptServer(phone)
        await model.addAccount(on: .bitcoinRegtest)
        let account = try #require(model.lines.items.first?.account, "\(model.refusal?.detail ?? "")")
        let receiving = CoinAccountModel(account, phone.session)
        await receiving.receive()
        try network.bitcoin.fund(try #require(receiving.address?.address), 90_000)
        await model.refresh()
        return (phone, account)
    }

    private func acceptServer(_ phone: Phone) async {
        let settings = CoinSettingsModel(phone.session, .bitcoinRegtest)
        await settings.load()
        settings.url = "tcp://127.0.0.1:50001"
        await settings.addServer()
        #expect(settings.accepted.count == 1 && settings.url.isEmpty, "\(settings.refusal?.detail ?? "")")
    }

    private static let shop = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

    @Test func aLinkFromOutsideIsPaidSpedUpAndCalledOff() async throws {
        let network = try TestNetwork()
        let (phone, account) = try await payer("alice", in: network)
        phone.app.follow("bitcoin:\(Self.shop)?amount=0.0004&label=tea")
        guard case .coins(let link) = phone.session.route else { throw UnexpectedResult("no route") }
        let leading = CoinLinkModel(link, phone.session)
        await leading.load()
        #expect(leading.accounts.items.map(\.id) == [account.id])
        let sending = CoinSendModel(account, phone.session, link: link)
        await sending.load()
        #expect(sending.amount == "0.0004" && sending.label == "tea" && sending.fees.items.count == 3)
        sending.customFee = "2"
        await sending.plan()
        guard case .reviewing(let review) = sending.step else { throw UnexpectedResult("\(sending.refusal as Any)") }
        #expect(review.payees.map(\.address) == [Self.shop])
        await sending.send()
        guard case .sent = sending.step else { throw UnexpectedResult("\(sending.refusal as Any)") }
        #expect(try network.bitcoin.paid(to: Self.shop) == 40_000)
        // N12: the change waits, and what the account holds is not nothing.
        let holding = CoinAccountModel(account, phone.session)
        await holding.load()
        let balance = try #require(holding.balances.items.first)
        let said = phone.session.words.holding(balance)
        #expect(balance.confirmed.value == .zero && said.amount == phone.session.words.amount(balance.spendable))
        #expect(said.notes.count == 1 && said.notes[0].contains("unconfirmed"))

        let payments = CoinPaymentsModel(account, phone.session)
        await payments.load()
        let first = try #require(payments.payments.items.first)
        #expect(payments.actions(for: first) == [.speedUp, .cancel, .push])
        let faster = CoinSendModel(account, phone.session)
        faster.customFee = "9"
        await faster.plan(.speedUp(first.id))
        guard case .reviewing(let dearer) = faster.step else { throw UnexpectedResult("\(faster.refusal as Any)") }
        #expect(faster.isReplacing && dearer.fee.value > review.fee.value)
        faster.acknowledged = Set(dearer.warnings.map(\.name))
        await faster.send()
        await payments.load()
        #expect(try network.bitcoin.paid(to: Self.shop) == 40_000)
        let second = try #require(payments.payments.items.first)
        #expect(second.replaces == first.id)

        // N1: by the level that is chosen from the start.
        let ending = CoinSendModel(account, phone.session)
        await ending.plan(.cancel(second.id))
        guard case .reviewing(let end) = ending.step else { throw UnexpectedResult("\(ending.refusal as Any)") }
        ending.acknowledged = Set(end.warnings.map(\.name))
        await ending.send()
        #expect(try network.bitcoin.paid(to: Self.shop) == 0)
    }

    @Test func onlyWhatItsScreenHasShownIsSigned() async throws {
        let network = try TestNetwork()
        let (phone, account) = try await payer("alice", in: network)
        let below = CoinSendModel(account, phone.session)
        (below.recipient, below.amount, below.customFee) = (Self.shop, "0.0001", "2")
        await below.plan()
        guard case .reviewing = below.step else { throw UnexpectedResult("\(below.refusal as Any)") }
        // A link opens a second screen above, which is left after its review.
        let above = CoinSendModel(account, phone.session)
        (above.recipient, above.amount, above.customFee) = (Self.shop, "0.0005", "2")
        await above.plan()
        guard case .reviewing = above.step else { throw UnexpectedResult("\(above.refusal as Any)") }
        await below.send()
        #expect(below.refusal?.word == .refusedStaleReview)
        #expect(try network.bitcoin.paid(to: Self.shop) == 0)
        await below.plan()
        await below.send()
        #expect(try network.bitcoin.paid(to: Self.shop) == 10_000)
    }

    @Test func whatAWatchedAccountPaysIsSignedOnAnotherPhone() async throws {
        let network = try TestNetwork()
        let (cold, own) = try await payer("alice", in: network)
        let key = try await cold.app.walletService.useCoins { try $0.descriptor(of: own.id) }
        let hot = try await network.phone("bob")
        await acceptServer(hot)
        let coins = CoinsModel(hot.session)
        coins.watchedText = key
        await coins.watch(on: .bitcoinRegtest)
        await coins.refresh()
        let watched = try #require(coins.lines.items.first?.account, "\(coins.refusal?.detail ?? "")")
        #expect(watched.isWatchOnly)

        let sending = CoinSendModel(watched, hot.session)
        (sending.recipient, sending.amount) = (Self.shop, "0.0004")
        await sending.plan()
        await sending.send()
        guard case .exported(_, let request) = sending.step else { throw UnexpectedResult("\(sending.refusal as Any)") }

        let signing = CoinSigningModel(cold.session)
        await signing.take(typed: Self.shop)
        #expect(signing.refusal?.word == .refusedNothingToSign)
        await signing.take(typed: request.text)
        guard case .reviewing(let review) = signing.step else { throw UnexpectedResult("\(signing.refusal as Any)") }
        #expect(review.payees.map(\.address) == [Self.shop] && review.change != nil)
        signing.acknowledged = Set(review.warnings.map(\.name))
        await signing.sign()
        guard case .signed(let answer) = signing.step else { throw UnexpectedResult("\(signing.refusal as Any)") }

        await sending.take(typed: answer.text)
        guard case .sent(let status) = sending.step else { throw UnexpectedResult("\(sending.refusal as Any)") }
        #expect(status.state == .sent)
        #expect(try network.bitcoin.paid(to: Self.shop) == 40_000)
    }

    @Test func aLinkThatNoAccountCanPaySaysWhy() async throws {
        let network = try TestNetwork()
        let (phone, _) = try await payer("alice", in: network)
        for (link, word) in [
            ("ethereum:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359?value=1e18", StringKey.refusedUnknownCoin),
            ("bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.5", .refusedOtherNetwork),
            ("bitcoin:nonsense", .refusedBadAddress),
        ] {
            let model = CoinLinkModel(link, phone.session)
            await model.load()
            #expect(model.accounts.refusal?.word == word, "\(link): \(model.accounts.refusal as Any)")
        }
    }

    @Test func tokensAndPeopleAreKeptWithCheckedAddresses() async throws {
        let phone = try await TestNetwork().phone("alice")
        let model = CoinSettingsModel(phone.session, .ethereum)
        await model.load()
        #expect(model.servers.isEmpty && !model.suggested.isEmpty && model.kinds == [.ethereum])
        (model.contactName, model.contactAddress) = ("bob", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
        await model.addContact()
        #expect(model.refusal != nil && model.contacts.isEmpty && model.contactName == "bob")
        model.contactAddress = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"
        await model.addContact()
        #expect(model.contacts.map(\.name) == ["bob"] && model.contactName.isEmpty && model.caution == nil)
        // N11: a typo would go unnoticed in letters of one case.
        let capitals = "0x" + model.contacts[0].address.dropFirst(2).uppercased()
        for typed in [model.contacts[0].address.lowercased(), capitals] {
            (model.contactName, model.contactAddress) = ("eve", typed)
            await model.addContact()
            #expect(model.caution == .noChecksum(model.contacts[0].address))
        }
        let said = phone.session.words(try #require(model.caution))
        #expect(said.contains(model.contacts[0].address) && said.contains("Compare every character"))
        (model.tokenAddress, model.tokenSymbol, model.tokenDecimals) = (
            "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "USDC", "6"
        )
        await model.addToken()
        #expect(model.tokens.map(\.unit.symbol) == ["USDC"] && model.caution == nil)
        (model.tokenAddress, model.tokenSymbol, model.tokenDecimals) = (
            "0xdac17f958d2ee523a2206206994597c13d831ec7", "USDT", "6"
        )
        await model.addToken()
        #expect(model.caution == .noChecksum("0xdAC17F958D2ee523a2206206994597C13D831ec7"))
        let watching = CoinAddingModel(phone.session)
        watching.network = .ethereum
        watching.watched = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359"
        await watching.watch()
        #expect(watching.caution == .noChecksum("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"))
        await model.accept(try #require(model.suggested.first))
        #expect(model.accepted.count == 1)
        await model.remove(try #require(model.accepted.first))
        #expect(model.accepted.isEmpty)
    }

    @Test func pricesAreAskedOnlyWhereThePersonSaid() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        let model = CoinSettingsModel(phone.session)
        #expect(model.priceAddress.isEmpty)
        model.priceAddress = "prices.example"
        await model.keepPriceAddress()
        #expect(model.refusal?.word == .refusedPriceAddress && phone.session.preferences.priceAddress.isEmpty)
        model.priceAddress = "https://prices.example/{COIN}-{CURRENCY}#/data/amount"
        await model.keepPriceAddress()
        #expect(model.refusal == nil && phone.session.preferences.priceAddress == model.priceAddress)
        let again = Preferences(file: network.folder.file("alice.json"), systemLanguage: .english)
        #expect(again.priceAddress == model.priceAddress)
        let coins = CoinsModel(phone.session)
        await coins.load()
        #expect(coins.step == .noPhrase && coins.lines.isEmpty)
    }
}
