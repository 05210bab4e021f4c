// SPDX-License-Identifier: MIT
import Crypto
import FileModel
import HubAPI
import HubFiles
import Testing
import Tokens

/// Share links: what a visitor gets, and until when.
@Suite struct ShareLinkTests {
    private let files: FilesFixture
    private let alice: Person
    private let bob: Person

    init() throws {
        files = try FilesFixture()
        alice = try files.account(1)
        bob = try files.account(2)
    }

    private func token() -> ShareLinkID { ShareLinkID(token: files.random.bytes(ShareLinkID.tokenByteCount)) }

    private func share(
        _ item: ItemID, as link: ShareLinkID, for seconds: UInt64 = 3_600, by person: Person, id: OperationID? = nil
    ) throws -> FileChange.Answer {
        try files.change {
            try $0.share(
                ShareLinkOrder(id: id ?? files.operation(), link: link, item: item, expires: files.now + seconds),
                by: person.account)
        }
    }

    private func end(_ link: ShareLinkID, by person: Person) throws -> Int {
        try files.change { try $0.endShare(ShareLinkEnd(id: files.operation(), link: link), by: person.account).status }
    }

    private func shared(_ link: ShareLinkID) throws -> ShareLinkTable.Shared {
        try ShareLinkTable(database: files.database).shared(link, at: files.now)
    }

    private func code(_ answer: FileChange.Answer) throws -> HubProblem.Code? {
        answer.status == 200 ? nil : try Wire.read(HubProblem.self, from: answer.body).code
    }

    @Test func aVisitorGetsTheFileUntilTheLinkExpires() throws {
        let file = try alice.file("the recipe", "recipe.txt")
        let link = token()
        #expect(try share(file.id, as: link, by: alice).status == 200)
        let seen = try shared(link)
        #expect(seen.content == file.file?.content && seen.size == 10 && seen.name.text == "recipe.txt")
        // The link is to the file, not to what it held.
        let present = try #require(file.file?.content)
        let changed = try alice.replace(file.id, base: present, with: "a better recipe")
        #expect(try shared(link).content == changed.file?.content)
        files.now += 3_599
        #expect(try shared(link).expires == files.now + 1)
        files.now += 1
        #expect(throws: HubProblem.self) { try shared(link) }
    }

    @Test func aRepeatMakesOneLinkAndEndingEndsItAtOnce() throws {
        let file = try alice.file("x", "x")
        let (link, id) = (token(), files.operation())
        let made = try share(file.id, as: link, by: alice, id: id)
        let again = try share(file.id, as: link, by: alice, id: id)
        #expect(made.body == again.body && again.isReplay && !made.isReplay)
        let table = ShareLinkTable(database: files.database)
        #expect(try table.list(of: alice.account, at: files.now).map(\.link) == [link])
        #expect(try table.list(of: bob.account, at: files.now).isEmpty)
        #expect(try end(link, by: bob) == 404)
        #expect(try end(link, by: alice) == 200)
        #expect(throws: HubProblem.self) { try shared(link) }
        #expect(try table.list(of: alice.account, at: files.now).isEmpty)
        #expect(try end(link, by: alice) == 404)
    }

    @Test func whatIsInTheTrashIsNotShared() throws {
        let folder = try alice.folder("recipes")
        let file = try alice.file("x", "x", in: folder.id)
        let link = token()
        #expect(try share(file.id, as: link, by: alice).status == 200)
        _ = try files.order(.trash(TrashOrder(id: files.operation(), item: folder.id)), by: alice.account)
        #expect(throws: HubProblem.self) { try shared(link) }
        #expect(try code(share(file.id, as: token(), by: alice)) == .itemTrashed)
        _ = try files.order(.restore(RestoreOrder(id: files.operation(), item: folder.id)), by: alice.account)
        #expect(try shared(link).size == 1)
    }

    @Test func whatCannotBeSharedIsRefused() throws {
        let file = try alice.file("x", "x")
        #expect(try code(share(file.id, as: token(), by: bob)) == .notFound)
        #expect(try code(share(alice.root, as: token(), by: alice)) == .wrongKind)
        #expect(try code(share(file.id, as: token(), for: 0, by: alice)) == .badRequest)
        #expect(try code(share(file.id, as: token(), for: FileChange.longestShareLink + 1, by: alice)) == .badRequest)
        let link = token()
        #expect(try code(share(file.id, as: link, by: alice)) == nil)
        #expect(try code(share(file.id, as: link, by: alice)) == .itemExists)
    }

    /// Who may not change a space any more shares nothing of it.
    @Test func aMemberWhoIsRemovedSharesNothing() throws {
        let space = try files.change {
            try $0.make(
                SpaceOrder(
                    id: files.operation(), space: SpaceID(files.random.bytes(SpaceID.byteCount)), name: "family"),
                by: alice.account)
        }
        func setBob(_ role: SpaceRole?) throws {
            _ = try files.change { try $0.setMember(bob.account, role, of: space.id, by: alice.account) }
        }
        let file = try alice.file("x", "x", in: space.id.root)
        try setBob(.reader)
        #expect(try code(share(file.id, as: token(), by: bob)) == .forbidden)
        try setBob(.writer)
        let link = token()
        #expect(try code(share(file.id, as: link, by: bob)) == nil)
        #expect(try shared(link).size == 1)
        for role in [SpaceRole.reader, nil] {
            try setBob(role)
            #expect(throws: HubProblem.self) { try shared(link) }
        }
    }

    @Test func aTokenHasOneForm() {
        #expect(ShareLinkID(token: "AAAAAAAAAAAAAAAAAAAAAA") == ShareLinkID(token: [UInt8](repeating: 0, count: 16)))
        for wrong in ["", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAB", "AAAAAAAAAAAAAAAAAAAAA/"] {
            #expect(ShareLinkID(token: wrong) == nil, "\(wrong)")
        }
    }
}
