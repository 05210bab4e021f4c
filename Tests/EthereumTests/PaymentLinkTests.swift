// SPDX-License-Identifier: MIT
import Chains
import Ethereum
import Testing

struct PaymentLinkTests {
    private static let address = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"

    @Test func theExamplesOfTheStandardAreRead() throws {
        // The standard's own text has a wrong letter case, which is no checksum; here it has none.
        let ether = try PaymentLink(parsing: "ethereum:\(Self.address.lowercased())?value=2.014e18")
        #expect(ether.request == .payment(to: Fixture.contract, amount: 2_014_000_000_000_000_000))
        #expect(!ether.isChecksummed && ether.typedRecipient == Self.address.lowercased())
        let unicorn = try PaymentLink(
            parsing: "ethereum:0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7/transfer"
                + "?address=0x8e23ee67d1332ad560396262c48ffbb01f93d052&uint256=1")
        #expect(
            try unicorn.request
                == .token(
                    contract: Address(parsing: "0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7"),
                    to: Address(parsing: "0x8e23ee67d1332ad560396262c48ffbb01f93d052"), amount: 1))
    }

    /// N11: the case of the letters is the checksum, so it is kept as the link writes it.
    @Test func theRecipientIsKeptAsItIsTyped() throws {
        let capitals = "0x" + Self.address.dropFirst(2).uppercased()
        for typed in [Self.address, Self.address.lowercased(), capitals] {
            #expect(try PaymentLink(parsing: "ethereum:\(typed)@5?value=1").typedRecipient == typed)
            #expect(try PaymentLink(parsing: "ethereum:pay-\(typed)").typedRecipient == typed)
            let token = "ethereum:0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7/transfer?address=\(typed)"
            #expect(try PaymentLink(parsing: token).typedRecipient == typed)
            #expect(try PaymentLink(parsing: token + "&uint256=1").typedRecipient == typed)
        }
        #expect(try PaymentLink(parsing: "ethereum:\(Self.address)/mint?uint8=7").typedRecipient == nil)
        let wrong = Self.address.replacing("fB69", with: "Fb69")
        for link in ["ethereum:\(wrong)", "ethereum:\(Self.address)/transfer?address=\(wrong)&uint256=1"] {
            let error = #expect(throws: EthereumError.self) { try PaymentLink(parsing: link) }
            #expect(error?.code == .badAddress)
        }
    }

    @Test(
        arguments: [
            ("1", 1), ("+1", 1), ("0", 0), ("-0", 0), ("1e0", 1), ("1e", 1), ("1.5e1", 15), ("1.50e1", 15), (".5e1", 5),
            ("0.000e0", 0), ("2.014E18", 2_014_000_000_000_000_000), ("0012", 12),
        ] as [(String, Wei)])
    func numbersAreExact(_ text: String, _ expected: Wei) throws {
        let link = try PaymentLink(parsing: "ethereum:\(Self.address)?value=\(text)")
        #expect(link.request == .payment(to: Fixture.contract, amount: expected))
    }

    @Test(arguments: [
        "", "-1", "1.5", "1.25e1", "e18", "1e78", "1e-1", "0x10", "1.e3", "1e1e1", "1,5", "2e999999999999", "--1",
        "NaN",
        "115792089237316195423570985008687907853269984665640564039457584007913129639936",
    ])
    func whatIsNoWholeNumberIsRefused(_ text: String) {
        let error = #expect(throws: EthereumError.self) {
            try PaymentLink(parsing: "ethereum:\(Self.address)?value=\(text)")
        }
        #expect(error?.code == .badAmount)
    }

    @Test(arguments: [
        "ethereum:\(address)", "ethereum:\(address)@11155111?value=1e18", "ethereum:\(address)?value=123456789",
        "ethereum:\(address)?value=2.014e18&gasLimit=21000&gasPrice=7",
        "ethereum:\(address)@1/transfer?address=\(address)",
        "ethereum:\(address)/mint?uint8=7&string=a%26b%20%C3%A9&bool=true&int8=-128&bytes2=0x0102&value=5",
    ])
    func aLinkIsWrittenAsItWasRead(_ text: String) throws {
        #expect(try PaymentLink(parsing: text).description == text)
    }

    @Test func thePrefixSchemeAndGasMayBeWrittenOtherwise() throws {
        let plain = try PaymentLink(parsing: "ethereum:\(Self.address)@5?value=1&gasLimit=30000")
        #expect(try PaymentLink(parsing: "ETHEREUM:pay-\(Self.address)@5?value=1&gas=30000") == plain)
    }

    @Test(
        arguments: [
            ("ethereum:vitalik.eth?value=1", .unsupported), ("ethereum:pay-my.name.eth", .unsupported),
            ("ethereum:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d35", .badAddress), ("ethereum:", .badAddress),
            ("ethereum:0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359", .badAddress), ("bitcoin:\(address)", .malformed),
            ("ethereum:\(address)@0", .malformed), ("ethereum:\(address)@0x1", .malformed),
            ("ethereum:\(address)@99999999999999999999", .malformed), ("ethereum:\(address)?value", .malformed),
            ("ethereum:\(address)?value=1&value=2", .malformed), ("ethereum:\(address)?gas=1&gasLimit=2", .malformed),
            ("ethereum:\(address)?memo=hi", .unsupported), ("ethereum:\(address)/f?uint8=256", .malformed),
            ("ethereum:\(address)/f?uint8[]=1", .unsupported), ("ethereum:\(address)/f%2?uint8=1", .malformed),
            ("ethereum:\(address)/1f", .malformed), ("ethereum:\(address)/f?string=%ff", .malformed),
        ] as [(String, EthereumError.Code)])
    func otherLinksAreRefused(_ text: String, _ code: EthereumError.Code) {
        let error = #expect(throws: EthereumError.self) { try PaymentLink(parsing: text) }
        #expect(error?.code == code)
    }
}
