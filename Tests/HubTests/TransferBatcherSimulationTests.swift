// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import Testing
import Tokens

/// Batches of transfers, of requests that are paid, and of tokens that are bought and redeemed, from a seed, some interrupted,
/// against a ledger of a few lines that everybody can check. All steps of a seed are one hub's, which starts again now and
/// then.
///
/// `SATCHEL_LANE_STEPS` says how many steps a seed has; `make soak` asks for a million.
@Suite(.serialized) struct TransferBatcherSimulationTests {
    @Test(arguments: [1, 2, 3]) func theWriterDoesWhatTheModelDoes(seed: UInt64) throws {
        var run = try SimulationRun(seed: seed)
        while run.steps < Self.steps { try run.turn() }
        try run.finish()
    }

    private static var steps: Int { getenv("SATCHEL_LANE_STEPS").flatMap { Int(String(cString: $0)) } ?? 600 }
}

/// A hub, its people, and the model of it.
private struct SimulationRun {
    /// What must have come to pass, or the run has proved less than it says.
    private enum Event: CaseIterable {
        case paid, refused, repeated, interrupted, toppedUp, requestPaid, cancelled, bought, redeemed, restarted
    }

    private static let people = 6
    /// Requests, tokens and orders that may be meant again.
    private static let remembered = (requests: 24, tokens: 24, orders: 200)

    private let disk: HubOnDisk
    private let writer = HeldWriter()
    private var hub: TestHub
    private var accounts: [TestAccount] = []
    private var model = TransferBatcherModel(balances: [Int64](repeating: 500, count: people))
    private var random: SplitMix
    private var recent: [ModelOrder] = []
    private var seen: Set<Event> = []
    /// The next request's, and the next token's.
    private var numbers = (request: 0, token: 0)
    private(set) var steps = 0

    init(seed: UInt64) throws {
        disk = try HubOnDisk(seed: seed)
        hub = try Self.open(disk, writer)
        for number in 0..<Self.people { accounts.append(try hub.account("person\(number)", cents: 500)) }
        random = SplitMix(seed: seed)
    }

    private static func open(_ disk: HubOnDisk, _ writer: HeldWriter) throws -> TestHub {
        try disk.open {
            $0.onStep = writer.onStep
            longSessions(&$0)
        }
    }

    private mutating func happens(onceIn count: Int) -> Bool { random.below(count) == 0 }

    /// Some minutes at most, so that whoever named unknown people may go on, and a batch.
    mutating func turn() throws {
        hub.clock.advance(seconds: UInt64(random.below(120)))
        if happens(onceIn: 10) { try topUp() }
        if happens(onceIn: 3) { try ask() }
        if happens(onceIn: 10) { try cancel() }
        if happens(onceIn: 15) { try restart() }
        try batch()
        if happens(onceIn: 10) { try compare() }
    }

    func finish() throws {
        try compare()
        try hub.requireSoundLedger()
        hub.hub.close()
        #expect(seen == Set(Event.allCases))
    }

    private func compare() throws {
        for (account, balance) in zip(accounts, model.balances) {
            #expect(try account.balance().balance == dollars(balance))
        }
    }

    // MARK: - Between batches

    private mutating func topUp() throws {
        let (lucky, cents) = (random.below(Self.people), Int64(random.below(300)) + 1)
        model.balances[lucky] += cents
        let balance = try hub.hub.topUp(.account("person\(lucky)"), dollars(cents))
        #expect(balance == dollars(model.balances[lucky]))
        seen.insert(.toppedUp)
    }

    /// Asks somebody for money, or whoever has the link.
    private mutating func ask() throws {
        let payee = random.below(Self.people)
        let payer = happens(onceIn: 4) ? nil : (payee + 1 + random.below(Self.people - 1)) % Self.people
        let cents = happens(onceIn: 8) ? nil : Int64(random.below(200)) + 1
        let made = try accounts[payee].ask(payer.map { "person\($0)" }, cents)
        model.requests[numbers.request] = .init(id: made.id, payee: payee, payer: payer, cents: cents)
        numbers.request += 1
        let oldest = numbers.request - 1 - Self.remembered.requests
        if model.requests[oldest]?.isOpen == true { try cancel(oldest) }
        model.requests[oldest] = nil
    }

    private mutating func cancel() throws {
        let open = model.requests.filter(\.value.isOpen).keys.sorted()
        if !open.isEmpty { try cancel(open[random.below(open.count)]) }
    }

    private mutating func cancel(_ number: Int) throws {
        guard let request = model.requests[number] else { return }
        #expect(try accounts[request.payee].close(Routes.cancelRequest, request.id).state == .cancelled)
        model.requests[number]?.isOpen = false
        seen.insert(.cancelled)
    }

    private mutating func restart() throws {
        try hub.hub.extendTree()
        hub.hub.close()
        hub = try Self.open(disk, writer)
        accounts = accounts.map { [hub] in TestAccount(hub: hub, session: $0.session) }
        seen.insert(.restarted)
    }

    // MARK: - A batch

    private mutating func batch() throws {
        var orders = [try send()]
        for _ in 0..<random.below(30) { orders.append(try order()) }
        let requests = orders.map { order in
            var request = Request(method: .post, path: order.path, body: order.body)
            accounts[order.account].proof.prove(&request, for: .signed)
            return request
        }
        let bystander = Request(
            method: .post, path: Routes.logout.path, body: try Wire.encode(RefreshToken(refreshToken: "x")))
        let places: [HubStep] = [.transfersDecided, .jobApplied, .batchApplied]
        let interruption = happens(onceIn: 8) ? places[random.below(places.count)] : nil
        let answers = writer.batch(requests, on: hub.hub, meanwhile: bystander) { [writer] in
            if let interruption { writer.interrupt(at: interruption) }
        }
        steps += orders.count
        if interruption != nil { seen.insert(.interrupted) }
        for (order, answer) in zip(orders, answers) {
            if interruption != nil, !model.isAnsweredAtOnce(order) {
                #expect(answer.status == 500, "\(order.matter)")
            } else {
                try check(answer, to: order)
            }
        }
        recent = recent.suffix(Self.remembered.orders)
        // Not before: the batch may hold an order about any of them.
        model.tokens = model.tokens.filter { $0.key >= numbers.token - Self.remembered.tokens }
    }

