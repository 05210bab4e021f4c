// SPDX-License-Identifier: MIT
import Archives
import HTTP
import Synchronization
import TestSupport
import Testing

/// K7: newer copies of passes and nearest places, as a person uses them.
@Suite(.needsTrust)
struct CardUpdateTests {
    private let network: TestNetwork
    private let ann: Person
    private let authority: TestAuthority
    private let issuer: Issuer

    /// A host that a trusted authority vouches for.
    private final class Issuer: Sendable {
        let server: Server
        private let state: State

        private final class State: Sendable {
            let answer = Mutex(Response(status: 404))
            let requests = Mutex<[Request]>([])
        }

        var host: String { "127.0.0.1:\(server.port)" }
        var requests: [Request] { state.requests.withLock { $0 } }

        init(_ issued: (certificate: String, key: String)) throws {
            let state = State()
            self.state = state
            let credentials = try ServerCredentials(
                certificates: try File.read(issued.certificate), privateKey: try File.read(issued.key))
            server = try Server(address: "127.0.0.1", credentials: credentials) { request, respond in
                state.requests.withLock { $0.append(request) }
                respond(state.answer.withLock { $0 })
            }
        }

        deinit { server.stop() }

        func gives(_ status: Int, _ body: [UInt8] = [], _ headers: Headers = [:]) {
            state.answer.withLock { $0 = Response(status: status, headers: headers, body: body) }
        }
    }

    init() throws {
        network = try TestNetwork()
        ann = try network.watcher("ann")
        authority = try TestAuthority()
        issuer = try Issuer(authority.issue("issuer"))
    }

    private func pass(_ gate: String, serial: String = "S-1", more: String = "") throws -> [UInt8] {
        let json = """
            {"passTypeIdentifier":"pass.air","serialNumber":"\(serial)","organizationName":"Air \(serial)",\(more)
            "boardingPass":{"headerFields":[{"key":"g","label":"Gate","value":"\(gate)"}]}}
            """
        return try Archive.write([ArchiveEntry("pass.json", Array(json.utf8))])
    }

    private func importPass(_ bytes: [UInt8]) throws {
        try File.write(bytes, to: network.file("a.pkpass"))
        try ann.cards("import", network.file("a.pkpass"))
    }

    private var service: String {
        #""webServiceURL":"https://\#(issuer.host)/a","authenticationToken":"0123456789abcdef","#
    }

    @Test func aPassIsUpdatedAfterAYesAndAWrongAnswerChangesNothing() throws {
        try importPass(pass("A1", more: service))
        try ann.cards("edit", "1", "--holder", "Ann")
        issuer.gives(200, try pass("B22", more: service), ["Last-Modified": "Fri, 27 Nov 2026 10:00:00 GMT"])

        let asked = try ann.satchel(trusting: authority, "cards", "update")
        #expect(asked.status == 11 && asked.all.contains(issuer.host), "\(asked.all)")
        let untrusted = try ann.satchel("cards", "update", "--yes", "--json")
        #expect(untrusted.status == 4, "\(untrusted.all)")
        #expect(try untrusted.json()["items"]?[0]?["reason"]?.text == "insecure")
        #expect(issuer.requests.isEmpty)

        let updated = try ann.satchel(trusting: authority, "cards", "update", "--yes", "--json")
        #expect(updated.status == 0, "\(updated.all)")
        #expect(try updated.json()["items"]?[0]?["result"]?.text == "updated")
        let shown = try ann.cards("show", "1").output
        #expect(shown.contains("B22") && shown.contains("Ann"), "\(shown)")

        issuer.gives(304)
        let again = try ann.satchel(trusting: authority, "cards", "update", "1", "--yes")
        #expect(again.status == 0 && again.output.contains("nothing new"), "\(again.all)")
        #expect(issuer.requests.last?.headers["If-Modified-Since"] == "Fri, 27 Nov 2026 10:00:00 GMT")

        issuer.gives(200, Array("<!doctype html>".utf8))
        let lied = try ann.satchel(trusting: authority, "cards", "update", "--yes")
        #expect(lied.status == 6 && lied.output.contains("The answer is not a pass."), "\(lied.all)")
        #expect(try ann.cards("show", "1").output == shown)
        try ann.cards("undo")
        #expect(try ann.cards("show", "1").output.contains("A1"))
    }

    @Test func aCardThatNamesNoHostIsASentence() throws {
        try importPass(pass("A1"))
        let all = try ann.satchel("cards", "update")
        #expect(all.status == 0 && all.output.contains("No card has a pass that names a host"), "\(all.all)")
        let one = try ann.satchel("cards", "update", "1")
        #expect(one.status == 1 && one.complaint.contains("names a host for updates"), "\(one.all)")
    }

    @Test func theNearestPlacesComeFirstWithTheirDistance() throws {
        func place(_ latitude: String, _ longitude: String) -> String {
            """
            "maxDistance":100,
            "locations":[{"latitude":\(latitude),"longitude":\(longitude),"relevantText":"Gate hall"}],
            """
        }
        try importPass(pass("A", serial: "far", more: place("52.52", "13.405")))
        try importPass(pass("A", serial: "near", more: place("48.2082", "16.3739")))
        try importPass(pass("A", serial: "nowhere"))
        #expect(try ann.stores("--near", "48.2082,16.3738") == ["Air near", "Air far", "Air nowhere"])
        let list = try ann.cards("list", "--near", "48.2082,16.3738").output
        #expect(list.contains("7 m") && list.contains("here: Gate hall") && list.contains("523.5 km"), "\(list)")
        let first = try ann.cardsJSON("list", "--near=48.2082,16.3738").list?.first
        #expect(first?["distanceMetres"] == .number(7) && first?["isInReach"] == .bool(true))
        #expect(try ann.satchel("cards", "list", "--near", "Vienna").status == 2)
    }

    @Test func theDaysOfRemindersAreASetting() throws {
        try ann.cards("add", "--store", "Grocer", "--number", "17")
        #expect(try ann.cards("remind").output.contains("14 days"))
        #expect(try ann.cardsJSON("remind", "30")["days"] == .number(30))
        #expect(try ann.cards("remind").output.contains("30 days"))
        #expect(try ann.satchel("cards", "remind", "soon").status == 2)
    }
}
