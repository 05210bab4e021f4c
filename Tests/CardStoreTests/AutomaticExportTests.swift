// SPDX-License-Identifier: MIT
import Cards
import Glibc
import CardStore
import TestSupport
import Testing

struct AutomaticExportTests {
    let pouch: Pouch
    let target: ScratchFolder
    private var file: String { target.file(CardLibrary.exportName) }

    init() throws {
        pouch = try Pouch()
        target = try ScratchFolder(in: .memory)
        try pouch.cards.add(.sample(1))
    }

    private func written() throws -> [Card] {
        try JSONFormat.parse(File.read(file)).bundle.cards.sorted { $0.id < $1.id }
    }

    private func here() throws -> [Card] {
        try pouch.cards.cards(CardQuery(archive: .all)).sorted { $0.id < $1.id }
    }

    @Test func theFileFollowsEachChange() throws {
        try pouch.cards.setExportFolder(target.path)
        #expect(try written() == here())
        try pouch.cards.add(.sample(2))
        #expect(try written() == here())
        try pouch.cards.addPhoto([1, 2, 3], role: .front, to: .made(2))
        #expect(try written() == here() && here()[1].photos.count == 1)
        try pouch.reopen().delete([.made(1)])
        #expect(try written().map(\.id) == [.made(2)])
        _ = try pouch.cards.take(CardImport(cards: [.sample(5), .sample(6)]))
        #expect(try written() == here() && here().count == 3)
        #expect(try target.mode(of: CardLibrary.exportName) == 0o600)
    }

    @Test func theLastFileStaysWhenNoCardIsLeftOrNobodyWantsItAnyMore() throws {
        try pouch.cards.setExportFolder(target.path)
        try pouch.cards.delete([.made(1)])
        #expect(try written().map(\.id) == [.made(1)] && pouch.cards.exportFailure == nil)
        try pouch.cards.setExportFolder(nil)
        try pouch.cards.add(.sample(2))
        #expect(try written().map(\.id) == [.made(1)])
        #expect(try pouch.reopen().exportFolder == nil)
    }

    @Test func aFileThatCannotBeWrittenUndoesNoChange() throws {
        try pouch.cards.setExportFolder(target.path)
        Folder.remove(target.path)
        try pouch.cards.add(.sample(2))
        #expect(pouch.cards.exportFailure?.code == .storage)
        #expect(pouch.cards.exportFailure?.message.contains(target.path) == true)
        mkdir(target.path, 0o700)
        try pouch.cards.add(.sample(3))
        #expect(try pouch.cards.exportFailure == nil && written().count == 3)
    }

    @Test func aFolderThatIsNotThereIsNotChosen() throws {
        let error = #expect(throws: CardStoreError.self) { try pouch.cards.setExportFolder(target.file("missing")) }
        #expect(error?.code == .storage)
        #expect(try pouch.cards.exportFolder == nil)
    }
}
