// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import TestSupport
import Testing

struct HashTests {
    // FIPS 180-4 examples, from NIST's "Examples with Intermediate Values".
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func sha256MatchesTheStandard(message: String, digest: String) {
        #expect(SHA256.hash(Array(message.utf8)).description == digest)
    }

    @Test func sha256OfAMillionLettersMatchesTheStandard() {
        let digest = SHA256.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        #expect(digest.description == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    // The check value of the CRC catalogue, and what zlib computes.
    @Test func crc32MatchesItsCheckValue() {
        #expect(CRC32.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.checksum(Array("Wolf".utf8)) == 0x598C_84DC)
        #expect(CRC32.checksum([]) == 0)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func partsHashLikeTheWhole(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let parts = (0..<4).map { _ in generator.bytes(Int.random(in: 0..<100, using: &generator)) }
        #expect(SHA256.hash(parts) == SHA256.hash(parts.flatMap { $0 }))
        #expect(SHA256.hash(parts[0], parts[1], parts[2], parts[3]) == SHA256.hash(parts))
    }

    @Test func aDigestHasThirtyTwoBytes() throws {
        #expect(throws: CryptoError.self) { try Digest([UInt8](repeating: 0, count: 31)) }
        #expect(try Digest(SHA256.hash([1]).bytes) == SHA256.hash([1]))
    }

    // RFC 4231, sections 4.2 to 4.8; 4.6 truncates the code and is left out.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(1...25), [UInt8](repeating: 0xCD, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            Array(
                """
                This is a test using a larger than block-size key and a larger than block-size data. The key needs to \
                be hashed before being used by the HMAC algorithm.
                """.utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ])
    func hmacMatchesTheStandard(key: [UInt8], message: [UInt8], code: String) throws {
        let key = SecretBytes(key)
        #expect(Hex.encode(HMACSHA256.code(message, key: key)) == code)
        var bytes = try Hex.decode(code)
        #expect(HMACSHA256.isValid(bytes, for: message, key: key))
        bytes[31] ^= 1
        #expect(!HMACSHA256.isValid(bytes, for: message, key: key))
        #expect(!HMACSHA256.isValid(Array(bytes[..<16]), for: message, key: key))
    }

    @Test func hmacAgreesWithAnotherImplementation() throws {
        struct Group: Decodable { let tagSize: Int, tests: [Case] }
        struct Case: Decodable { let tcId: Int, key: HexBytes, msg: HexBytes, tag: HexBytes, result: String }
        var checked = 0
        for group in try Vectors.load("hmac_sha256_test.json", as: Wycheproof<Group>.self).testGroups {
            for test in group.tests {
                // The file's shorter tags are prefixes of the code; this project never truncates one.
                let code = HMACSHA256.code(test.msg.bytes, key: SecretBytes(test.key.bytes)).prefix(group.tagSize / 8)
                #expect((Array(code) == test.tag.bytes) == (test.result == "valid"), "case \(test.tcId)")
                checked += 1
            }
        }
        #expect(checked == 174)
    }

    @Test func comparisonInConstantTimeIsComparison() {
        #expect(constantTimeEqual([], []))
        #expect(constantTimeEqual([1, 2], [1, 2]))
        #expect(!constantTimeEqual([1, 2], [1, 3]))
        #expect(!constantTimeEqual([1, 2], [1]))
    }
}
