// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import HTTP
import Hub
import HubAPI
import HubFiles
import SQL
import Testing
import Tokens

/// The routes of files over the real router; what their orders do is tested in HubFilesTests.
@Suite struct FileRouteTests {
    private let hub: TestHub
    private let alice: TestAccount

    init() throws {
        hub = try TestHub()
        alice = try hub.account("alice")
    }

    private func id() throws -> ItemID { try ItemID(hub.random.bytes(ItemID.byteCount)) }

    private func space(of account: TestAccount) throws -> FileSpace {
        try #require(try account.call(Routes.spaces, Nothing()).spaces.first)
    }

    private func folder(_ name: String, in parent: ItemID, of account: TestAccount) throws -> FileItem {
        try account.call(
            Routes.newFolder,
            NewFolder(id: account.operation(), item: id(), parent: parent, name: FileName(name)))
    }

    private func file(_ name: String, in parent: ItemID, of account: TestAccount) throws -> FileItem {
        try account.call(
            Routes.linkFile,
            NewFile(id: account.operation(), item: id(), parent: parent, name: FileName(name), content: .empty))
    }

    @Test func theOwnSpaceIsThereFromTheFirstLook() throws {
        let space = try space(of: alice)
        #expect(space.owner == "alice" && space.role == .owner && space.name == nil)
        #expect(space.quota == HubConfiguration.usualFileQuota && space.used == 0)
        #expect(try self.space(of: alice) == space)
    }

    @Test func eachOrderHasItsRoute() throws {
        let root = try space(of: alice).id.root
        let documents = try folder("documents", in: root, of: alice)
        let note = try file("note", in: documents.id, of: alice)
        let item = try alice.call(Routes.fileItem, Nothing(), values: [note.id.description])
        #expect(item == note)
        let base = ContentHash.empty
        _ = try alice.call(
            Routes.replaceContent,
            NewContent(id: alice.operation(), item: note.id, base: base, content: .empty, modified: 7))
        let moved = try alice.call(
            Routes.moveItem,
            MoveOrder(id: alice.operation(), item: note.id, parent: root, name: try FileName("moved")))
        #expect(moved.parent == root && moved.file?.modified == 7)
        let copy = try alice.call(
            Routes.copyItem,
            CopyOrder(id: alice.operation(), item: note.id, copy: id(), parent: root, name: try FileName("copy")))
        _ = try alice.call(Routes.trashItem, TrashOrder(id: alice.operation(), item: copy.id))
        let space = try space(of: alice)
        let trash = try alice.call(Routes.fileTrash, Nothing(), values: [space.id.description])
        #expect(trash.items.map(\.id) == [copy.id])
        _ = try alice.call(Routes.restoreItem, RestoreOrder(id: alice.operation(), item: copy.id))
        let page = try alice.call(
            Routes.fileChildren, Nothing(), values: [root.description], query: [("limit", "2")])
        #expect(page.items.map(\.name?.name.text) == ["copy", "documents"] && page.next != nil)
        let rest = try alice.call(
            Routes.fileChildren, Nothing(), values: [root.description], query: [("after", page.next ?? "")])
        #expect(rest.items.map(\.name?.name.text) == ["moved"] && rest.next == nil)
        let versions = try alice.call(Routes.fileVersions, Nothing(), values: [note.id.description])
        #expect(versions.versions.isEmpty)
        let have = try alice.call(Routes.haveContents, HaveQuery(contents: [.empty]))
        #expect(have.states.map(\.state) == [.live])
    }

    @Test func aNameThatIsNoTextTravelsAsBytes() throws {
        let root = try space(of: alice).id.root
        let name = try FileName([0x66, 0xff, 0x80])
        let made = try alice.call(
            Routes.newFolder, NewFolder(id: alice.operation(), item: id(), parent: root, name: name))
        #expect(made.name?.name == name)
        let page = try alice.call(Routes.fileChildren, Nothing(), values: [root.description])
        #expect(page.items.map(\.name?.name) == [name])
        for wrong in [#""""#, #"".""#, #""a/b""#, #"{"bytes":""}"#, #"{"bytes":"YQ"}"#, "7", #"{"text":"a"}"#] {
            let body = """
                {"id":"\(alice.operation())","item":"\(try id())","parent":"\(root)","name":\(wrong)}
                """
            let status = hub.hub.answer(alice.raw(.post, Routes.newFolder.path, body)).status
            #expect(status == 400, "\(wrong)")
        }
    }

