// SPDX-License-Identifier: MIT
import HTTP
import Testing

struct ValueTests {
    @Test func headerNamesIgnoreCase() {
        var headers: Headers = ["Content-Type": "a"]
        headers.add("content-type", "b")
        #expect(headers["CONTENT-TYPE"] == "a")
        #expect(headers.all("content-Type") == ["a", "b"])
        headers["content-type"] = "c"
        #expect(headers.all("Content-Type") == ["c"])
        headers["Content-Type"] = nil
        #expect(headers.fields.isEmpty)
    }

    @Test func aHeaderThatWouldBreakItsLineIsNotSendable() {
        #expect((["A": "b"] as Headers).areSendable)
        #expect(!(["A": "b\r\nC: d"] as Headers).areSendable)
        #expect(!(["A b": "c"] as Headers).areSendable)
        #expect(!(["": "c"] as Headers).areSendable)
    }

    @Test func aTargetSplitsIntoPathAndDecodedQuery() throws {
        let request = try Request(method: .get, target: "/v1/a%2Fb?limit=20&name=Zo%C3%AB+M&flag&x=a=b")
        #expect(request.path == "/v1/a%2Fb")
        #expect(request.query.map(\.name) == ["limit", "name", "flag", "x"])
        #expect(request.query.map(\.value) == ["20", "Zoë M", "", "a=b"])
        #expect(request.queryValue("limit") == "20")
    }

    @Test func aTargetSurvivesEncoding() throws {
        let query = [("a b", "1&2=3"), ("ü", "100%+")]
        let target = Request(method: .get, path: "/p", query: query.map { (name: $0.0, value: $0.1) }).target
        #expect(target == "/p?a%20b=1%262%3D3&%C3%BC=100%25%2B")
        #expect(try Request(method: .get, target: target).query.map(\.value) == ["1&2=3", "100%+"])
    }

    @Test(arguments: ["/?a=%", "/?a=%4", "/?a=%zz", "/?a=%FF"]) func aBadlyEncodedQueryIsRefused(target: String) {
        #expect(throws: HTTPError.self) { try Request(method: .get, target: target) }
    }
}
