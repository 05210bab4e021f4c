// SPDX-License-Identifier: MIT
import Crypto
import FileModel
import HubAPI
import HubFiles
import Testing
import Tokens

struct FileOrderTests {
    private let files: FilesFixture
    private let alice: Person

    init() throws {
        files = try FilesFixture()
        alice = try files.account(1)
    }

    private func code(_ body: () throws -> Void) throws -> HubProblem.Code? { try refusal(body)?.code }

    // MARK: - New items

    @Test func aLinkedFileIsThereWithItsContent() throws {
        let folder = try alice.folder("documents")
        let file = try alice.file("text", "letter.txt", in: folder.id)
        #expect(try alice.item(file.id) == file)
        #expect(file.parent == folder.id && file.kind == .file && file.state == .live)
        #expect(file.file?.size == 4 && file.file?.version == 1)
        #expect(file.file?.modified == -5 && file.file?.executable == true)
        #expect(try alice.names() == ["documents"] && alice.names(in: folder.id) == ["letter.txt"])
    }

    @Test func namesAreListedByTheirBytesInPages() throws {
        for name in ["b", "a", "ä", "B", "aa"] { _ = try alice.folder(name) }
        var (names, after): ([String], String?) = ([], nil)
        repeat {
            let page = try files.reading(alice.account) {
                try $0.children(of: alice.root, after: after, limit: 2)
            }
            names += page.items.compactMap { $0.name?.name.text }
            after = page.next
        } while after != nil
        #expect(names == ["B", "a", "aa", "b", "ä"])
    }

    @Test func aTakenNameIsRefusedWithTheItemThatHasIt() throws {
        let first = try alice.folder("one")
        let problem = try #require(try refusal { _ = try alice.file("x", "one") })
        #expect(problem.code == .nameTaken && problem.details["item"] == first.id.description)
        // Names that only look alike are two names.
        _ = try alice.folder("One")
    }

    @Test func anIDIsUsedOnce() throws {
        let first = try alice.folder("one")
        #expect(try code { _ = try alice.folder("two", id: first.id) } == .itemExists)
        #expect(try code { _ = try alice.folder("two", id: alice.root) } == .itemExists)
    }

    @Test func theEmptyContentIsAlwaysThere() throws {
        let file = try alice.link(.empty, "nothing")
        #expect(file.file?.size == 0 && file.file?.content == .empty)
    }

    @Test func aFileHoldsNothing() throws {
        let file = try alice.file("x", "file")
        #expect(try code { _ = try alice.folder("inside", in: file.id) } == .wrongKind)
        #expect(try code { _ = try files.reading(alice.account) { try $0.versions(of: alice.root) } } == .wrongKind)
    }

    @Test func foldersAreNested255DeepAndFilesOneMore() throws {
        var folder = alice.root
        for _ in 1...255 { folder = try alice.folder("f", in: folder).id }
        #expect(try code { _ = try alice.folder("f", in: folder) } == .overLimit)
        _ = try alice.file("x", "file", in: folder)
        let (tower, top) = (try alice.folder("tower"), try alice.folder("top"))
        _ = try alice.folder("inner", in: tower.id)
        #expect(try code { _ = try alice.move(tower.id, to: folder, as: "t") } == .overLimit)
        _ = try alice.move(tower.id, to: top.id, as: "t")
    }

    // MARK: - Contents

    @Test func aReplacedContentBecomesAVersion() throws {
        let file = try alice.file("one", "file")
        let first = try #require(file.file?.content)
        files.now += 60
        let second = try alice.replace(file.id, base: first, with: "number two")
        #expect(second.file?.version == 2 && second.file?.executable == true && second.rev > file.rev)
        let versions = try files.reading(alice.account) { try $0.versions(of: file.id) }.versions
        #expect(versions == [EarlierContent(version: 1, content: first, size: 3, replaced: files.now)])
        let old = try files.reading(alice.account) { try $0.content(of: file.id, version: 1) }
        #expect(old.hash == first && old.size == 3)
        #expect(try alice.usage == (13, 0))
    }

