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

    /// N9: every case of BIP-0322's two files; what takes an interpreter of scripts or the chain is refused and not believed.
    @Test func everyCaseOfItsFilesIsJudgedRight() throws {
        let vectors = try Vectors.load("messages.json", as: MessageVectors.self)
        let beyond = ["time-lock", "p2sh-multisig", "p2sh-p2wsh", "proof_of_funds"]
        #expect(vectors.right.count == 23 && vectors.wrong.count == 36)
        var judged = 0
        for vector in vectors.right {
            let (text, address) = try vector.read()
            if beyond.contains(where: vector.kind.contains) {
                let error = #expect(throws: BitcoinError.self, "\(vector.kind)") {
                    try MessageSignature.isValid(vector.signature, of: text, by: address)
                }
                #expect(error?.code == .unsupported, "\(vector.kind)")
                continue
            }
            judged += 1
            #expect(try MessageSignature.isValid(vector.signature, of: text, by: address), "\(vector.kind)")
            #expect(!isBelieved(vector.signature, text + " ", address), "\(vector.kind)")
            for other in vectors.right where other.address != vector.address {
                #expect(!isBelieved(vector.signature, text, try other.read().address), "\(vector.kind)")
            }
        }
        #expect(judged == 16)
        for vector in vectors.wrong {
            let (text, address) = try vector.read()
            #expect(!isBelieved(vector.signature, text, address), "\(vector.signature)")
        }
    }

    /// N9: BIP-0137's headers and Electrum's, by btclib; a header of another kind of address is not believed.
    @Test func olderSignaturesOfSegWitAddressesAreRight() throws {
        let vectors = try Vectors.load("messages.json", as: MessageVectors.self).older
        #expect(vectors.count == 15)
        for vector in vectors {
            let (text, address) = try vector.read()
            #expect(try MessageSignature.isValid(vector.signature, of: text, by: address), "\(vector.kind)")
            #expect(!isBelieved(vector.signature, text + "x", address), "\(vector.kind)")
            let bytes = try Base64.decode(vector.signature)
            for header in UInt8(27)...42 {
                let changed = Base64.encode([header] + bytes.dropFirst())
                let isOfKind: Bool
                switch vector.kind.split(separator: " ")[0] {
                case "p2pkh": isOfKind = (31...34).contains(header)
                case "p2wpkh": isOfKind = (31...34).contains(header) || header >= 39
                default: isOfKind = (31...38).contains(header)
                }
                let isSameKey = (header - 27) & 3 == (bytes[0] - 27) & 3
                #expect(isBelieved(changed, text, address) == (isOfKind && isSameKey), "\(vector.kind) \(header)")
            }
        }
    }

    private func isBelieved(_ signature: String, _ text: String, _ address: Address) -> Bool {
        do {
            return try MessageSignature.isValid(signature, of: text, by: address)
        } catch {
            return false
        }
    }
}

/// Vectors/messages.json.
private struct MessageVectors: Decodable {
    struct Case: Decodable {
        let kind: String
        /// In hexadecimal digits.
        let text: String
        let address: String
        let signature: String

        func read() throws -> (text: String, address: Address) {
            (String(decoding: try Hex.decode(text), as: UTF8.self), try Address(parsing: address, network: .bitcoin))
        }
    }
    let right: [Case]
    let wrong: [Case]
    let older: [Case]
}
