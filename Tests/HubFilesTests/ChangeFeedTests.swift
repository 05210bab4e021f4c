// SPDX-License-Identifier: MIT
import FileModel
import HubAPI
import HubFiles
import SQL
import SQLite
import TestSupport
import Testing

struct ChangeFeedTests {
    private let files: FilesFixture
    private let alice: Person

    init() throws {
        files = try FilesFixture()
        alice = try files.account(1)
    }

    @Test func eachItemComesOnceAsItIsNow() throws {
        let one = try alice.folder("one")
        let start = try alice.changes().next
        let two = try alice.folder("two")
        _ = try alice.move(one.id, to: two.id, as: "uno")
        _ = try alice.move(one.id, to: two.id, as: "eins")
        let changes = try alice.changes(after: start)
        #expect(changes.items.map(\.id) == [two.id, one.id] && changes.isLast)
        #expect(changes.items.last?.name?.name.text == "eins")
        #expect(try alice.changes(after: changes.next).items == [])
        #expect(try alice.changes(after: changes.next).next == changes.next)
    }

    @Test func aSpaceIsEnumeratedInPages() throws {
        let made = try (0..<7).map { try alice.folder("f\($0)").id }
        var (found, after): ([ItemID], String?) = ([], nil)
        while true {
            let page = try alice.changes(after: after, limit: 3)
            found += page.items.map(\.id)
            after = page.next
            if page.isLast { break }
        }
        #expect(found == made)
    }

    @Test func anAnchorOfAnotherStateIsRefused() throws {
        _ = try alice.folder("one")
        let before = try alice.changes().next
        let kept = try files.database.serialize()
        _ = try alice.folder("two")
        let after = try alice.changes().next
        // The disk is set back, and the hub goes on otherwise.
        try files.database.restore(from: kept)
        #expect(try alice.changes(after: before).items == [])
        #expect(try refusal { _ = try alice.changes(after: after) }?.code == .feedReset)
        _ = try alice.folder("three")
        #expect(try refusal { _ = try alice.changes(after: after) }?.code == .feedReset)
        #expect(try alice.changes(after: before).items.count == 1)
        #expect(try refusal { _ = try alice.changes(after: "x") }?.code == .badRequest)
    }

    @Test func theTrashIsErasedAfterThirtyDaysAndForgottenAfterNinety() throws {
        let folder = try alice.folder("folder")
        for number in 0..<250 { _ = try alice.file("\(number)", "f\(number)", in: folder.id) }
        _ = try alice.trash(folder.id)
        let anchor = try alice.changes().next
        files.now += FileChange.trashDays * 86_400
        try sweep()
        #expect(try alice.item(folder.id).state == .trashed)
        files.now += 1
        try sweep()
        #expect(try refusal { _ = try alice.item(folder.id) }?.code == .notFound)
        #expect(try alice.usage == (0, 0))
        let gone = try alice.changes(after: anchor)
        #expect(gone.items.count == 251 && gone.items.allSatisfy { $0.state == .erased && $0.name == nil })
        #expect(try alice.changes().items == [])
        files.now += FileChange.changeDays * 86_400 + 1
        try sweep()
        #expect(try refusal { _ = try alice.changes(after: anchor) }?.code == .feedReset)
        #expect(try files.database.row("SELECT count(*) FROM item")?.int(0) == 1)
        #expect(try alice.changes(after: gone.next).isLast)
    }

    @Test func versionsThinOutAndFreeTheirRoom() throws {
        let file = try alice.file("0000", "file")
        var base = try #require(file.file?.content)
        for number in 1...6 {
            files.now += 3_600
            base = try #require(try alice.replace(file.id, base: base, with: "000\(number)").file?.content)
        }
        #expect(try alice.usage.used == 28)
        files.now += 8 * 86_400
        try sweep()
        let versions = try files.reading(alice.account) { try $0.versions(of: file.id) }.versions
        #expect(versions.count < 6 && versions.first?.version == 6)
        #expect(try alice.usage.used == 4 * UInt64(1 + versions.count))
        files.now += 30 * 86_400
        try sweep()
        #expect(try alice.usage.used == 4)
        #expect(try alice.item(file.id).file?.content == base)
    }

    private func sweep() throws {
        var place: Int64?
        repeat { place = try files.change { try $0.sweep(from: place) } } while place != nil
    }

    /// Some thousand orders at random: a client that only hears the feed has the same tree, and the sums are right.
    @Test(arguments: [UInt64(1), 2, 3]) func whoFollowsTheFeedHasTheSameTree(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var known: [ItemID: FileItem] = [:]
        var ids = [alice.root]
        var anchor: String?
        for step in 0..<1_500 {
            // Many are refused; then nothing may have changed.
            _ = try refusal { if let new = try act(&random, ids) { ids.append(new) } }
            if step.isMultiple(of: 37) { files.now += 86_400 }
            if step.isMultiple(of: 199) { try sweep() }
            if Int.random(in: 0..<10, using: &random) == 0 {
                let changes = try alice.changes(after: anchor, limit: Int.random(in: 1...20, using: &random))
                for item in changes.items { known[item.id] = item }
                anchor = changes.next
            }
        }
        while true {
            let changes = try alice.changes(after: anchor)
            for item in changes.items { known[item.id] = item }
            anchor = changes.next
            if changes.isLast { break }
        }
        let fresh = try everything()
        #expect(known.filter { $0.value.state != .erased } == fresh)
        #expect(fresh.count > 20)
        try requireSoundSums()
    }

    private func everything() throws -> [ItemID: FileItem] {
        var (found, after): ([ItemID: FileItem], String?) = ([:], nil)
        while true {
            let page = try alice.changes(after: after, limit: 100)
            for item in page.items where item.state != .erased { found[item.id] = item }
            after = page.next
            if page.isLast { return found }
        }
    }

    /// One order; its new item, if it has made one.
    private func act(_ random: inout SeededRandom, _ ids: [ItemID]) throws -> ItemID? {
        guard let item = ids.randomElement(using: &random), let place = ids.randomElement(using: &random) else {
            return nil
        }
        let name = "n\(Int.random(in: 0..<6, using: &random))"
        let text = String(repeating: "x", count: Int.random(in: 0..<9, using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: return try alice.folder(name, in: place).id
        case 2, 3: return try alice.file(text, name, in: place).id
        case 4:
            guard let base = try alice.item(item).file?.content else { return nil }
            _ = try alice.replace(item, base: base, with: text)
        case 5, 6: _ = try alice.move(item, to: place, as: name)
        case 7: return try alice.copy(item, to: place, as: name).id
        case 8: _ = try alice.trash(item)
        default: _ = try alice.restore(item, to: Bool.random(using: &random) ? place : nil, as: name)
        }
        return nil
    }

    private func requireSoundSums() throws {
        let sums = try #require(
            try files.database.row(
                """
                SELECT (SELECT coalesce(sum(c.size), 0) FROM item i JOIN content c ON c.id = i.content)
                    + (SELECT coalesce(sum(c.size), 0) FROM version v JOIN content c ON c.id = v.content),
                    (SELECT coalesce(sum(reserved), 0) FROM upload)
                """))
        let usage = try alice.usage
        #expect(try usage.used == sums.unsigned(0) && usage.reserved == sums.unsigned(1))
        let twins = try files.database.row(
            "SELECT count(*) FROM (SELECT 1 FROM item WHERE state = 0 GROUP BY parent, name HAVING count(*) > 1)")
        #expect(try twins?.int(0) == 0)
    }
}
