// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import Testing

/// BIP-0321, "Examples", with addresses that exist.
struct PaymentLinkTests {
    static let old = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"
    static let segwit = "bc1qufgy354j3kmvuch987xe4s40836x3h0lg8f5nq"
    static let known = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    static let taproot = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"

    private func link(_ text: String, _ network: Network = .bitcoin) throws -> PaymentLink {
        try PaymentLink(parsing: text, network: network)
    }

    @Test func addressAmountLabelAndMessageAreRead() throws {
        let plain = try link("bitcoin:\(Self.old)")
        #expect(plain.addresses.map(\.text) == [Self.old])
        #expect(plain.amount == nil)
        let full = try link("bitcoin:\(Self.old)?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz")
        #expect(full.amount == 5_000_000_000)
        #expect(full.label == "Luke-Jr")
        #expect(full.message == "Donation for project xyz")
    }

    @Test(
        arguments: [
            ("20.3", 2_030_000_000), ("50.00", 5_000_000_000), ("0.00000001", 1), (".5", 50_000_000),
            ("1.", 100_000_000),
            ("0", 0), ("21000000", 2_100_000_000_000_000), ("000000000000.100000000000", 10_000_000),
        ] as [(String, UInt64)])
    func amountsAreExact(text: String, satoshis: UInt64) throws {
        #expect(try link("bitcoin:\(Self.old)?amount=\(text)").amount?.value == satoshis)
    }

    @Test(arguments: [
        "50,000.00", "1e8", "-1", "+1", "", ".", "0.000000001", "21000000.00000001", "99999999999999999999", "1.2.3",
        "0x1",
        "%31%20", "1 ",
    ])
    func whatIsNoAmountIsRefused(text: String) {
        #expect(throws: BitcoinError.self) { try link("bitcoin:\(Self.old)?amount=\(text)") }
    }

    @Test func keysAndSchemeMayHaveAnyCase() throws {
        let link = try link("BITCOIN:\(Self.known.uppercased())?AMOUNT=0.5&BC=\(Self.taproot.uppercased())")
        #expect(link.addresses.map(\.text) == [Self.known, Self.taproot])
        #expect(link.amount == 50_000_000)
        #expect(try self.link("bitcoin:?bc=\(Self.known)&bc=\(Self.taproot)").addresses.count == 2)
    }

    @Test func otherWaysToPayAreKept() throws {
        let link = try link("bitcoin:?lightning=lnbc420bogus&lno=lno1bogus")
        #expect(link.addresses.isEmpty)
        #expect(link.others.map(\.key) == ["lightning", "lno"])
        #expect(link.others.map(\.value) == ["lnbc420bogus", "lno1bogus"])
        #expect(try self.link("bitcoin:\(Self.old)?somethingyoudontunderstand=50&pop=app%3a").others.count == 2)
    }

    @Test(arguments: [
        "bitcoin:\(old)?req-somethingyoudontunderstand=50", "bitcoin:\(old)?req-pop=https%3aevilwebsite.com",
        "bitcoin:\(old)?REQ-x", "bitcoin:\(old)?%72eq-x=1",
    ])
    func whatIsDemandedAndUnknownStopsThePayment(text: String) {
        let error = #expect(throws: BitcoinError.self) { try link(text) }
        #expect(error?.code == .unsupported)
    }

    @Test(arguments: [
        "bitcoin:\(old)?label=Luke-Jr&label=Matt", "bitcoin:\(old)?amount=42&amount=10",
        "bitcoin:\(old)?amount=42&AMOUNT=42", "bitcoin:\(old)?pop=callback%3a&req-pop=callback%3a",
        "bitcoin:?bc=tb1qghfhmd4zh7ncpmxl3qzhmq566jk8ckq4gafnmq", "bitcoin:", "bitcoin:?", "bitcoin:?pop=a", "",
        "bitcoin",
        old, "ethereum:\(old)", "bitcoin:\(old)?label=%", "bitcoin:\(old)?label=%2", "bitcoin:\(old)?label=%zz",
        "bitcoin:\(old)?label=%+1", "bitcoin:\(old)?label=%ff", "bitcoin:\(old)?label=%1b[2J",
        "bitcoin:\(old)?label=%e2%80%ae", "bitcoin:\(old)?=1", "bitcoin:\(old) ", "bitcoin:\(old)?label=ä",
        "bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3", "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W",
        "bitcoin:\(segwit)",
    ])
    func brokenLinksAreRefused(text: String) {
        #expect(throws: BitcoinError.self) { try link(text) }
    }

    @Test func aLinkOfAnotherNetworkIsRefusedUnlessItServesBoth() throws {
        let test = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"
        let error = #expect(throws: BitcoinError.self) { try link("bitcoin:\(Self.known)", .bitcoinTestnet) }
        #expect(error?.code == .otherNetwork)
        let both = try link("bitcoin:?bc=\(Self.known)&tb=\(test)", .bitcoinTestnet)
        #expect(both.addresses.map(\.text) == [test])
        #expect(try link("bitcoin:?bc=\(Self.known)&tb=\(test)").addresses.map(\.text) == [Self.known])
        #expect(throws: BitcoinError.self) { try link("bitcoin:?tb=\(test)") }
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let address = try Address(parsing: Self.known, network: .bitcoin)
        let link = PaymentLink(address, amount: 12_500, label: "Ää & Söhne = 100 %", message: "+1?#")
        #expect(try self.link(link.text) == link)
        #expect(link.text.contains("amount=0.000125&"))
        #expect(link.codeText == link.text)
        let short = PaymentLink(address, amount: 100_000_000)
        #expect(short.codeText == "BITCOIN:\(Self.known.uppercased())?AMOUNT=1")
        #expect(try self.link(short.codeText) == short)
    }

    @Test func lengthAndCountHaveBounds() {
        let long = "bitcoin:\(Self.old)?label=" + String(repeating: "a", count: 9_000)
        #expect(throws: BitcoinError.self) { try link(long) }
        let many = "bitcoin:\(Self.old)?" + String(repeating: "a&", count: 100)
        #expect(throws: BitcoinError.self) { try link(many) }
    }
}
