// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import HubAPI
import HubLedger
import HubStorage
import Logging
import Money
import SQL
import Tokens

/// Delivers incoming payments to merchants' servers, in order, each event until the server has answered with 2xx.
///
/// | killed | in the database | the server | after the restart |
/// | --- | --- | --- | --- |
/// | before the money's commit | nothing | nothing | nothing happened |
/// | after it, before delivery | a movement after `webhook.entry` | nothing | it is delivered |
/// | after the server's answer, before its commit | the same | has the event | it is delivered again under the same id |
/// | after that commit | `webhook.entry` is the movement | has the event | the next one is delivered |
struct WebhookSender: Sendable {
    let context: HubContext

    /// The most events that one server gets in one turn, and the time after which the next server's turn begins.
    private static let eventsAtOnce = 20
    private static let turn: Duration = .seconds(5)
    private static let timeoutSeconds = 5
    /// The largest answer of a server, in bytes. Its content is ignored.
    private static let maximumAnswer = 16 << 10

    /// The accounts whose webhooks are due now, the longest waiting first.
    func due() throws -> [Int64] {
        guard context.store.reasonToEnd == nil else { return [] }
        let now = context.clock.now()
        let due = try context.store.read { try WebhookTable(database: $0).due(at: now) }
        // If the database takes no changes, the deliveries could not be recorded and would be repeated each second.
        return try due.isEmpty || context.store.takesChanges() ? due : []
    }

    /// Delivers to one account's server and waits for its answers. Must run on a thread of its own, and not twice at a
    /// time for one account.
    ///
    /// - Returns: how many events the server accepted.
    /// - Throws: what the database throws. The last event is then delivered again.
    @discardableResult
    func tell(_ account: Int64) throws -> Int {
        let now = context.clock.now()
        let (found, movements) = try context.store.presentSnapshot { database in
            guard let due = try WebhookTable(database: database).open(account, at: now) else {
                return (WebhookTable.Due?.none, [(entry: Int64, transaction: AccountTransaction)]())
            }
            let movements = try context.history.transactions(
                of: account, after: due.entry, limit: Self.eventsAtOnce, from: database)
            return (due, movements)
        }
        guard let due = found else { return 0 }
        let start = ContinuousClock.now
        // One connection for all events of a turn.
        let client = try Client(timeoutSeconds: Self.timeoutSeconds, maximumBytes: Self.maximumAnswer)
        var taken = 0
        for (entry, transaction) in movements {
            guard let kind = Self.kind(of: transaction) else { continue }
            guard try attempt(kind, entry, transaction, due, client) else { return taken }
            taken += 1
            if start.duration(to: .now) > Self.turn { return taken }
        }
        // Moves on past movements that are not for webhooks.
        if let last = movements.last?.entry {
            try context.store.writeAndWait {
                try WebhookTable(database: $0.database).passed(due, upTo: last, at: $0.now)
            }
        }
        return taken
    }

    /// Delivers one event and records the result. Returns whether the server accepted it.
    private func attempt(
        _ kind: String, _ entry: Int64, _ transaction: AccountTransaction, _ due: WebhookTable.Due, _ client: Client
    ) throws -> Bool {
        let context = context
        let request = try context.store.read { try WebhookTable(database: $0).request(paidBy: entry) }
        let event = WebhookEvent(
            id: transaction.id, kind: kind, transaction: transaction, request: request?.description)
        let delivery = deliver(event, due, client)
        let isTaken = delivery.status.map { 200..<300 ~= $0 } ?? false
        let chance = context.random.bytes(1)[0]
        let events = context.events
        try context.store.writeAndWait { store in
            let table = WebhookTable(database: store.database)
            try table.log(due.account, delivery)
            guard !isTaken else { return try table.passed(due, upTo: entry, at: store.now) }
            guard try table.failed(due, chance: chance, at: store.now) else { return }
            try store.log(.webhookGivenUp, of: due.account, by: "hub")
            try store.tell(due.account, .webhookGivenUp, about: event.id, by: events)
        }
        return isTaken
    }

    private func deliver(
        _ event: WebhookEvent, _ due: WebhookTable.Due, _ client: Client
    ) -> WebhookState.Delivery {
        let now = context.clock.now()
        var delivery = WebhookState.Delivery(
            event: event.id, kind: event.kind, time: now.seconds, status: nil, problem: nil)
        do {
            let place = try PublicAddress(
                resolving: due.url, allowsLoopback: context.configuration.allowsLoopbackWebhooks)
            let body = try Wire.encode(event)
            let headers: Headers = [
                "Content-Type": "application/json", WebhookSignature.eventHeader: event.id,
                WebhookSignature.header: WebhookSignature.value(
                    of: body, at: now.seconds, secret: SecretBytes(due.secret)),
            ]
            let answer = try client.send(
                ClientRequest(method: .post, url: due.url, headers: headers, body: body), at: place)
            delivery.status = answer.status
            if !(200..<300 ~= answer.status) { delivery.problem = .refused }
        } catch let error as HTTPError {
            delivery.problem = Self.fault(of: error)
        } catch {
            delivery.problem = .other
            context.configuration.log.error(
                "A message to a merchant could not be made", .account(due.account), .error(error))
        }
        return delivery
    }

    private static func fault(of error: HTTPError) -> WebhookFault {
        switch error.code {
        case .unreachable: .unreachable
        case .cutOff: .cutOff
        case .timedOut: .timedOut
        case .tooLarge: .tooLarge
        case .insecure: .insecure
        case .malformed: .malformed
        case .cantListen, .badCredentials, .other: .other
        }
    }

    /// The event of a transaction, if it is incoming money.
    private static func kind(of transaction: AccountTransaction) -> String? {
        guard transaction.amount.isPositive else { return nil }
        switch transaction.kind {
        case .received: return "payment.received"
        case .redemption: return "payment.redeemed"
        case .refund: return "payment.refunded"
        case .deposit: return "deposit.received"
        default: return nil
        }
    }
}

extension Hub {
    /// Delivers all due webhooks on the calling thread. A serving hub does this by itself once a second.
    ///
    /// - Returns: how many events were accepted.
    @discardableResult
    package func deliverWebhooks() throws -> Int {
        let sender = WebhookSender(context: context)
        return try sender.due().reduce(0) { try $0 + sender.tell($1) }
    }
}
