// SPDX-License-Identifier: MIT
import Cards
import PeerSupport
import Testing

/// Catima's list and links against Python's csv and urllib.
@Suite(.needsPeers)
struct CatimaPeerTests {
    private static let columns = [
        "_id", "store", "note", "validfrom", "expiry", "balance", "balancetype", "cardid", "barcodeid", "barcodetype",
        "barcodeencoding", "headercolor", "starstatus", "lastused", "archive",
    ]

    @Test func theListIsReadBySomebodyElse() throws {
        let bundle = try CardFixture.bundle(100, seed: 11)
        let records = try OtherArchiver().records(CatimaFormat.printList(bundle).content)
        let blocks = records.split(omittingEmptySubsequences: false) { $0.isEmpty }.map(Array.init)
        try #require(blocks.count == 4)
        #expect(blocks[0] == [["2"]])
        #expect(blocks[1] == [["_id"]] + Set(bundle.cards.flatMap(\.groups)).sorted().map { [$0] })
        #expect(blocks[2].first == Self.columns)
        #expect(blocks[2].allSatisfy { $0.count == Self.columns.count })
        for (row, card) in zip(blocks[2].dropFirst(), bundle.cards) {
            #expect(row[1] == card.store)
            #expect(row[2].hasPrefix(card.note))
            #expect(row[3] == card.validFrom.map { "\($0.milliseconds)" } ?? "")
            #expect(row[5] == card.balance?.text ?? "0")
            #expect(row[7] == card.number)
            #expect(row[13] == "\(card.lastUsed?.seconds ?? 0)")
        }
        let links = bundle.cards.enumerated().flatMap { index, card in card.groups.map { ["\(index + 1)", $0] } }
        #expect(blocks[3] == [["cardId", "groupId"]] + links)
    }

    @Test func aListOfSomebodyElseIsRead() throws {
        let bundle = try CardFixture.bundle(50, seed: 12)
        let rows = bundle.cards.enumerated().map {
            ["\($0.offset + 1)", $0.element.store, $0.element.note, $0.element.number]
        }
        let list = try OtherArchiver().list([["_id", "store", "note", "cardid"]] + rows)
        let read = try CatimaFormat.parse(list: list)
        #expect(read.bundle.cards.map(\.store) == bundle.cards.map(\.store))
        #expect(read.bundle.cards.map(\.note) == bundle.cards.map(\.note))
        #expect(read.bundle.cards.map(\.number) == bundle.cards.map(\.number))
    }

    @Test func linksAreReadAndWrittenBySomebodyElse() throws {
        let other = try OtherArchiver()
        for card in try CardFixture.bundle(40, seed: 13).cards {
            let fields = try other.fields(CatimaLink.print(card).content)
            #expect(fields["store"] == card.store)
            #expect(fields["cardid"] == card.number)
            #expect(fields["note"]?.hasPrefix(card.note) == true)
            #expect(fields["expiry"] == card.expiry.map { "\($0.milliseconds)" })
            let link = try other.link(["store": card.store, "note": card.note, "cardid": card.number, "new": "x"])
            let read = try #require(try CatimaLink.parse(link).bundle.cards.first)
            #expect(read.store == card.store)
            #expect(read.note == card.note)
            #expect(read.number == card.number)
        }
    }
}
