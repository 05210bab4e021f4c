// SPDX-License-Identifier: MIT
import Archives
import Bytes
import Cards
import CardStore
import Crypto
import HTTP
import Synchronization
import Testing

/// K7: newer copies of passes from a real server of their issuer, which may be out of order or lie.
struct PassServerTests {
    /// An issuer on this machine, over TLS.
    private final class Issuer: Sendable {
        let server: Server
        let pin: String
        private let state: State

        private final class State: Sendable {
            let answer = Mutex<@Sendable (Request) -> Response?>({ _ in Response(status: 404) })
            let requests = Mutex<[Request]>([])
            /// Those that wait for an answer for ever.
            let waiting = Mutex<[Responder]>([])
        }

        init() throws {
            let certificate = try SelfSignedCertificate(
                for: P256.PrivateKey(random: .system), name: "Issuer", from: 1_700_000_000, until: 4_000_000_000,
                random: .system)
            let credentials = try ServerCredentials(
                certificates: certificate.certificate, privateKey: certificate.privateKey.withUnsafeBytes { Array($0) })
            let state = State()
            self.state = state
            pin = credentials.pin
            server = try Server(address: "127.0.0.1", credentials: credentials) { request, respond in
                state.requests.withLock { $0.append(request) }
                let response = state.answer.withLock { $0(request) }
                guard let response else { return state.waiting.withLock { $0.append(respond) } }
                respond(response)
            }
        }

        deinit { server.stop() }

        var host: String { "127.0.0.1:\(server.port)" }
        var requests: [Request] { state.requests.withLock { $0 } }

        func answers(_ answer: @escaping @Sendable (Request) -> Response?) { state.answer.withLock { $0 = answer } }
        func gives(_ status: Int, _ body: [UInt8] = [], _ headers: Headers = [:]) {
            answers { _ in Response(status: status, headers: headers, body: body) }
        }
    }

    private let pouch: Pouch
    private let issuer: Issuer

    init() throws {
        pouch = try Pouch()
        issuer = try Issuer()
    }

    private func pass(gate: String, serial: String = "S-1", padding: Int = 0) throws -> [UInt8] {
        let json = """
            {"passTypeIdentifier":"pass.air","serialNumber":"\(serial)","organizationName":"Air","description":"Flight",
            "webServiceURL":"https://\(issuer.host)/api","authenticationToken":"0123456789abcdef",
            "boardingPass":{"headerFields":[{"key":"g","label":"Gate","value":"\(gate)"}]},
            "barcodes":[{"format":"PKBarcodeFormatAztec","message":"M1","messageEncoding":"iso-8859-1"}]}
            """
        return try Archive.write([
            ArchiveEntry("pass.json", Array(json.utf8)),
            ArchiveEntry("signature", [UInt8](repeating: 7, count: padding)),
        ])
    }

    /// The only card, from a pass with gate A1, after a person has changed it.
    private func card() throws -> Card {
        _ = try pouch.cards.take(CardFormat.parse(pass(gate: "A1")))
        let card = try #require(pouch.cards.cards().first)
        return try pouch.cards.edit(card.id) { card in
            card.note += "\nMeet Jo"
            (card.holder, card.isStarred, card.groups) = ("Ann", true, ["trips"])
        }
    }

    private func update(_ card: Card, timeoutSeconds: Int = 60, trust: Trust? = nil) throws -> PassUpdate {
        try pouch.cards.updatePass(
            of: card.id,
            by: PassClient(timeoutSeconds: timeoutSeconds, trust: trust ?? .keys([issuer.pin])))
    }

    @Test func aNewerCopyIsAskedForAndTakenAndTheNextQuestionNamesItsDate() throws {
        let card = try card()
        issuer.gives(200, try pass(gate: "B22"), ["Last-Modified": "Fri, 27 Nov 2026 10:00:00 GMT"])
        #expect(try update(card) == .updated)
        let changed = try pouch.reopen().card(card.id)
        #expect(changed.note == "Flight\nGate: B22\nMeet Jo")
        #expect(changed.holder == "Ann" && changed.isStarred && changed.groups == ["trips"])
        let first = try #require(issuer.requests.first)
        #expect(first.path == "/api/v1/passes/pass.air/S-1" && first.body.isEmpty && first.method == .get)
        #expect(first.headers["Authorization"] == "ApplePass 0123456789abcdef")
        #expect(first.headers["If-Modified-Since"] == nil)

        issuer.gives(304)
        #expect(try update(changed) == .unchanged)
        #expect(issuer.requests.last?.headers["If-Modified-Since"] == "Fri, 27 Nov 2026 10:00:00 GMT")
        #expect(try pouch.reopen().card(card.id) == changed)
        #expect(try pouch.cards.undo().card == card)
    }

