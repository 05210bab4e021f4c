// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import HTTP
import Hub
import HubAPI
import Testing

@Suite struct DescriptionTests {
    private static let path = "Documentation/Protocols/openapi.json"

    /// The document as it is committed.
    private func committed() throws -> String { try Self.text(Self.path) }

    /// A file of the project, by its path from the root.
    static func text(_ path: String) throws -> String {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let file = try #require(fopen(root + "/" + path, "r"), "\(path) is not there")
        defer { fclose(file) }
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { text += piece[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    @Test func theCommittedDocumentIsWhatTheHubAnswers() throws {
        let isSame = try committed() == Hub.openAPI().prettyText + "\n"
        #expect(isSame, "Run `make openapi` and commit \(Self.path).")
    }

    @Test func everyReferenceLeadsSomewhere() throws {
        let document = try Hub.openAPI()
        var names: Set<String> = []
        func collect(_ value: JSONValue) {
            for member in value.members ?? [] {
                if member.key == "$ref", let text = member.value.string { names.insert(text) }
                collect(member.value)
            }
            for element in value.array ?? [] { collect(element) }
        }
        collect(document)
        for name in names {
            var place: JSONValue? = document
            for part in name.split(separator: "/").dropFirst() { place = place?[String(part)] }
            #expect(place != nil, "\(name) leads nowhere")
        }
        #expect(names.count > 10)
    }

    /// What stands in the protocol page's table, by status: every code once, in its own row.
    @Test func everyCodeStandsInTheProtocolPageUnderItsStatus() throws {
        var told: [String: Int] = [:]
        for line in try Self.text("Documentation/Protocols/Hub-API.md").split(separator: "\n") {
            let cells = line.split(separator: "|")
            guard cells.count == 2, let status = Int(cells[0].filter { $0 != " " }) else { continue }
            for code in cells[1].split(separator: "`") where code.allSatisfy({ $0.isUppercase || $0 == "_" }) {
                #expect(told.updateValue(status, forKey: String(code)) == nil, "\(code) stands there twice")
            }
        }
        let codes = HubProblem.Code.allCases.map { ($0.rawValue, HubProblem($0, "").status) }
        #expect(told == Dictionary(uniqueKeysWithValues: codes))
    }

    /// What a query may hold is said with its type and its bounds, and the reader keeps to them.
    @Test func valuesInQueriesHaveTheirTypesAndBounds() throws {
        func schema(_ path: String, _ name: String) throws -> JSONValue {
            let get = try #require(try Hub.openAPI()["paths"]?[path]?["get"])
            let all = try #require(get["parameters"]?.array)
            return try #require(all.first { $0["name"]?.string == name }?["schema"])
        }
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice")
        func status(_ path: String, _ name: String, _ value: String) -> Int {
            var request = alice.raw(.get, path, "")
            request.query = [(name, value)]
            return hub.hub.answer(request).status
        }
        let numbers = [
            ("/v1/transactions", "limit"), ("/v1/transactions", "since"), ("/v1/requests", "limit"),
            ("/v1/ledger/head", "since"), ("/v1/events/poll", "wait"),
        ]
        for (path, name) in numbers {
            let found = try schema(path, name)
            #expect(found["type"]?.string == "integer", "\(path) \(name)")
            let bounds = try (
                least: #require(found["minimum"].flatMap(Self.number)),
                most: #require(found["maximum"].flatMap(Self.number))
            )
            // A poll would wait for as long as it may.
            if name != "wait" { #expect(status(path, name, "\(bounds.most)") == 200, "\(path) \(name)") }
            #expect(status(path, name, "\(bounds.least)") == 200, "\(path) \(name)")
            let above = "\(UInt64(bounds.most) + 1)"
            for wrong in [above, "\(bounds.least - 1)", "+\(bounds.least)", "0\(bounds.least)", "1.0", "one", ""] {
                #expect(status(path, name, wrong) == 400, "\(path) \(name)=\(wrong)")
            }
        }
        for (path, name) in [
            ("/v1/transactions", "direction"), ("/v1/requests", "direction"), ("/v1/requests", "state"),
        ] {
            let choices = try #require(try schema(path, name)["enum"]?.array).compactMap(\.string)
            #expect(choices.count >= 2)
            for choice in choices { #expect(status(path, name, choice) == 200, "\(path) \(name)=\(choice)") }
            #expect(status(path, name, "sideways") == 400 && status(path, name, "") == 400)
        }
        let kinds = try #require(try schema("/v1/transactions", "kind")["items"]?["enum"]?.array).compactMap(\.string)
        #expect(status("/v1/transactions", "kind", kinds.joined(separator: ",")) == 200 && kinds.count > 5)
        #expect(status("/v1/transactions", "kind", kinds[0] + ",") == 400)
    }

    private static func number(_ value: JSONValue) -> Int64? {
        if case .number(let text) = value { Int64(text) } else { nil }
    }

    /// Wallets ask again for what is signed when an answer was lost, and whoever has a copy can too.
    @Test func whatIsSignedNamesAnIDOrIsAskedOnceOrEndsWhatStaysEnded() throws {
        let harmless: Set = [
            Routes.logoutEverywhere.path, Routes.redeem.path,
            // The same keys of the same account are certified again.
            Routes.certificates.path,
            Routes.declineRequest.path, Routes.cancelRequest.path, Routes.cancelSplit.path, Routes.cancelRecurring.path,
            // The same password or key again changes nothing.
            Routes.newAppPassword.path, Routes.newListener.path,
            // The same again about one code changes nothing.
            Routes.newPairing.path, Routes.decidePairing.path,
            // Each of its orders has an id.
            Routes.fileBatch.path,
        ]
        let document = try Hub.openAPI()
        for place in try #require(document["paths"]?.members) {
            guard let post = place.value["post"], post["security"]?[0]?["signature"] != nil else { continue }
            let schema = post["requestBody"]?["content"]?["application/json"]?["schema"]?["$ref"]?.string
            let name = schema?.split(separator: "/").last.map { String($0) } ?? ""
            let required = document["components"]?["schemas"]?[name]?["required"]?.array?.compactMap(\.string) ?? []
            #expect(
                required.contains("id") != (Routes.askedOnce.contains(place.key) || harmless.contains(place.key)),
                "\(place.key) takes \(name) with \(required)")
        }
    }

    /// Whoever has only an access token, from a log or a proxy, looks and changes nothing. What is new here needs a reason.
    @Test func whatAnAccessTokenAloneMaySendChangesNothing() throws {
        let reasons = [
            Routes.quote.path: "nothing is written; taking the price is signed",
            Routes.findAccount.path: "nothing is written but that somebody guesses names",
            Routes.status.path: "it only reads, of more records than fit into an address",
            Routes.haveContents.path: "it only reads, of more contents than fit into an address",
        ]
        let document = try Hub.openAPI()
        var found: Set<String> = []
        for place in try #require(document["paths"]?.members) {
            for method in place.value.members ?? [] where method.key != "get" {
                guard let security = method.value["security"]?[0], security["signature"] == nil else { continue }
                #expect(security["session"] != nil)
                found.insert(place.key)
            }
        }
        #expect(found == Set(reasons.keys))
    }

    @Test func whatIsSignedStrictAndOptionalIsSaid() throws {
        let document = try Hub.openAPI()
        let send = try #require(document["paths"]?["/v1/transactions/send"]?["post"])
        #expect(send["security"]?[0]?["signature"] != nil)
        let order = try #require(document["components"]?["schemas"]?["SendOrder"])
        #expect(order["additionalProperties"]?.bool == false)
        #expect(order["required"]?.array?.compactMap(\.string) == ["id", "recipient", "amount"])
        #expect(order["properties"]?["amount"]?["$ref"]?.string == "#/components/schemas/Amount")
        let login = try #require(document["paths"]?["/v1/auth/login"]?["post"])
        #expect(login["security"] == nil)
        let list = try #require(document["paths"]?["/v1/transactions"]?["get"])
        let query = try #require(list["parameters"]?.array).compactMap { $0["name"]?.string }
        #expect(query.contains("before") && query.contains("limit"))
    }
}
