// SPDX-License-Identifier: MIT
import Bytes
import TestSupport
import Testing

struct Base58Tests {
    // `src/test/data/base58_encode_decode.json` of Bitcoin Core, without its longest row.
    @Test(arguments: [
        ("", ""), ("61", "2g"), ("626262", "a3gV"), ("636363", "aPEr"),
        ("73696d706c792061206c6f6e6720737472696e67", "2cFupjhnEsSn59qHXstmK2ffpLv2"),
        ("00eb15231dfceb60925886b67d065299925915aeb172c06647", "1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L"),
        ("516b6fcd0f", "ABnLTmg"), ("bf4f89001e670274dd", "3SEo3LWLoPntC"), ("572e4794", "3EFU7m"),
        ("ecac89cad93923c02321", "EJDM8drfXA6uyA"), ("10c8511e", "Rt5zm"), ("00000000000000000000", "1111111111"),
        (
            "000111d38e5fc9071ffcd20b4a763cc9ae4f252bb4e48fd66a835e252ada93ff480d6dd43dc62a641155a5",
            "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
        ),
        ("271F359E", "zzzzy"), ("271F359F", "zzzzz"), ("271F35A0", "211111"), ("271F35A1", "211112"),
    ])
    func textAndBytesMatchBitcoinCore(hex: String, text: String) throws {
        let bytes = try Hex.decode(hex)
        #expect(Base58.encode(bytes) == text)
        #expect(try Base58.decode(text) == bytes)
    }

    @Test(arguments: ["0", "O", "I", "l", "2g ", " 2g", "2g\n", "é", "-1"])
    func foreignLettersAreRefused(text: String) {
        let error = #expect(throws: BytesError.self) { try Base58.decode(text) }
        #expect(error?.code == .malformed)
    }

    @Test func aHugeTextIsNotLookedAt() {
        let error = #expect(throws: BytesError.self) { try Base58.decode(String(repeating: "z", count: 1025)) }
        #expect(error?.code == .tooLarge)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func everyBytesComeBack(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let bytes = [UInt8](repeating: 0, count: Int(seed % 7)) + random.bytes(Int(seed % 90))
        #expect(try Base58.decode(Base58.encode(bytes)) == bytes)
    }

    // RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"), ("\u{FB}\u{FF}", "w7vDvw=="),
    ])
    func base64MatchesTheStandard(plain: String, text: String) throws {
        #expect(Base64.encode(plain.utf8) == text)
        #expect(try Base64.decode(text) == Array(plain.utf8))
    }

    @Test(arguments: [
        ("Zg", BytesError.Code.truncated), ("Zg=", .truncated), ("Zh==", .notCanonical), ("Z===", .malformed),
        ("====", .malformed), ("Zm9v\n", .truncated), ("Zm=v", .malformed), ("Zm-v", .malformed),
        ("Zg==Zg==", .malformed),
    ])
    func base64RefusesOtherSpellings(text: String, code: BytesError.Code) {
        let error = #expect(throws: BytesError.self) { try Base64.decode(text) }
        #expect(error?.code == code)
    }
}
