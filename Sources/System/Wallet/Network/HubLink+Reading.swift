// SPDX-License-Identifier: MIT
internal import HTTP
internal import HubAPI
internal import Tokens

extension HubLink {
    /// Asks a question whose answer may be a little old: what is kept and fresh, else the hub's word, else, when the hub
    /// cannot be reached, what it said last.
    ///
    /// - Parameters:
    ///   - name: what the answer is kept under; without it the path and the query.
    ///   - seconds: how long an answer is fresh; zero asks the hub whenever it can be reached.
    /// - Returns: the answer, when the hub gave it, and whether that was before it was asked for now.
    /// - Throws: what the hub refuses with; `NoAnswer` when it says nothing and has never answered this.
    func read<Output>(
        _ route: Route<Nothing, Output>, values: [String] = [], query: [(String, String)] = [],
        keptAs name: String? = nil, freshFor seconds: UInt64
    ) throws -> (value: Output, asOf: Timestamp, isKept: Bool) {
        precondition(route.method == .get, "Only questions may be answered from memory.")
        let question =
            name ?? "\(route.path(with: values))?\(query.map { "\($0.0)=\($0.1)" }.joined(separator: "&"))"
        let now = wallet.environment.clock.now()
        let kept = try wallet.cache.answer(to: question)
        if let kept, kept.asOf <= now, now < kept.freshUntil {
            // Safe: what an earlier version of this program has kept and this one cannot read is asked for again.
            if let value = try? Wire.read(Output.self, from: kept.bytes) { return (value, kept.asOf, true) }
        }
        do {
            let value =
                try route.access == .open
                ? open(route, Nothing()) : call(route, Nothing(), values: values, query: query)
            let answer = KeptAnswer(
                bytes: try Wire.encode(value), asOf: now, freshUntil: now.adding(seconds: seconds))
            try wallet.cache.keep(answer, to: question)
            return (value, now, false)
        } catch {
            let code = (WalletError.translating(error) as? WalletError)?.code
            // Safe: as above; why the hub was not heard is then what is said.
            guard code == .hubUnreachable || code == .noAnswer, let kept,
                let value = try? Wire.read(Output.self, from: kept.bytes)
            else { throw error }
            return (value, kept.asOf, true)
        }
    }
}
