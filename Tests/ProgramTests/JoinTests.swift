// SPDX-License-Identifier: MIT
import HTTP
import Synchronization
import TestSupport
import Testing

/// R1, with real programs: links that lead to somebody else, whom an authority that the machine trusts vouches for.
@Suite(.needsTrust)
struct JoinTests {
    /// A server of somebody else, with a certificate of a trusted authority, who passes everything on and notes it.
    private final class Relay: Sendable {
        let server: Server
        private let heard: Heard
        private final class Heard: Sendable {
            let requests = Mutex<[Request]>([])
        }

        var url: String { "https://127.0.0.1:\(server.port)" }
        var requests: [Request] { heard.requests.withLock { $0 } }

        init(to hub: String, _ issued: (certificate: String, key: String), port: UInt16 = 0) throws {
            let heard = Heard()
            self.heard = heard
            let credentials = try ServerCredentials(
                certificates: try File.read(issued.certificate), privateKey: try File.read(issued.key))
            server = try Server(address: "127.0.0.1", port: port, credentials: credentials) { request, respond in
                heard.requests.withLock { $0.append(request) }
                do {
                    let answer = try Client(trust: .anyone).send(request, to: hub)
                    let kind = answer.headers["Content-Type"].map { Headers(["Content-Type": $0]) } ?? Headers()
                    respond(Response(status: answer.status, headers: kind, body: answer.body))
                } catch {
                    respond(Response(status: 502))
                }
            }
        }

        /// Nothing but what is public anyway has come.
        func requireNothingSecret(_ location: SourceLocation = #_sourceLocation) {
            for request in requests {
                #expect(
                    request.path == "/v1/tokens/announcements" && request.body.isEmpty
                        && request.headers["Authorization"] == nil, "\(request.path)", sourceLocation: location)
            }
        }
    }

    @Test func aLinkToARelayMovesNoJoinedWalletAndTakesNoProofAway() throws {
        let network = try TestNetwork(protection: ["--tls"])
        try network.makeHub()
        let alice = try network.person("alice", cents: 10_00)
        let authority = try TestAuthority()
        let (genuine, root) = ("https://127.0.0.1:\(network.port)", try #require(field("root", of: network.link)))
        let relay = try Relay(to: genuine, try authority.issue("relay"))
        defer { relay.server.stop() }
        // The machine does believe the relay: somebody who has nothing but its link hears the hub through it.
        let bob = try network.stranger("bob")
        try bob.succeed("init")
        let misled = try bob.satchel(
            trusting: authority, "join", "satchel://join?hub=\(relay.url)&root=\(root)", "--json")
        #expect(try misled.status == 0 && misled.json()["joined"] == .bool(true), "\(misled.all)")
        let before = relay.requests.count
        #expect(before > 0)

        for proof in ["", "&proof=root"] {
            let link = "satchel://join?hub=\(relay.url)&root=\(root)\(proof)"
            // Without anybody to ask nothing is changed; with a yes the relay cannot prove that it is the hub.
            let asked = try alice.satchel(trusting: authority, "join", link)
            #expect(asked.status == 11, "\(asked.all)")
            for address in [genuine, relay.url] { #expect(asked.all.contains(address), "\(asked.all)") }
            let agreed = try alice.satchel(trusting: authority, "join", link, "--yes")
            #expect(agreed.status == 7 && agreed.complaint.contains("did not prove"), "\(agreed.all)")
            let sync = try alice.satchel(trusting: authority, "sync")
            #expect(sync.status == 0, "\(sync.all)")
        }
        let plain = try alice.satchel("join", "satchel://join?hub=http://hub.example&root=\(root)")
        #expect(plain.status == 2 && plain.complaint.contains("Plain http"), "\(plain.all)")
        // The same address without the proof: the relay has taken the hub's place there.
        #expect(network.closeHub() == 0)
        let elsewhere = try Elsewhere(network)
        let taken = try Relay(to: elsewhere.url, try authority.issue("taken"), port: UInt16(network.port))
        let lowered = try alice.satchel(trusting: authority, "join", "satchel://join?hub=\(genuine)&root=\(root)")
        #expect(lowered.all.contains("still requires a proof"), "\(lowered.all)")
        _ = try alice.satchel(trusting: authority, "sync")
        let again = try alice.satchel(
            trusting: authority, "login", "alice", "--password-file", network.file("alice.password"))
        #expect(again.status != 0, "\(again.all)")
        taken.requireNothingSecret()
        relay.requireNothingSecret()
        #expect(relay.requests.count > before && !taken.requests.isEmpty)
        taken.server.stop()
        #expect(elsewhere.server.stop() == 0)
        try network.openHub()
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "10.00")
    }

    @Test func theHubsOwnOtherAddressIsFollowedAfterAYes() throws {
        let network = try TestNetwork(protection: ["--tls"])
        try network.makeHub()
        let alice = try network.person("alice", cents: 10_00)
        let former = network.port
        #expect(network.closeHub() == 0)
        let elsewhere = try Elsewhere(network)
        let link = elsewhere.link
        #expect(!link.contains(":\(former)"))
        let moved = try alice.succeed("join", link, "--yes", "--json").json()
        #expect(moved["joined"] == .bool(true) && moved["hub"]?.text == field("hub", of: link))
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "10.00")
        #expect(elsewhere.server.stop() == 0)
    }

    /// Problem 3 of the app's review: a wrong root key or a wrong port was for good.
    @Test func aWrongLinkIsNoBond() throws {
        let (network, other) = (try TestNetwork(), try TestNetwork())
        try network.makeHub()
        try other.makeHub()
        let alice = try network.stranger("alice")
        try alice.succeed("init")
        let (own, foreign) = (
            try #require(field("root", of: network.link)), try #require(field("root", of: other.link))
        )
        let wrong = try alice.satchel("join", "satchel://join?hub=http://127.0.0.1:\(network.port)&root=\(foreign)")
        #expect(wrong.status == 7 && wrong.complaint.contains("another root key than the link says"), "\(wrong.all)")
        let nowhere = try LocalListener { _ in }.port
        for root in [foreign, own] {
            let late = try alice.succeed(
                "join", "satchel://join?hub=http://127.0.0.1:\(nowhere)&root=\(root)", "--json"
            ).json()
            #expect(late["joined"] == .bool(false) && late["reached"] == .bool(false))
        }
        #expect(try alice.succeed("join", network.link, "--json").json()["joined"] == .bool(true))
        try alice.succeed("register", "alice", "--password-file", network.file("alice.password"))
        let foreigner = try alice.satchel("join", other.link)
        #expect(foreigner.status == 7 && foreigner.complaint.contains("another hub's"), "\(foreigner.all)")
        try alice.succeed("sync")
    }

    private func field(_ name: String, of link: String) -> String? {
        link.split(separator: "?").last?.split(separator: "&").first { $0.hasPrefix(name + "=") }
            .map { String($0.dropFirst(name.count + 1)) }
    }
}

/// The network's hub, which is closed there, at another port.
private struct Elsewhere {
    let server: Running
    let link: String
    let url: String

    init(_ network: TestNetwork) throws {
        server = try Running(
            Programs.hub, ["serve", "--port", "0", "--json", "--directory", network.file("hub"), "--tls"],
            environment: ["HOME": network.folder], complaints: network.file("hub.log"))
        let ready = try Run(output: server.line(), complaint: "", status: 0).json()
        link = try #require(ready["link"]?.text)
        url = try #require(ready["ready"]?.text)
    }
}
