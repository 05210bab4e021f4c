// SPDX-License-Identifier: MIT
import Crypto
import FileModel
import HTTP
import Hub
import HubAPI
import Synchronization
import Testing
import Tokens

/// Long polls of the change feed, and the hints in the event stream.
@Suite struct FileWatchTests {
    private let disk: HubOnDisk
    private let hub: TestHub
    private let alice: TestAccount
    private let space: FileSpace

    init() throws {
        disk = try HubOnDisk()
        hub = try disk.open { $0.maximumListeners = 2 }
        alice = try hub.account("alice")
        space = try #require(try alice.call(Routes.spaces, Nothing()).spaces.first)
    }

    private func path(after anchor: String, wait: Int = 50) -> String {
        "/v1/files/spaces/\(space.id)/changes?wait=\(wait)&after=\(anchor)"
    }

    /// What is answered to a poll, once it is.
    private final class Answer: Sendable {
        private let response = Mutex<Response?>(nil)
        var isThere: Bool { response.withLock { $0 != nil } }
        func fill(_ answer: Response) { response.withLock { $0 = answer } }

        func wait() throws -> Response {
            _ = eventually { isThere }
            return try #require(response.withLock { $0 })
        }

        func changes() throws -> FileChanges { try Wire.decode(FileChanges.self, from: wait().body) }
    }

    private func poll(_ account: TestAccount, after anchor: String, wait: Int = 50) -> Answer {
        let answer = Answer()
        let query = [("wait", "\(wait)"), ("after", anchor)]
        var request = Request(method: .get, path: "/v1/files/spaces/\(space.id)/changes", query: query)
        account.proof.prove(&request, for: .account)
        hub.hub.handle(request, answer.fill)
        return answer
    }

    private func makeFolder(_ name: String, by account: TestAccount) throws -> FileItem {
        try account.call(
            Routes.newFolder,
            NewFolder(
                id: account.operation(), item: try ItemID(hub.random.bytes(ItemID.byteCount)), parent: space.id.root,
                name: FileName(name)))
    }

    @Test func aPollIsAnsweredWithTheNextChangeAndNotBefore() throws {
        defer { hub.hub.close() }
        let waiting = poll(alice, after: space.anchor)
        // Another route is answered meanwhile; nothing has changed yet.
        _ = try alice.call(Routes.spaces, Nothing())
        #expect(!waiting.isThere)
        let made = try makeFolder("holidays", by: alice)
        let page = try waiting.changes()
        #expect(page.items == [made] && page.isLast)
        // The place before the change is answered at once, and the one behind it waits again.
        #expect(try poll(alice, after: space.anchor).changes() == page)
        let next = poll(alice, after: page.next)
        _ = try alice.call(Routes.spaces, Nothing())
        #expect(!next.isThere)
    }

    @Test func aPollWithoutAChangeEndsWithThePlaceItBeganAt() throws {
        defer { hub.hub.close() }
        let page = try poll(alice, after: space.anchor, wait: 1).changes()
        #expect(page.items.isEmpty && page.next == space.anchor && page.isLast)
        let closing = poll(alice, after: space.anchor)
        hub.hub.close()
        #expect(try closing.changes().next == space.anchor)
    }

    @Test func whatIsRefusedIsRefusedAtOnce() throws {
        defer { hub.hub.close() }
        let bob = try hub.account("bob")
        #expect(try poll(bob, after: space.anchor).wait().status == 404)
        #expect(try poll(alice, after: "nonsense").wait().status == 400)
        let long = Request(method: .get, path: "/v1/files/spaces/\(space.id)/changes", query: [("wait", "51")])
        var signed = long
        alice.proof.prove(&signed, for: .account)
        #expect(hub.hub.answer(signed).status == 400)
    }

    @Test func anAccountHasAFewPollsAndLosesThemWithItsClients() throws {
        defer { hub.hub.close() }
        let server = try hub.hub.serve()
        defer { server.stop() }
        func status(_ wait: Int) throws -> Int {
            let url = "http://127.0.0.1:\(server.port)\(path(after: space.anchor, wait: wait))"
            return try Client().send(ClientRequest(url: url, headers: ["Authorization": "Bearer \(alice.token)"]))
                .status
        }
        // The question is a poll too, and may take the place of a client that was slower: then one more client comes.
        var clients: [SilentClient] = []
        var isRefused = false
        for _ in 0..<30 where !isRefused {
            clients.append(try SilentClient(port: server.port, path: path(after: space.anchor), token: alice.token))
            isRefused = try status(1) == 429
        }
        // One client and the question have places. Clients that wait take no slot from other requests.
        #expect(isRefused && clients.count > 1)
        #expect(eventually { server.load.waiting == 0 })
        clients.removeAll()
        #expect(try eventually { try status(1) == 200 })
    }

    @Test func aPollEndsWithItsSession() throws {
        defer { hub.hub.close() }
        let waiting = poll(alice, after: space.anchor)
        _ = try hub.caller.call(Routes.logout, RefreshToken(refreshToken: alice.session.refreshToken))
        #expect(try waiting.changes().items.isEmpty)
    }

    @Test func membersAreTold() throws {
        defer { hub.hub.close() }
        let bob = try hub.account("bob")
        let shared = try alice.call(
            Routes.newSpace,
            SpaceOrder(
                id: alice.operation(), space: try SpaceID(hub.random.bytes(SpaceID.byteCount)), name: "family"))
        let server = try hub.hub.serve()
        defer { server.stop() }
        _ = try alice.call(
            Routes.spaceMember,
            MemberOrder(id: alice.operation(), space: shared.id, username: "bob", role: .writer))
        func listen(_ account: TestAccount) -> Listening {
            Listening(
                ClientRequest(
                    url: "http://127.0.0.1:\(server.port)/v1/events",
                    headers: ["Authorization": "Bearer \(account.token)"]))
        }
        let carol = try hub.account("carol")
        let (hers, his, strangers) = (listen(alice), listen(bob), listen(carol))
        #expect(hers.isReady && his.isReady && strangers.isReady)
        let before = hers.last
        _ = try bob.call(
            Routes.newFolder,
            NewFolder(
                id: bob.operation(), item: try ItemID(hub.random.bytes(ItemID.byteCount)), parent: shared.id.root,
                name: FileName("recipes")))
        for stream in [hers, his] {
            #expect(try stream.hints(1) == [FilesHint(space: shared.id, rev: 1)])
        }
        // A hint is no place in the log.
        #expect(hers.last == before)
        #expect(try strangers.hints(0) == [])
        for stream in [hers, his, strangers] { stream.stop() }
    }
}
