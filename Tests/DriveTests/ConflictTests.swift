// SPDX-License-Identifier: MIT
import Drive
import FileModel
import HubAPI
import TestSupport
import Testing

/// Two devices of one account that change the same things without having heard of each other.
@Suite(.serialized) struct ConflictTests {
    private let home: DriveHome
    private let laptop: Device
    private let phone: Device

    init() throws {
        home = try DriveHome()
        laptop = try home.device("laptop")
        phone = try home.device("phone")
        try laptop.client().refresh()
        try laptop.write(Array("first".utf8), to: "plan.txt")
        try laptop.order("plan.txt")
        try laptop.drain()
        try phone.client().refresh()
    }

    private func change(_ device: Device, _ text: String) throws {
        try device.write(Array(text.utf8), to: "plan.txt")
        try device.order("plan.txt")
    }

    @Test func twoChangesAreBothKept() throws {
        try change(laptop, "from the laptop")
        try change(phone, "from the phone")
        try laptop.drain()
        try phone.drain()
        #expect(try laptop.listed() == ["plan (conflict, phone, 1).txt", "plan.txt"])
        #expect(try laptop.received("plan.txt") == Array("from the laptop".utf8))
        #expect(try laptop.received("plan (conflict, phone, 1).txt") == Array("from the phone".utf8))
        guard case .upload(let job)? = try phone.client().store.tasks(.done).last?.job else {
            Issue.record("no upload is done")
            return
        }
        #expect(job.isConflict)
    }

    @Test(arguments: [DriveStep.orderSent, .orderKept]) func aConflictThatDiesIsResolvedOnce(step: DriveStep) throws {
        try change(laptop, "from the laptop")
        try change(phone, "from the phone")
        try laptop.drain()
        phone.onStep = { if $0 == step { throw Died() } }
        #expect(throws: Died.self) { try phone.drain() }
        phone.onStep = { _ in }
        try phone.drain()
        #expect(try phone.listed() == ["plan (conflict, phone, 1).txt", "plan.txt"])
    }

    /// What counts is what the file held when it was received, not what the device has heard of since.
    @Test func aReceivedFileThatIsChangedKnowsWhatItWas() throws {
        let client = try phone.client()
        let item = try client.requireItem(at: FilePath([FileName("plan.txt")]), in: client.space(named: nil).id)
        _ = try client.get(item, into: phone.documents, as: FileName("plan.txt"), replaces: false)
        try phone.drain()
        try change(laptop, "from the laptop")
        try laptop.drain()
        try phone.client().refresh()
        try change(phone, "from the phone")
        try phone.drain()
        #expect(try phone.listed() == ["plan (conflict, phone, 1).txt", "plan.txt"])
    }

    @Test func theSameChangeIsNoConflict() throws {
        try change(laptop, "the same")
        try change(phone, "the same")
        try laptop.drain()
        #expect(try phone.drain().done == 1)
        #expect(try phone.listed() == ["plan.txt"])
    }

    @Test func aChangeOfADeletedFileMakesItAgain() throws {
        let client = try laptop.client()
        _ = try client.moveToTrash(
            try client.requireItem(at: FilePath([FileName("plan.txt")]), in: client.space(named: nil).id))
        try laptop.drain()
        try change(phone, "from the phone")
        #expect(try phone.drain().done == 1)
        #expect(try laptop.listed() == ["plan.txt"])
        #expect(try laptop.received("plan.txt") == Array("from the phone".utf8))
    }

    @Test func newFilesOfOneNameAreBothKept() throws {
        for (device, text) in [(laptop, "a"), (phone, "b")] {
            try device.write(Array(text.utf8), to: "new.txt")
            try device.order("new.txt")
        }
        try laptop.drain()
        try phone.drain()
        #expect(try laptop.listed() == ["new (2).txt", "new.txt", "plan.txt"])
    }

    @Test func foldersOfOneNameBecomeOne() throws {
        for (device, name) in [(laptop, "a"), (phone, "b")] {
            device.make("album")
            try device.write(Array(name.utf8), to: "album/\(name)")
            try device.order("album")
        }
        try laptop.drain()
        #expect(try phone.drain().waiting == 0)
        #expect(try phone.listed(["album"]) == ["a", "b"])
    }

    @Test func twoChangesOfOneDeviceAreTwoVersions() throws {
        home.stop()
        try change(phone, "second")
        try phone.write(Array("new".utf8), to: "new.txt")
        try phone.order("new.txt")
        try phone.write(Array("newer".utf8), to: "newer.txt")
        try phone.order("newer.txt", as: "new.txt")
        try home.start()
        #expect(try phone.drain().waiting == 0)
        #expect(try phone.listed() == ["new.txt", "plan.txt"])
        #expect(try phone.received("new.txt") == Array("newer".utf8))
    }

    @Test func whatIsTrashedComesBack() throws {
        let client = try laptop.client()
        let space = try client.space(named: nil)
        let item = try client.requireItem(at: FilePath([FileName("plan.txt")]), in: space.id)
        _ = try client.moveToTrash(item)
        #expect(try client.drain(isRequested: true).done == 1)
        #expect(try phone.listed() == [])
        #expect(try client.server.trash(of: space.id, after: nil).items.map(\.id) == [item.id])
        _ = try client.restore(item.id, in: space.id)
        #expect(try client.drain(isRequested: true).done == 1)
        #expect(try phone.listed() == ["plan.txt"])
    }

    @Test func aMoveOntoATakenNameFailsAndSaysSo() throws {
        try laptop.write([1], to: "b.txt")
        try laptop.order("b.txt")
        try laptop.drain()
        let client = try laptop.client()
        let space = try client.space(named: nil)
        let item = try client.requireItem(at: FilePath([FileName("b.txt")]), in: space.id)
        let task = try client.move(item, to: space.id.root, as: FileName("plan.txt"))
        #expect(try client.drain(isRequested: true).failed == 1)
        #expect(try client.store.task(task[0])?.reason == .nameTaken)
        _ = try client.move(item, to: space.id.root, as: FileName("c.txt"))
        #expect(try client.drain(isRequested: true).done == 1)
        #expect(try phone.listed() == ["c.txt", "plan.txt"])
    }
}
