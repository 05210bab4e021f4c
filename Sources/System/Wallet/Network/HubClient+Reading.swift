// SPDX-License-Identifier: MIT
internal import HTTP
internal import HubAPI
internal import Tokens

extension HubClient {
    /// The last cached answer to a question without values, fresh or not; asks no hub.
    func known<Output>(_ route: Route<Nothing, Output>) throws -> Output? {
        guard let kept = try context.cache.answer(to: "\(route.path(with: []))?") else { return nil }
        // Safe: an answer that an earlier version cached and this version cannot read is requested again.
        return try? Wire.read(Output.self, from: kept.bytes)
    }

    /// Answers a question from the cache if fresh, else from the hub, else, if the hub cannot be reached, from the
    /// stale cache.
    ///
    /// - Parameters:
    ///   - name: the cache key; nil for the path and the query.
    ///   - seconds: how long an answer is fresh; zero asks the hub whenever it can be reached.
    /// - Returns: the answer, when the hub gave it, and whether it came from the cache.
    /// - Throws: the hub's refusal; `NoAnswer` when the hub does not answer and the cache is empty.
    func read<Output>(
        _ route: Route<Nothing, Output>, values: [String] = [], query: [(String, String)] = [],
        keptAs name: String? = nil, freshFor seconds: UInt64
    ) throws -> (value: Output, asOf: Timestamp, isKept: Bool) {
        precondition(route.method == .get, "Only questions may be answered from memory.")
        let question =
            name ?? "\(route.path(with: values))?\(query.map { "\($0.0)=\($0.1)" }.joined(separator: "&"))"
        let now = context.environment.clock.now()
        let kept = try context.cache.answer(to: question)
        if let kept, kept.asOf <= now, now < kept.freshUntil {
            // Safe: an answer that an earlier version cached and this version cannot read is requested again.
            if let value = try? Wire.read(Output.self, from: kept.bytes) { return (value, kept.asOf, true) }
        }
        do {
            let value =
                try route.access == .open
                ? open(route, Nothing()) : call(route, Nothing(), values: values, query: query)
            let answer = KeptAnswer(
                bytes: try Wire.encode(value), asOf: now, freshUntil: now.adding(seconds: seconds))
            try context.cache.keep(answer, to: question)
            return (value, now, false)
        } catch {
            let code = (WalletError.translating(error) as? WalletError)?.code
            // Safe: as above. The caller then gets the reason why the hub did not answer.
            guard code == .hubUnreachable || code == .noAnswer, let kept,
                let value = try? Wire.read(Output.self, from: kept.bytes)
            else { throw error }
            return (value, kept.asOf, true)
        }
    }
}
