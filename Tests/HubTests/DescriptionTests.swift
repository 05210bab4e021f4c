// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import Hub
import HubAPI
import Testing

@Suite struct DescriptionTests {
    private static let path = "Documentation/Protocols/openapi.json"

    /// The document as it is committed.
    private func committed() throws -> String {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let file = try #require(fopen(root + "/" + Self.path, "r"))
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

    /// Wallets ask again for what is signed when an answer was lost, and whoever has a copy can too.
    @Test func whatIsSignedNamesAnIDOrIsAskedOnceOrEndsWhatStaysEnded() throws {
        let harmless: Set = [
            Routes.logoutEverywhere.path, Routes.redeem.path,
            // The same keys of the same account are certified again.
            Routes.certificates.path,
            Routes.declineRequest.path, Routes.cancelRequest.path, Routes.cancelSplit.path, Routes.cancelRecurring.path,
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
