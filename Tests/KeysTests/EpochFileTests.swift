// SPDX-License-Identifier: MIT
import Glibc
import Keys
import TestSupport
import Testing

struct EpochFileTests {
    let folder: ScratchFolder
    let epoch: EpochFile

    init() throws {
        folder = try ScratchFolder()
        epoch = EpochFile(path: folder.file("epoch"))
    }

    @Test func thereIsNoEpochBeforeTheFirst() throws { #expect(try epoch.read() == nil) }

    @Test func theHighestWrittenNumberIsRead() throws {
        for number in [0, 1, 2, 5, 6, .max] as [UInt64] {
            try epoch.write(number)
            #expect(try epoch.read() == number)
        }
        #expect(try folder.mode(of: "epoch") == 0o600)
    }

    @Test func theEpochNeverGoesBack() throws {
        try epoch.write(5)
        for number in [5, 4, 0] as [UInt64] {
            let error = #expect(throws: KeysError.self) { try epoch.write(number) }
            #expect(error?.code == .stale)
        }
        #expect(try epoch.read() == 5)
        try epoch.reset(to: 3)
        #expect(try epoch.read() == 3)
    }

    @Test(arguments: 0..<32) func aTornWriteLeavesTheNumberBefore(byte: Int) throws {
        for number in [1, 2, 3, 4] as [UInt64] {
            let before = try epoch.read()
            let old = number == 1 ? [] : try folder.bytes(of: "epoch")
            try epoch.write(number)
            let new = try folder.bytes(of: "epoch")
            guard let before else { continue }
            // The slot that changed holds its first bytes new and the others old.
            let slot = old[..<32] == new[..<32] ? 4_096 : 0
            var torn = old
            torn.replaceSubrange(slot..<(slot + byte), with: new[slot..<(slot + byte)])
            try folder.write(torn, to: "epoch")
            #expect(try epoch.read() == before || torn == new)
            try folder.write(new, to: "epoch")
        }
    }

    @Test func damageToEitherSlotLeavesTheOther() throws {
        try epoch.write(1)
        try epoch.write(2)
        let whole = try folder.bytes(of: "epoch")
        for (slot, rest) in [(0, 2), (4_096, 1)] as [(Int, UInt64)] {
            for byte in 0..<32 {
                var damaged = whole
                damaged[slot + byte] ^= 0x10
                try folder.write(damaged, to: "epoch")
                #expect(try epoch.read() == rest)
            }
        }
        try folder.write(Array(whole[..<4_100]), to: "epoch")
        #expect(try epoch.read() == 1)
        try epoch.write(9)
        #expect(try epoch.read() == 9)
    }

    @Test(arguments: [0, 31, 4_096]) func aFileWithoutAWholeSlotIsDamaged(count: Int) throws {
        try folder.write([UInt8](repeating: 0, count: count), to: "epoch")
        let error = #expect(throws: KeysError.self) { try epoch.read() }
        #expect(error?.code == .malformed)
        #expect(throws: KeysError.self) { try epoch.write(1) }
    }

    @Test func anEpochIsWrittenThoughTheDiskIsFull() async throws {
        try epoch.write(1)
        let path = folder.file("epoch")
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 4_128, rlim_max: 4_128)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try EpochFile(path: path).write(2)
        }
        #expect(try epoch.read() == 2)
    }
}
