// SPDX-License-Identifier: MIT
import HTTP
import Synchronization
import Testing
import Zlib

struct GzipTests {
    private static let text = Array(String(repeating: #"{"amount":"12.50","currency":"EUR"},"#, count: 300).utf8)

    private func echo(limits: Limits = Limits()) throws -> Server {
        try Server(address: "127.0.0.1", limits: limits) { request, respond in
            respond(
                Response(
                    status: 200, headers: ["X-Coding": request.headers["Content-Encoding"] ?? "none"],
                    body: request.method == .get ? Self.text : request.body))
        }
    }

    @Test func whatWasPackedUnpacksToTheSame() throws {
        for bytes in [[], [7], Self.text, (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0) }] {
            let packed = try #require(Gzip.pack(bytes))
            #expect(try Gzip.unpack(packed, maximumCount: bytes.count) == bytes)
        }
        let packed = try #require(Gzip.pack(Self.text))
        #expect(throws: DeflateStream.Failure.damaged) {
            try Gzip.unpack(Array(packed.dropLast()), maximumCount: 1 << 20)
        }
        #expect(throws: DeflateStream.Failure.trailing) { try Gzip.unpack(packed + [0], maximumCount: 1 << 20) }
        #expect(throws: DeflateStream.Failure.damaged) { try Gzip.unpack([], maximumCount: 1 << 20) }
        #expect(throws: DeflateStream.Failure.tooLarge) { try Gzip.unpack(packed, maximumCount: Self.text.count - 1) }
    }

    @Test(arguments: [
        ("gzip", true), ("deflate, gzip;q=0.5", true), ("br , GZIP", true), ("gzip;q=0", false),
        ("gzip; q=0.000", false), ("br", false), ("", false), ("xgzip", false),
    ])
    func acceptanceIsReadAsTheStandardSays(value: String, isAccepted: Bool) {
        #expect(Gzip.isAccepted(by: value) == isAccepted)
        #expect(!Gzip.isAccepted(by: nil))
    }

    @Test func answersArePackedForThoseWhoTakeThem() throws {
        let server = try echo()
        let connection = try RawConnection(port: server.port)
        connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let plain = connection.readAnswer()
        #expect(plain.contains("Content-Length: \(Self.text.count)\r\n") && !plain.contains("Content-Encoding"))
        connection.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
        let packed = connection.readAnswer()
        #expect(packed.contains("Content-Encoding: gzip\r\n") && packed.contains("Vary: Accept-Encoding\r\n"))
        #expect(packed.contains("Accept-Encoding: gzip\r\n"))
        let client = try Client()
        let response = try client.send(ClientRequest(url: "http://127.0.0.1:\(server.port)/"))
        #expect(response.body == Self.text)
        #expect(response.headers["Content-Encoding"] == "gzip")
    }

    @Test func shortAnswersAndThoseOfCautiousServersTravelPlain() throws {
        var limits = Limits()
        limits.packsAnswers = false
        for (server, body) in [
            (try echo(), [UInt8](repeating: 65, count: 1_024)), (try echo(limits: limits), Self.text),
        ] {
            let response = try Client().send(
                ClientRequest(method: .post, url: "http://127.0.0.1:\(server.port)/", body: body))
            #expect(response.body == body)
            #expect(response.headers["Content-Encoding"] == nil)
        }
    }

    @Test func theClientPacksOnlyWhatIsLargeAndForWhoHasAnnouncedIt() throws {
        let lengths = Mutex<[Int]>([])
        let server = try Server(address: "127.0.0.1") { request, respond in
            lengths.withLock { $0.append(Int(request.headers["Content-Length"] ?? "") ?? -1) }
            respond(Response(status: 200, body: request.body))
        }
        let client = try Client()
        let url = "http://127.0.0.1:\(server.port)/"
        for body in [Self.text, Self.text, Array(Self.text.prefix(1_024))] {
            #expect(try client.send(ClientRequest(method: .post, url: url, body: body)).body == body)
        }
        let sent = lengths.withLock { $0 }
        #expect(sent[0] == Self.text.count && sent[1] < 1_024 && sent[2] == 1_024)
    }

    @Test func aServerThatNoLongerUnpacksGetsThePlainBody() throws {
        let server = try Server(address: "127.0.0.1") { request, respond in
            let isFirst = request.body.isEmpty
            respond(
                Response(
                    status: isFirst || request.headers["X-Refused"] == nil ? 200 : 415,
                    headers: ["Accept-Encoding": "gzip"], body: []))
        }
        let client = try Client()
        let url = "http://127.0.0.1:\(server.port)/"
        #expect(try client.send(ClientRequest(url: url)).status == 200)
        let refused = ClientRequest(method: .post, url: url, headers: ["X-Refused": "1"], body: Self.text)
        #expect(try client.send(refused).status == 415)
    }

    @Test func aBombIsRefusedAndSoIsEveryOtherCoding() throws {
        var limits = Limits()
        limits.bodyBytes = 20_000
        let server = try echo(limits: limits)
        // Three megabytes in fourteen kilobytes.
        let bomb = try #require(Gzip.pack([UInt8](repeating: 0, count: 3 << 20)))
        #expect(bomb.count < 20_000)
        let client = try Client()
        func status(_ body: [UInt8], _ coding: String) throws -> Int {
            try client.send(
                ClientRequest(
                    method: .post, url: "http://127.0.0.1:\(server.port)/", headers: ["Content-Encoding": coding],
                    body: body)
            ).status
        }
        #expect(try status(bomb, "gzip") == 413)
        #expect(try status(bomb, "br") == 415)
        #expect(try status(bomb, "gzip, gzip") == 415)
        #expect(try status(Array("not packed".utf8), "gzip") == 400)
        #expect(try status(try #require(Gzip.pack(Self.text)), "GZIP") == 200)
    }
}
