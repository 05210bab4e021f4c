// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import HTTP
import HubAPI
import TestSupport
import Testing
import Tokens

/// Links and spaces with members, at a real hub with its file service.
@Suite(.serialized) struct SharingTests {
    private let home: DriveHome
    private let alice: Device
    private let bob: Device

    init() throws {
        home = try DriveHome()
        alice = try home.device("laptop")
        bob = try home.device("phone", of: "bob")
        for device in [alice, bob] { try device.client().refresh() }
    }

    private func order() -> OperationID { OperationID(at: DriveHome.clock.now(), random: .system) }

    private func server(_ device: Device) throws -> HubFileServer { HubFileServer(account: try device.account()) }

    private func item(_ name: String) throws -> FileItem {
        let client = try alice.client()
        try client.refresh()
        return try client.requireItem(at: FilePath([FileName(name)]), in: client.space(named: nil).id)
    }

    @Test func anyoneWithTheLinkGetsTheFileUntilItIsEnded() throws {
        try alice.write(Array("a plan".utf8), to: "plan")
        try alice.order("plan")
        try alice.drain()
        let file = try item("plan")
        let server = try server(alice)
        let expires = DriveHome.clock.now().seconds + 3_600
        let shared = try server.share(file.id, until: expires, as: order(), random: .system)
        #expect(shared.link.item == file.id && shared.link.expires == expires)
        #expect(try server.shareLinks() == [shared.link])
        // The hub never shows the token again.
        #expect(!shared.url.contains(shared.link.link.description))
        let answer = try Client().send(ClientRequest(url: shared.url + "/content"))
        #expect(answer.status == 200 && answer.body == Array("a plan".utf8))
        _ = try server.end(shared.link.link, as: order())
        #expect(try server.shareLinks().isEmpty)
        #expect(try Client().send(ClientRequest(url: shared.url + "/content")).status == 404)
    }

    @Test func aReaderSeesAWriterChangesAndAStrangerFindsNothing() throws {
        let server = try server(alice)
        let space = try SpaceID(RandomSource.system.bytes(SpaceID.byteCount))
        let made = try server.makeSpace(space, named: "Family", as: order())
        #expect(made.name == "Family" && made.role == .owner && made.members.isEmpty)
        #expect(try self.server(bob).spaces().count == 1)
        for role in [SpaceRole.reader, .writer] {
            let shared = try server.setMember("bob", role, of: space, as: order())
            #expect(shared.members == [.init(username: "bob", role: role)])
            try bob.client().refresh()
            let client = try bob.client()
            #expect(try client.space(named: "Family").role == role)
            let folder = try FilePath([FileName("of a \(role.rawValue)")])
            let task = try client.makeFolder(folder, in: space, makesParents: false)
            let report = try client.drain(isRequested: true)
            #expect(report.done == (role == .writer ? 1 : 0) && report.failed == (role == .writer ? 0 : 1))
            if role == .reader { #expect(try client.store.task(task[0])?.reason == .forbidden) }
        }
        _ = try server.setMember("bob", nil, of: space, as: order())
        try bob.client().refresh()
        #expect(throws: DriveError.self) { try bob.client().space(named: "Family") }
        // What Bob has made stays, and is Alice's.
        try alice.client().refresh()
        let client = try alice.client()
        #expect(try client.store.children(of: space.root).map { $0.name?.name.text } == ["of a writer"])
    }

    @Test func whatTheHubRefusesHasNotHappened() throws {
        let server = try server(alice)
        let own = try #require(server.spaces().first)
        #expect(throws: HubProblem.self) { try server.setMember("bob", .reader, of: own.id, as: order()) }
        let space = try SpaceID(RandomSource.system.bytes(SpaceID.byteCount))
        _ = try server.makeSpace(space, named: "Family", as: order())
        #expect(throws: HubProblem.self) { try server.setMember("nobody here", .reader, of: space, as: order()) }
        #expect(throws: HubProblem.self) { try server.makeSpace(space, named: "Twice", as: order()) }
        #expect(try server.spaces().map(\.name) == [nil, "Family"])
    }
}