    @Test func aBatchHasAResultForEachOrder() throws {
        let root = try space(of: alice).id.root
        let (one, two) = (try id(), try id())
        func folder(_ item: ItemID, _ name: String, in parent: ItemID) throws -> FileOrder {
            .folder(NewFolder(id: alice.operation(), item: item, parent: parent, name: try FileName(name)))
        }
        let orders = [
            try folder(one, "one", in: root), try folder(try id(), "one", in: root), try folder(two, "two", in: one),
            .trash(TrashOrder(id: alice.operation(), item: one)), try folder(try id(), "three", in: one),
        ]
        let answer = try alice.call(Routes.fileBatch, FileBatch(orders: orders))
        #expect(answer.results.map { $0.problem?.code } == [nil, .nameTaken, nil, nil, .itemTrashed])
        #expect(answer.results[2].item?.parent == one && answer.results[3].item?.state == .trashed)
        // The same again: the same answers.
        #expect(try alice.call(Routes.fileBatch, FileBatch(orders: orders)) == answer)
        #expect(refusal { _ = try alice.call(Routes.fileBatch, FileBatch(orders: [])) } == .badRequest)
        let many = [FileOrder](repeating: orders[3], count: 65)
        #expect(refusal { _ = try alice.call(Routes.fileBatch, FileBatch(orders: many)) } == .badRequest)
        for wrong in ["{}", #"{"trash":{},"move":{}}"#, #"{"erase":{}}"#] {
            let request = alice.raw(.post, Routes.fileBatch.path, "{\"orders\":[\(wrong)]}")
            #expect(hub.hub.answer(request).status == 400, "\(wrong)")
        }
    }

    @Test func aSharedSpaceIsSeenByItsMembers() throws {
        let bob = try hub.account("bob")
        let id = try SpaceID(hub.random.bytes(SpaceID.byteCount))
        let order = SpaceOrder(id: alice.operation(), space: id, name: "family")
        let made = try alice.call(Routes.newSpace, order)
        #expect(try alice.call(Routes.newSpace, order) == made)
        let shared = try alice.call(
            Routes.spaceMember,
            MemberOrder(id: alice.operation(), space: id, username: "bob", role: .writer))
        #expect(shared.members == [.init(username: "bob", role: .writer)])
        let seen = try bob.call(Routes.spaces, Nothing()).spaces
        #expect(seen.map(\.name) == [nil, "family"] && seen.last?.role == .writer && seen.last?.owner == "alice")
        _ = try folder("from bob", in: id.root, of: bob)
        let changes = try alice.call(Routes.fileChanges, Nothing(), values: [id.description])
        #expect(changes.items.count == 1 && changes.isLast)
        #expect(
            refusal {
                _ = try alice.call(
                    Routes.spaceMember,
                    MemberOrder(id: alice.operation(), space: id, username: "nobody-here", role: .reader))
            } == .unknownRecipient)
    }

    @Test func whatOthersHaveIsNotThere() throws {
        let bob = try hub.account("bob")
        let space = try space(of: alice)
        let folder = try folder("private", in: space.id.root, of: alice)
        let (item, id) = (folder.id.description, space.id.description)
        #expect(refusal { _ = try bob.call(Routes.fileItem, Nothing(), values: [item]) } == .notFound)
        #expect(refusal { _ = try bob.call(Routes.fileChanges, Nothing(), values: [id]) } == .notFound)
        for path in ["/v1/files/items/x", "/v1/files/spaces/\(folder.id)0/trash", "/v1/files/items/\(folder.id)/x"] {
            #expect(hub.hub.answer(alice.raw(.get, path, "")).status == 404, "\(path)")
        }
    }

    @Test func theQuotaIsThatOfTheRoleUntilItIsSet() throws {
        let hub = try TestHub { $0.fileQuotas = [.member: 1 << 20, .merchant: 2 << 20] }
        let shop = try hub.account("shop")
        func quota() throws -> UInt64? { try shop.call(Routes.spaces, Nothing()).spaces.first?.quota }
        #expect(try quota() == 1 << 20)
        try hub.hub.setRole(of: "shop", to: .merchant)
        #expect(try quota() == 2 << 20)
        try hub.hub.setFileQuota(5, of: "shop")
        #expect(try quota() == 5)
        #expect(try hub.hub.fileSpaces().map(\.quota) == [5])
        try hub.hub.setFileQuota(nil, of: "shop")
        #expect(try quota() == 2 << 20)
        #expect(throws: HubProblem.self) { try hub.hub.setFileQuota(5, of: "nobody-here") }
    }

    @Test func aFilesSessionMayDoAllOfIt() throws {
        let credentials = Credentials(username: "alice", password: "correct horse ecila", scope: .files)
        let phone = TestAccount(hub: hub, session: try hub.caller.call(Routes.login, credentials))
        _ = try folder("from the phone", in: try space(of: phone).id.root, of: phone)
    }
}
