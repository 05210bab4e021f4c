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

    @Test func anAnswerThatIsNoneOfOursBecomesASentence() throws {
        let caller = HubCaller { _ in Response(status: 502, body: Array("<html>Bad Gateway".utf8)) }
        do {
            _ = try caller.call(Routes.announcements, Nothing())
            Issue.record("accepted")
        } catch {
            #expect((error as? HubProblem)?.code == .busy)
        }
    }

    private static let proof = CallerProof(
        Session(
            account: Blob([]), username: "alice", accessToken: "t", accessExpires: 0, refreshToken: "",
            signingKey: Blob([UInt8](repeating: 7, count: 32))), at: 1_000_000)

    @Test func theCallerFillsInThePathTheQueryAndTheToken() throws {
        let caller = HubCaller { request in
            #expect(request.method == .get && request.path == "/v1/transactions/abc" && request.body.isEmpty)
            #expect(request.headers["Authorization"] == "Bearer t")
            return Response(status: 404, body: try Wire.encode(HubProblem(.notFound, "no")))
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
