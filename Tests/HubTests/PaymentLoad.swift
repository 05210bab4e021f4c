// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import Synchronization
import TestSupport
import Testing
import Tokens

/// Payments of one account to `bob`, by four clients of a hub that serves, for as long as something else is done.
final class PaymentLoad: Sendable {
    /// What a client has been told.
    struct Paid: Sendable {
        let order: SendOrder
        let answer: SendAnswer
    }

    private static let clients = 4
    private let isOver = Atomic(false)
    private let paid = Mutex<[Paid]>([])
    private let before = Mutex<[Paid]>([])

    /// Begins when a hundred payments have been answered, and goes on until more were after it.
    ///
    /// - Returns: what had been answered before it began.
    static func run(
        on hub: TestHub, as proof: CallerProof, while body: @escaping @Sendable () throws -> Void
    ) throws -> [Paid] {
        let server = try hub.hub.serve()
        defer { server.stop() }
        let (load, url) = (PaymentLoad(), "http://127.0.0.1:\(server.port)")
        concurrently(1 + clients) { thread in
            do {
                guard thread == 0 else { return try load.pay(hub, as: proof, at: url) }
                load.wait(for: 100)
                load.before.withLock { kept in kept = load.paid.withLock { $0 } }
                try body()
                load.wait(for: 1)
            } catch {
                Issue.record(error)
            }
            load.isOver.store(true, ordering: .relaxed)
        }
        return load.before.withLock { $0 }
    }

    /// Until so many more have been answered, or somebody has failed.
    private func wait(for count: Int) {
        let known = paid.withLock { $0.count }
        while !isOver.load(ordering: .relaxed), paid.withLock({ $0.count }) < known + count { usleep(1_000) }
    }

    private func pay(_ hub: TestHub, as proof: CallerProof, at url: String) throws {
        let client = try Client(timeoutSeconds: 20)
        while !isOver.load(ordering: .relaxed) {
            let order = SendOrder(
                id: OperationID(at: hub.clock.now, random: .system), recipient: "bob", amount: dollars(1), note: nil)
            var request = Request(
                method: .post, path: Routes.send.path, headers: ["Content-Type": "application/json"],
                body: try Wire.encode(order))
            proof.prove(&request, for: .signed)
            let answer = try client.send(request, to: url)
            guard answer.status == 200 else { continue }
            let told = try Wire.decode(SendAnswer.self, from: answer.body)
            paid.withLock { $0.append(Paid(order: order, answer: told)) }
        }
    }
}
