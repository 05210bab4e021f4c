// SPDX-License-Identifier: MIT
import Solana
import Testing

/// Solana Pay; the links of its own tests, at cc8df3d.
struct LinkTests {
    private static let recipient = "mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN"
    private static let other = "82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny"

    @Test func aLinkIsRead() throws {
        let link = try PaymentLink(
            parsing: "solana:\(Self.recipient)?amount=0.000000001&reference=\(Self.other)&label=Michael"
                + "&message=Thanks%20for%20all%20the%20fish&memo=OrderId5678")
        #expect(link.recipient.text == Self.recipient)
        #expect(try link.units(decimals: 9) == TokenAmount(units: 1, decimals: 9))
        #expect(link.mint == nil)
        #expect(link.references.map(\.text) == [Self.other])
        #expect(link.label == "Michael")
        #expect(link.message == "Thanks for all the fish")
        #expect(link.memo == "OrderId5678")
    }

    @Test func aLinkMayNameATokenOrNoAmount() throws {
        let link = try PaymentLink(parsing: "solana:\(Self.recipient)?amount=1.01&spl-token=\(Self.other)")
        #expect(link.mint?.text == Self.other)
        #expect(try link.units(decimals: 2)?.units == 101)
        #expect(throws: SolanaError.self) { try link.units(decimals: 1) }
        #expect(try PaymentLink(parsing: "solana:\(Self.recipient)").units(decimals: 9) == nil)
    }

    @Test(arguments: [
        "solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN",
        "solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=1",
        "solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=100000.123456&reference="
            + "82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny&reference=mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN",
        "solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=1.99&label=label&message=message&memo=memo",
        "solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?label=a%26b%3Dc%20%C3%A9",
    ])
    func aLinkIsWrittenAsItWasRead(text: String) throws {
        #expect(try PaymentLink(parsing: text).text == text)
    }

    @Test(arguments: [
        ("eth:0xffff", SolanaError.Code.otherNetwork), ("bitcoin:\(recipient)", .otherNetwork),
        ("solana:0xffff", .otherNetwork), ("solana:", .malformed), ("solana:abc", .badAddress),
        ("solana:\(recipient)?amount=1milliondollars", .badAmount), ("solana:\(recipient)?amount=-0.1", .badAmount),
        ("solana:\(recipient)?amount=-100", .badAmount), ("solana:\(recipient)?amount=.1", .badAmount),
        ("solana:\(recipient)?amount=1.", .badAmount), ("solana:\(recipient)?amount=1e3", .badAmount),
        ("solana:\(recipient)?amount=", .badAmount), ("solana:\(recipient)?amount=1&amount=2", .malformed),
        ("solana:\(recipient)?amount=1&spl-token=0xffff", .otherNetwork),
        ("solana:\(recipient)?amount=1&reference=1", .badAddress), ("solana:\(recipient)?label=%zz", .malformed),
        ("solana:\(recipient)?label=%ff", .malformed), ("solana:\(recipient) ", .malformed),
        ("solana:https://example.com", .unsupported), ("solana:https%3A%2F%2Fexample.com", .unsupported),
    ])
    func otherLinksAreRefused(text: String, code: SolanaError.Code) {
        #expect(refusal { try PaymentLink(parsing: text) } == code)
    }

    @Test func aLinkThatIsTooLongIsRefused() {
        #expect(
            refusal { try PaymentLink(parsing: "solana:" + String(repeating: "X", count: 2042)) } == .tooLarge)
        let many = String(repeating: "&reference=\(Self.other)", count: 17)
        #expect(refusal { try PaymentLink(parsing: "solana:\(Self.recipient)?a=b\(many)") } == .tooLarge)
    }

    @Test func aLinkToAServerIsOnlyShown() throws {
        let plain = try TransactionLink(parsing: "solana:https://example.com?label=label&message=message")
        #expect(plain.address == "https://example.com")
        #expect(plain.label == "label")
        #expect(plain.text == "solana:https://example.com?label=label&message=message")
        let escaped = "solana:https%3A%2F%2Fexample.com%3Fquery%3Dparam?label=label"
        #expect(try TransactionLink(parsing: escaped).address == "https://example.com?query=param")
        #expect(try TransactionLink(parsing: escaped).text == escaped)
        for path in ["https%3A%2F%2Fa%252Fb", "https%3A%2F%2Fa%23b", "https://a+b", "https%3A%2F%2Fa%2Bb"] {
            let link = try TransactionLink(parsing: "solana:\(path)")
            #expect(try TransactionLink(parsing: link.text) == link, "\(path)")
        }
        #expect(try TransactionLink(parsing: "solana:https://a+b").address == "https://a+b")
        for text in [
            "solana:http://example.com", "solana:ftp:x", "solana:https://", "solana:\(Self.recipient)",
            "solana:https%3A%2F%2F", "solana:javascript%3Aalert", "solana:https://a%0Ab",
        ] {
            #expect(refusal { try TransactionLink(parsing: text) } == .malformed, "\(text)")
        }
    }
}
