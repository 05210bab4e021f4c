// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import Glibc
import HubAPI
import TestSupport
import Testing
import Tokens

/// Photos of a folder, each once at a real hub.
@Suite(.serialized) struct CameraTests {
    private let home: DriveHome
    private let device: Device
    /// 2024-01-10T12:00:00Z
    private static let old = 1_704_888_000

    init() throws {
        home = try DriveHome()
        device = try home.device("phone")
        try device.client().refresh()
    }

    private func add(_ device: Device, _ folder: String? = nil) throws {
        let client = try device.client()
        try client.addCamera(
            folder ?? device.documents, to: FilePath([FileName("Photos")]), in: client.space(named: nil).id)
    }

    /// Writes a photo that was taken in 2024.
    private func take(_ name: String, _ content: [UInt8], of device: Device? = nil, later seconds: Int = 0) throws {
        Self.date(try (device ?? self.device).write(content, to: name), later: seconds)
    }

    private static func date(_ path: String, later seconds: Int = 0) {
        let time = timespec(tv_sec: old + seconds, tv_nsec: 0)
        utimensat(AT_FDCWD, path, [time, time], 0)
    }

    private static func content(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return random.block(count)
    }

    /// A round of a new process.
    @discardableResult
    private func round(
        _ device: Device? = nil, isRequested: Bool = true, hold: @escaping (CameraRules) -> DriveReason? = { _ in nil }
    ) throws -> CameraReport {
        let client = try (device ?? self.device).client()
        try client.refresh()
        return try client.backUpPhotos(isRequested: isRequested, hold: hold)
    }

