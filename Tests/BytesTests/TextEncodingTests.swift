// SPDX-License-Identifier: MIT
import Bytes
import TestSupport
import Testing

struct TextEncodingTests {
    // RFC 4648, section 10, with the padding left out.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func base64URLMatchesTheStandard(plain: String, text: String) throws {
        #expect(Base64URL.encode(plain.utf8) == text)
        #expect(try Base64URL.decode(text) == Array(plain.utf8))
    }

    @Test func base64URLUsesTheAlphabetOfAddresses() throws {
        #expect(Base64URL.encode([0xFB, 0xEF, 0xFF]) == "--__")
        #expect(try Base64URL.decode("--__") == [0xFB, 0xEF, 0xFF])
    }

    @Test(arguments: [
        ("Zg==", BytesError.Code.malformed), ("Zh", .notCanonical), ("Zm9", .notCanonical), ("Z", .truncated),
        ("Zm9vY", .truncated), ("Zm+v", .malformed), ("Zm/v", .malformed), ("Zm v", .malformed), ("Zg\n", .malformed),
    ])
    func base64URLRefusesOtherSpellings(text: String, code: BytesError.Code) {
        let error = #expect(throws: BytesError.self) { try Base64URL.decode(text) }
        #expect(error?.code == code)
    }

    // RFC 4648, section 10.
    @Test(arguments: [("", ""), ("f", "66"), ("fo", "666f"), ("foobar", "666f6f626172")])
    func hexMatchesTheStandard(plain: String, text: String) throws {
        #expect(Hex.encode(plain.utf8) == text)
        #expect(try Hex.decode(text) == Array(plain.utf8))
        #expect(try Hex.decode(text.uppercased()) == Array(plain.utf8))
    }

    @Test(arguments: ["6", "666", "6g", "0x", " 66", "６６", "6 "])
    func hexRefusesWhatIsNotHex(text: String) {
        #expect(throws: BytesError.self) { try Hex.decode(text) }
    }

    // RFC 9285, sections 4.3 and 4.4.
    @Test(arguments: [
        ("AB", "BB8"), ("Hello!!", "%69 VD92EX0"), ("base-45", "UJCLQE7W581"), ("ietf!", "QED8WEX0"), ("", ""),
    ])
    func base45MatchesTheStandard(plain: String, text: String) throws {
        #expect(Base45.encode(plain.utf8) == text)
        #expect(try Base45.decode(text) == Array(plain.utf8))
    }

    // RFC 9285, section 6 names GGW (65536) and ":::" as invalid.
    @Test(arguments: ["GGW", ":::", "::", "V5", "A", "BB8A", "bb8", "BB=", "BB\u{E9}"])
    func base45RefusesWhatNoBytesGive(text: String) {
        #expect(throws: BytesError.self) { try Base45.decode(text) }
    }

    @Test func base45HoldsTheLargestGroups() throws {
        #expect(try Base45.decode("FGW") == [0xFF, 0xFF])
        #expect(try Base45.decode("U5") == [0xFF])
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func randomBytesSurviveEachEncoding(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let bytes = generator.bytes(Int(seed))
        #expect(try Hex.decode(Hex.encode(bytes)) == bytes)
        #expect(try Base45.decode(Base45.encode(bytes)) == bytes)
        #expect(try Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func aDamagedTextIsRefusedOrIsTheTextOfOtherBytes(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let bytes = generator.bytes(Int.random(in: 1..<40, using: &generator))
        var text = Array(Base45.encode(bytes).utf8)
        text[Int.random(in: text.indices, using: &generator)] = UInt8.random(in: 32..<127, using: &generator)
        let damaged = String(decoding: text, as: UTF8.self)
        do { #expect(try Base45.encode(Base45.decode(damaged)) == damaged) } catch is BytesError {}
        do { #expect(try Base64URL.encode(Base64URL.decode(damaged)) == damaged) } catch is BytesError {}
    }
}
