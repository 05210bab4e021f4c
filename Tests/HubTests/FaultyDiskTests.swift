// SPDX-License-Identifier: MIT
import FaultyDisk
import Glibc
import Hub
import HubAPI
import HubStorage
import Money
import SQLite
import Synchronization
import Testing
import TestSupport
import Tokens

/// Flushes that are slow or fail, disks that fill up, and power that is cut: nothing acknowledged is lost, nothing is
/// applied twice.
///
/// `SATCHEL_POWER_CUTS` says at how many moments the power is cut, `SATCHEL_SLOW_TRANSFERS` how many transfers a slow disk takes.
@Suite(.serialized) struct FaultyDiskTests {
    /// A hub whose files alone are on the faulty disk.
    private static func open(_ configure: (inout HubConfiguration) -> Void = { _ in }) throws -> (HubOnDisk, TestHub) {
        let disk = try HubOnDisk()
        #expect(faulty_disk_install() == 0)
        faulty_disk_confine(disk.directory.path)
        return (disk, try disk.open(configure))
    }

    private static func heal() {
        faulty_disk_slow_down(0)
        faulty_disk_fail_flushes(-1, 0)
        faulty_disk_fail_file_flushes(0)
        faulty_disk_fail_index(0)
        faulty_disk_limit(-1)
        faulty_disk_keep_refused(0)
        faulty_disk_remember(0)
    }

    private static func orders(_ count: Int, of account: TestAccount) -> [SendOrder] {
        (0..<count).map {
            SendOrder(
                id: account.operation(), recipient: "bob", amount: dollars(Int64($0 % 9) + 1), note: "tea")
        }
    }

    private static func status(of order: SendOrder, _ hub: TestHub, _ proof: CallerProof) -> Int {
        do {
            _ = try hub.caller.call(Routes.send, order, as: proof)
            return 200
        } catch let problem as HubProblem {
            return problem.status
        } catch {
            return 0
        }
    }

    @Test(arguments: [1, 5, 50]) func aSlowDiskOnlyTakesLonger(milliseconds: UInt32) throws {
        defer { Self.heal() }
        let (disk, hub) = try Self.open()
        let each = max(1, Self.number("SATCHEL_SLOW_TRANSFERS", usually: 40) / 8)
        let cents = Int64(each) * 80
        let alice = try hub.account("alice", cents: cents)
        _ = try hub.account("bob")
        faulty_disk_slow_down(milliseconds * 1_000)
        let (orders, proof) = (Self.orders(each * 8, of: alice), alice.proof)
        let done = Mutex(0)
        concurrently(8) { thread in
            for order in orders[(thread * each)..<((thread + 1) * each)]
            where Self.status(of: order, hub, proof) == 200 {
                done.withLock { $0 += 1 }
            }
        }
        #expect(done.withLock { $0 } == each * 8)
        #expect(try alice.balance().balance == dollars(cents - orders.reduce(0) { $0 + $1.amount.minorUnits }))
        try hub.requireSoundLedger()
        hub.hub.close()
        _ = disk
    }