    private func counts(_ device: Device? = nil) throws -> PhotoCounts {
        let store = try (device ?? self.device).client().store
        return try store.photoCounts(of: #require(store.cameras().first).id)
    }

    /// The contents of all live photos at the hub, and their names without what the content adds.
    private func kept() throws -> [String: ContentHash] {
        guard try device.listed().contains("Photos") else { return [:] }
        let client = try device.client()
        var kept: [String: ContentHash] = [:]
        for year in try device.listed(["Photos"]) {
            let folder = try client.requireItem(
                at: FilePath([FileName("Photos"), FileName(year)]), in: client.space(named: nil).id)
            for item in try client.store.children(of: folder.id) {
                let (name, content) = (try #require(item.name?.name.text), try #require(item.file?.content))
                #expect(name.contains("-\(content.description.prefix(8))."), "\(name) says what it holds")
                #expect(kept.updateValue(content, forKey: "\(year)/\(name.prefix { $0 != "-" })") == nil)
            }
        }
        #expect(Set(kept.values).count == kept.count, "no content is there twice")
        return kept
    }

    @Test func photosArriveOnceAndOthersAreLeftOut() throws {
        device.make("DCIM")
        device.make(".thumbnails")
        try take("DCIM/one.jpg", Self.content(40_000, seed: 1))
        try take("DCIM/copy of one.jpg", Self.content(40_000, seed: 1), later: -9)
        try take("two.HEIC", Self.content(100, seed: 2))
        try take("film.mp4", Self.content(70_000, seed: 3), later: 400 * 86_400)
        try take("note.txt", [1])
        try take(".thumbnails/one.jpg", [2])
        try take("empty.jpg", [])
        symlink("two.HEIC", device.documents + "/link.jpg")
        try add(device)
        #expect(try round().stop == nil)
        #expect(try counts() == PhotoCounts(done: 4))
        #expect(try kept().keys.sorted() == ["2024/one", "2024/two", "2025/film"])
        // Nothing is left to be done.
        #expect(try round().stop == nil)
        #expect(try counts() == PhotoCounts(done: 4))
        #expect(try device.client().store.count(.waiting) == 0)
    }

    @Test func aFolderThatIsNotThereOrIsThereTwiceIsRefused() throws {
        #expect(throws: DriveError.self) { try add(device, device.documents + "/missing") }
        try add(device)
        #expect(throws: DriveError.self) { try add(device) }
        try device.client().removeCamera(device.documents)
        #expect(throws: DriveError.self) { try device.client().removeCamera(device.documents) }
        try add(device)
    }

    /// The process dies at each step of a round; the photos are there once all the same.
    @Test(arguments: [
        DriveStep.photosFound, .photosHashed, .photosAsked, .photosOrdered, .uploadBegun, .placeKept, .appended,
        .contentStored, .orderSent, .orderKept, .photosSettled,
    ]) func aRoundThatDiesGoesOn(step: DriveStep) throws {
        try take("small.jpg", Self.content(300, seed: 1))
        try take("large.jpg", Self.content(90_000, seed: 2))
        try take("twin.jpg", Self.content(90_000, seed: 2))
        try add(device)
        for occurrence in 1...2 {
            var seen = 0
            device.onStep = { reached in
                guard reached == step else { return }
                seen += 1
                if seen == occurrence { throw Died() }
            }
            do {
                try round()
            } catch is Died {
                let counts = try counts()
                #expect(counts.failed == 0 && counts.excluded == 0)
            }
        }
        device.onStep = { _ in }
        try round()
        #expect(try counts() == PhotoCounts(done: 3))
        #expect(try kept().count == 2)
        try nothingWasReplaced()
    }

    private func nothingWasReplaced() throws {
        let client = try device.client()
        for task in try client.store.tasks(.done) {
            guard case .upload(let job) = task.job else { continue }
            #expect(try client.server.versions(of: job.item).isEmpty)
            #expect(job.number == 0, "\(job.name) is no second one")
        }
        #expect(try client.store.count(.failed) == 0)
    }

    /// Kills all the time, at steps that a seed chooses.
    @Test func manyPhotosArriveExactlyOnceThroughKills() throws {
        for number in 0..<60 {
            try take(
                "\(number).jpg", Self.content([200, 3_000, 20_000][number % 3], seed: UInt64(number)), later: number)
        }
        try add(device)
        var random = SeededRandom(seed: 11)
        var kills = 0
        for _ in 0..<400 {
            let die = Int(random.next() % 40)
            var steps = 0
            device.onStep = { _ in
                steps += 1
                if steps > die { throw Died() }
            }
            do {
                try round()
                if try counts().done == 60 { break }
            } catch is Died {
                kills += 1
            }
        }
        device.onStep = { _ in }
        try round()
        #expect(kills > 2)
        #expect(try counts() == PhotoCounts(done: 60))
        #expect(try kept().count == 60)
        try nothingWasReplaced()
    }

    @Test func aReinstalledDeviceAndAnotherOneSendNothingAgain() throws {
        try take("one.jpg", Self.content(40_000, seed: 1))
        try take("two.jpg", Self.content(200, seed: 2))
        try add(device)
        try round()
        let other = try home.device("new phone")
        try take("one.jpg", Self.content(40_000, seed: 1), of: other)
        try take("renamed.jpg", Self.content(200, seed: 2), of: other)
        try other.client().refresh()
        try add(other)
        var sent = 0
        other.onStep = { if [.uploadBegun, .contentStored].contains($0) { sent += 1 } }
        try round(other)
        #expect(try counts(other) == PhotoCounts(done: 2))
        #expect(sent == 0)
        #expect(try kept().count == 2)
    }

    /// The camera writes still, after the photo was read and before its bytes leave.
    @Test(arguments: [DriveStep.photosHashed, .photosOrdered, .uploadBegun])
    func aPhotoThatChangesIsNeverSentUnderItsOldName(step: DriveStep) throws {
        let (before, after) = (Self.content(40_000, seed: 1), Self.content(50_000, seed: 2))
        try take("one.jpg", before)
        try add(device)
        var hasChanged = false
        device.onStep = { [device] reached in
            guard reached == step, !hasChanged else { return }
            hasChanged = true
            Self.date(try device.write(after, to: "one.jpg"), later: 5)
        }
        try round()
        #expect(hasChanged)
        #expect(try counts() == PhotoCounts(waiting: 1))
        #expect(try kept().isEmpty)
        try round()
        #expect(try counts() == PhotoCounts(done: 1))
        #expect(try kept().count == 1)
        #expect(try device.client().store.count(.failed) == 0)
    }

    @Test func aPhotoThatWasWrittenJustNowWaitsAndAClockThatIsWrongDoesNotHoldItUp() throws {
        let now = DriveHome.clock.now()
        device.clock = Clock { now }
        let age = Int(now.seconds) - Self.old
        try take("new.jpg", [1, 2, 3], later: age - 1)
        try take("future.jpg", [4, 5, 6], later: age + 86_400)
        try add(device)
        try round()
        #expect(try counts() == PhotoCounts(done: 1, waiting: 1))
        device.clock = Clock { now.adding(seconds: 1) }
        try round()
        #expect(try counts() == PhotoCounts(done: 2))
    }

    /// The folder is a link: it leads to a card on another file system, or, without it, to an empty folder.
    @Test(arguments: [nil, DriveStep.photosHashed, .photosOrdered, .uploadBegun])
    func aCardThatIsPulledOutLosesNothing(step: DriveStep?) throws {
        let card = try ScratchFolder(in: .memory)
        let (slot, empty) = (home.folder.file("slot"), home.folder.file("empty"))
        mkdir(empty, 0o700)
        for number in 0..<3 {
            try card.write(Self.content(30_000, seed: UInt64(number)), to: "\(number).jpg")
            Self.date(card.file("\(number).jpg"))
        }
        func insert() {
            unlink(slot)
            symlink(card.path, slot)
        }
        func pull() {
            unlink(slot)
            symlink(empty, slot)
        }
        insert()
        try add(device, slot)
        device.onStep = { if $0 == step { pull() } }
        try round()
        device.onStep = { _ in }
        if step == nil {
            #expect(try counts() == PhotoCounts(done: 3))
            pull()
        }
        try round()
        let counts = try counts()
        #expect(counts.done + counts.waiting == 3, "\(counts)")
        #expect(step == nil || counts.waiting > 0)
        // Not even the folder is there.
        unlink(slot)
        try round()
        #expect(try device.client().store.cameras().first?.reason == .sourceGone)
        insert()
        try round()
        #expect(try self.counts() == PhotoCounts(done: 3))
        #expect(try kept().count == 3)
        try nothingWasReplaced()
    }

    @Test func whatWasRemovedHereOrThereIsNotSent() throws {
        try take("kept.jpg", [1])
        try take("removed.jpg", [2])
        try add(device)
        device.onStep = { if $0 == .photosFound { throw Died() } }
        #expect(throws: Died.self) { try round() }
        device.onStep = { _ in }
        unlink(device.documents + "/removed.jpg")
        try round()
        #expect(try counts() == PhotoCounts(done: 1, excluded: 1))
        let client = try device.client()
        try client.refresh()
        let path = try FilePath([FileName("Photos"), FileName("2024")])
        let folder = try client.requireItem(at: path, in: client.space(named: nil).id)
        for photo in try client.store.children(of: folder.id) { _ = try client.moveToTrash(photo) }
        try device.drain()
        // Another stamp, and a copy: both are read again.
        try take("kept.jpg", [1], later: 5)
        try take("copy.jpg", [1])
        try round()
        #expect(try counts() == PhotoCounts(excluded: 3))
        #expect(try kept().isEmpty)
        // It comes back to this device, and was never at the hub.
        try take("removed.jpg", [2])
        try round()
        #expect(try counts() == PhotoCounts(done: 1, excluded: 2))
    }

    @Test func aFolderThatIsRemovedThereIsMadeAgain() throws {
        try take("one.jpg", [1])
        try add(device)
        try round()
        let client = try device.client()
        try client.refresh()
        let photos = try client.requireItem(at: FilePath([FileName("Photos")]), in: client.space(named: nil).id)
        try take("two.jpg", [2])
        // Another device removes the folder after this one has written the photo down.
        device.onStep = { if $0 == .photosOrdered { _ = try client.server.perform(Self.trash(photos)) } }
        try round()
        device.onStep = { _ in }
        let counts = try counts()
        #expect(counts.failed == 1 && counts.found == 2, "\(counts)")
        try round(isRequested: false)
        #expect(try self.counts() == PhotoCounts(done: 2))
        #expect(try kept().count == 1)
    }

    private static func trash(_ item: FileItem) throws -> FileOrder {
        .trash(TrashOrder(id: OperationID(at: DriveHome.clock.now(), random: .system), item: item.id))
    }

    /// Photos of the held folder wait, also those that the queue has already; a wish is not held.
    @Test(arguments: [nil, DriveStep.photosOrdered]) func aRuleHoldsARoundOfATimer(after step: DriveStep?)
        throws
    {
        try take("one.jpg", [1])
        try add(device)
        try device.client().setCameraRules([.onPower], of: device.documents)
        device.onStep = { if $0 == step { throw Died() } }
        if step != nil { #expect(throws: Died.self) { try round() } }
        device.onStep = { _ in }
        try round(isRequested: false) { $0 == [.onPower] ? .onBattery : nil }
        #expect(try counts() == PhotoCounts(waiting: 1))
        #expect(try kept().isEmpty)
        let groups = try device.client().store.photoGroups(of: 1, paths: 5)
        #expect(step != nil || groups.map(\.kind) == [.waiting(.onBattery)])
        try round(isRequested: true) { _ in .onBattery }
        #expect(try counts() == PhotoCounts(done: 1))
        #expect(throws: DriveError.self) { try device.client().setCameraRules([], of: "/missing") }
    }

    @Test func whatTheDeviceDoesNotKnowHoldsNothing() {
        let all: CameraRules = [.unmetered, .noMobile, .onPower]
        #expect(all.hold(isMetered: nil, isMobile: nil, isOnBattery: nil) == nil)
        #expect(all.hold(isMetered: true, isMobile: false, isOnBattery: nil) == .networkMetered)
        #expect(all.hold(isMetered: false, isMobile: true, isOnBattery: true) == .networkMobile)
        #expect(all.hold(isMetered: false, isMobile: false, isOnBattery: true) == .onBattery)
        #expect(CameraRules().hold(isMetered: true, isMobile: true, isOnBattery: true) == nil)
    }

    @Test func withoutAHubPhotosWaitAndNothingIsLost() throws {
        try take("one.jpg", Self.content(40_000, seed: 1))
        try add(device)
        home.stop()
        let report = try device.client().backUpPhotos(isRequested: false)
        #expect(report.stop?.reason == .unreachable)
        #expect(try counts() == PhotoCounts(waiting: 1))
        try home.start()
        try round()
        #expect(try counts() == PhotoCounts(done: 1))
    }
}
