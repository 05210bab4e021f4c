// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Crypto
import Testing

struct MessageTests {
    /// BIP-0322's own key and address.
    private static let address = "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l"

    @Test(arguments: [
        (
            "",
            "AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI="
        ),
        (
            "Hello World",
            "AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI="
        ),
    ])
    func signaturesOfItsProposalAreRight(_ text: String, _ signature: String) throws {
        let address = try Address(parsing: Self.address, network: .bitcoin)
        #expect(try MessageSignature.isValid(signature, of: text, by: address))
        #expect(try !MessageSignature.isValid(signature, of: text + "!", by: address))
        let other = try Address(parsing: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", network: .bitcoin)
        #expect(try !MessageSignature.isValid(signature, of: text, by: other))
    }

    @Test(arguments: AccountKind.allCases)
    func whatAnAddressSignsIsRightForItAlone(_ kind: AccountKind) throws {
        let master = try AccountTests.master()
        let account = try Account(network: .bitcoin, kind: kind, master: master)
        let review = try MessageReview("I own this.\n", by: account.spending(.receive, 4), network: .bitcoin)
        #expect(try review.address == account.address(.receive, 4))
        let signature = try review.approve().signed(by: MasterKey(master))
        #expect(try MessageSignature.isValid(signature, of: "I own this.\n", by: review.address))
        #expect(try !MessageSignature.isValid(signature, of: "I own this.", by: review.address))
        #expect(try !MessageSignature.isValid(signature, of: "I own this.\n", by: account.address(.receive, 5)))
        let stranger = MasterKey(try PrivateExtendedKey(seed: SecretBytes([UInt8](repeating: 3, count: 32))))
        #expect(throws: BitcoinError.self) { try review.approve().signed(by: stranger) }
    }

    /// What wallycore signs for the first address of the test phrase, by `Tests/Independent/bitcoin_golden.py`.
    @Test func oldAddressesSignAsLibwallyDoes() throws {
        let expected = try Vectors.load("signed.json", as: SignedVectors.self).legacyMessage
        let master = try AccountTests.master()
        let account = try Account(network: .bitcoin, kind: .legacy, master: master)
        let review = try MessageReview("Hello World", by: account.spending(.receive, 0), network: .bitcoin)
        #expect(try review.approve().signed(by: MasterKey(master)) == expected)
    }

    @Test(arguments: ["", "AA==", "not base64", "AkcwRAI=", String(repeating: "A", count: 5_000)])
    func whatIsNoSignatureIsRefused(_ signature: String) throws {
        for text in [Self.address, "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", "36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm"] {
            let address = try Address(parsing: text, network: .bitcoin)
            do {
                #expect(try !MessageSignature.isValid(signature, of: "x", by: address))
            } catch { #expect(error is BitcoinError) }
        }
    }
}