    private mutating func check(_ answer: Response, to order: ModelOrder) throws {
        let status = model.decide(order)
        #expect(answer.status == status, "\(order.matter) \(String(decoding: answer.body, as: UTF8.self))")
        let isSame = model.keep(answer.body, to: order)
        #expect(isSame, "The answer to \(order.matter) has changed.")
        if model.isKept(order) { recent.append(order) }
        let isRepeated = answer.headers["Idempotency-Replayed"] != nil
        if isRepeated { seen.insert(.repeated) }
        guard status == 200, answer.status == 200 else {
            seen.insert(.refused)
            return
        }
        switch order.matter {
        case .send: seen.insert(.paid)
        case .pay: seen.insert(.requestPaid)
        case .buy(let cents, let key):
            guard !isRepeated else { return }
            let bought = try Wire.decode(PurchaseAnswer.self, from: answer.body)
            let held = Held(
                token: try OfflineToken(root: try Root(decoding: bought.roots[0].bytes)), key: key, certificate: nil)
            try take(held, cents, of: order.account)
        case .redeem(let token):
            let item = try Wire.decode(RedemptionAnswer.self, from: answer.body).items[0]
            let isRight = model.redeem(token, item.receipt)
            #expect(isRight, "\(item)")
            seen.insert(.redeemed)
        }
    }

    /// Keeps a token for whoever bought it, or gives it to somebody else.
    private mutating func take(_ held: Held, _ cents: Int64, of buyer: Int) throws {
        let redeemer = happens(onceIn: 4) ? random.below(Self.people) : buyer
        let account = accounts[redeemer]
        let token = redeemer == buyer ? held : try account.receive(held.token.range, from: held)
        model.tokens[numbers.token] = .init(
            cents: cents, redeemer: redeemer, record: try account.redemption(token.token.range, of: token))
        numbers.token += 1
        seen.insert(.bought)
    }

    // MARK: - Orders

    private mutating func order() throws -> ModelOrder {
        switch random.below(40) {
        case 0, 1: try pay() ?? send()
        case 2: try buy()
        case 3, 4: try redeem() ?? send()
        case 5..<12 where !recent.isEmpty: recent[random.below(recent.count)]
        default: try send()
        }
    }

    /// A transfer, now and then under an id that was used for something else.
    private mutating func send() throws -> ModelOrder {
        let sender = random.below(Self.people)
        var recipient: Int? = (sender + 1 + random.below(Self.people - 1)) % Self.people
        if happens(onceIn: 40) { recipient = nil }
        var id = accounts[sender].operation()
        if happens(onceIn: 10), let used = recent.last(where: { $0.account == sender })?.id { id = used }
        // Some ask for about all that there is.
        let most = happens(onceIn: 8) ? 2 * Int(model.balances[sender]) + 1 : 200
        let cents = Int64(random.below(most)) + 1
        let order = SendOrder(
            id: id, recipient: recipient.map { "person\($0)" } ?? "nobody", amount: dollars(cents),
            note: happens(onceIn: 2) ? "tea" : nil)
        return ModelOrder(
            account: sender, id: id, matter: .send(to: recipient, cents: cents), path: Routes.send.path,
            body: try Wire.encode(order))
    }

    /// Pays a request as it was asked, or another sum, or as somebody whom it does not concern.
    private mutating func pay() throws -> ModelOrder? {
        let all = model.requests.keys.sorted()
        guard !all.isEmpty else { return nil }
        let number = all[random.below(all.count)]
        guard let request = model.requests[number] else { return nil }
        var payer = request.payer ?? random.below(Self.people)
        if happens(onceIn: 10) { payer = random.below(Self.people) }
        let cents = happens(onceIn: 10) ? 7 : request.cents ?? Int64(random.below(100)) + 1
        let payment = RequestPayment(id: accounts[payer].operation(), amount: dollars(cents))
        return ModelOrder(
            account: payer, id: payment.id, matter: .pay(request: number, cents: cents),
            path: Routes.payRequest.path(with: [request.id]), body: try Wire.encode(payment))
    }

    private mutating func buy() throws -> ModelOrder {
        let (buyer, cents, key) = (random.below(Self.people), Int64(random.below(200)) + 1, hub.freshKey())
        let order = PurchaseOrder(
            id: accounts[buyer].operation(),
            pieces: [.init(amount: dollars(cents), owner: Blob(key.publicKey.compressed))])
        return ModelOrder(
            account: buyer, id: order.id, matter: .buy(cents: cents, owner: key), path: Routes.purchase.path,
            body: try Wire.encode(order))
    }

    /// Redeems a token, perhaps one that is credited already, or that is in this batch twice.
    private mutating func redeem() throws -> ModelOrder? {
        let all = model.tokens.keys.sorted()
        guard !all.isEmpty else { return nil }
        let oldest = happens(onceIn: 2) ? all.first { model.tokens[$0]?.receipt == nil } : nil
        let number = oldest ?? all[random.below(all.count)]
        guard let token = model.tokens[number] else { return nil }
        return ModelOrder(
            account: token.redeemer, id: nil, matter: .redeem(token: number), path: Routes.redeem.path,
            body: try Wire.encode(Redemptions(items: [Blob(token.record)])))
    }
}
