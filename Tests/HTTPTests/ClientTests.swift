// SPDX-License-Identifier: MIT
import HTTP
import Testing

struct ClientTests {
    private func echo() throws -> Server {
        try Server(address: "127.0.0.1") { request, respond in
            let method = request.method.rawValue
            respond(
                Response(
                    status: request.path == "/missing" ? 404 : 200,
                    headers: [
                        "X-Method": method, "X-Target": request.target, "X-Empty": request.headers["X-E"] ?? "none",
                    ],
                    body: request.body))
        }
    }

    @Test(arguments: Method.allCases) func everyMethodArrivesWithItsBody(method: Method) throws {
        let server = try echo()
        let client = try Client()
        let body = method.hasBody ? [UInt8](repeating: 7, count: 60_000) : []
        for sent in [body, []] {
            let request = Request(method: method, path: "/a", query: [("q", "x y")], headers: ["X-E": ""], body: sent)
            let response = try client.send(request, to: "http://127.0.0.1:\(server.port)/")
            #expect(response.status == 200)
            #expect(response.headers["x-method"] == method.rawValue)
            #expect(response.headers["x-target"] == "/a?q=x%20y")
            #expect(response.headers["x-empty"] == "")
            #expect(response.body == sent)
        }
    }

    @Test func anErrorStatusIsAnAnswerAndNotAFailure() throws {
        let server = try echo()
        let response = try Client().send(ClientRequest(url: "http://localhost:\(server.port)/missing"))
        #expect(response.status == 404)
    }

    @Test func aConnectionIsUsedAgain() throws {
        var limits = Limits()
        limits.connections = 1
        let server = try Server(address: "127.0.0.1", limits: limits) { _, respond in respond(Response(status: 200)) }
        let client = try Client()
        for _ in 0..<10 {
            #expect(try client.send(ClientRequest(url: "http://127.0.0.1:\(server.port)/")).status == 200)
        }
    }

    @Test func anAnswerThatIsTooLargeIsRefused() throws {
        let server = try Server(address: "127.0.0.1") { _, respond in
            respond(Response(status: 200, body: [UInt8](repeating: 1, count: 2_000)))
        }
        let error = #expect(throws: HTTPError.self) {
            try Client(maximumBytes: 1_000).send(ClientRequest(url: "http://127.0.0.1:\(server.port)/"))
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func aServerThatIsNotThereIsUnreachable() throws {
        let server = try echo()
        let port = server.port
        server.stop()
        let error = #expect(throws: HTTPError.self) {
            try Client().send(ClientRequest(url: "http://127.0.0.1:\(port)/"))
        }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("try again") == true)
    }

    @Test func aServerThatDoesNotAnswerTimesOut() throws {
        let server = try Server(address: "127.0.0.1") { _, respond in
            later(1_500) { respond(Response(status: 200)) }
        }
        let error = #expect(throws: HTTPError.self) {
            try Client(timeoutSeconds: 1).send(ClientRequest(url: "http://127.0.0.1:\(server.port)/"))
        }
        #expect(error?.code == .timedOut)
    }

    @Test func aRedirectIsNotFollowed() throws {
        let server = try Server(address: "127.0.0.1") { _, respond in
            respond(Response(status: 302, headers: ["Location": "http://127.0.0.1:1/"]))
        }
        let response = try Client().send(ClientRequest(url: "http://127.0.0.1:\(server.port)/"))
        #expect(response.status == 302)
    }

    @Test(arguments: [
        "http://hub.example/", "http://127.0.0.1.evil.example/", "http://localhost.evil.example/", "http://10.0.0.1/",
        "http://[::2]/", "http://128.0.0.1/", "HTTP://hub.example/",
    ]) func plainHTTPToAnotherMachineIsInsecure(url: String) throws {
        let error = #expect(throws: HTTPError.self) { try Client().send(ClientRequest(url: url)) }
        #expect(error?.code == .insecure)
    }

    @Test(arguments: [
        "", "hub", "ftp://127.0.0.1/", "file:///etc/passwd", "http://user:secret@127.0.0.1/", "http://a b/", "https://",
        "http://127.0.0.1\r\n/",
    ]) func aURLThatIsNoneIsRefused(url: String) throws {
        let error = #expect(throws: HTTPError.self) { try Client().send(ClientRequest(url: url)) }
        #expect(error?.code == .malformed || error?.code == .insecure)
    }

    @Test func aHeaderThatWouldSplitTheHeadIsRefused() throws {
        let error = #expect(throws: HTTPError.self) {
            try Client().send(ClientRequest(url: "http://127.0.0.1:1/", headers: ["A": "b\r\nC: d"]))
        }
        #expect(error?.code == .malformed)
    }
}
