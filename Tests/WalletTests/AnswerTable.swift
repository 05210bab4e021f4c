// SPDX-License-Identifier: MIT
import Banking
import Bytes
import Crypto
import Hub
import HubAPI
import Money
import Testing
import Tokens
import Wallet

/// Two people and a hub with all that its routes need.
final class AnswerScene {
    static let password = "lantern river 4827"

    let economy: TestEconomy
    let alice: Person
    let bob: Person
    let euro: Currency
    let iban: IBAN
    /// What the step before the call has made, such as a request's id.
    var made = ""
    var request: MoneyRequest?
    var quote: Quote?
    var payout: OperationID?
    var enrolment: SecondFactorEnrolment?
    var recovery: [String] = []
    var newcomer: Person?
    /// Which call this is, from 1.
    var round = 0

    init(seed: UInt64) throws {
        economy = try TestEconomy(seed: seed, certificates: 3)
        euro = try Currency(code: "EUR")
        iban = try IBAN("GB29NWBK60161331926819")
        try economy.hub.add(euro)
        try economy.hub.set(try ExchangeRate(pair: "EUR/USD", rate: "1.0850", spread: "0.5"))
        try economy.hub.setBank(
            economy.currency, iban: try IBAN("DE89370400440532013000"), name: "Hub Inc.", bic: nil, version: .v03)
        alice = try economy.person("alice", funds: 100_000)
        try economy.hub.setMerchant("alice", name: "Alice's shop")
        bob = try economy.person("bob", funds: 20_000, offline: 5_000)
    }

    var wallet: Wallet { alice.wallet }
    func cents(_ amount: Int64) -> Amount { economy.amount(amount) }
    /// What has left the account.
    var spent: Int64 { get throws { 100_000 - (try economy.balance(alice)) } }

    /// A code of the authenticator app; each is good once, so each is of a later half minute.
    func code() throws -> String {
        economy.time.advance(seconds: 60)
        let secret = try #require(enrolment).secret
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = secret.flatMap { character -> [UInt8] in
            let value = alphabet.firstIndex(of: character) ?? 0
            return (0..<5).map { UInt8(value >> (4 - $0) & 1) }
        }
        let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { bits[$0..<($0 + 8)].reduce(0) { $0 << 1 | $1 } }
        return TimeCodes(secret: SecretBytes(bytes)).code(step: TimeCodes.step(at: economy.time.now.seconds))
    }

    func logIn() throws { try wallet.login(username: "alice", password: Self.password) }

    func enrol() throws {
        enrolment = try wallet.enrolSecondFactor(password: Self.password)
        recovery = try wallet.confirmSecondFactor(try code())
    }

    /// One part of a sync, as a call of its own.
    func syncing(_ part: SyncReport.Part) throws {
        let report = try wallet.sync()
        if case .failed(let failure) = report.outcome(of: part) { throw try #require(failure.error) }
    }
}

/// A call that a wallet makes: how it comes about, and what holds after a wrong answer and one honest sync.
struct AnswerRow: Sendable, CustomTestStringConvertible {
    enum Kind: Sendable {
        /// Asked again by whoever asked; nothing is to be kept.
        case question
        /// The order is kept, and the next sync finishes it.
        case order
        /// Done once however often it is asked, by whoever asked.
        case repeated
        /// Repeated by the next sync.
        case synced
    }

    let route: String
    let kind: Kind
    /// Whether another hub's answer to the same call is told apart; what it says of itself alone cannot be.
    var isIdentified = true
    /// Whether what the hub said earlier is told where it says nothing now.
    var mayBeOld = false
    /// Whether the error has the kept order's name; a transfer's outcome has it otherwise.
    var isNamed = true
    /// Answers that are right for this call.
    var right: Set<WrongAnswer> = []
    /// One honest answer ends what calls for this route, so it comes last.
    var isOnce = false
    var before: @Sendable (AnswerScene) throws -> Void = { _ in }
    let call: @Sendable (AnswerScene) throws -> Void
    /// What is done again after a wrong answer; the call itself where there is nothing here.
    var again: (@Sendable (AnswerScene) throws -> Void)?
    /// What is true in the end, with the number of the round.
    var holds: @Sendable (AnswerScene, Int) throws -> Bool = { _, _ in true }

