// SPDX-License-Identifier: MIT
package import HTTP
import HubAPI

extension Hub {
    /// Where a server listens.
    package enum Listening: Sendable {
        /// At an IP address of this machine; port 0 takes any free one.
        case at(String, port: UInt16 = 0)
        /// On sockets that were handed over.
        case on(InheritedSockets)
    }

    /// Serves wallets, and machines that ask whether it is well, until the server is stopped.
    ///
    /// The program, the tests that break a serving hub and the bench all begin here, so what is broken and measured is what ships.
    ///
    /// - Parameter loops: threads; one for each core is enough.
    /// - Throws: `HTTPError` with code `.cantListen`.
    package func serve(
        _ place: Listening = .at("127.0.0.1"), loops: Int = 2, limits: Limits = Limits(),
        credentials: ServerCredentials? = nil
    ) throws -> Server {
        let answer = handle
        let handler: RequestHandler = { [self] request, respond in
            if let response = answerMachine(request, showsMetrics: false, load: { nil }) { return respond(response) }
            answer(request, respond)
        }
        switch place {
        case .at(let address, let port):
            return try Server(
                address: address, port: port, loops: loops, limits: limits, credentials: credentials,
                direct: Self.direct, handler: handler)
        case .on(let sockets):
            return try Server(
                on: sockets, loops: loops, limits: limits, credentials: credentials, direct: Self.direct,
                handler: handler)
        }
    }

    /// What a server need not take the long way for: what wallets ask for most, with small answers.
    private static var direct: DirectRequests {
        DirectRequests([
            (Routes.balance.method, Routes.balance.path), (Routes.send.method, Routes.send.path),
            (Routes.redeem.method, Routes.redeem.path),
        ])
    }
}
