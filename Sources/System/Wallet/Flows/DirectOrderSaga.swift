// SPDX-License-Identifier: MIT
internal import Crypto
internal import HTTP
internal import HubAPI
internal import Money
internal import Tokens
internal import Vault

/// Sends the hub an order while the user waits: requesting money, paying a request, sharing a bill, recurring payments.
///
///     nothing ──the user──▶ pending ──the hub's answer or refusal──▶ nothing
///                                └──the hub was not reached, or was busy──▶ nothing
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | nothing | no such order is under way | none |
/// | pending | the order and its id are durable; the hub may have executed it already | the next sync sends it again, or the user repeats it unchanged: same id, so the hub gives the same answer |
struct DirectOrderSaga {
    let context: WalletContext
    let link: HubClient

    static let maximumPending = 32
    /// The most bytes of pending messages. Their setting has room for these and one more message.
    private static let maximumBytes = RowBound.blob / 2
    /// How long an identical order counts as a repeat, in seconds, if its message was not stored.
    private static let life = Timestamp.secondsPerDay

    /// Sends an order and returns the answer.
    ///
    /// - Parameters:
    ///   - make: makes the message for an id.
    ///   - settle: runs in the transaction that deletes the pending order, once the hub has answered.
    /// - Throws: ``WalletError`` with ``WalletError/keptOrder`` if the hub may have executed the order; the next sync
    ///   completes it.
    func give<Order: Codable & Sendable, Output>(
        _ route: Route<Order, Output>, values: [String] = [], make: (OperationID) throws -> Order,
        settle: (Output) throws -> Void = { _ in }
    ) throws -> Output {
        let path = route.path(with: values)
        let fingerprint = SHA256.hash(Array(path.utf8), [0], try Wire.encode(try make(Self.noID))).bytes
        let (order, isFresh) = try remember(fingerprint, path) { try Wire.encode(try make($0)) }
        do {
            return try finish(order, try make(order.id), route, values, settle: settle)
        } catch {
            if context.isStopped { throw error }
            // Nothing has left this device, or the hub changed nothing. The user may order again.
            if isFresh, !Self.mayBeDone(after: error) { try forget(order) }
            guard let failure = WalletError.translating(error) as? WalletError,
                try pending().contains(where: { $0.id == order.id })
            else { throw error }
            throw WalletError.kept(.operation(order.id), because: failure)
        }
    }

    /// Whether a call that failed with this error may have executed the order.
    static func mayBeDone(after error: any Error) -> Bool {
        switch error {
        case let noAnswer as NoAnswer: noAnswer.mayBeDone
        case let problem as HubProblem: problem.code == .internalError
        // The hub rejected the session before it looked at the order.
        case let error as WalletError: error.code != .notLoggedIn && error.code != .notJoined
        case is HTTPError: false
        default: true
        }
    }

    /// Orders that the hub may have executed, oldest first.
    func waiting() throws -> [PendingOrder] { try pending().filter { $0.body != nil } }

    /// Sends a pending order again and stores the hub's answer.
    ///
    /// - Throws: as the call. An order that the hub finally refuses is deleted, and the refusal is in the history.
    func finish(_ order: PendingOrder) throws {
        do {
            switch order.path {
            case Routes.newRequest.path: try again(order, Routes.newRequest)
            case Routes.newSplit.path: try again(order, Routes.newSplit)
            case Routes.newRecurring.path: try again(order, Routes.newRecurring)
            default:
                let values = order.path.split(separator: "/").dropFirst(2).prefix(1).map(String.init)
                guard Routes.payRequest.path(with: values) == order.path else { return try forget(order) }
                try again(order, Routes.payRequest, values, settle: paid)
            }
        } catch let problem as HubProblem where problem.isFinal {
            try context.note(Activity(.problem, .failed, at: try context.now(), .refused(HubRefusal(problem))))
            throw problem
        }
    }

    private func again<Order: Codable & Sendable, Output>(
        _ order: PendingOrder, _ route: Route<Order, Output>, _ values: [String] = [],
        settle: (Output) throws -> Void = { _ in }
    ) throws {
        let message = try Wire.read(Order.self, from: order.body ?? [])
        _ = try finish(order, message, route, values, settle: settle)
    }

    private func finish<Order: Codable & Sendable, Output>(
        _ order: PendingOrder, _ message: Order, _ route: Route<Order, Output>, _ values: [String],
        settle: (Output) throws -> Void
    ) throws -> Output {
        switch try link.ask(route, message, values: values) {
        case .answered(let answer):
            try context.transaction {
                try forget(order)
                try settle(answer)
            }
            return answer
        case .refused(let problem):
            if problem.isFinal { try forget(order) }
            throw problem
        case .none(let noAnswer): throw noAnswer
        }
    }

    /// Stores the payment of a request. Call inside a transaction.
    func paid(_ answer: RequestPaid) throws {
        try context.keep(answer.balance)
        let line = try context.note(
            Activity(
                .sent, .done, at: try context.now(), amount: try answer.transaction.amount.negated,
                counterpart: answer.request.payee, note: answer.request.note,
                .paidRequest(id: answer.request.id)))
        try AccountHistorySaga(context: context, link: link).keepAnswer(answer.transaction, of: line)
    }

    private static var noID: OperationID {
        guard let id = OperationID(bytes: [UInt8](repeating: 0, count: 16)) else {
            preconditionFailure("An id has 16 bytes.")
        }
        return id
    }

    /// The same pending order, or a new one that is durable afterwards.
    private func remember(
        _ fingerprint: [UInt8], _ path: String, _ body: (OperationID) throws -> [UInt8]
    ) throws -> (order: PendingOrder, isFresh: Bool) {
        let now = try context.now()
        let live = try pending().filter { try $0.body != nil || !isOver($0, at: now) }
        if let known = live.first(where: { $0.fingerprint == fingerprint }) { return (known, false) }
        let bytes = live.reduce(0) { $0 + ($1.body?.count ?? 0) }
        guard live.count < Self.maximumPending, bytes < Self.maximumBytes else {
            throw WalletError(
                .hubUnreachable, "\(live.count) orders wait for the hub's answer already. Sync before you order more.")
        }
        let id = try context.operation()
        let order = PendingOrder(fingerprint: fingerprint, id: id, time: now, path: path, body: try body(id))
        try context.transaction { try context.store.set(.pendingOrders, live + [order]) }
        return (order, true)
    }

    /// Whether an identical order would now count as a new one. The hub's clock must agree: a wrong device clock alone
    /// could order twice.
    private func isOver(_ order: PendingOrder, at now: Timestamp) throws -> Bool {
        guard now.seconds(since: order.time) >= Self.life else { return false }
        let hubTime = Timestamp(seconds: try link.announcements().time)
        return hubTime.seconds(since: order.time) >= Self.life
    }

    private func forget(_ order: PendingOrder) throws {
        let left = try pending().filter { $0.id != order.id }
        try context.transaction { try context.store.set(.pendingOrders, left.isEmpty ? nil : left) }
    }

    private func pending() throws -> [PendingOrder] { try context.store.get(.pendingOrders) ?? [] }
}
