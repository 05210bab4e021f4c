// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import TestSupport
import Testing

/// The hashes of the public chains.
struct ChainHashTests {
    // ExtendedKeccak256KAT of the Keccak team's SHA-3 submission, and the topic of ERC-20's Transfer event.
    @Test(arguments: [
        ("", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
        ("cc", "eead6dbfc7340a56caedc044696a168870549a6a7f6f56961e84a54bd9970b8a"),
        ("41fb", "a8eaceda4d47b3281a795ad9e1ea2122b407baf9aabcb9e18b5717b7873537d2"),
        (
            "5472616e7366657228616464726573732c616464726573732c75696e7432353629",
            "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
        ),
    ])
    func keccakMatchesItsVectors(message: String, digest: String) throws {
        #expect(Hex.encode(Keccak256.hash(try Hex.decode(message))) == digest)
    }

    /// A message of every length up to more than four blocks; the digest of all digests is pycryptodome's.
    @Test func keccakOfEveryLengthAgreesWithAnotherImplementation() {
        let digests = (0...600).flatMap { Keccak256.hash(Self.message($0)) }
        let all = "f39ecd67937de94acc2ea4a0bcbd5eed21c5971c9b50d342475b5608a8dd7809"
        #expect(SHA256.hash(digests).description == all)
    }

    // "RIPEMD-160: A strengthened version of RIPEMD", appendix B.
    @Test(arguments: [
        ("", "9c1185a5c5e9fc54612808977ee8f548b2258d31"), ("a", "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe"),
        ("abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
        ("message digest", "5d0689ef49d2fae572b881b123a85ffa21595f36"),
        ("abcdefghijklmnopqrstuvwxyz", "f71c27109c692c1b56bbdceb5b9d2865b3708dbc"),
    ])
    func ripemdMatchesItsVectors(message: String, digest: String) {
        #expect(Hex.encode(RIPEMD160.hash(Array(message.utf8))) == digest)
    }

    @Test(arguments: 0..<20)
    func compoundHashesAreWhatTheirNamesSay(count: Int) {
        let message = Self.message(count * 11)
        #expect(Hash160.hash(message) == RIPEMD160.hash(SHA256.hash(message).bytes))
        #expect(DoubleSHA256.hash(message) == SHA256.hash(SHA256.hash(message).bytes).bytes)
        let tag = SHA256.hash(Array("TapLeaf".utf8)).bytes
        #expect(TaggedHash.tapLeaf.hash(message, [7]) == SHA256.hash(tag, tag, message, [7]).bytes)
    }

    @Test func base58CheckFindsATypingMistake() throws {
        // The address of the first block.
        let text = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
        let payload = try Base58Check.decode(text)
        #expect(Hex.encode(payload) == "0062e907b15cbf27d5425399ebf6f0fb50ebb88f18")
        #expect(Base58Check.encode(payload) == text)
        let error = #expect(throws: BytesError.self) { try Base58Check.decode("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb") }
        #expect(error?.code == .badChecksum)
        #expect(throws: BytesError.self) { try Base58Check.decode("") }
        #expect(throws: BytesError.self) { try Base58Check.decode("11") }
    }

    // FIPS 180-4 examples, from NIST's "Examples with Intermediate Values".
    @Test func sha512MatchesTheStandard() {
        #expect(
            Hex.encode(SHA512.hash(Array("abc".utf8)))
                == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
    }

    @Test func hmacAndItsForgeriesAgreeWithAnotherImplementation() throws {
        struct Group: Decodable { let tagSize: Int, tests: [Case] }
        struct Case: Decodable { let tcId: Int, key: HexBytes, msg: HexBytes, tag: HexBytes, result: String }
        var checked = 0
        for group in try Vectors.load("hmac_sha512_test.json", as: Wycheproof<Group>.self).testGroups {
            for test in group.tests {
                let code = HMACSHA512.code(test.msg.bytes, key: SecretBytes(test.key.bytes)).prefix(group.tagSize / 8)
                #expect((Array(code) == test.tag.bytes) == (test.result == "valid"), "case \(test.tcId)")
                checked += 1
            }
        }
        #expect(checked == 174)
    }

    /// Keys and messages of every length up to more than two blocks; the digest of all codes is Python's.
    @Test func hmacOfEveryLengthAgreesWithAnotherImplementation() {
        let codes = (0..<300).flatMap { count in
            HMACSHA512.code(
                Self.message(count), key: SecretBytes((0..<count).map { UInt8(truncatingIfNeeded: $0 * 3 + count) }))
        }
        #expect(SHA256.hash(codes).description == "bb586e04f4cd2a4c2329c988c04a1e1221bdc38046c9cb5ae2ab7776fbde984b")
    }

    @Test func pbkdf2AgreesWithAnotherImplementation() throws {
        struct Group: Decodable { let tests: [Case] }
        struct Case: Decodable {
            let tcId: Int, password: HexBytes, salt: HexBytes, iterationCount: Int, dkLen: Int, dk: HexBytes
            let result: String
        }
        var checked = 0
        for group in try Vectors.load("pbkdf2_hmacsha512_test.json", as: Wycheproof<Group>.self).testGroups {
            for test in group.tests {
                let key = PBKDF2.sha512(
                    password: SecretBytes(test.password.bytes), salt: test.salt.bytes, rounds: test.iterationCount,
                    count: test.dkLen)
                #expect((key == SecretBytes(test.dk.bytes)) == (test.result == "valid"), "case \(test.tcId)")
                checked += 1
            }
        }
        #expect(checked == 66)
    }

    private static func message(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) }
    }
}
