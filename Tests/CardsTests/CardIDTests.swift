// SPDX-License-Identifier: MIT
import Cards
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
}
