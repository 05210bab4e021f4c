// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto
import Ethereum
import Testing

/// The examples that stand in the specifications.
struct SpecificationTests {
    @Test func theExampleOfEIP155IsSignedAsWritten() throws {
        let key = try Secp256k1.PrivateKey(SecretBytes([UInt8](repeating: 0x46, count: 32)))
        let transaction = try Transaction.payment(
            of: 1_000_000_000_000_000_000, to: Address([UInt8](repeating: 0x35, count: 20)), nonce: 9,
            pricing: .legacy(gasPrice: 20_000_000_000), on: .ethereum)
        #expect(
            Hex.encode(transaction.unsigned)
                == "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080")
        #expect(
            Hex.encode(transaction.signingHash) == "daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53")
        let signed = try Review(transaction, from: Address(key.publicKey), on: .ethereum).approve().signed(by: key)
        #expect(
            Hex.encode(signed.bytes)
                == "f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a0"
                + "28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b38"
                + "00ccf555c9f3dc64214b297fb1966a3b6d83")
    }

    @Test func theMailOfEIP712IsSignedAsWritten() throws {
        let data = try TypedData(parsing: Array(Self.mail.utf8))
        #expect(
            Hex.encode(data.domainSeparator) == "f2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f")
        #expect(Hex.encode(data.digest) == "be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2")
        let key = try Secp256k1.PrivateKey(SecretBytes(Keccak256.hash(Array("cow".utf8))))
        let review = try MessageReview(.typed(data), signer: Address(key.publicKey), on: .ethereum)
        #expect(review.signer.text == "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826")
        #expect(
            Hex.encode(try review.approve().signed(by: key).bytes)
                == "4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d"
                + "07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c")
        #expect(data.lines.map(\.path) == ["from.name", "from.wallet", "to.name", "to.wallet", "contents"])
        #expect(data.lines.last?.value == "Hello, Bob!")
    }

    @Test func theExamplesOfEIP1014LandWhereWritten() throws {
        let zero = try Address(creator: .zero, salt: [UInt8](repeating: 0, count: 32), codeHash: Keccak256.hash([0]))
        #expect(zero.text == "0x4D1A2e2bB4F88F0250f26Ffff098B0b30B26BF38")
        let beef = try Address(
            creator: Address(parsing: "0x00000000000000000000000000000000deadbeef"),
            salt: [UInt8](repeating: 0, count: 28) + [0xCA, 0xFE, 0xBA, 0xBE],
            codeHash: Keccak256.hash([0xDE, 0xAD, 0xBE, 0xEF]))
        #expect(beef.text == "0x60f3f640a8508fC6a86d45DF051962668E1e8AC7")
    }

    /// The phrase that every development chain starts with, and the account that it is known for.
    @Test func theFirstAccountOfTheTestPhraseIsKnown() throws {
        let phrase = try Phrase(parsing: "test test test test test test test test test test test junk")
        let master = try PrivateExtendedKey(seed: phrase.seed())
        let key = try master.derived(DerivationPath("m/44'/60'/0'/0/0"))
        #expect(Address(key.publicKey.key).text == "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
    }

    static let mail = """
        {"types":{"EIP712Domain":[{"name":"name","type":"string"},{"name":"version","type":"string"},
        {"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}],
        "Person":[{"name":"name","type":"string"},{"name":"wallet","type":"address"}],
        "Mail":[{"name":"from","type":"Person"},{"name":"to","type":"Person"},{"name":"contents","type":"string"}]},
        "primaryType":"Mail",
        "domain":{"name":"Ether Mail","version":"1","chainId":1,
        "verifyingContract":"0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"},
        "message":{"from":{"name":"Cow","wallet":"0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"},
        "to":{"name":"Bob","wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"},"contents":"Hello, Bob!"}}
        """
}
