// SPDX-License-Identifier: MIT
import HTTP
import Synchronization
import TestSupport

/// Stands between a wallet and a chain, and spoils one answer on demand.
final class CuttingProxy: Sendable {
    enum Cut: CaseIterable, Sendable {
        /// The question never arrives.
        case before
        /// The chain has heard it, and the answer breaks off in the middle.
        case half
        /// The chain has heard it, and nobody hears the answer.
        case after
    }

    private let relay: Relay
    private let listener: LocalListener
    private let path: String

    /// - Parameter url: `http://127.0.0.1:PORT/…` of the chain.
    init(to url: String) throws {
        let rest = url.dropFirst("http://".count)
        path = String(rest.drop { $0 != "/" })
        let relay = Relay(origin: "http://" + rest.prefix { $0 != "/" })
        self.relay = relay
        listener = try LocalListener { relay.serve($0) }
    }

    var url: String { "http://127.0.0.1:\(listener.port)\(path)" }

    /// Spoils the answer with this number from now on, counted from one; then all is well again.
    func spoil(_ number: Int, _ cut: Cut) {
        relay.state.withLock { $0 = Relay.State(cut: cut, number: number) }
    }

    /// How many questions have come since the last order to spoil one.
    var count: Int { relay.state.withLock { $0.passed } }
}

/// What answers the callers of a ``CuttingProxy``.
private final class Relay: Sendable {
    struct State {
        var cut: CuttingProxy.Cut?
        var number = 0
        var passed = 0
    }

    let state = Mutex(State())
    private let origin: String

    init(origin: String) { self.origin = origin }

    func serve(_ caller: LocalListener.Caller) {
        var bytes: [UInt8] = []
        while let question = question(from: caller, &bytes) {
            let cut = state.withLock { state in
                state.passed += 1
                return state.passed == state.number ? state.cut : nil
            }
            if cut == .before { return }
            guard let answer = ask(question), cut != .after else { return }
            caller.send(cut == .half ? Array(answer.prefix(max(1, answer.count - 10))) : answer)
            if cut == .half { return }
        }
    }

    /// The next whole question; nil at the end.
    private func question(from caller: LocalListener.Caller, _ bytes: inout [UInt8]) -> ClientRequest? {
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 {
                let head = parts[0].split(separator: "\r\n")
                let length = head.compactMap { line -> Int? in
                    let halves = line.split(separator: ":", maxSplits: 1)
                    return halves[0].lowercased() == "content-length"
                        ? Int(halves[1].filter { $0.isNumber }) : nil
                }.first
                let body = Array(parts[1].utf8)
                if body.count >= length ?? 0 {
                    bytes = Array(body[(length ?? 0)...])
                    let words = head[0].split(separator: " ")
                    return ClientRequest(
                        method: words[0] == "POST" ? .post : .get, url: origin + words[1],
                        headers: ["Content-Type": "application/json"], body: Array(body[..<(length ?? 0)]))
                }
            }
            let more = caller.read()
            guard !more.isEmpty else { return nil }
            bytes += more
        }
    }

    private func ask(_ question: ClientRequest) -> [UInt8]? {
        // Safe: a chain that does not answer is a connection that ends.
        guard let answer = try? Client(timeoutSeconds: 60, maximumBytes: 64 << 20).send(question) else { return nil }
        let head =
            "HTTP/1.1 \(answer.status) X\r\nContent-Type: application/json\r\nContent-Length: \(answer.body.count)\r\n\r\n"
        return Array(head.utf8) + answer.body
    }
}
