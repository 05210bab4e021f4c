// SPDX-License-Identifier: MIT
internal import Crypto
internal import HTTP
internal import HubAPI
internal import Money
internal import Tokens

/// Gives the hub an order that a person waits for: asking for money, paying a request, sharing a bill, standing orders.
///
///     nothing ──the person──▶ pending ──the hub's answer or refusal──▶ nothing
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | nothing | no such order is under way | none |
/// | pending | the order's words (as a hash) and its id are durable; the hub may have done it already | the person gives it again, in the same words within a day: same id, so the hub answers what it answered then |
///
/// Unlike a transfer, it does not wait for the next sync: what somebody else is asked for is sent when it is said.
struct DirectOrderSaga {
    let wallet: OpenStore
    let link: HubLink

    static let maximumPending = 32
    /// How long the same words mean the same order, in seconds; only while no answer has come.
    private static let life = Timestamp.secondsPerDay

    /// Gives an order and returns the answer.
    ///
    /// - Parameters:
    ///   - make: the order under an id.
    ///   - settle: runs in the transaction that forgets the order, once the hub has answered.
    func give<Order: Codable & Sendable, Output>(
        _ route: Route<Order, Output>, values: [String] = [], make: (OperationID) throws -> Order,
        settle: (Output) throws -> Void = { _ in }
    ) throws -> Output {
        let path = route.path(with: values)
        let words = try Wire.encode(try make(Self.noID))
        let fingerprint = SHA256.hash(Array(path.utf8), [0], words).bytes
        let id = try remember(fingerprint)
        let answer: Output
        do {
            answer = try link.call(route, try make(id), values: values)
        } catch let problem as HubProblem where problem.isFinal {
            try forget(fingerprint)
            throw problem
        }
        try wallet.transaction {
            try forget(fingerprint)
            try settle(answer)
        }
        return answer
    }

    private static var noID: OperationID {
        guard let id = OperationID(bytes: [UInt8](repeating: 0, count: 16)) else {
            preconditionFailure("An id has 16 bytes.")
        }
        return id
    }

    /// The id of an order that is pending already, or a fresh one that is durable afterwards.
    private func remember(_ fingerprint: [UInt8]) throws -> OperationID {
        let now = try wallet.now()
        let live = try pending().filter { now.seconds(since: $0.time) < Self.life }
        if let known = live.first(where: { $0.fingerprint == fingerprint }) { return known.id }
        let order = PendingOrder(
            fingerprint: fingerprint, id: try wallet.operation(), time: now)
        try wallet.transaction {
            try wallet.store.set(.pendingOrders, live.suffix(Self.maximumPending - 1) + [order])
        }
        return order.id
    }

    private func forget(_ fingerprint: [UInt8]) throws {
        let left = try pending().filter { $0.fingerprint != fingerprint }
        try wallet.transaction { try wallet.store.set(.pendingOrders, left.isEmpty ? nil : left) }
    }

    private func pending() throws -> [PendingOrder] { try wallet.store.get(.pendingOrders) ?? [] }
}
