// SPDX-License-Identifier: MIT
import Cards
import CardStore
import TestSupport
import Testing

struct CardSearchTests {
    let pouch: Pouch
    init() throws {
        pouch = try Pouch()
        var bakery = Card(id: .made(1), store: "Crème Brûlée", number: "6035 1234-99")
        bakery.holder = "Łukasz Groß"
        var library = Card(id: .made(2), store: "Bibliothèque", number: "X1", note: "ask for \"Œuvres\" at the desk")
        library.groups = ["books"]
        try pouch.cards.add(bakery)
        try pouch.cards.add(library)
        try pouch.cards.add(Card(id: .made(3), store: "図書館カード", number: "Ключ-7", note: "한국어"))
    }

    private func found(_ text: String) throws -> [Int] {
        try pouch.cards.cards(CardQuery(text)).map { Int($0.id.bytes[15]) }.sorted()
    }

    @Test(arguments: [
        ("creme", [1]), ("BRUL", [1]), ("ulée", [1]), ("lukasz gross", [1]), ("60351234", [1]), ("1234", [1]),
        ("35 12", [1]), ("b", [1, 2]), ("bi", [2]), ("oeuvres", [2]), ("books", [2]), ("ook", [2]), ("desk ask", [2]),
        ("creme desk", []), ("\"", [1, 2, 3]), ("書館", [3]), ("60 99", [1]), ("60 34", []), ("\" OR *", []),
        ("NOT creme", []), ("書館カ", [3]), ("ключ", [3]), ("한국어", [3]),
        ("", [1, 2, 3]), ("  ", [1, 2, 3]), ("x1", [2]), ("zzzz", []), ("a:b", []), ("(creme)", []),
    ])
    func wordsAreFoundWithoutCaseAndAccents(_ text: String, _ expected: [Int]) throws {
        #expect(try found(text) == expected)
    }

    @Test func aSearchKnowsEveryChange() throws {
        #expect(try found("creme") == [1])
        try pouch.cards.edit(.made(1)) { $0.store = "Patisserie" }
        #expect(try found("creme") == [] && found("patis") == [1])
        try pouch.cards.delete([.made(1)])
        #expect(try found("patis") == [])
        try pouch.cards.undelete(.made(1))
        #expect(try found("patis") == [1])
        _ = try pouch.cards.take(CardImport(cards: [Card(id: .made(4), store: "Patina", number: "1")]))
        #expect(try found("pati") == [1, 4])
        _ = try pouch.cards.take(
            CardImport(cards: [Card(id: .made(5), store: "Pat", number: "1")]), ImportPlan(erase: true))
        #expect(try found("pat") == [5])
    }

    @Test func aSearchStaysWithinItsArchiveAndGroup() throws {
        try pouch.cards.setArchived(.made(2), true)
        #expect(try found("books") == [])
        #expect(try pouch.cards.cards(CardQuery("books", archive: .all, group: "books")).count == 1)
    }

    /// Against a plain look at every card, which is slower and certain.
    @Test func aSearchFindsWhatALookAtEveryCardFinds() throws {
        let pouch = try Pouch()
        var random = SeededRandom(seed: 7)
        let letters = Array("abcde ")
        let cards = (1...300).map { number in
            let store = String((0..<12).map { _ in letters.randomElement(using: &random) ?? "a" })
            return Card(id: .made(number), store: "s" + store, number: "\(number)")
        }
        _ = try pouch.cards.take(CardImport(cards: cards))
        for _ in 0..<200 {
            let word = String(
                (0..<Int.random(in: 3...5, using: &random)).map { _ in
                    letters.dropLast().randomElement(using: &random) ?? "a"
                })
            let expected = cards.filter { $0.store.contains(word) }.map(\.id)
            #expect(Set(try pouch.cards.cards(CardQuery(word)).map(\.id)) == Set(expected), "\(word)")
        }
    }
}