    var testDescription: String { route }

    static let all: [AnswerRow] = entering + looking + money + asking + repeating + people + access + offline

    private static let newcomer: @Sendable (AnswerScene) throws -> Void = { scene in
        let person = try Person("person-\(scene.round)", economy: scene.economy)
        try person.wallet.join(scene.economy.description)
        scene.newcomer = person
    }

    private static let entering: [AnswerRow] = [
        AnswerRow(
            // Another hub's session for the same name looks like one of ours; who answers is the connection's to prove.
            route: "POST /v1/auth/register", kind: .repeated, right: [.anotherHub], before: newcomer,
            call: {
                let person = try #require($0.newcomer)
                try person.wallet.register(username: person.name, password: AnswerScene.password)
            },
            holds: { scene, _ in
                let person = try #require(scene.newcomer)
                try person.sync()
                return try person.wallet.username == person.name && person.wallet.isLoggedIn
            }),
        AnswerRow(
            route: "POST /v1/auth/login", kind: .repeated, before: { try $0.wallet.logout() },
            call: { try $0.logIn() }, holds: { scene, _ in try scene.wallet.isLoggedIn }),
        AnswerRow(
            route: "POST /v1/auth/login/second-factor", kind: .repeated,
            before: {
                if $0.round == 1 { try $0.enrol() }
                try $0.wallet.logout()
            },
            call: { scene in
                try scene.wallet.login(username: "alice", password: AnswerScene.password) { try scene.code() }
            }, holds: { scene, _ in try scene.wallet.isLoggedIn }),
        AnswerRow(
            route: "POST /v1/auth/refresh", kind: .repeated, before: { $0.economy.time.advance(seconds: 3_600) },
            call: { _ = try $0.wallet.payouts() }, holds: { scene, _ in try scene.wallet.isLoggedIn }),
        AnswerRow(
            route: "GET /v1/tokens/announcements", kind: .synced, call: { try $0.syncing(.announcements) }),
    ]

