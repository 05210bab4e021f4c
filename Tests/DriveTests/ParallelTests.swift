// SPDX-License-Identifier: MIT
import Drive
import FileModel
import HubAPI
import Synchronization
import TestSupport
import Testing

/// Several threads that execute one queue.
@Suite(.serialized) struct ParallelTests {
    private let home: DriveHome
    private let device: Device

    init() throws {
        home = try DriveHome()
        device = try home.device("laptop")
        device.isParallel = true
        try device.client().refresh()
    }

    @Test func foldersComeBeforeWhatIsInThemAndAllArrivesOnce() throws {
        var random = SeededRandom(seed: 3)
        var contents: [String: [UInt8]] = [:]
        for folder in ["album", "album/a", "album/b", "album/b/c"] { device.make(folder) }
        for number in 0..<24 {
            let name = ["album", "album/a", "album/b", "album/b/c"][number % 4] + "/\(number)"
            contents[name] = random.block([0, 1, 4_096, 40_000][number % 4])
            try device.write(contents[name] ?? [], to: name)
        }
        try device.order("album")
        let report = try device.drain()
        #expect(report.done == 28 && report.waiting == 0 && report.failed == 0, "\(report)")
        let client = try device.client()
        try client.refresh()
        let item = try client.requireItem(at: FilePath([FileName("album")]), in: client.space(named: nil).id)
        let target = try ScratchFolder()
        _ = try client.get(item, into: target.path, as: FileName("album"), replaces: false)
        #expect(try client.drain(isRequested: true).done == 24)
        for (name, content) in contents { #expect(try target.bytes(of: name) == content, "\(name)") }
    }

    @Test func whatIsOrderedOfOneFileHappensInOrder() throws {
        for number in 0..<12 {
            try device.write([UInt8(number)], to: "a")
            try device.order("a")
            try device.write([UInt8(number)], to: "other \(number)")
            try device.order("other \(number)")
        }
        // The last content of the file is the one that each of its tasks finds.
        #expect(try device.drain().done == 24)
        #expect(try device.received("a") == [11])
        #expect(try device.listed().count == 13)
    }

    /// A name that one order frees and another one takes, and a folder that is emptied and removed: the orders are about
    /// different items, and happen in order all the same.
    @Test func placesAreFreeBeforeTheyAreTakenAgain() throws {
        let client = try device.client()
        let space = try client.space(named: nil)
        func item(_ path: String) throws -> FileItem {
            let names = try path.split(separator: "/").map { try FileName(String($0)) }
            return try client.requireItem(at: FilePath(names), in: space.id)
        }
        for number in 0..<12 {
            device.make("folder \(number)")
            try device.write([UInt8(number)], to: "folder \(number)/inside")
            try device.order("folder \(number)")
            for (name, content) in [("old", [0]), ("new", [1, UInt8(number)])] as [(String, [UInt8])] {
                try device.write(content, to: "\(name) \(number)")
                try device.order("\(name) \(number)")
            }
        }
        #expect(try device.drain().done == 48)
        try client.refresh()
        for number in 0..<12 {
            _ = try client.moveToTrash(item("old \(number)"))
            _ = try client.move(item("new \(number)"), to: space.id.root, as: FileName("old \(number)"))
            try device.write([2, UInt8(number)], to: "next \(number)")
            _ = try client.put(
                folder: device.documents, name: FileName("next \(number)"), into: space.id.root, in: space.id,
                as: FileName("next \(number)"))
            _ = try client.move(
                item("folder \(number)/inside"), to: space.id.root, as: FileName("outside \(number)"))
            _ = try client.moveToTrash(item("folder \(number)"))
        }
        let report = try device.drain()
        #expect(report.failed == 0 && report.waiting == 0 && report.done == 60, "\(report)")
        #expect(try device.listed().count == 36)
        for number in 0..<12 {
            #expect(try device.received("old \(number)") == [1, UInt8(number)])
            #expect(try device.received("next \(number)") == [2, UInt8(number)])
            #expect(try device.received("outside \(number)") == [UInt8(number)])
        }
    }

    /// Each kill ends one thread in the middle of its task; the others end theirs, and nothing is lost or done twice.
    @Test(arguments: [DriveStep.hashed, .placeKept, .appended, .contentStored, .orderSent, .orderKept])
    func aThreadThatDiesLosesNothing(step: DriveStep) throws {
        var random = SeededRandom(seed: 4)
        var contents: [String: [UInt8]] = [:]
        for number in 0..<9 {
            contents["file \(number)"] = random.block(20_000 + number)
            try device.write(contents["file \(number)"] ?? [], to: "file \(number)")
            try device.order("file \(number)")
        }
        let seen = Atomic(0)
        device.onStep = { reached in
            if reached == step, seen.add(1, ordering: .relaxed).newValue == 3 { throw Died() }
        }
        #expect(throws: Died.self) { try device.drain() }
        device.onStep = { _ in }
        try device.drain()
        #expect(try device.listed().sorted() == contents.keys.sorted())
        for (name, content) in contents { #expect(try device.received(name) == content) }
    }

    @Test func aHubThatIsAwayStopsAllOfThem() throws {
        for number in 0..<8 {
            try device.write([UInt8(number)], to: "\(number)")
            try device.order("\(number)")
        }
        home.stop()
        let report = try device.drain()
        #expect(report.stop?.reason == .unreachable && report.done == 0 && report.waiting == 8)
        #expect(try device.client().store.tasks(.waiting).allSatisfy { $0.reason == .unreachable })
        try home.start()
        #expect(try device.drain().done == 8)
    }
}