    @Test func aStaleBaseIsRefusedAndTheContentCanBeLinkedElsewhere() throws {
        let file = try alice.file("one", "file")
        let base = try #require(file.file?.content)
        let second = try alice.replace(file.id, base: base, with: "two")
        let mine = try alice.upload("mine")
        let problem = try #require(
            try refusal {
                _ = try files.order(
                    .replace(NewContent(id: files.operation(), item: file.id, base: base, content: mine)),
                    by: alice.account)
            })
        #expect(problem.code == .contentChanged && problem.details["version"] == "2")
        #expect(problem.details["content"] == second.file?.content.description)
        #expect(try alice.item(file.id) == second)
        _ = try alice.link(mine, "file (conflict, laptop, 1)")
    }

    @Test func whatOthersHaveUploadedIsNotThere() throws {
        let bob = try files.account(2)
        let secret = try bob.upload("secret")
        _ = try bob.link(secret, "secret")
        let unknown = ContentHash(hex: String(repeating: "ab", count: 32))
        for content in [secret, try #require(unknown)] {
            #expect(try code { _ = try alice.link(content, "mine") } == .unknownContent)
            let have = try files.reading(alice.account) { try $0.have(HaveQuery(contents: [content])) }
            #expect(have.states.map(\.state) == [.none])
        }
    }

    // MARK: - Places

    @Test func aFolderMovesWithAllThatIsInIt() throws {
        let (one, two) = (try alice.folder("one"), try alice.folder("two"))
        let file = try alice.file("x", "file", in: one.id)
        let moved = try alice.move(one.id, to: two.id, as: "three")
        #expect(moved.parent == two.id && moved.name?.name.text == "three")
        #expect(try alice.names() == ["two"] && alice.names(in: one.id) == ["file"])
        #expect(try alice.item(file.id) == file)
    }

    @Test func aFolderCannotBePutIntoItself() throws {
        let one = try alice.folder("one")
        let two = try alice.folder("two", in: one.id)
        for place in [one.id, two.id] {
            #expect(try code { _ = try alice.move(one.id, to: place, as: "x") } == .folderCycle)
            #expect(try code { _ = try alice.copy(one.id, to: place, as: "x") } == .folderCycle)
        }
        #expect(try code { _ = try alice.move(alice.root, to: one.id, as: "x") } == .wrongKind)
    }

    @Test func aCopyHasTheContentsAndIDsOfItsOwn() throws {
        let one = try alice.folder("one")
        let file = try alice.file("four", "file", in: one.id)
        let gone = try alice.file("gone", "gone", in: one.id)
        _ = try alice.trash(gone.id)
        let copy = try alice.copy(one.id, to: alice.root, as: "copy")
        let page = try files.reading(alice.account) { try $0.children(of: copy.id, after: nil, limit: 10) }
        #expect(page.items.count == 1 && page.items[0].id != file.id)
        #expect(page.items[0].file?.content == file.file?.content && page.items[0].file?.version == 1)
        #expect(try alice.usage.used == 12)
    }

    @Test func anItemStaysInItsSpace() throws {
        let other = try files.change { change in
            try change.make(
                SpaceOrder(id: files.operation(), space: SpaceID(files.random.bytes(16)), name: "shared"),
                by: alice.account)
        }
        let file = try alice.file("x", "file")
        #expect(try code { _ = try alice.move(file.id, to: other.id.root, as: "x") } == .badRequest)
        let copy = try alice.copy(file.id, to: other.id.root, as: "x")
        #expect(copy.space == other.id)
    }

    // MARK: - Trash

    @Test func whatIsInTheTrashIsOutOfTheWayAndComesBack() throws {
        let folder = try alice.folder("folder")
        let file = try alice.file("x", "file", in: folder.id)
        files.now += 5
        let trashed = try alice.trash(folder.id)
        #expect(trashed.state == .trashed && trashed.trashed == files.now)
        #expect(try alice.names() == [] && alice.names(in: folder.id) == ["file"])
        #expect(try code { _ = try alice.folder("new", in: folder.id) } == .itemTrashed)
        let problem = try #require(try refusal { _ = try alice.move(file.id, to: alice.root, as: "file") })
        #expect(problem.code == .itemTrashed && problem.details["item"] == folder.id.description)
        let page = try files.reading(alice.account) { try $0.trash(of: alice.space, after: nil, limit: 10) }
        #expect(page.items.map(\.id) == [folder.id])
        // Again, and nothing happens.
        #expect(try alice.trash(folder.id).rev == trashed.rev)
        let restored = try alice.restore(folder.id)
        #expect(restored.state == .live && restored.trashed == nil)
        #expect(try alice.names() == ["folder"])
    }

    @Test func aTakenNameOrALostFolderIsNamedAnew() throws {
        let folder = try alice.folder("folder")
        let file = try alice.file("x", "file", in: folder.id)
        _ = try alice.trash(file.id)
        _ = try alice.file("y", "file", in: folder.id)
        #expect(try code { _ = try alice.restore(file.id) } == .nameTaken)
        _ = try alice.trash(folder.id)
        #expect(try code { _ = try alice.restore(file.id, as: "other") } == .itemTrashed)
        let restored = try alice.restore(file.id, to: alice.root, as: "other")
        #expect(restored.parent == alice.root && restored.name?.name.text == "other")
    }

    @Test func theTrashIsListedInPagesTheNewestFirst() throws {
        var trashed: [ItemID] = []
        for number in 0..<5 {
            files.now += UInt64(number / 2)
            trashed.append(try alice.trash(try alice.folder("f\(number)").id).id)
        }
        var (found, after): ([ItemID], String?) = ([], nil)
        repeat {
            let page = try files.reading(alice.account) { try $0.trash(of: alice.space, after: after, limit: 2) }
            found += page.items.map(\.id)
            after = page.next
        } while after != nil
        #expect(found == trashed.reversed())
    }

    // MARK: - Repeats and batches

    @Test func theSameOrderGetsTheSameAnswer() throws {
        let order = FileOrder.folder(
            NewFolder(id: files.operation(), item: try files.id(), parent: alice.root, name: try FileName("one")))
        let first = try files.change { try $0.answer(order, by: alice.account) }
        let second = try files.change { try $0.answer(order, by: alice.account) }
        #expect(!first.isReplay && second.isReplay && first.body == second.body && second.status == 200)
        let refused = FileOrder.folder(
            NewFolder(id: files.operation(), item: try files.id(), parent: alice.root, name: try FileName("one")))
        #expect(try files.change { try $0.answer(refused, by: alice.account) }.status == 409)
        _ = try alice.trash(try Wire.read(FileItem.self, from: first.body).id)
        let again = try files.change { try $0.answer(refused, by: alice.account) }
        #expect(again.status == 409 && again.isReplay)
    }

    @Test func anIDStandsForOneOrderOfOneAccount() throws {
        let id = files.operation()
        func order(_ name: String, _ person: Person) throws -> FileOrder {
            .folder(NewFolder(id: id, item: try files.id(), parent: person.root, name: try FileName(name)))
        }
        _ = try files.order(try order("one", alice), by: alice.account)
        #expect(
            try code { _ = try files.change { try $0.answer(try order("two", alice), by: alice.account) } }
                == .idempotencyConflict)
        let bob = try files.account(2)
        _ = try files.order(try order("one", bob), by: bob.account)
    }

    // MARK: - Members

    @Test func membersSeeAndChangeWhatTheirRoleAllows() throws {
        let (bob, carol, dave) = (try files.account(2), try files.account(3), try files.account(4))
        let shared = try files.change { change in
            let space = try change.make(
                SpaceOrder(id: files.operation(), space: SpaceID(files.random.bytes(16)), name: "shared"),
                by: alice.account)
            _ = try change.setMember(bob.account, .writer, of: space.id, by: alice.account)
            return try change.setMember(carol.account, .reader, of: space.id, by: alice.account)
        }
        let folder = try bob.folder("from bob", in: shared.id.root)
        let file = try bob.link(try bob.upload("text", to: shared.id), "text", in: folder.id)
        #expect(try carol.item(file.id) == file)
        #expect(try code { _ = try carol.trash(file.id) } == .forbidden)
        #expect(try code { _ = try dave.item(file.id) } == .notFound)
        #expect(try code { _ = try dave.trash(file.id) } == .notFound)
        #expect(
            try code {
                try files.change { _ = try $0.setMember(dave.account, .reader, of: shared.id, by: bob.account) }
            } == .forbidden)
        // A reader may copy what it reads into a space of its own.
        _ = try carol.copy(file.id, to: carol.root, as: "mine")
        _ = try carol.link(try #require(file.file?.content), "again")
        _ = try files.change { try $0.setMember(bob.account, nil, of: shared.id, by: alice.account) }
        #expect(try code { _ = try bob.item(file.id) } == .notFound)
        let spaces = try files.reading(carol.account) { try $0.allSpaces() }
        #expect(spaces.map(\.space.id) == [carol.space, shared.id] && spaces.map(\.role) == [.owner, .reader])
    }
}
