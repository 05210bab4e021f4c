// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import Keys
import TestSupport
import Testing

struct EpochFileTests {
    let folder: ScratchFolder
    let epoch: EpochFile

    init() throws {
        folder = try ScratchFolder()
        epoch = EpochFile(path: folder.file("epoch"), timeout: 50)
    }

    private func mark(_ number: UInt64) -> EpochMark {
        EpochMark(number: number, tag: [UInt8](repeating: UInt8(truncatingIfNeeded: number) | 1, count: 16))
    }

    private func read() throws -> EpochMark? { try epoch.hold { $0?.mark } }

    private func write(_ number: UInt64) throws { try epoch.hold { try $0?.advance(to: mark(number)) } }

    @Test func thereIsNoEpochBeforeTheFirst() throws { #expect(try read() == nil) }

    @Test func theHighestWrittenMarkIsRead() throws {
        try epoch.create(mark(0))
        for number in [1, 2, 5, 6, .max] as [UInt64] {
            try write(number)
            #expect(try read() == mark(number))
        }
        #expect(try folder.mode(of: "epoch") == 0o600)
    }

    @Test func theEpochNeverGoesBackAndIsNeverStartedAgain() throws {
        try epoch.create(mark(5))
        for number in [5, 4, 0] as [UInt64] {
            let error = #expect(throws: KeysError.self) { try write(number) }
            #expect(error?.code == .stale)
        }
        let error = #expect(throws: KeysError.self) { try epoch.create(mark(9)) }
        #expect(error?.code == .stale)
        #expect(try read() == mark(5))
    }

    @Test(arguments: 0..<48) func aTornWriteLeavesTheMarkBefore(byte: Int) throws {
        try epoch.create(mark(1))
        for number in [2, 3, 4] as [UInt64] {
            let before = try read()
            let old = try folder.bytes(of: "epoch")
            try write(number)
            let new = try folder.bytes(of: "epoch")
            // The slot that changed holds its first bytes new and the others old.
            let slot = old[..<48] == new[..<48] ? 4_096 : 0
            var torn = old
            torn.replaceSubrange(slot..<(slot + byte), with: new[slot..<(slot + byte)])
            try folder.write(torn, to: "epoch")
            #expect(try read() == before || torn == new)
            try folder.write(new, to: "epoch")
        }
    }

    @Test func damageToEitherSlotLeavesTheOther() throws {
        try epoch.create(mark(1))
        try write(2)
        let whole = try folder.bytes(of: "epoch")
        for (slot, rest) in [(0, 2), (4_096, 1)] as [(Int, UInt64)] {
            for byte in 0..<48 {
                var damaged = whole
                damaged[slot + byte] ^= 0x10
                try folder.write(damaged, to: "epoch")
                #expect(try read() == mark(rest))
            }
        }
        try folder.write(Array(whole[..<4_100]), to: "epoch")
        #expect(try read() == mark(1))
        try write(9)
        #expect(try read() == mark(9))
    }

    @Test(arguments: [0, 31, 47, 4_096]) func aFileWithoutAWholeSlotSaysNothing(count: Int) throws {
        try folder.write([UInt8](repeating: 0, count: count), to: "epoch")
        #expect(try read() == nil)
    }

    /// What programs wrote that knew numbers alone: 32 bytes a slot.
    private func untagged(_ numbers: UInt64...) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4_096 + 32)
        for (slot, number) in zip([0, 4_096], numbers) {
            let body = Array("SATEPOC1".utf8) + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            bytes.replaceSubrange(slot..<(slot + 32), with: body + SHA256.hash(body).bytes.prefix(16))
        }
        return bytes
    }

    @Test(arguments: [[7], [7, 6], [6, 7]] as [[UInt64]]) func aFileFromBeforeTagsIsReadAndGetsATag(numbers: [UInt64])
        throws
    {
        let old = numbers.count == 1 ? untagged(numbers[0]) : untagged(numbers[0], numbers[1])
        try folder.write(old, to: "epoch")
        #expect(try read() == EpochMark(number: 7, tag: EpochMark.noTag))
        try write(8)
        #expect(try read() == mark(8))
        // Whatever of that write a power cut loses, one of the two marks is there.
        let new = try folder.bytes(of: "epoch")
        let slot = new[..<48] == old[..<48] ? 4_096 : 0
        for byte in 0...48 {
            var torn = old + [UInt8](repeating: 0, count: new.count - old.count)
            torn.replaceSubrange(slot..<(slot + byte), with: new[slot..<(slot + byte)])
            try folder.write(byte < 48 ? Array(torn[..<max(old.count, slot + byte)]) : torn, to: "epoch")
            let read = try read()
            #expect(read == EpochMark(number: 7, tag: EpochMark.noTag) || read == mark(8), "\(byte)")
        }
    }

    @Test func anEpochIsWrittenThoughTheDiskIsFull() async throws {
        try epoch.create(mark(1))
        let path = folder.file("epoch")
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 4_144, rlim_max: 4_144)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try EpochFile(path: path).hold {
                try $0?.advance(to: EpochMark(number: 2, tag: [UInt8](repeating: 3, count: 16)))
            }
        }
        #expect(try read() == mark(2))
    }

    /// M1: one holder at a time, and a wait that ends.
    @Test func asLongAsItIsHeldOthersWaitAndThenGiveUp() throws {
        try epoch.create(mark(1))
        try epoch.hold { held in
            let error = #expect(throws: KeysError.self) { try epoch.hold { _ in Issue.record("Two hold it.") } }
            #expect(error?.code == .locked && error?.message.contains("nothing was paid here") == true)
            try held?.advance(to: mark(2))
        }
        #expect(try read() == mark(2))
        #expect(throws: UnexpectedResult.self) { try epoch.hold { _ in throw UnexpectedResult("It failed.") } }
        #expect(try read() == mark(2))
    }

    @Test func aHolderThatDiedHoldsNothing() async throws {
        try epoch.create(mark(1))
        let path = folder.file("epoch")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            try EpochFile(path: path).hold { _ in _ = kill(getpid(), SIGKILL) }
        }
        try write(2)
        #expect(try read() == mark(2))
    }

    /// Somebody copies the state folder back while a payment is under way.
    @Test func aFileThatIsReplacedWhileItIsHeldIsNotWritten() throws {
        try epoch.create(mark(3))
        let old = try folder.bytes(of: "epoch")
        try epoch.hold { held in
            try folder.write(old, to: "old")
            #expect(rename(folder.file("old"), folder.file("epoch")) == 0)
            let error = #expect(throws: KeysError.self) { try held?.advance(to: mark(4)) }
            #expect(error?.code == .stale)
        }
        #expect(try read() == mark(3))
    }

    @Test func aFileThatMayOnlyBeReadIsRead() async throws {
        try epoch.create(mark(3))
        let path = folder.file("epoch")
        chmod(path, 0o444)
        chmod(folder.path, 0o755)
        await #expect(processExitsWith: .success) { [path = path as String] in
            if getuid() == 0 { setuid(65_534) }
            let number = try EpochFile(path: path).hold { $0?.mark.number }
            if number != 3 { exit(1) }
        }
    }
}
