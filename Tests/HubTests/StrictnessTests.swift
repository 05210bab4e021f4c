// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import HubStorage
import Logging
import Money
import Testing
import Tokens

@Suite struct StrictnessTests {
    private func answer(
        _ method: Method, _ path: String, _ body: String = "", token: String? = nil, as account: TestAccount? = nil,
        type: String? = "application/json", query: [(name: String, value: String)] = [], at hub: TestHub
    ) -> (status: Int, problem: HubProblem?) {
        var request = Request(method: method, path: path, query: query, body: Array(body.utf8))
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        if let type, method != .get { request.headers["Content-Type"] = type }
        account?.proof.prove(&request, for: .signed)
        let response = hub.hub.answer(request)
        do {
            return (response.status, try Wire.decode(HubProblem.self, from: response.body))
        } catch {
            return (response.status, nil)
        }
    }

    @Test(arguments: [
        #"{"username":"alice","password":"correct horse","role":"operator"}"#, #"{"username":"alice","isAdmin":true}"#,
    ])
    func anUnknownFieldIsRefusedAndNamed(body: String) throws {
        let result = try answer(.post, "/v1/auth/register", body, at: TestHub())
        #expect(result.status == 400 && result.problem?.code == .unknownField)
        #expect(result.problem?.details["field"] != nil)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "1", #""x""#, #"{"username":"alice"}"#, #"{"username":1,"password":"correct horse"}"#,
        #"{"username":"alice","password":"correct horse"} x"#, #"{"username":"alice","password":"correct horse",}"#,
        #"{"username":"alice","username":"bob","password":"correct horse"}"#,
        #"{"username":"alice","\u0075sername":"bob","password":"correct horse"}"#,
        #"// hello\#n{"username":"alice","password":"correct horse"}"#, #"{'username':'alice'}"#, "\u{FEFF}{}",
        "{\"username\":\"alice\",\"password\":" + String(repeating: "[", count: 1_000) + "}", "}{", "]", "\"\\",
        "{\"a\\",
    ])
    func aBodyThatIsNotExactlyTheMessageIsRefused(body: String) throws {
        let result = try answer(.post, "/v1/auth/register", body, at: TestHub())
        #expect(result.status == 400 && result.problem?.code == .badRequest, "\(body.prefix(80))")
    }

    /// Servers of databases keep none, and one such note would undo a whole batch of others' transfers there.
    @Test func theCharacterZeroIsRefusedInEveryText() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 100)
        _ = try hub.account("bob")
        func send(_ recipient: String, _ note: String) throws -> HubProblem? {
            let order = SendOrder(id: alice.operation(), recipient: "TO", amount: dollars(1), note: "NOTE")
            let body = String(decoding: try Wire.encode(order), as: UTF8.self)
            return answer(
                .post, "/v1/transactions/send",
                body.replacing("TO", with: recipient, maxReplacements: 1).replacing("NOTE", with: note),
                token: alice.session.accessToken, as: alice, at: hub
            ).problem
        }
        for (recipient, note) in [("bob", #"a\u0000"#), (#"b\u0000"#, "a"), ("bob", "a\u{0}")] {
            #expect(try send(recipient, note)?.code == .badRequest)
        }
        #expect(try send("bob", #"a\\u0000"#) == nil)
        #expect(try alice.history(HistoryFilter()).items.first?.note == #"a\u0000"#)
        #expect(throws: (any Error).self) { try Request(method: .get, target: "/v1/transactions?search=a%00") }
    }

    @Test func bytesThatAreNoTextAreRefused() throws {
        let hub = try TestHub()
        let response = hub.hub.answer(
            Request(
                method: .post, path: "/v1/auth/login",
                body: Array(#"{"username":""#.utf8) + [0xff, 0xfe] + Array(#""}"#.utf8)))
        #expect(response.status == 400)
    }

    @Test func anotherContentTypeIsRefused() throws {
        let hub = try TestHub()
        let body = #"{"username":"alice","password":"correct horse"}"#
        #expect(answer(.post, "/v1/auth/register", body, type: "text/plain", at: hub).problem?.code == .badRequest)
        #expect(
            answer(.post, "/v1/auth/register", body, type: "application/json; charset=utf-8", at: hub).status == 200)
    }

    @Test func anotherMethodIsRefusedAndTheRightOneIsNamed() throws {
        let hub = try TestHub()
        let response = hub.hub.answer(Request(method: .get, path: "/v1/auth/register"))
        #expect(response.status == 405 && response.headers["Allow"] == "POST")
        for (method, path) in [
            (Method.post, "/v1/wallet/balance"), (.put, "/v1/transactions/send"), (.delete, "/v1/transactions"),
        ] {
            #expect(answer(method, path, at: hub).problem?.code == .methodNotAllowed)
        }
    }

    @Test(arguments: [
        "/", "", "/v1", "/v1/auth/register/", "/v1//auth/register", "/V1/auth/register", "/v1/transactions/a/b",
        "/v1/transactions/",
        "/v1/auth/../auth/register", "/v1/wallet/balance%2f", "*",
    ])
    func onlyDeclaredPathsExist(path: String) throws {
        #expect(try answer(.get, path, at: TestHub()).problem?.code == .notFound)
    }

    @Test func anUnknownQueryNameIsRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let result = answer(.get, "/v1/transactions", token: alice.token, query: [("account", "bob")], at: hub)
        #expect(result.problem?.code == .unknownField)
        let twice = answer(
            .get, "/v1/transactions", token: alice.token, query: [("limit", "1"), ("limit", "2")], at: hub)
        #expect(twice.problem?.code == .badRequest)
        #expect(answer(.get, "/v1/tokens/announcements", query: [("x", "1")], at: hub).problem?.code == .unknownField)
    }

    @Test func aGetWithABodyIsRefused() throws {
        #expect(try answer(.get, "/v1/tokens/announcements", "{}", at: TestHub()).problem?.code == .badRequest)
    }

    @Test func aBodyThatIsTooLargeIsRefusedUnread() throws {
        let hub = try TestHub()
        let body = String(repeating: "x", count: 64 << 10) + "x"
        let result = answer(.post, "/v1/auth/register", body, at: hub)
        #expect(result.status == 413 && result.problem?.code == .tooLarge)
    }

    @Test func aStrangerLearnsNothingAboutTheFormOfMessages() throws {
        let hub = try TestHub()
        for path in [
            "/v1/wallet/purchase", "/v1/transactions/send", "/v1/tokens/redeem", "/v1/tokens/certificates",
            "/v1/tokens/status",
        ] {
            let result = answer(.post, path, "not json", at: hub)
            #expect(result.status == 401 && result.problem?.code == .unauthorized)
        }
        for path in ["/v1/wallet/balance", "/v1/transactions", "/v1/transactions/x"] {
            #expect(answer(.get, path, at: hub).status == 401)
        }
    }

    @Test(arguments: [
        #"{"id":"x","recipient":"bob","amount":{"value":"1.00","currency":"USD"}}"#,
        #"{"id":"01890a5d-ac96-774b-bcce-b302099a8057","recipient":"bob","amount":1.00}"#,
        #"{"id":"01890a5d-ac96-774b-bcce-b302099a8057","recipient":"bob","amount":{"value":1.00,"currency":"USD"}}"#,
        #"{"id":"01890a5d-ac96-774b-bcce-b302099a8057","recipient":"bob","amount":{"value":"1e2","currency":"USD"}}"#,
        #"{"id":"01890a5d-ac96-774b-bcce-b302099a8057","recipient":"bob","amount":{"value":"1.001","currency":"USD"}}"#,
        #"{"id":"01890a5d-ac96-774b-bcce-b302099a8057","recipient":"bob","amount":{"value":"99999999999999999999.00","currency":"USD"}}"#,
        #"{"id":"01890A5D-AC96-774B-BCCE-B302099A8057","recipient":"bob","amount":{"value":"1.00","currency":"USD"}}"#,
    ])
    func anAmountOrAnIdInAnotherFormIsRefused(body: String) throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        #expect(answer(.post, "/v1/transactions/send", body, as: alice, at: hub).status == 400)
        #expect(try alice.balance().balance == dollars(1_000))
    }

    @Test func noSecretReachesTheLog() throws {
        let lines = Lines()
        let hub = try TestHub { $0.log = Log(.debug) { lines.append($0.text) } }
        let alice = try hub.account("alice", cents: 400)
        _ = answer(.post, "/v1/auth/login", #"{"username":"alice","password":"SECRET_MARKER"}"#, at: hub)
        _ = answer(.post, "/v1/wallet/purchase", #"{"SECRET_MARKER":1}"#, as: alice, at: hub)
        _ = answer(.get, "/v1/wallet/balance", token: "SECRET_MARKER", at: hub)
        #expect(!lines.all.contains { $0.contains("SECRET_MARKER") || $0.contains(alice.token) })
    }
}