    /// The date belongs to the copy: of another one it would hide changes.
    @Test func anOtherCopyFromAFileForgetsTheDate() throws {
        let card = try card()
        issuer.gives(200, try pass(gate: "B22"), ["Last-Modified": "Fri, 27 Nov 2026 10:00:00 GMT"])
        #expect(try update(card) == .updated)
        _ = try pouch.cards.take(CardFormat.parse(pass(gate: "A0")))
        _ = try update(card)
        #expect(issuer.requests.last?.headers["If-Modified-Since"] == nil)
    }

    @Test func aCopyThatShowsTheSameChangesNothingThatIsShown() throws {
        let card = try card()
        issuer.gives(200, try pass(gate: "A1", padding: 9))
        #expect(try update(card) == .unchanged)
        #expect(try pouch.cards.card(card.id).note == card.note)
        issuer.gives(200, try pass(gate: "A1"), ["Last-Modified": String(repeating: "x", count: 65)])
        #expect(try update(card) == .unchanged)
        _ = try update(card)
        #expect(issuer.requests.last?.headers["If-Modified-Since"] == nil)
    }

    @Test func aWrongAnswerLeavesTheCardAsItWas() throws {
        let card = try card()
        let page = Array("<!doctype html><title>Log in</title>".utf8)
        let cards = Array(#"{"version":1,"cards":[{"storeName":"Air","cardNumber":"2"}]}"#.utf8)
        let whole = try pass(gate: "B22")
        let wrong: [(Int, [UInt8], PassUpdate.Failure)] = [
            (401, [], .denied), (403, page, .denied), (404, page, .notFound), (410, [], .notFound),
            (500, page, .serverFault), (503, [], .serverFault), (204, [], .unexpected), (206, whole, .unexpected),
            (400, page, .unexpected), (429, [], .unexpected), (200, [], .notAPass), (200, page, .notAPass),
            (200, cards, .notAPass), (200, Array(whole.dropLast(9)), .notAPass),
            (200, try Archive.write([ArchiveEntry("a.pkpass", whole)]), .notAPass),
            (200, try Archive.write([ArchiveEntry("pass.json", whole)], password: SecretBytes([1])), .notAPass),
            (200, try Archive.write([ArchiveEntry("pass.json", page)]), .notAPass),
            (200, try pass(gate: "B22", serial: "S-2"), .otherPass),
            (200, [UInt8](repeating: 0x50, count: CardLimits.fileBytes + 1), .tooLarge),
        ]
        for (status, body, failure) in wrong {
            issuer.gives(status, body)
            #expect(try update(card) == .failed(failure), "\(status) with \(body.count) bytes")
            #expect(try pouch.reopen().cards() == [card], "\(status) with \(body.count) bytes")
        }
        #expect(pouch.photoNames.count == 1)
    }

    @Test func aRedirectIsNotFollowed() throws {
        let other = try Issuer()
        let card = try card()
        for status in [301, 302, 303, 307, 308] {
            issuer.gives(status, [], ["Location": "https://\(other.host)/api/v1/passes/pass.air/S-1"])
            #expect(try update(card) == .failed(.redirected))
        }
        #expect(other.requests.isEmpty)
        #expect(try pouch.cards.card(card.id) == card)
    }

    @Test func aHostThatIsSilentOrAnotherOneIsAskedOnceInARound() throws {
        let card = try card()
        let strict = try PassClient()
        for _ in 0..<2 { #expect(try pouch.cards.updatePass(of: card.id, by: strict) == .failed(.insecure)) }
        #expect(issuer.requests.isEmpty)
        issuer.answers { _ in nil }
        let patient = try PassClient(timeoutSeconds: 1, trust: .keys([issuer.pin]))
        for _ in 0..<2 { #expect(try pouch.cards.updatePass(of: card.id, by: patient) == .failed(.timedOut)) }
        #expect(issuer.requests.count <= 1)
        issuer.server.stop()
        #expect(try update(card) == .failed(.unreachable))
        #expect(try pouch.cards.card(card.id) == card)
    }

    @Test func aCardWithoutAServiceIsNotAskedFor() throws {
        let card = try pouch.cards.add(.sample(1))
        #expect(pouch.cards.passService(of: card) == nil)
        #expect(try update(card) == .failed(.noService))
        #expect(issuer.requests.isEmpty)
    }
}
