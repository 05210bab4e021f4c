// SPDX-License-Identifier: MIT
package import HTTP
import HubAPI

extension Hub {
    /// Where a server listens.
    package enum Listening: Sendable {
        /// At an IP address of this machine; port 0 takes any free one.
        case at(String, port: UInt16 = 0)
        /// On sockets that another process passed on.
        case on(InheritedSockets)
    }

    /// Serves wallets and health checks until the server is stopped.
    ///
    /// The program, the crash tests and the benchmark all start here, so they test and measure the code that ships.
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

    /// The routes that the server answers on the direct path: those that wallets use most, with small answers.
    private static var direct: DirectRequests {
        DirectRequests([
            (Routes.balance.method, Routes.balance.path), (Routes.send.method, Routes.send.path),
            (Routes.redeem.method, Routes.redeem.path),
        ])
    }
}
