// SPDX-License-Identifier: MIT
import HTTP
import HubAPI
import Synchronization
import TestSupport
import Testing

/// M3: the program behind a proxy that passes orders on and replaces their answers.
struct AnswerTests {
    /// What the wallet gets in place of the hub's answer.
    enum Wrong: CaseIterable {
        case page, gateway, cut, otherShape

        func answer(insteadOf answer: Response) -> Response {
            switch self {
            case .page:
                Response(status: 200, headers: ["Content-Type": "text/html"], body: Array("<html>Log in</html>".utf8))
            case .gateway:
                Response(status: 403, headers: ["Content-Type": "text/html"], body: Array("<html>No</html>".utf8))
            case .cut:
                Response(status: 200, headers: ["Content-Type": "application/json"], body: answer.body.dropLast(9))
            case .otherShape:
                Response(status: 200, headers: ["Content-Type": "application/json"], body: Array(#"{"ok":1}"#.utf8))
            }
        }
    }

    /// Stands on a port of this machine and passes requests on to the hub's.
    private final class Proxy: Sendable {
        private let hub: String
        private let wrong = Mutex<(path: String, kind: Wrong)?>(nil)
        private let count = Atomic(0)

        init(hub: String) { self.hub = hub }

        /// Answers that were replaced.
        var replaced: Int { count.load(ordering: .relaxed) }

        func replace(_ path: String, by kind: Wrong) { wrong.withLock { $0 = (path, kind) } }
        func beHonest() { wrong.withLock { $0 = nil } }

        func handle(_ request: Request, _ respond: @escaping Responder) {
            var onward = request
            onward.headers = [:]
            for name in ["Authorization", "Content-Type", CallerProof.header] {
                onward.headers[name] = request.headers[name]
            }
            do {
                let client = try Client(timeoutSeconds: 30, trust: .authorities)
                let answer = try client.send(onward, to: hub)
                let (path, kind) = wrong.withLock { ($0?.path, $0?.kind) }
                guard let kind, path == request.path else {
                    // The client has undone the hub's compression.
                    let type: Headers = ["Content-Type": answer.headers["Content-Type"] ?? ""]
                    return respond(Response(status: answer.status, headers: type, body: answer.body))
                }
                count.add(1, ordering: .relaxed)
                respond(kind.answer(insteadOf: answer))
            } catch {
                respond(Response(status: 502))
            }
        }
    }

    @Test func ordersWhoseAnswersAreReplacedAreKeptAndDoneOnce() throws {
        let network = try TestNetwork()
        try network.makeHub()
        try #require(try network.hub("currency", "add", "EUR").status == 0)
        try #require(try network.hub("currency", "rate", "EUR/USD", "2", "--spread", "0").status == 0)
        let account = ["bank", "account", "DE89370400440532013000", "--for", "USD", "--name", "Hub Inc."]
        try #require(try network.hub(account).status == 0)
        let bob = try network.person("bob")

        let proxy = Proxy(hub: "http://127.0.0.1:\(network.port)")
        let server = try Server(address: "127.0.0.1") { proxy.handle($0, $1) }
        defer { server.stop() }
        let alice = try network.stranger("alice")
        try alice.succeed("init")
        try alice.succeed("join", network.link.replacing("\(network.port)", with: "\(server.port)"))
        // A registration whose answer is lost is repeated, and the account is there once.
        let register = ["register", "alice", "--password-file", network.file("alice.password")]
        for wrong in [Wrong.cut, .gateway] {
            proxy.replace("/v1/auth/register", by: wrong)
            try alice.refused(register, 4, saying: [])
        }
        proxy.beHonest()
        #expect(try alice.satchel(register).status == 0)
        try #require(try network.hub("topup", "--yes", "alice", "500").status == 0)

        let orders: [(path: String, words: [String])] = [
            ("/v1/transactions/send", ["send", "--yes", "bob", "1.00"]),
            ("/v1/wallet/purchase", ["take-offline", "2.00"]),
            ("/v1/conversions", ["convert", "4USD", "EUR", "--yes"]),
            ("/v1/recurring", ["recurring", "new", "--yes", "bob", "0.10", "--first", "2999-01-01"]),
            ("/v1/payouts", ["payouts", "new", "--yes", "GB29NWBK60161331926819", "8USD", "--name", "A. Smith"]),
        ]
        let rounds = 2
        for (number, (path, words)) in orders.enumerated() {
            for index in 0..<rounds {
                let wrong = Wrong.allCases[(number + 3 * index) % Wrong.allCases.count]
                // The hub takes first days of the coming year.
                var words = words
                if let place = words.firstIndex(of: "2999-01-01") { words[place] = try day(index + 1) }
                let before = proxy.replaced
                proxy.replace(path, by: wrong)
                let said = try alice.refused(words, 9, saying: ["next"])
                #expect(!said.complaint.contains("refused") && proxy.replaced > before, "\(words): \(said.all)")
            }
            proxy.beHonest()
            try alice.succeed("sync")
        }
        #expect(try alice.succeed("recurring", "--json").json()["items"]?.count == rounds)
        #expect(try alice.succeed("payouts", "--json").json().count == rounds)
        let balance = try alice.balance()
        #expect(balance["offline"]?.value == TestNetwork.text(rounds * 200))
        #expect(balance["hub"]?["balance"]?.value == TestNetwork.text(500_00 - rounds * (100 + 200 + 400 + 800)))
        #expect(balance["others"]?[0]?["balance"]?.value == TestNetwork.text(rounds * 200))
        try bob.succeed("sync")
        #expect(try bob.balance()["hub"]?["balance"]?.value == TestNetwork.text(rounds * 100))
        #expect(try network.hub("audit").status == 0)
    }

    /// A day soon after today.
    private func day(_ days: Int) throws -> String {
        let shown = try run("/bin/date", ["-u", "-d", "+\(days) days", "+%F"], environment: [:])
        return String(shown.output.prefix(10))
    }
}
