// SPDX-License-Identifier: MIT

import Crypto
import Testing
import Tokens

@Suite struct EnvelopeTests {
    let hub: TestHub
    let all: [Envelope]

    init() throws {
        hub = try TestHub()
        let request = try hub.request("frank", units: 100)
        let payment = try UnverifiedPayment(tokens: [hub.token(hops: 2, for: request)])
        let ids = payment.recordIDs(hub: hub.id)
        let frank = TestHub.key("frank")
        let other = try hub.token(hops: 2, for: hub.request("grace", units: 50))
        let proof = try #require(try FraudDetection.proof(payment.tokens[0], other, announced: hub.announced))
        all = try [
            .request(request), .payment(payment),
            .receipt(Receipt.issue(for: ids, time: TestHub.now, key: frank, hub: hub.id)),
            .decline(Decline.issue(for: ids, key: frank, hub: hub.id)), .fraudProof(proof),
        ]
    }

    @Test func everyKindIsReadBackFromItsText() throws {
        for envelope in all {
            #expect(try Envelope(text: envelope.text) == envelope)
            #expect(try Envelope.kind(of: envelope.text) == envelope.kind)
            #expect(envelope.text.hasPrefix("OW1\(envelope.kind.rawValue):"))
            #expect(envelope.text.allSatisfy { "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".contains($0) })
        }
    }

    @Test func spaceAroundAPasteIsForgiven() throws {
        for envelope in all { #expect(try Envelope(text: "  \n\(envelope.text)\r\n") == envelope) }
    }

    @Test func theWrongKindSaysWhatItIs() throws {
        let error = #expect(throws: TokensError.self) { try Envelope.request(in: all[1].text) }
        #expect(error?.code == .otherKind)
        #expect(error?.message == "This is a payment, not a payment request. Scan a payment request here.")
        #expect(refusal { try Envelope.payment(in: all[1].text) } == nil)
        #expect(refusal { try Envelope.receipt(in: all[3].text) } == .otherKind)
        #expect(refusal { try Envelope.decline(in: all[3].text) } == nil)
        #expect(refusal { try Envelope.fraudProof(in: all[4].text) } == nil)
    }

    @Test(
        arguments: [
            "", "hello", "OW1P", "https://example.org/OW1P:", "OW1:ABC", "ow1p:ABC", "OW1P:", "OW1P:A", "OW1P:abc",
            "OWxP:00",
        ]
    ) func foreignTextIsRefused(text: String) {
        #expect(refusal { try Envelope(text: text) } == .malformed)
    }

    @Test func aKindFromTheFutureIsNamedSo() {
        #expect(refusal { try Envelope(text: "OW1Z:000") } == .newerVersion)
    }
}