    @Test func aFailedFlushAppliesNothingAndTheSameRequestsGoThroughLater() throws {
        defer { Self.heal() }
        let (disk, hub) = try Self.open()
        let alice = try hub.account("alice", cents: 100_000)
        _ = try hub.account("bob")
        let orders = Self.orders(10, of: alice)
        for order in orders.prefix(3) { #expect(Self.status(of: order, hub, alice.proof) == 200) }
        let before = try alice.balance().balance
        faulty_disk_fail_flushes(0, 4)
        // Not that nothing was done: what the disk has refused may still be found in the log after a crash.
        for order in orders.dropFirst(3).prefix(4) { #expect(Self.status(of: order, hub, alice.proof) == 503) }
        #expect(try alice.balance().balance == before)
        for order in orders { #expect(Self.status(of: order, hub, alice.proof) == 200) }
        hub.hub.close()
        let again = try disk.open()
        try again.requireSoundLedger()
        let same = TestAccount(hub: again, session: alice.session)
        #expect(try same.balance().balance == dollars(100_000 - orders.reduce(0) { $0 + $1.amount.minorUnits }))
        again.hub.close()
    }

    /// What the disk has refused once it accepts the next time without having it: only the log is still whole.
    @Test(arguments: [EIO, ENOSPC])
    func afterAFailedFlushOfTheFileTheLogStaysUntilAllOfItWasMovedAgain(reason: Int32) throws {
        defer { Self.heal() }
        let (disk, session, orders, done) = try Self.refused(reason)
        let again = try disk.open()
        try again.requireSoundLedger()
        let alice = TestAccount(hub: again, session: session)
        #expect(try alice.balance().balance == dollars(100_000 - done.reduce(0) { $0 + $1.amount.minorUnits }))
        for order in orders { #expect(Self.status(of: order, again, alice.proof) == 200) }
        #expect(try alice.balance().balance == dollars(100_000 - orders.reduce(0) { $0 + $1.amount.minorUnits }))
        again.hub.close()
    }

    /// A hub that has ended because the disk refused its file; nobody has the database open any more.
    private static func refused(
        _ reason: Int32
    ) throws -> (disk: HubOnDisk, session: Session, orders: [SendOrder], done: [SendOrder]) {
        let ends = Mutex(0)
        let (disk, hub) = try open {
            $0.logPages = 64
            $0.onReasonToEnd = { ends.withLock { $0 += 1 } }
        }
        let alice = try hub.account("alice", cents: 100_000)
        _ = try hub.account("bob")
        let orders = orders(100, of: alice)
        faulty_disk_fail_file_flushes(reason)
        var done: [SendOrder] = []
        for order in orders where ends.withLock({ $0 }) == 0 {
            let status = status(of: order, hub, alice.proof)
            #expect(status == 200 || status == 503)
            if status == 200 { done.append(order) }
        }
        while ends.withLock({ $0 }) == 0 { usleep(1_000) }
        #expect(hub.hub.reasonToEnd?.contains("The disk failed to store the database file") == true)
        faulty_disk_fail_file_flushes(0)
        // What was moved may not be there, so nothing is read any more, let alone decided.
        #expect(orders.suffix(10).allSatisfy { status(of: $0, hub, alice.proof) == 503 })
        #expect(throws: HubProblem.self) { try alice.balance() }
        // Nobody takes for granted what was moved, as long as somebody has the index of the log that says so.
        let log = disk.directory.database + "-wal"
        let whole = try File.read(log)
        let reader = try Database(path: disk.directory.database, readOnly: true)
        #expect(try reader.row("SELECT count(*) FROM entry")?.int(0) ?? 0 > 0)
        #expect(throws: HubError.self) { try disk.open { $0.execution = .caller } }
        hub.hub.close()
        let error = #expect(throws: HubError.self) { try disk.open() }
        #expect(error?.code == .inUse && error?.message.contains("moved into it again") == true)
        #expect(throws: HubError.self) {
            try HubBackup.make(of: disk.directory, in: disk.directory.path + "/copies", clock: disk.clock.clock)
        }
        #expect(try File.read(log) == whole && whole.count > 64 * 4_096)
        withExtendedLifetime(reader) {}
        return (disk, alice.session, orders, done)
    }

    /// A hub of an operator's command beside one that serves: only the one that serves moves the log.
    @Test func nobodyElseMovesTheLogOfADatabaseThatIsServed() throws {
        defer { Self.heal() }
        let (disk, hub) = try Self.open()
        let beside = try disk.open { $0.execution = .caller }
        let before = try contents(of: disk.directory.database)
        _ = try beside.hub.openInBulk((0..<20_000).map { "extra\($0)" }, each: dollars(5))
        #expect(try contents(of: disk.directory.database) == before)
        #expect(try contents(of: disk.directory.database + "-wal").count > 1_000 * 4_096)
        beside.hub.close()
        hub.hub.close()
    }

    /// A batch of which the disk did not take in the end may stand in the log whole, and a crash would bring it back.
    @Test func whatACrashMayBringBackWasNeverDenied() throws {
        defer { Self.heal() }
        let (disk, hub) = try Self.open()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        let order = Self.orders(1, of: alice)[0]
        faulty_disk_fail_flushes(0, 1)
        let problem = #expect(throws: HubProblem.self) { try hub.caller.call(Routes.send, order, as: alice.proof) }
        #expect(problem?.code == .busy && problem?.message.contains("Ask again with the same id") == true)
        // The machine fails, and the disk has it after all.
        let copy = try HubOnDisk()
        for name in ["hub.sqlite", "hub.sqlite-wal", "working.keys"] {
            try File.write(try contents(of: disk.directory.path + "/" + name), to: copy.directory.path + "/" + name)
        }
        hub.hub.close()
        let again = try copy.open()
        let same = TestAccount(hub: again, session: alice.session)
        #expect(try same.balance().balance == dollars(1_000).subtracting(order.amount))
        #expect(Self.status(of: order, again, same.proof) == 200)
        #expect(try same.balance().balance == dollars(1_000).subtracting(order.amount))
        again.hub.close()
    }

    /// Room in the index of the log is made last, when the batch is on the disk already; whether SQLite tells of that as of a
    /// failed write or as of a full disk.
    @Test(arguments: [10 | 19 << 8, 13])  // SQLITE_IOERR_SHMSIZE, SQLITE_FULL
    func whatStandsInTheLogIsNotDeniedForWantOfRoomInItsIndex(code: Int32) throws {
        defer { Self.heal() }
        let (disk, hub) = try Self.open { $0.logPages = 1_000_000 }
        let alice = try hub.account("alice", cents: 100_000)
        _ = try hub.account("bob")
        let orders = Self.orders(4_096, of: alice)
        faulty_disk_fail_index(code)
        // An index of one piece tells of some four thousand pages.
        let index = try #require(orders.firstIndex { Self.status(of: $0, hub, alice.proof) != 200 })
        let before = try alice.balance().balance
        #expect(Self.status(of: orders[index], hub, alice.proof) == 503)
        // The machine fails, and the disk has all of it.
        let copy = try HubOnDisk()
        for name in ["hub.sqlite", "hub.sqlite-wal", "working.keys"] {
            try File.write(try contents(of: disk.directory.path + "/" + name), to: copy.directory.path + "/" + name)
        }
        faulty_disk_fail_index(0)
        #expect(Self.status(of: orders[index], hub, alice.proof) == 200)
        #expect(try alice.balance().balance == before.subtracting(orders[index].amount))
        try hub.requireSoundLedger()
        hub.hub.close()
        let again = try copy.open()
        let same = TestAccount(hub: again, session: alice.session)
        #expect(try same.balance().balance == before.subtracting(orders[index].amount))
        again.hub.close()
    }

    /// The end of a batch may be refused where a log of before has left the same bytes.
    @Test func whatTheFullDiskHoldsAllTheSameIsNotDenied() throws {
        defer { Self.heal() }
        let (disk, hub) = try Self.open()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        let order = Self.orders(1, of: alice)[0]
        faulty_disk_limit(0)
        #expect(Self.status(of: order, hub, alice.proof) == 507)
        faulty_disk_keep_refused(1)
        #expect(Self.status(of: order, hub, alice.proof) == 503)
        faulty_disk_limit(-1)
        #expect(Self.status(of: order, hub, alice.proof) == 200)
        #expect(try alice.balance().balance == dollars(1_000).subtracting(order.amount))
        hub.hub.close()
        _ = disk
    }

    @Test func aFullDiskIsSaidAndLosesNothing() throws {
        defer { Self.heal() }
        let (disk, hub) = try Self.open()
        let alice = try hub.account("alice", cents: 100_000)
        _ = try hub.account("bob")
        let orders = Self.orders(20, of: alice)
        faulty_disk_limit(100_000)
        let first = orders.map { Self.status(of: $0, hub, alice.proof) }
        #expect(first.first == 200 && first.last == 507 && Set(first) == [200, 507])
        faulty_disk_limit(-1)
        #expect(orders.allSatisfy { Self.status(of: $0, hub, alice.proof) == 200 })
        #expect(try alice.balance().balance == dollars(100_000 - orders.reduce(0) { $0 + $1.amount.minorUnits }))
        try hub.requireSoundLedger()
        hub.hub.close()
        _ = disk
    }

    /// - Parameter logPages: few, and the log is moved all the time.
    @Test(arguments: [HubConfiguration().logPages, 64])
    func afterAPowerCutEveryAcknowledgedTransferIsThere(logPages: Int) throws {
        defer { Self.heal() }
        let (disk, hub) = try Self.open { $0.logPages = logPages }
        let alice = try hub.account("alice", cents: 10_000_000)
        _ = try hub.account("bob")
        let (orders, proof) = (Self.orders(400, of: alice), alice.proof)
        let path = disk.directory.database
        let base = try [path, path + "-wal"].map { try contents(of: $0) }
        let answers = Mutex<[Int: [UInt8]]>([:])
        faulty_disk_remember(1)
        concurrently(8) { thread in
            for index in (thread * 50)..<(thread * 50 + 50) {
                do {
                    let answer = try Wire.encode(try hub.caller.call(Routes.send, orders[index], as: proof))
                    answers.withLock { $0[index] = answer }
                    faulty_disk_note_now(Int64(index))
                } catch {
                    Issue.record(error)
                }
            }
        }
        faulty_disk_remember(0)
        let answered = answers.withLock { $0 }
        var random = SplitMix(seed: 7)
        let count = faulty_disk_event_count()
        for round in 0..<Self.number("SATCHEL_POWER_CUTS", usually: 40) {
            let end = round == 0 ? count : Int(random.next() % UInt64(count))
            var cut = PowerCut(files: [path: base[0], path + "-wal": base[1]])
            cut.replay(end, random: &random)
            let copy = try ScratchFolder(in: .memory)
            let database = HubDirectory(copy.path).database
            try copy.write(try File.read(disk.directory.workingKeys), to: "working.keys")
            try write(cut.left(of: path, random: &random), to: database)
            try write(cut.left(of: path + "-wal", random: &random), to: database + "-wal")
            // The hub is the first who opens what is left; only then is it looked at.
            let again = try disk.open(at: copy.path)
            defer { again.hub.close() }
            try again.requireSoundLedger()
            let found = try Database(path: database)
            let applied = try Set(found.rows("SELECT id FROM operation").map { try $0.blob(0) })
            for index in cut.acknowledged where !applied.contains(orders[Int(index)].id.bytes) {
                Issue.record("Transfer \(index) was acknowledged and is lost after event \(end).")
            }
            let sums = try found.rows(
                "SELECT l.balance, (SELECT sum(amount) FROM posting p WHERE p.account = l.id) FROM ledger l")
            #expect(try sums.allSatisfy { try $0.int(0) == $0.optionalInt(1) ?? 0 })
            #expect(try found.row("SELECT sum(balance) FROM ledger")?.int(0) == 0)
            #expect(
                try found.row("SELECT count(*) FROM entry WHERE kind = 2")?.int(0) == Int64(applied.count))
            try found.quickCheck()
            try goOn(
                with: TestAccount(hub: again, session: alice.session), orders, answered: answered,
                acknowledged: cut.acknowledged.map { Int($0) },
                missing: orders.indices.filter { !applied.contains(orders[$0].id.bytes) }, random: &random)
        }
        hub.hub.close()
    }

    /// After a cut: what was acknowledged is answered as before, what is not there is done once, and new payments are made.
    private func goOn(
        with alice: TestAccount, _ orders: [SendOrder], answered: [Int: [UInt8]], acknowledged: [Int], missing: [Int],
        random: inout SplitMix
    ) throws {
        var expected = try alice.balance().balance.minorUnits
        func send(_ index: Int) throws -> [UInt8] {
            try Wire.encode(try alice.hub.caller.call(Routes.send, orders[index], as: alice.proof))
        }
        for _ in 0..<5 where !acknowledged.isEmpty {
            let index = acknowledged[random.below(acknowledged.count)]
            #expect(try send(index) == answered[index], "The answer to transfer \(index) has changed.")
        }
        if !missing.isEmpty {
            let index = missing[random.below(missing.count)]
            expected -= orders[index].amount.minorUnits
            #expect(try send(index) == send(index))
        }
        #expect(try alice.send(3, to: "bob").balance.balance == dollars(expected - 3))
        #expect(try alice.balance().balance == dollars(expected - 3))
        try alice.hub.requireSoundLedger()
    }

    /// All steps of an upgrade are one transaction: afterwards there are the old tables or the new ones, and either goes on.
    @Test func aPowerCutWhileAnOldDatabaseIsBroughtIntoChainsLosesNothing() throws {
        defer { Self.heal() }
        let (disk, hub) = try Self.open(longSessions)
        let alice = try hub.account("alice", cents: 100_000)
        _ = try hub.account("bob")
        for order in Self.orders(30, of: alice) { #expect(Self.status(of: order, hub, alice.proof) == 200) }
        let expected = try alice.balance().balance
        var image = try hub.hub.image()
        hub.hub.close()
        try disk.spoil(ChainTests.asTheyWere)
        let path = disk.directory.database
        // The log is there for as long as the first hub's connections are.
        let base = try [path, path + "-wal"].map { access($0, F_OK) == 0 ? try contents(of: $0) : [] }
        faulty_disk_remember(1)
        try disk.open().hub.close()
        faulty_disk_remember(0)
        var random = SplitMix(seed: 8)
        let count = faulty_disk_event_count()
        var versions: Set<Bool> = []
        for round in 0..<20 {
            var cut = PowerCut(files: [path: base[0], path + "-wal": base[1]])
            cut.replay(round == 0 ? count : Int(random.next() % UInt64(count)), random: &random)
            let copy = disk.directory.path + "/cut\(round)"
            defer { for name in [copy, copy + "-wal", copy + "-shm"] { unlink(name) } }
            try write(cut.left(of: path, random: &random), to: copy)
            try write(cut.left(of: path + "-wal", random: &random), to: copy + "-wal")
            let found = try Database(path: copy)
            versions.insert(try found.row("SELECT 1 FROM sqlite_schema WHERE name = 'holding'") == nil)
            image.database = try found.serialize()
            var configuration = HubConfiguration()
            longSessions(&configuration)
            let again = TestHub(
                hub: try Hub.inMemory(
                    from: image, configuration: configuration, clock: disk.clock.clock, random: disk.random),
                clock: disk.clock, random: disk.random)
            try again.requireSoundLedger()
            #expect(try TestAccount(hub: again, session: alice.session).balance().balance == expected)
        }
        #expect(versions == [true, false])
    }

    /// How much is tried; more in long runs.
    private static func number(_ variable: String, usually count: Int) -> Int {
        getenv(variable).flatMap { Int(String(cString: $0)) } ?? count
    }

    private func contents(of path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw HubProblem(.internalError, "There is no \(path).") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "w") else { throw HubProblem(.internalError, "\(path) cannot be made.") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}

/// What a disk holds after the power was cut: everything up to each file's last flush, and of what was written later any
/// part, the last page perhaps torn.
private struct PowerCut {
    private struct File {
        var durable: [UInt8]
        var pending: [faulty_disk_event] = []
    }

    private static let sector = 512
    private var files: [String: File]
    /// What was noted before the cut.
    private(set) var acknowledged: [Int64] = []

    init(files: [String: [UInt8]]) { self.files = files.mapValues { File(durable: $0) } }

    mutating func replay(_ end: Int, random: inout SplitMix) {
        for index in 0..<end {
            let event = faulty_disk_event_at(index)
            if event.kind == Int32(faulty_disk_note.rawValue) {
                acknowledged.append(event.offset)
                continue
            }
            guard let path = faulty_disk_path(event.file).map({ String(cString: $0) }), var file = files[path] else {
                continue
            }
            files[path] = nil
            if event.kind == Int32(faulty_disk_flush.rawValue) {
                for earlier in file.pending { Self.apply(earlier, bytes: earlier.count, to: &file.durable) }
                file.pending = []
            } else {
                file.pending.append(event)
            }
            files[path] = file
        }
    }

    func left(of path: String, random: inout SplitMix) -> [UInt8] {
        guard let file = files[path] else { return [] }
        var bytes = file.durable
        for event in file.pending where random.next() & 1 == 0 {
            let sectors = UInt64(event.count / Self.sector + 1)
            let isTorn = random.next() % 3 == 0
            let count = isTorn ? Int(random.next() % sectors) * Self.sector : event.count
            Self.apply(event, bytes: min(count, event.count), to: &bytes)
        }
        return bytes
    }

    private static func apply(_ event: faulty_disk_event, bytes count: Int, to content: inout [UInt8]) {
        let offset = Int(event.offset)
        if event.kind == Int32(faulty_disk_truncate.rawValue) {
            content = Array(content.prefix(offset))
        } else if event.kind == Int32(faulty_disk_write.rawValue), count > 0 {
            if content.count < offset + count {
                content += [UInt8](repeating: 0, count: offset + count - content.count)
            }
            content.replaceSubrange(
                offset..<offset + count, with: UnsafeBufferPointer(start: event.bytes, count: count))
        }
    }
}

struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
