// SPDX-License-Identifier: MIT
import Archives
import Bytes
import Cards
import CardStore
import SQLite
import Barcodes
import TestSupport
import Testing
import Vault

/// K6: a pass that comes again, and passes that nobody numbered. K7: numbers of cards in lists.
struct PassUpdateTests {
    let pouch: Pouch
    init() throws { pouch = try Pouch() }

    private func pass(gate: String, serial: String? = "S-1", terms: String = "none", code: String = "M1") throws
        -> CardImport
    {
        let serial = serial.map { #""serialNumber":"\#($0)","# } ?? ""
        let json = """
            {"passTypeIdentifier":"pass.air",\(serial)"organizationName":"Air","description":"Flight",
            "boardingPass":{"headerFields":[{"key":"g","label":"Gate","value":"\(gate)"}],
            "backFields":[{"key":"t","label":"Terms","value":"\(terms)"}]},
            "barcodes":[{"format":"PKBarcodeFormatAztec","message":"\(code)","messageEncoding":"iso-8859-1"}]}
            """
        return try CardFormat.parse(try Archive.write([ArchiveEntry("pass.json", Array(json.utf8))]))
    }

    private func onlyCard() throws -> Card {
        let cards = try pouch.reopen().cards(CardQuery(archive: .all))
        try #require(cards.count == 1)
        return cards[0]
    }

    @Test func aNewerCopyChangesWhatItsIssuerChangedAndKeepsWhatAPersonDid() throws {
        _ = try pouch.cards.take(pass(gate: "A1"))
        let first = try onlyCard()
        try pouch.cards.edit(first.id) { card in
            card.note += "\nMeet Jo at the gate"
            (card.groups, card.isStarred, card.holder) = (["trips"], true, "Ann")
        }
        pouch.pass(days: 1)
        #expect(pouch.cards.relations(of: try pass(gate: "B22").bundle) == [.update])
        let report = try pouch.cards.take(pass(gate: "B22", code: "M2"))
        #expect(report.updated == 1 && report.skipped == 0 && !report.changedNothing)
        let card = try onlyCard()
        #expect(card.note == "Flight\nGate: B22\nTerms: none\nMeet Jo at the gate")
        #expect(card.codes.map { $0.symbol.text } == ["M2"])
        #expect(card.groups == ["trips"] && card.isStarred && card.holder == "Ann" && card.id == first.id)
        // Once more changes nothing, and the old one comes back.
        #expect(try pouch.cards.take(pass(gate: "B22", code: "M2")).changedNothing)
        #expect(try pouch.cards.undo().card?.note.contains("Gate: A1") == true)
    }

    /// Dates of a pass are written in the app's language, which may change between two copies of the pass.
    @Test(arguments: PassFormat.languages)
    func aNewerCopyInAnotherLanguageKeepsWhatAPersonWrote(language: String) throws {
        func pass(gate: String, language: String) throws -> CardImport {
            let json = """
                {"passTypeIdentifier":"pass.air","serialNumber":"S-1","organizationName":"Air","description":"Flight",
                "boardingPass":{"headerFields":[{"key":"g","label":"Gate","value":"\(gate)"},
                {"key":"d","value":"2026-03-01","dateStyle":"PKDateStyleLong","timeStyle":"PKDateStyleNone"}]}}
                """
            let bytes = try Archive.write([ArchiveEntry("pass.json", Array(json.utf8))])
            return try CardFormat.parse(bytes, language: language)
        }
        _ = try pouch.cards.take(pass(gate: "A1", language: language))
        let first = try onlyCard()
        try pouch.cards.edit(first.id) { $0.note += "\nMeet Jo at the gate" }
        let english = try pass(gate: "B22", language: "en")
        #expect(try pouch.cards.take(english).updated == 1)
        #expect(try onlyCard().note == "\(english.bundle.cards[0].note)\nMeet Jo at the gate")
    }

    @Test(arguments: [
        (ImportPlan.Duplicates.update, "B22"), (.merge, "B22"), (.overwrite, "B22"), (.skip, "A1"),
    ])
    func thePlanDecides(duplicates: ImportPlan.Duplicates, gate: String) throws {
        _ = try pouch.cards.take(pass(gate: "A1"))
        _ = try pouch.cards.take(pass(gate: "B22"), ImportPlan(duplicates: duplicates))
        #expect(try onlyCard().note.contains("Gate: \(gate)"))
    }

    @Test func passesWithoutASerialNumberAreCardsOfTheirOwn() throws {
        let passes = [
            try pass(gate: "A1", serial: nil), try pass(gate: "A2", serial: nil),
            try pass(gate: "A1", serial: nil, code: "M9"),
        ]
        for pass in passes { #expect(try pouch.cards.take(pass).inserted == 1) }
        for pass in passes { #expect(try pouch.cards.take(pass).changedNothing) }
        let cards = try pouch.reopen().cards()
        #expect(cards.count == 3 && Set(cards.map(\.number)).count == 3)
    }

    @Test func passesOfOneOrderWithOneCodeAreTwoCards() throws {
        _ = try pouch.cards.take(pass(gate: "A1"))
        _ = try pouch.cards.take(pass(gate: "A1", serial: "S-2"))
        #expect(try Set(pouch.reopen().cards().map(\.number)) == ["M1", "M1 (2)"])
        // Updates of each stay with it.
        #expect(try pouch.cards.take(pass(gate: "B1", serial: "S-2")).updated == 1)
        #expect(try Set(pouch.reopen().cards().map(\.number)) == ["M1", "M1 (2)"])
    }

    // MARK: - Numbers in lists

    @Test func aCardKeepsItsNumberWhateverComesAndGoes() throws {
        for number in [5, 3, 9] { try pouch.cards.add(.sample(number, store: "Shop \(number)")) }
        func numbers() throws -> [Int?] {
            try pouch.reopen(); return [5, 3, 9].map { pouch.cards.number(of: .made($0)) }
        }
        #expect(try numbers() == [1, 2, 3])
        try pouch.cards.add(.sample(1, store: "A first of all"))
        _ = try pouch.cards.take(CardImport(cards: [.sample(2, store: "B")]))
        try pouch.cards.edit(.made(5)) { $0.store = "Z" }
        #expect(try numbers() == [1, 2, 3] && pouch.cards.number(of: .made(2)) == 5)
        try pouch.cards.delete([.made(3)])
        try pouch.cards.add(.sample(4, store: "C"))
        #expect(try numbers() == [1, nil, 3] && pouch.cards.number(of: .made(4)) == 6)
        try pouch.cards.undelete(.made(3))
        #expect(try numbers() == [1, 2, 3] && pouch.cards.card(numbered: 2)?.id == .made(3))
    }

    /// A store of the version before: rows without numbers, and a setting without an order of groups.
    @Test func aStoreOfTheVersionBeforeIsNumberedAsItsListWas() throws {
        for number in [2, 1] { try pouch.cards.add(.sample(number, store: "Shop \(number)")) }
        let store = try pouch.store()
        for stored in try store.table(FormerRow.self).rows(.kept) { try store.table(FormerRow.self).update(stored) }
        try pouch.reopen()
        #expect([1, 2].map { pouch.cards.number(of: .made($0)) } == [1, 2])
        try pouch.cards.add(.sample(3, store: "A"))
        try pouch.reopen()
        #expect([1, 2, 3].map { pouch.cards.number(of: .made($0)) } == [1, 2, 3])
    }

    @Test func groupsStayInTheOrderOfTheFileTheyCameFrom() throws {
        let list = "2\n\n_id\nZoo\nArt\n\n_id,store,cardid\n1,A,1\n\ncardId,groupId\n1,Art\n1,Zoo\n"
        _ = try pouch.cards.take(CardFormat.parse(Array(list.utf8)))
        try pouch.cards.add(Card(id: .made(1), store: "B", number: "2", groups: ["Mid"]))
        #expect(try pouch.reopen().groups().map(\.name) == ["Zoo", "Art", "Mid"])
        try pouch.cards.renameGroup("Zoo", to: "Animals")
        #expect(try pouch.reopen().groups().map(\.name) == ["Animals", "Art", "Mid"])
        #expect(try pouch.cards.export().bundle.groups == ["Animals", "Art", "Mid"])
    }
}

/// A row of cards as it was before cards had numbers: `[removed?, card, …]`.
private struct FormerRow: SealedRecord {
    enum State: Int64 { case kept = 0 }
    static let table = "card"
    var state: State
    let cards: [Card]

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        let count = try reader.array(maximum: 34)
        _ = try reader.null()
        let hasPlaces = try reader.peekMajorType() == .bytes
        if hasPlaces { _ = try reader.bytes(maximum: 128) }
        cards = try ((hasPlaces ? 2 : 1)..<count).map { _ in try Card(from: &reader) }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(1 + cards.count)
        writer.null()
        for card in cards { card.write(to: &writer) }
    }
}
