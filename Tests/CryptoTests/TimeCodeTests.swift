// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Testing

struct TimeCodeTests {
    private static let codes = TimeCodes(secret: SecretBytes(Array("12345678901234567890".utf8)))

    /// RFC 6238, appendix B; its codes have eight digits, of which the last six are ours.
    @Test(
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ] as [(UInt64, String)])
    func aTimeHasTheCodeOfTheStandard(seconds: UInt64, code: String) {
        #expect(Self.codes.code(step: TimeCodes.step(at: seconds)) == code)
    }

    /// RFC 4226, appendix D.
    @Test func aCounterHasTheCodeOfTheStandard() {
        let expected = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]
        #expect((0..<10).map { Self.codes.code(step: $0) } == expected)
    }

    @Test func aCodeIsGoodForOnePeriodBeforeAndAfterAndNeverAgain() {
        let now: UInt64 = 1_795_180_000
        let present = TimeCodes.step(at: now)
        for step in (present - 3)...(present + 3) {
            let isNear = step + 1 >= present && step <= present + 1
            #expect(Self.codes.step(of: Self.codes.code(step: step), at: now, after: 0) == (isNear ? step : nil))
        }
        #expect(Self.codes.step(of: Self.codes.code(step: present), at: now, after: present) == nil)
        #expect(Self.codes.step(of: Self.codes.code(step: present - 1), at: now, after: present) == nil)
        for text in ["", "12345", "1234567", "abcdef", "٣٣٣٣٣٣"] {
            #expect(Self.codes.step(of: text, at: now, after: 0) == nil)
        }
    }

    /// RFC 2202, section 3.
    @Test func aCodeOfSHA1IsTheStandards() {
        let code = HMACSHA1.code(Array("what do ya want for nothing?".utf8), key: SecretBytes(Array("Jefe".utf8)))
        #expect(Hex.encode(code) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
    }

    /// RFC 4648, section 10, without the padding.
    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ])
    func bytesAreWrittenInBase32AsTheStandardSays(text: String, expected: String) {
        #expect(Base32.encode(Array(text.utf8)) == expected)
    }
}
