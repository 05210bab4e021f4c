// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import HubAPI
import Money
import Testing
import Tokens

@Suite struct WireTests {
    private let id = OperationID(text: "01890a5d-ac96-774b-bcce-b302099a8057")

    @Test func aMessageIsAlwaysTheSameBytes() throws {
        let order = SendOrder(
            id: try #require(id), recipient: "bob",
            amount: Amount(minorUnits: 1_250, currency: try Currency(code: "USD")), note: "tea/milk")
        let expected =
            #"{"amount":{"currency":"USD","value":"12.50"},"id":"01890a5d-ac96-774b-bcce-b302099a8057","note":"tea/milk","recipient":"bob"}"#
        #expect(String(decoding: try Wire.encode(order), as: UTF8.self) == expected)
        #expect(try Wire.decode(SendOrder.self, from: Array(expected.utf8)) == order)
    }

    @Test func declinesMayBeLeftOut() throws {
        for body in [#"{"items":["AA"]}"#, #"{"declines":null,"items":["AA"]}"#] {
            #expect(try Wire.decode(Redemptions.self, from: Array(body.utf8)).declines == nil)
        }
        let both = Redemptions(items: [Blob([0])], declines: [Blob([1])])
        #expect(String(decoding: try Wire.encode(both), as: UTF8.self) == #"{"declines":["AQ"],"items":["AA"]}"#)
        #expect(try Wire.decode(Redemptions.self, from: Wire.encode(both)).declines == both.declines)
    }

    @Test(arguments: [
        (#"{"items":[],"extra":1}"#, HubProblem.Code.unknownField), (#"{"items":["*"]}"#, .badRequest),
        (#"{"items":["AB"]}"#, .badRequest), (#"{"items":["AA=="]}"#, .badRequest), (#"{"items":[1]}"#, .badRequest),
        (#"{"items":["AA"],"declines":[1]}"#, .badRequest), (#"{"items":["AA"],"decline":[]}"#, .unknownField),
        (#"{"items":null}"#, .badRequest), (#"{}"#, .badRequest), ("", .badRequest), ("nonsense", .badRequest),
    ])
    func aRequestThatIsNotExactlyTheMessageIsRefused(body: String, code: HubProblem.Code) {
        do {
            _ = try Wire.decode(Redemptions.self, from: Array(body.utf8))
            Issue.record("accepted")
        } catch {
            #expect((error as? HubProblem)?.code == code)
        }
    }

    @Test(arguments: [
        (#"{"value":"1.00","currency":"XQQ"}"#, HubProblem.Code.unknownCurrency),
        (#"{"value":"1.0","currency":"USD"}"#, .badRequest), (#"{"value":1,"currency":"USD"}"#, .badRequest),
    ])
    func anAmountThatCannotBeReadSaysWhy(amount: String, code: HubProblem.Code) {
        let body = #"{"id":"01890a5d-ac96-774b-bcce-b302099a8057","recipient":"bob","amount":"# + amount + "}"
        do {
            _ = try Wire.decode(SendOrder.self, from: Array(body.utf8))
            Issue.record("accepted")
        } catch {
            #expect((error as? HubProblem)?.code == code)
        }
    }

    @Test func anAnswerOfANewerHubMaySayMore() throws {
        let body = #"{"items":[],"next":null,"total":7}"#
        #expect(try Wire.decode(TransactionPage.self, from: Array(body.utf8)).items.isEmpty)
    }

    @Test func everyCodeHasAnErrorStatus() {
        for code in HubProblem.Code.allCases {
            #expect((400..<600).contains(HubProblem(code, "").status))
        }
    }

    /// M3
    @Test func anAnswerThatNoHubHasWrittenIsNoRefusal() throws {
        let json: Headers = ["Content-Type": "application/json"]
        let problem = Array(#"{"code":"FORBIDDEN","details":{},"message":"No."}"#.utf8)
        let caller = { (response: Response) in
            try HubCaller { _ in response }.ask(Routes.announcements, Nothing())
        }
        let foreign = [
            Response(status: 502, body: Array("<html>Bad Gateway".utf8)), Response(status: 403, body: problem),
            Response(status: 502, headers: json, body: problem), Response(status: 302, headers: json, body: problem),
            Response(status: 403, headers: json, body: Array(#"{"code":"FORBIDDEN","message":"No."}"#.utf8)),
            Response(status: 403, headers: json, body: Array(#"{"code":"no","details":{},"message":"No."}"#.utf8)),
        ]
        for response in foreign {
            guard case .none(.foreign(response.status, _)) = try caller(response) else {
                Issue.record("\(response.status) was taken for the hub's")
                continue
            }
        }
        guard case .none(.unreadable) = try caller(Response(status: 200, headers: json, body: problem)) else {
            Issue.record("A success without its fields was read.")
            return
        }
        guard case .refused(let known) = try caller(Response(status: 403, headers: json, body: problem)) else {
            Issue.record("The hub's own refusal was not heard.")
            return
        }
        #expect(known == HubProblem(.forbidden, "No."))
        let lost = try HubCaller { _ in throw HTTPError(.cutOff, "Cut.") }.ask(Routes.balance, Nothing())
        guard case .none(.lost(let error)) = lost else {
            Issue.record("A lost answer was found.")
            return
        }
        #expect(error.code == .cutOff)
    }

    @Test func aNewerHubsRefusalCountsAsItsStatus() throws {
        let body = Array(#"{"code":"MOON_IS_FULL","details":{},"message":"Wait."}"#.utf8)
        let caller = HubCaller { _ in
            Response(status: 404, headers: ["Content-Type": "application/json; charset=utf-8"], body: body)
        }
        let problem = #expect(throws: HubProblem.self) { try caller.call(Routes.announcements, Nothing()) }
        #expect(problem?.code == .notFound && problem?.foreignCode == "MOON_IS_FULL")
    }

    private static let proof = CallerProof(
        Session(
            account: Blob([]), username: "alice", accessToken: "t", accessExpires: 0, refreshToken: "",
            signingKey: Blob([UInt8](repeating: 7, count: 32))), at: 1_000_000)

    @Test func theCallerFillsInThePathTheQueryAndTheToken() throws {
        let caller = HubCaller { request in
            #expect(request.method == .get && request.path == "/v1/transactions/abc" && request.body.isEmpty)
            #expect(request.headers["Authorization"] == "Bearer t")
            return Response(
                status: 404, headers: ["Content-Type": "application/json"],
                body: try Wire.encode(HubProblem(.notFound, "no")))
        }
        do {
            _ = try caller.call(Routes.transaction, Nothing(), values: ["abc"], as: Self.proof)
            Issue.record("accepted")
        } catch {
            #expect((error as? HubProblem) == HubProblem(.notFound, "no"))
        }
    }

    @Test func nothingSecretIsPrinted() {
        let credentials = Credentials(username: "alice", password: "SECRET_MARKER")
        let refresh = RefreshToken(refreshToken: "SECRET_MARKER")
        let session = Session(
            account: Blob([]), username: "alice", accessToken: "SECRET_MARKER", accessExpires: 0,
            refreshToken: "SECRET_MARKER", signingKey: Blob(Array("SECRET_MARKER".utf8)))
        for text in ["\(credentials)", "\(refresh)", "\(session)"] { #expect(!text.contains("SECRET_MARKER")) }
        for value in [credentials, refresh, session] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!dumped.contains("SECRET_MARKER"))
        }
    }
}
