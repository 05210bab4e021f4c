// SPDX-License-Identifier: MIT
import Cards
import Crypto
import Testing

struct CardIDTests {
    @Test func anIDIsWrittenLikeAUUIDAndReadAgain() throws {
        let id = CardID(Array(0..<16))
        #expect(id.text == "00010203-0405-0607-0809-0a0b0c0d0e0f")
        #expect(CardID(text: id.text) == id && CardID(text: "000102030405060708090A0B0C0D0E0F") == id)
    }

    @Test(arguments: ["", "00", "00010203-0405-0607-0809-0a0b0c0d0e0g", "00010203-0405-0607-0809-0a0b0c0d0e0f0"])
    func whatIsNoIDIsRefused(_ text: String) {
        #expect(CardID(text: text) == nil)
    }

    @Test func theSameCardHasTheSameDerivedID() {
        let first = CardIdentity(store: "Food  Shop", number: "12-34 5").derivedID
        #expect(first == CardIdentity(store: "food shop ", number: "12345").derivedID)
        #expect(first != CardIdentity(store: "food shop", number: "12346").derivedID)
        #expect(CardIdentity(store: "a", number: "bc") != CardIdentity(store: "ab", number: "c"))
    }

    /// Two ways lead to a key, and the quick one of Latin letters must not make another.
    @Test(arguments: 0xC0...0xFF as ClosedRange<UInt32>) func aLatinLetterCountsAsItsSmallOne(value: UInt32) throws {
        let letter = String(try #require(Unicode.Scalar(value)))
        let identity = CardIdentity(store: " Caf\(letter) \(letter)X ", number: "A-\(letter)")
        let small = letter.lowercased()
        let key = Array("satchel/card/id\0caf\(small) \(small)x\0a\(small)".utf8)
        #expect(identity.derivedID == CardID(Array(SHA256.hash(key).bytes.prefix(16))))
        #expect(identity == CardIdentity(store: "CAF\(small) \(letter)x", number: "a\(small)"))
        // Beside a letter of another script the slow way is taken.
        let beside = CardIdentity(store: "ж\(letter)", number: "1")
        #expect(beside == CardIdentity(store: "Ж\(small)", number: "1"))
    }
}