    private static let looking: [AnswerRow] = [
        AnswerRow(
            route: "GET /v1/wallet/balance", kind: .synced, isIdentified: false,
            call: { try $0.syncing(.balance) },
            holds: { scene, _ in try scene.wallet.balances().account?.balance == scene.cents(100_000) }),
        AnswerRow(
            route: "GET /v1/transactions", kind: .question, isIdentified: false,
            call: { scene in
                // Each is another question, of which nothing is kept.
                var filter = HistoryFilter()
                filter.text = "words \(scene.round)"
                _ = try scene.wallet.accountHistory(filter)
            }),
        AnswerRow(
            route: "GET /v1/transactions/summary", kind: .question, isIdentified: false,
            call: { _ = try $0.wallet.historySummary(HistoryFilter()) }),
        AnswerRow(
            route: "GET /v1/transactions/{id}", kind: .question,
            before: { scene in
                scene.economy.network.refusesToPass = "/v1/transactions/send"
                defer { scene.economy.network.refusesToPass = nil }
                scene.made = try scene.wallet.sendNow(to: "bob", scene.cents(100)).subject.description
            },
            call: { try $0.wallet.cancelSend(try #require(Int64($0.made.dropFirst()))) },
            holds: { scene, _ in
                try scene.wallet.activity(named: scene.made)?.status == .cancelled && (try scene.spent) == 0
            }),
        AnswerRow(
            route: "GET /v1/transactions/{id}/proof", kind: .question,
            before: {
                if $0.round == 1 { $0.made = try $0.wallet.sendNow(to: "bob", $0.cents(100)).subject.description }
            },
            call: { _ = try $0.wallet.prove($0.made) }),
        AnswerRow(
            route: "GET /v1/ledger/head", kind: .synced, call: { try $0.syncing(.ledger) },
            holds: { scene, _ in try scene.wallet.ledger().forks.isEmpty }),
        AnswerRow(
            route: "POST /v1/tokens/status", kind: .synced, isIdentified: false, isOnce: true,
            before: { scene in
                guard scene.round == 1 else { return }
                let payment = try scene.bob.wallet.pay(try scene.wallet.request(scene.cents(700)).text)
                try scene.bob.wallet.withhold(payment.subject.row)
                scene.economy.time.advance(days: 40)
                try scene.economy.hub.sweep(scene.economy.time.now)
            },
            call: { scene in
                let report = try scene.bob.wallet.sync()
                if case .failed(let failure) = report.outcome(of: .refunds) { throw try #require(failure.error) }
            },
            holds: { scene, _ in try scene.economy.balance(scene.bob) == 20_000 }),
        AnswerRow(
            route: "GET /v1/currencies", kind: .question, isIdentified: false, mayBeOld: true,
            before: { $0.economy.time.advance(seconds: 61) }, call: { _ = try $0.wallet.currencies() }),
        AnswerRow(
            route: "POST /v1/quotes", kind: .question, isIdentified: false,
            call: { _ = try $0.wallet.quote(from: $0.economy.currency, to: $0.euro, $0.cents(1_000)) }),
        AnswerRow(
            route: "GET /v1/funding", kind: .question, isIdentified: false, call: { _ = try $0.wallet.funding() }),
        AnswerRow(
            route: "GET /v1/payouts", kind: .question, isIdentified: false, call: { _ = try $0.wallet.payouts() }),
    ]

    private static let money: [AnswerRow] = [
        AnswerRow(
            route: "POST /v1/wallet/purchase", kind: .order, call: { try $0.wallet.buy($0.cents(100)) },
            holds: { scene, round in
                let offline = Int64(round) * 100
                return try scene.spent == offline && scene.alice.offline == offline
            }),
        AnswerRow(
            route: "POST /v1/transactions/send", kind: .order, isNamed: false,
            call: { scene in
                let outcome = try scene.wallet.sendNow(to: "bob", scene.cents(100))
                guard case .waiting(let error) = outcome.state else {
                    if case .refused(let error) = outcome.state { Issue.record("Refused: \(error)") }
                    return
                }
                #expect(try scene.wallet.activity(named: outcome.subject.description)?.status == .open)
                throw error
            },
            holds: { scene, round in
                try scene.spent == Int64(round) * 100
                    && scene.economy.balance(scene.bob) == 15_000 + Int64(round) * 100
            }),
        AnswerRow(
            route: "POST /v1/conversions", kind: .order, isIdentified: false,
            before: { $0.quote = try $0.wallet.quote(from: $0.economy.currency, to: $0.euro, $0.cents(100)) },
            call: { try $0.wallet.convert(try #require($0.quote)) },
            holds: { scene, round in try scene.spent == Int64(round) * 100 }),
        AnswerRow(
            route: "POST /v1/payouts", kind: .order, isIdentified: false,
            call: { try $0.wallet.payOut($0.cents(100), to: $0.iban, name: "A. Smith") },
            holds: { scene, round in
                try scene.wallet.payouts().count == round && scene.spent == Int64(round) * 100
            }),
        AnswerRow(
            route: "POST /v1/payouts/cancel", kind: .repeated,
            before: { scene in
                try scene.wallet.payOut(scene.cents(100), to: scene.iban, name: "A. Smith")
                scene.payout = try #require(try scene.wallet.payouts().first { $0.state == .pending }).id
            },
            call: { _ = try $0.wallet.cancelPayout(try #require($0.payout)) },
            again: { scene in
                // What was taken back cannot be taken back again, and the list says what it is.
                guard try scene.wallet.payouts().contains(where: { $0.state == .pending }) else { return }
                _ = try scene.wallet.cancelPayout(try #require(scene.payout))
            },
            holds: { scene, _ in
                try scene.wallet.payouts().allSatisfy { $0.state == .cancelled } && (try scene.spent) == 0
            }),
    ]

    private static let asks: @Sendable (AnswerScene) throws -> Void = {
        $0.request = try $0.bob.wallet.ask("alice", for: $0.cents(100))
        $0.made = try #require($0.request).id
    }

    private static let isAsked: @Sendable (AnswerScene) throws -> Void = {
        $0.made = try $0.wallet.ask("bob", for: $0.cents(100)).id
    }

    private static let splits: @Sendable (AnswerScene) throws -> Void = {
        $0.made = try $0.wallet.split(
            $0.cents(100), among: [.init(person: "bob", weight: 1), .init(person: "alice", weight: 1)]
        ).id
    }

    private static let asking: [AnswerRow] = [
        AnswerRow(
            route: "POST /v1/requests", kind: .order, isIdentified: false,
            call: { _ = try $0.wallet.ask("bob", for: $0.cents(100)) },
            holds: { scene, round in try scene.bob.wallet.requests(.incoming, limit: 100).items.count == round }),
        AnswerRow(
            route: "GET /v1/requests", kind: .question, isIdentified: false,
            call: { _ = try $0.wallet.requests(.incoming) }),
        AnswerRow(
            route: "GET /v1/requests/{id}", kind: .question, before: { if $0.round == 1 { try asks($0) } },
            call: { _ = try $0.wallet.request(named: $0.made) }),
        AnswerRow(
            route: "POST /v1/requests/{id}/pay", kind: .order, before: asks,
            call: { try $0.wallet.pay(try #require($0.request), $0.cents(100)) },
            holds: { scene, round in
                let lines = try scene.wallet.activity(limit: 200).filter { $0.kind == .sent && $0.status == .done }
                return try scene.spent == Int64(round) * 100 && lines.count == round
                    && lines.allSatisfy { $0.counterpart == "bob" && $0.amount == scene.cents(100) }
            }),
        AnswerRow(
            route: "POST /v1/requests/{id}/decline", kind: .repeated, before: asks,
            call: { _ = try $0.wallet.declineRequest(named: $0.made) },
            holds: { scene, _ in try scene.wallet.request(named: scene.made).state == .declined }),
        AnswerRow(
            route: "POST /v1/requests/{id}/cancel", kind: .repeated, before: isAsked,
            call: { _ = try $0.wallet.cancelRequest(named: $0.made) },
            holds: { scene, _ in try scene.wallet.request(named: scene.made).state == .cancelled }),
        AnswerRow(
            route: "POST /v1/splits", kind: .order, isIdentified: false, call: splits,
            holds: { scene, round in try scene.wallet.splits(limit: 100).items.count == round }),
        AnswerRow(
            route: "GET /v1/splits", kind: .question, isIdentified: false, call: { _ = try $0.wallet.splits() }),
        AnswerRow(
            route: "GET /v1/splits/{id}", kind: .question, before: { if $0.round == 1 { try splits($0) } },
            call: { _ = try $0.wallet.split(named: $0.made) }),
        AnswerRow(
            route: "POST /v1/splits/{id}/cancel", kind: .repeated, before: splits,
            call: { _ = try $0.wallet.cancelSplit(named: $0.made) },
            holds: { scene, _ in
                try scene.wallet.split(named: scene.made).shares.allSatisfy {
                    $0.request == nil || $0.state == .cancelled
                }
            }),
    ]

    private static let ordered: @Sendable (AnswerScene) throws -> Void = { scene in
        scene.made = try scene.wallet.payRegularly(
            scene.cents(100), to: "bob", try Rhythm(.monthly),
            from: try #require(CalendarDay(text: "2027-06-01")),
            note: "round \(scene.round)"
        ).id
    }

    private static func state(
        _ scene: AnswerScene, _ state: RecurringPayment.State
    ) throws -> Bool { try scene.wallet.recurringPayment(named: scene.made).state == state }

    private static let repeating: [AnswerRow] = [
        AnswerRow(
            route: "POST /v1/recurring", kind: .order, isIdentified: false, call: ordered,
            holds: { scene, round in try scene.wallet.recurringPayments(limit: 100).items.count == round }),
        AnswerRow(
            route: "GET /v1/recurring", kind: .question, isIdentified: false,
            call: { _ = try $0.wallet.recurringPayments() }),
        AnswerRow(
            route: "GET /v1/recurring/{id}", kind: .question, before: { if $0.round == 1 { try ordered($0) } },
            call: { _ = try $0.wallet.recurringPayment(named: $0.made) }),
        AnswerRow(
            route: "POST /v1/recurring/{id}/pause", kind: .repeated, before: ordered,
            call: { _ = try $0.wallet.pauseRecurring(named: $0.made) },
            holds: { scene, _ in try state(scene, .paused) }),
        AnswerRow(
            route: "POST /v1/recurring/{id}/resume", kind: .repeated,
            before: {
                try ordered($0)
                _ = try $0.wallet.pauseRecurring(named: $0.made)
            },
            call: { _ = try $0.wallet.resumeRecurring(named: $0.made) },
            holds: { scene, _ in try state(scene, .active) }),
        AnswerRow(
            route: "POST /v1/recurring/{id}/cancel", kind: .repeated, before: ordered,
            call: { _ = try $0.wallet.cancelRecurring(named: $0.made) },
            holds: { scene, _ in try state(scene, .cancelled) }),
    ]

    private static let people: [AnswerRow] = [
        AnswerRow(
            route: "GET /v1/contacts", kind: .question, isIdentified: false, mayBeOld: true,
            call: { _ = try $0.wallet.contacts() }),
        AnswerRow(
            route: "POST /v1/contacts", kind: .repeated, isIdentified: false,
            call: { _ = try $0.wallet.keep(Contact(username: "bob", name: "Robert \($0.round)")) },
            holds: { scene, round in try scene.wallet.contacts().map(\.name) == ["Robert \(round)"] }),
        AnswerRow(
            route: "POST /v1/contacts/forget", kind: .repeated, right: [.emptyObject, .anotherHub],
            before: { _ = try $0.wallet.keep(Contact(username: "bob", name: "Robert")) },
            call: { try $0.wallet.forgetContact("bob") },
            again: { scene in
                // The wallet looks for the contact first, and the hub has forgotten it already.
                if try !scene.wallet.contacts().isEmpty { try scene.wallet.forgetContact("bob") }
            }, holds: { scene, _ in try scene.wallet.contacts().isEmpty }),
        AnswerRow(
            route: "POST /v1/contacts/find", kind: .question, isIdentified: false,
            call: { _ = try $0.wallet.findAccount("bob") }),
        AnswerRow(
            route: "GET /v1/contacts/blocked", kind: .question, isIdentified: false,
            call: { _ = try $0.wallet.blockedAccounts() }),
        AnswerRow(
            route: "POST /v1/contacts/block", kind: .repeated, right: [.emptyObject, .anotherHub],
            before: { if try !$0.wallet.blockedAccounts().isEmpty { try $0.wallet.unblock("bob") } },
            call: { try $0.wallet.block("bob") },
            holds: { scene, _ in try scene.wallet.blockedAccounts() == ["bob"] }),
        AnswerRow(
            route: "POST /v1/contacts/unblock", kind: .repeated, right: [.emptyObject, .anotherHub],
            before: { try $0.wallet.block("bob") }, call: { try $0.wallet.unblock("bob") },
            again: { if try !$0.wallet.blockedAccounts().isEmpty { try $0.wallet.unblock("bob") } },
            holds: { scene, _ in try scene.wallet.blockedAccounts().isEmpty }),
        AnswerRow(
            route: "GET /v1/merchant/webhook", kind: .question, isIdentified: false,
            call: { _ = try $0.wallet.webhook() }),
        AnswerRow(
            route: "POST /v1/merchant/webhook", kind: .repeated, isIdentified: false,
            call: { _ = try $0.wallet.setWebhook("https://shop.example/\($0.round)") },
            holds: { scene, round in try scene.wallet.webhook().url == "https://shop.example/\(round)" }),
        AnswerRow(
            route: "POST /v1/merchant/webhook/remove", kind: .repeated, right: [.emptyObject, .anotherHub],
            before: { _ = try $0.wallet.setWebhook("https://shop.example/") },
            call: { try $0.wallet.removeWebhook() },
            holds: { scene, _ in try scene.wallet.webhook().url == nil }),
    ]

    private static let access: [AnswerRow] = [
        AnswerRow(
            route: "GET /v1/devices", kind: .question, isIdentified: false, call: { _ = try $0.wallet.devices() }),
        AnswerRow(
            route: "POST /v1/devices/revoke", kind: .repeated, right: [.emptyObject, .anotherHub],
            before: { scene in
                let tablet = try Person("alice", economy: scene.economy)
                try tablet.wallet.join(scene.economy.description)
                try tablet.wallet.login(username: "alice", password: AnswerScene.password, device: "tablet")
            },
            call: { _ = try $0.wallet.revokeDevice("tablet") },
            again: { scene in
                if try scene.wallet.devices().count > 1 { _ = try scene.wallet.revokeDevice("tablet") }
            },
            holds: { scene, _ in try scene.wallet.devices().count == 1 }),
        AnswerRow(
            route: "POST /v1/devices/pairings", kind: .repeated, call: { _ = try $0.wallet.makePairingCode() },
            holds: { scene, _ in try scene.wallet.pairing().state == .waiting }),
        AnswerRow(
            route: "GET /v1/devices/pairings", kind: .question, isIdentified: false,
            before: { _ = try $0.wallet.makePairingCode() }, call: { _ = try $0.wallet.pairing() }),
        AnswerRow(
            route: "POST /v1/devices/pairings/decide", kind: .repeated,
            before: { _ = try $0.wallet.makePairingCode() }, call: { _ = try $0.wallet.refusePairing() },
            holds: { scene, _ in try scene.wallet.pairing().state == .refused }),
        AnswerRow(
            route: "POST /v1/devices/revoke-all", kind: .repeated, right: [.emptyObject, .anotherHub],
            before: { if try !$0.wallet.isLoggedIn { try $0.logIn() } },
            call: { try $0.wallet.logoutEverywhere() },
            again: { scene in
                // The session is over at the hub, and the wallet learns it with the next call.
                _ = try scene.wallet.sync()
                #expect(try !scene.wallet.isLoggedIn)
                try scene.logIn()
            }),
        AnswerRow(
            route: "GET /v1/auth/second-factor", kind: .question, isIdentified: false,
            call: { _ = try $0.wallet.secondFactor() }),
        AnswerRow(
            route: "POST /v1/auth/second-factor/enrol", kind: .repeated, isIdentified: false,
            call: { $0.enrolment = try $0.wallet.enrolSecondFactor(password: AnswerScene.password) }),
        AnswerRow(
            route: "POST /v1/auth/second-factor/confirm", kind: .repeated, isIdentified: false,
            before: { $0.enrolment = try $0.wallet.enrolSecondFactor(password: AnswerScene.password) },
            call: { $0.recovery = try $0.wallet.confirmSecondFactor(try $0.code()) },
            again: { scene in
                // It is on; recovery codes that nobody saw are replaced.
                scene.recovery = try scene.wallet.makeRecoveryCodes(try scene.code())
                try scene.wallet.disableSecondFactor(try scene.code())
            }),
        AnswerRow(
            route: "POST /v1/auth/second-factor/disable", kind: .repeated, right: [.emptyObject, .anotherHub],
            before: { try $0.enrol() }, call: { try $0.wallet.disableSecondFactor(try $0.code()) },
            again: { _ in }, holds: { scene, _ in try !scene.wallet.secondFactor().isOn }),
        AnswerRow(
            route: "POST /v1/auth/second-factor/recovery-codes", kind: .repeated, isIdentified: false,
            before: { if $0.round == 1 { try $0.enrol() } },
            call: { $0.recovery = try $0.wallet.makeRecoveryCodes(try $0.code()) },
            holds: { scene, _ in try scene.wallet.secondFactor().recoveryCodesLeft == 10 }),
        AnswerRow(
            route: "POST /v1/auth/password", kind: .repeated, right: [.emptyObject, .anotherHub],
            call: {
                try $0.wallet.changePassword(
                    from: $0.round == 1 ? AnswerScene.password : "another lantern \($0.round - 1)",
                    to: "another lantern \($0.round)")
            },
            again: { scene in
                try scene.wallet.logout()
                try scene.wallet.login(username: "alice", password: "another lantern \(scene.round)")
            }),
    ]

    private static let offline: [AnswerRow] = [
        AnswerRow(
            route: "POST /v1/tokens/redeem", kind: .synced,
            before: { scene in
                let request = try scene.wallet.request(scene.cents(100))
                _ = try scene.wallet.receive(try scene.bob.wallet.pay(request.text).text)
            },
            call: { try $0.syncing(.uploads) },
            holds: { scene, round in try scene.spent == Int64(round) * -100 }),
        AnswerRow(
            route: "POST /v1/tokens/certificates", kind: .synced,
            before: { _ = try $0.wallet.request($0.cents(100)) }, call: { try $0.syncing(.certificates) },
            holds: { scene, _ in try scene.wallet.balances().requestsReady == 3 }),
    ]
}
