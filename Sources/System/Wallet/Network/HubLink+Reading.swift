// SPDX-License-Identifier: MIT
internal import HTTP
internal import HubAPI
internal import Tokens

extension HubLink {
    /// Asks a question whose answer may be a little old: what is kept and fresh, else the hub's word, else, when the hub
    /// cannot be reached, what it said last.
    ///
    /// - Parameter seconds: how long an answer is fresh; zero asks the hub whenever it can be reached.
    /// - Returns: the answer, and when the hub gave it.
    /// - Throws: what the hub refuses with; `HTTPError` when it cannot be reached and has never answered this.
    func read<Output>(
        _ route: Route<Nothing, Output>, values: [String] = [], query: [(String, String)] = [], freshFor seconds: UInt64
    ) throws -> (value: Output, asOf: Timestamp) {
        precondition(route.method == .get, "Only questions may be answered from memory.")
        let question = "\(route.path(with: values))?\(query.map { "\($0.0)=\($0.1)" }.joined(separator: "&"))"
        let now = wallet.environment.clock.now()
        let kept = try wallet.cache.answer(to: question)
        if let kept, kept.asOf <= now, now < kept.freshUntil {
            return (try Wire.decode(Output.self, from: kept.bytes), kept.asOf)
        }
        do {
            let value = try call(route, Nothing(), values: values, query: query)
            let answer = KeptAnswer(
                bytes: try Wire.encode(value), asOf: now, freshUntil: now.adding(seconds: seconds))
            try wallet.cache.keep(answer, to: question)
            return (value, now)
        } catch {
            let isReached = (WalletError.translating(error) as? WalletError)?.code != .hubUnreachable
            guard let kept, !isReached else { throw error }
            return (try Wire.decode(Output.self, from: kept.bytes), kept.asOf)
        }
    }
}
