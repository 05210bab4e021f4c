// SPDX-License-Identifier: MIT
import Chains
import Coins
import Money
import ScreenModels
import Synchronization
import TestSupport
import Testing
import Tokens
import Wallet

/// What the screens of coins offer beside paying and being paid.
@MainActor
struct CoinToolsTests {
    private static let phrase =
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
    private static let anyKey =
        "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8"
    private static let shop = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
    private static let other = "bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx"

    /// A phone with a phrase and a server of the paper chain.
    private func phone(
        _ name: String, in network: TestNetwork, phrase: String? = nil, on chainNetwork: Network = .bitcoinRegtest
    ) async throws -> (Phone, CoinsModel) {
        let phone = try await network.phone(name)
        let model = CoinsModel(phone.session)
        if let phrase {
            model.typedPhrase = phrase
            await model.restorePhrase()
        } else {
            await model.makePhrase()
            await model.hidePhrase()
        }
        let settings = CoinSettingsModel(phone.session, chainNetwork)
        settings.url = "tcp://127.0.0.1:50001"
        await settings.addServer()
        return (phone, model)
    }

    private func funded(in network: TestNetwork, on chainNetwork: Network = .bitcoinRegtest) async throws -> (
        Phone, CoinAccount
    ) {
        let (phone, model) = try await phone("alice", in: network, phrase: Self.phrase, on: chainNetwork)
        await model.addAccount(on: chainNetwork)
        let account = try #require(model.lines.items.first?.account, "\(model.refusal?.detail ?? "")")
        let receiving = CoinAccountModel(account, phone.session)
        await receiving.receive()
        try network.bitcoin.fund(try #require(receiving.address?.address), 90_000, on: chainNetwork)
        await model.refresh()
        return (phone, account)
    }

    // MARK: - Sending

    @Test func severalPeopleArePaidByOneTransaction() async throws {
        let network = try TestNetwork()
        let (phone, account) = try await funded(in: network)
        let model = CoinSendModel(account, phone.session)
        #expect(model.canHaveOthers)
        (model.recipient, model.amount) = (Self.shop, "0.0002")
        model.addPayee()
        model.addPayee()
        #expect(!model.canPlan, "two payees are not filled in")
        model.removePayee(try #require(model.others.last?.id))
        model.change(try #require(model.others.first?.id), recipient: Self.other, amount: "0.0001")
        await model.plan()
        guard case .reviewing(let review) = model.step else { throw UnexpectedResult("\(model.refusal as Any)") }
        #expect(Set(review.payees.map(\.address)) == [Self.shop, Self.other])
        model.acknowledged = Set(review.warnings.map(\.name))
        await model.send()
        guard case .sent = model.step else { throw UnexpectedResult("\(model.refusal as Any)") }
        #expect(try network.bitcoin.paid(to: Self.shop) == 20_000)
        #expect(try network.bitcoin.paid(to: Self.other) == 10_000)
    }

    @Test func aLineIsLabelledAndAWaitingOneLifted() async throws {
        let network = try TestNetwork()
        let (phone, account) = try await funded(in: network)
        let sending = CoinSendModel(account, phone.session)
        (sending.recipient, sending.amount) = (Self.shop, "0.0002")
        await sending.plan()
        await sending.send()
        let shown = CoinAccountModel(account, phone.session)
        await shown.load()
        let line = try #require(shown.history.items.first { $0.direction == .outgoing })
        let model = CoinLineModel(line, of: account, phone.session)
        #expect(!model.canBeLifted, "it is ours to speed up")
        model.label = "  tea "
        await model.keepLabel()
        await shown.load()
        #expect(model.isKept && shown.history.items.first { $0.id == line.id }?.label == "tea")
        let child = CoinSendModel(account, phone.session)
        child.customFee = "5"
        await child.plan(.child(line.id))
        guard case .reviewing(let review) = child.step else { throw UnexpectedResult("\(child.refusal as Any)") }
        #expect(child.isReplacing && !review.payees.contains { $0.address == Self.shop })
        let nonce = CoinSendModel(account, phone.session)
        await nonce.plan(.nonceAccount)
        #expect(nonce.refusal != nil, "only Solana has them")
    }

    // MARK: - Accounts

    @Test func anAccountIsWatchedByWhatIsPastedOrShownInACode() async throws {
        let network = try TestNetwork()
        let (cold, own) = try await funded(in: network)
        let details = CoinAccountDetailsModel(own, cold.session)
        await details.showKey()
        let key = try #require(details.key)
        #expect(details.keyCode != nil)
        details.name = " Savings "
        await details.rename()
        #expect(details.account.name == "Savings" && !details.canRename)

        let hot = try await network.phone("bob")
        let adding = CoinAddingModel(hot.session)
        adding.network = .bitcoinRegtest
        adding.watched = "nonsense"
        #expect(await adding.watch() == false)
        #expect(adding.refusal != nil && adding.added == nil)
        (adding.watched, adding.name) = (key, "cold")
        #expect(await adding.watch(), "\(adding.refusal?.detail ?? "")")
        #expect(adding.added?.isWatchOnly == true && adding.added?.name == "cold" && adding.watched.isEmpty)
        #expect(await adding.take(typed: Self.shop), "\(adding.refusal?.detail ?? "")")
        #expect(adding.added?.address == Self.shop)
        #expect(await adding.take(typed: key) == false)
        #expect(adding.refusal?.word == .refusedAccountExists)
        let coins = CoinsModel(hot.session)
        await coins.load()
        #expect(coins.step == .ready && coins.lines.items.count == 2)
        // The key of BIP 32's first test vector does not say which kind of account it is of.
        adding.network = .bitcoin
        adding.watched = Self.anyKey
        #expect(adding.isOfAnyKind)
        adding.watchedScheme = .taproot
        #expect(await adding.watch(), "\(adding.refusal?.detail ?? "")")
        #expect(adding.added?.scheme == .taproot)
        await CoinAccountDetailsModel(try #require(adding.added), hot.session).hide()
        await coins.load()
        let hiding = CoinAccountDetailsModel(try #require(coins.lines.items.last?.account), hot.session)
        await hiding.hide()
        await coins.load()
        #expect(hiding.isHidden && coins.lines.items.count == 1)
    }

    @Test func accountsOfEveryKindAreAdded() async throws {
        let network = try TestNetwork()
        let (phone, coins) = try await phone("alice", in: network, phrase: Self.phrase)
        let adding = CoinAddingModel(phone.session)
        for scheme in adding.schemes {
            adding.scheme = scheme
            #expect(await adding.add(), "\(adding.refusal?.detail ?? "")")
            #expect(adding.added?.scheme == scheme)
        }
        adding.scheme = .segwit
        #expect(await adding.add())
        #expect(adding.added?.path == "m/84'/0'/1'", "the next one")
        (adding.number, adding.name) = ("7", "seventh")
        #expect(await adding.add())
        #expect(adding.added?.path == "m/84'/0'/6'" && adding.added?.name == "seventh")
        adding.number = "none"
        #expect(!adding.canAdd)
        adding.network = .ethereum
        (adding.number, adding.path) = ("", "m/44'/60'/0'/0/7")
        #expect(adding.scheme == .ethereum)
        #expect(await adding.add())
        #expect(adding.added?.path == "m/44'/60'/0'/0/7")
        await coins.load()
        #expect(coins.lines.items.count == 7)
        await coins.revealPhrase()
        #expect(coins.step == .showing(Self.phrase.split(separator: " ").map(String.init)) && coins.isRevealed)
        await coins.hidePhrase()
        #expect(coins.step == .ready && !coins.isRevealed)
        await coins.discover()
        #expect(coins.found != nil && coins.refusal == nil, "\(coins.refusal as Any)")
    }

    @Test func aPhraseMayHaveMoreWordsOfAnotherLanguageAndAnExtraOne() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        let model = CoinsModel(phone.session)
        (model.wordCount, model.wordLanguage, model.extraWord) = (24, .japanese, "lantern")
        await model.makePhrase()
        guard case .showing(let words) = model.step else { throw UnexpectedResult("\(model.refusal as Any)") }
        #expect(words.count == 24 && model.extraWord.isEmpty)
        await model.hidePhrase()
        await model.addAccount(on: .bitcoin)
        var addresses: [String] = [try await firstAddress(model, phone)]
        for (name, extra) in [("bob", "lantern"), ("carol", "")] {
            let again = try await network.phone(name)
            let restoring = CoinsModel(again.session)
            (restoring.typedPhrase, restoring.extraWord) = (words.joined(separator: " "), extra)
            await restoring.restorePhrase()
            await restoring.addAccount(on: .bitcoin)
            addresses.append(try await firstAddress(restoring, again))
        }
        #expect(addresses[0] == addresses[1] && addresses[0] != addresses[2])
    }

    private func firstAddress(_ model: CoinsModel, _ phone: Phone) async throws -> String {
        let account = try #require(model.lines.items.first?.account, "\(model.refusal?.detail ?? "")")
        let shown = CoinAccountModel(account, phone.session)
        await shown.receive()
        return try #require(shown.address?.address)
    }

    // MARK: - Several people, and PSBTs

    @Test func twoOfThreePeoplePayAndEachSeesWhatIsMissing() async throws {
        let network = try TestNetwork()
        var phones: [Phone] = []
        var parts: [String] = []
        for name in ["alice", "bob", "carol"] {
            let (phone, _) = try await phone(name, in: network)
            let model = SharedAccountModel(phone.session)
            model.network = .bitcoinRegtest
            await model.load()
            phones.append(phone)
            parts.append(try #require(model.ownKey, "\(model.refusal as Any)"))
        }
        var accounts: [CoinAccount] = []
        var addresses: Set<String> = []
        for (index, phone) in phones.enumerated() {
            let model = SharedAccountModel(phone.session)
            model.network = .bitcoinRegtest
            await model.load()
            #expect(!model.canMake)
            await model.take(typed: Self.shop)
            #expect(model.refusal?.word == .refusedNoCosigner)
            for part in parts where part != parts[index] { await model.take(typed: part) }
            model.typedKey = parts[index]
            model.addKey()
            #expect(model.refusal?.word == .refusedSamePerson && model.people == 3)
            (model.needed, model.name) = (2, "club")
            await model.make()
            guard case .made(let account, let address, let descriptor) = model.step else {
                throw UnexpectedResult("\(model.refusal as Any)")
            }
            accounts.append(account)
            addresses.insert(address)
            #expect(descriptor.contains("sortedmulti(2,"))
        }
        #expect(addresses.count == 1)
        try network.bitcoin.fund(try #require(addresses.first), 90_000)
        let coins = CoinsModel(phones[0].session)
        await coins.refresh()

        let sending = CoinSendModel(accounts[0], phones[0].session)
        #expect(sending.needsSigner)
        (sending.recipient, sending.amount) = (Self.shop, "0.0004")
        await sending.plan()
        guard case .reviewing(let plan) = sending.step else { throw UnexpectedResult("\(sending.refusal as Any)") }
        sending.acknowledged = Set(plan.warnings.map(\.name))
        await sending.send()
        guard case .exported(_, let request) = sending.step else { throw UnexpectedResult("\(sending.refusal as Any)") }
        // The same request to two people: their answers can be put together without any account.
        var answers: [CodeModel] = []
        for phone in [phones[1], phones[2]] { answers.append(try await signed(request, by: phone)) }

        let model = PSBTModel(phones[1].session)
        model.network = .bitcoinRegtest
        await model.take(typed: Self.shop)
        #expect(model.refusal?.word == .refusedNothingToSign && model.summary == nil)
        try network.folder.write(try #require(answers[0].file), to: "one.psbt")
        await model.take(typed: network.folder.file("one.psbt"))
        #expect(model.count == 1 && model.summary?.isComplete == false && !model.canFinish, "\(model.refusal as Any)")
        #expect(model.summary?.inputs.map(\.signatures) == [1])
        await model.take(typed: answers[1].text)
        #expect(model.count == 2 && model.canFinish)
        await model.finish()
        #expect(model.digits?.isEmpty == false && model.transaction != nil, "\(model.refusal as Any)")
        #expect(model.code?.fileName == "payment.psbt")
        model.clear()
        #expect(model.summary == nil && model.count == 0)

        await sending.take(typed: answers[0].text)
        guard case .exported(_, let next) = sending.step else { throw UnexpectedResult("\(sending.refusal as Any)") }
        #expect(sending.isPartlySigned)
        await sending.take(typed: try await signed(next, by: phones[2]).text)
        guard case .sent(let status) = sending.step else { throw UnexpectedResult("\(sending.refusal as Any)") }
        #expect(status.state == .sent)
        #expect(try network.bitcoin.paid(to: Self.shop) == 40_000)
    }

    private func signed(_ request: CodeModel, by phone: Phone) async throws -> CodeModel {
        let signing = CoinSigningModel(phone.session)
        await signing.take(typed: request.text)
        guard case .reviewing(let review) = signing.step else { throw UnexpectedResult("\(signing.refusal as Any)") }
        signing.acknowledged = Set(review.warnings.map(\.name))
        await signing.sign()
        guard case .signed(let answer) = signing.step else { throw UnexpectedResult("\(signing.refusal as Any)") }
        return answer
    }

    // MARK: - Texts

    @Test func aTextIsSignedAndAnybodyCanCheckIt() async throws {
        let network = try TestNetwork()
        let (phone, coins) = try await phone("alice", in: network, phrase: Self.phrase)
        for chainNetwork in CoinsModel.networks { await coins.addAccount(on: chainNetwork) }
        for line in coins.lines.items {
            let model = CoinMessageModel(line.account, phone.session)
            #expect(!model.canLook)
            model.text = "I am the owner"
            await model.look()
            guard case .reviewing(let review) = model.step else { throw UnexpectedResult("\(model.refusal as Any)") }
            #expect(review.lines == ["I am the owner"] || line.account.network != .bitcoin)
            model.acknowledged = Set(review.warnings.map(\.name))
            await model.sign()
            guard case .signed(let signer, let signature, _) = model.step else {
                throw UnexpectedResult("\(model.refusal as Any)")
            }
            let checking = CoinVerifyModel(phone.session)
            #expect(!checking.canVerify)
            (checking.network, checking.address) = (line.account.network, signer)
            (checking.text, checking.signature) = ("I am the owner", signature)
            checking.verify()
            #expect(checking.verdict == .signedBy(signer), "\(checking.refusal as Any)")
            checking.text = "I am not the owner"
            #expect(checking.verdict == .unknown, "a verdict is of what stands there")
            checking.verify()
            #expect(checking.verdict == .notSignedBy(signer))
            checking.signature = "nonsense"
            checking.verify()
            #expect(checking.verdict == .unknown && checking.refusal != nil)
        }
    }

    @Test func typedDataWantsItsWarningReadAndComesFromAFile() async throws {
        let network = try TestNetwork()
        let (phone, coins) = try await phone("alice", in: network, phrase: Self.phrase)
        await coins.addAccount(on: .ethereum)
        let model = CoinMessageModel(try #require(coins.lines.items.first?.account), phone.session)
        #expect(model.canBeTyped && !model.canChooseAddress)
        let json = """
            {"types":{"EIP712Domain":[{"name":"name","type":"string"}],"Mail":[{"name":"contents","type":"string"}]},
            "primaryType":"Mail","domain":{"name":"Shop"},"message":{"contents":"hi"}}
            """
        try network.folder.write(Array(json.utf8), to: "typed.json")
        try network.folder.write([0xFF, 0xFE, 0], to: "odd.bin")
        await model.take(file: network.folder.file("odd.bin"))
        #expect(model.refusal?.word == .refusedOtherContent && model.text.isEmpty)
        await model.take(file: network.folder.file("typed.json"))
        model.isTyped = true
        await model.look()
        guard case .reviewing(let review) = model.step else { throw UnexpectedResult("\(model.refusal as Any)") }
        #expect(review.warnings.map(\.name) == ["any-network"] && !model.canSign)
        await model.sign()
        guard case .reviewing = model.step else { throw UnexpectedResult("it was signed without its warning") }
        model.acknowledged = ["any-network"]
        await model.sign()
        guard case .signed(let signer, let signature, _) = model.step else {
            throw UnexpectedResult("\(model.refusal as Any)")
        }
        let checking = CoinVerifyModel(phone.session)
        (checking.network, checking.address, checking.text) = (.ethereum, signer, json)
        (checking.signature, checking.isTyped) = (signature, true)
        checking.verify()
        #expect(checking.verdict == .signedBy(signer))
    }

    // MARK: - Prices

    @Test func aPriceIsDrawnFromASourceAndFromWhatWasSeen() async throws {
        let network = try TestNetwork()
        let (phone, _) = try await funded(in: network, on: .bitcoin)
        let isDown = Mutex(false)
        let now = network.time.now.seconds
        let listener = try LocalListener { caller in
            while true {
                let asked = String(decoding: caller.read(), as: UTF8.self)
                guard !asked.isEmpty else { break }
                let body =
                    asked.hasPrefix("GET /now/BTC")
                    ? #"{"price":"60000.00"}"#
                    : #"{"prices":[[\#((now - 86_400) * 1_000),50000],[\#((now - 60) * 1_000),55000.5]]}"#
                caller.send(
                    isDown.withLock { $0 }
                        ? "HTTP/1.1 503 Down\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            }
        }
        let model = CoinPriceModel(.bitcoin, phone.session)
        await model.load()
        #expect(model.history.isEmpty && !model.hasSource)

        let settings = CoinSettingsModel(phone.session)
        settings.priceAddress = "http://127.0.0.1:\(listener.port)/now/{COIN}#/price"
        settings.priceHistoryAddress = "nonsense"
        await settings.keepPriceAddress()
        #expect(settings.refusal?.word == .refusedPriceAddress && phone.session.preferences.priceAddress.isEmpty)
        settings.priceHistoryAddress = "http://127.0.0.1:\(listener.port)/before/{name}#/prices"
        await settings.keepPriceAddress()
        #expect(settings.refusal == nil, "\(settings.refusal?.detail ?? "")")
        await model.load()
        #expect(model.history.value?.points.count == 2, "\(model.history.refusal as Any)")
        #expect(model.history.value?.origin == .source && model.staleBecause == nil)
        #expect(model.change == "+10.0 %" && model.summary.contains("55,000.50") && model.summary.contains("50,000.00"))

        let coins = CoinsModel(phone.session)
        await coins.load()
        await coins.loadWorth()
        #expect(coins.lines.items.first?.balances.first?.worth?.minorUnits == 54_00)
        isDown.withLock { $0 = true }
        network.time.advance(seconds: 400)
        await model.load()
        #expect(model.history.value?.origin == .seen && model.staleBecause?.word == .refusedServerUnreachable)
        #expect(model.history.value?.last.price.minorUnits == 60_000_00)
        // Another coin was never seen.
        let never = CoinPriceModel(.sol, phone.session)
        await never.load()
        #expect(never.history.refusal?.word == .refusedServerUnreachable)
        settings.priceHistoryAddress = ""
        settings.priceCurrency = "none"
        await settings.keepPriceAddress()
        #expect(settings.refusal?.word == .refusedCurrency && phone.session.preferences.priceCurrency.isEmpty)
        settings.priceCurrency = " eur"
        await settings.keepPriceAddress()
        #expect(settings.refusal == nil && phone.session.priceCurrency?.code == "EUR")
        model.span = .year
        await model.load()
        #expect(model.history.value?.origin == .seen)
    }

    // MARK: - Slow servers

    @Test func aSlowServerHoldsUpNeitherTheCardsNorTheWalletNorTheLock() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        let coins = CoinsModel(phone.session)
        coins.typedPhrase = Self.phrase
        await coins.restorePhrase()
        let asked = Mutex(0)
        // It takes every question and answers none.
        let listener = try LocalListener { caller in
            if !caller.read().isEmpty { asked.withLock { $0 += 1 } }
            caller.waitForEnd()
        }
        let settings = CoinSettingsModel(phone.session, .bitcoinRegtest)
        settings.kind = .esplora
        settings.url = "http://127.0.0.1:\(listener.port)/api"
        await settings.addServer()
        await coins.addAccount(on: .bitcoinRegtest)
        let account = try #require(coins.lines.items.first?.account)

        let cards = CardsModel(phone.session)
        let wants: [() async -> Void] = [
            { await cards.reload() }, { await phone.session.load() },
            { _ = try? await phone.app.walletService.useSoon { try $0.username } },
            { await settings.load() }, { await phone.app.lock() },
        ]
        for (number, want) in wants.enumerated() {
            let shown = CoinAccountModel(account, phone.session)
            let before = asked.withLock { $0 }
            async let news: Void = shown.load()
            while asked.withLock({ $0 }) == before { await Task.yield() }
            await want()
            await news
            // The server had half a minute, and did not get it.
            #expect(shown.staleBecause?.word == .refusedSlowServer, "want \(number): \(shown.staleBecause as Any)")
        }
        #expect(cards.cards.isEmpty && cards.refusal == nil)
    }
}
