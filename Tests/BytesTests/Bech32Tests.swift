// SPDX-License-Identifier: MIT
import Bytes
import TestSupport
import Testing

/// The lists of BIP-0173 and BIP-0350, verbatim.
struct Bech32Tests {
    @Test(arguments: [
        "A12UEL5L", "a12uel5l",
        "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs",
        "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw",
        "11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j",
        "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", "?1ezyfcl",
    ])
    func validBech32IsReadAndWrittenBack(text: String) throws {
        let (prefix, values, variant) = try Bech32.decode(text)
        #expect(variant == .bech32)
        #expect(Bech32.encode(prefix: prefix, values: values, variant: .bech32) == text.lowercased())
        #expect(Bech32.encode(prefix: prefix, values: values, variant: .bech32m) != text.lowercased())
    }

    @Test(arguments: [
        "A1LQFN3A", "a1lqfn3a",
        "an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6",
        "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx",
        "11llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllludsr8",
        "split1checkupstagehandshakeupstreamerranterredcaperredlc445v", "?1v759aa",
    ])
    func validBech32mIsReadAndWrittenBack(text: String) throws {
        let (prefix, values, variant) = try Bech32.decode(text)
        #expect(variant == .bech32m)
        #expect(Bech32.encode(prefix: prefix, values: values, variant: .bech32m) == text.lowercased())
    }

    @Test(arguments: [
        "\u{20}1nwldj5", "\u{7F}1axkwrx", "\u{80}1eym55h",
        "an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1569pvx", "pzry9x0s0muk",
        "1pzry9x0s0muk", "x1b4n0q5v", "li1dgmt3", "de1lg7wt\u{FF}", "A1G7SGD8", "10a06t8", "1qzzfhee",
        "\u{20}1xj0phk", "\u{7F}1g6xzxy", "\u{80}1vctc34",
        "an84characterslonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11d6pts4", "qyrz8wqd2c9m",
        "1qyrz8wqd2c9m", "y1b0jsk6g", "lt1igcx5c0", "in1muywd", "mm1crxm3i", "au1s5cgom", "M1VUXWEZ", "16plkw9",
        "1p2gdwpf", "", "1", "a1", "a12UEL5L",
    ])
    func whatTheListsCallInvalidIsRefused(text: String) {
        #expect(throws: BytesError.self) { try Bech32.decode(text) }
    }

    @Test func aLongerTextIsReadOnlyWhereItsUseAllows() throws {
        let text = Bech32.encode(prefix: "long", values: [UInt8](repeating: 7, count: 300), variant: .bech32m)
        #expect(throws: BytesError.self) { try Bech32.decode(text) }
        #expect(try Bech32.decode(text, maximumCount: 1000).values.count == 300)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func bytesBecomeFiveBitsAndBytesAgain(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let bytes = random.bytes(Int(seed % 41))
        let values = Bech32.toFiveBits(bytes)
        #expect(values.count == (bytes.count * 8 + 4) / 5)
        #expect(try Bech32.toBytes(values) == bytes)
    }

    @Test(arguments: [[0], [0, 1], [0, 32], [31, 31], [0, 0, 0]] as [[UInt8]])
    func fillingThatIsSetOrTooLongIsRefused(values: [UInt8]) {
        #expect(throws: BytesError.self) { try Bech32.toBytes(values) }
    }

    @Test func oneWrongLetterIsFound() throws {
        let text = Array("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4".utf8)
        for place in 3..<text.count {
            var wrong = text
            wrong[place] = wrong[place] == UInt8(ascii: "q") ? UInt8(ascii: "p") : UInt8(ascii: "q")
            let error = #expect(throws: BytesError.self) { try Bech32.decode(String(decoding: wrong, as: UTF8.self)) }
            #expect(error?.code == .badChecksum)
        }
    }
}
