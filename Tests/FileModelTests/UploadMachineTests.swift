// SPDX-License-Identifier: MIT
import Crypto
import FileModel
import TestSupport
import Testing

struct UploadMachineTests {
    @Test func anAppendBeginsWhereTheUploadEnds() throws {
        var machine = UploadMachine(length: 10)
        #expect(throws: UploadMachine.Refusal.wrongOffset(expected: 0)) {
            try machine.begin(at: 1, count: 1, isLast: false)
        }
        try machine.begin(at: 0, count: 4, isLast: false)
        _ = machine.wrote(4, at: 0)
        // What is not durable yet counts for no one.
        #expect(throws: UploadMachine.Refusal.wrongOffset(expected: 0)) {
            try machine.begin(at: 4, count: 1, isLast: false)
        }
        machine.checkpointed(at: 0)
        try machine.begin(at: 4, count: 6, isLast: true)
    }

    @Test(arguments: [
        (UInt64(0), UInt64(11), false, UploadMachine.Refusal.tooLong(length: 10)),
        (0, .max, false, .tooLong(length: 10)), (0, 9, true, .inconsistentLength(10)),
    ])
    func aLengthIsKept(offset: UInt64, count: UInt64, isLast: Bool, refusal: UploadMachine.Refusal) {
        var machine = UploadMachine(length: 10)
        let before = machine
        #expect(throws: refusal) { try machine.begin(at: offset, count: count, isLast: isLast) }
        #expect(machine == before)
    }

    @Test func aLengthIsNamedOnce() throws {
        var machine = UploadMachine(length: nil)
        try machine.begin(at: 0, count: nil, declared: 5, isLast: false)
        #expect(throws: UploadMachine.Refusal.inconsistentLength(5)) {
            try machine.begin(at: 0, count: nil, declared: 6, isLast: false)
        }
        #expect(throws: UploadMachine.Refusal.tooLong(length: 5)) { try machine.admit(6) }
        try machine.admit(5)
        #expect(throws: UploadMachine.Refusal.inconsistentLength(5)) { try machine.end() }
        _ = machine.wrote(5, at: 0)
        try machine.end()
        #expect(machine.state == .whole)
        #expect(throws: UploadMachine.Refusal.alreadyWhole) { try machine.admit(1) }
        #expect(throws: UploadMachine.Refusal.alreadyWhole) { try machine.begin(at: 5, count: 0, isLast: true) }
    }

    @Test func offsetsNearTheEndOfNumbersAreRefused() throws {
        var machine = UploadMachine(length: nil, offset: .max - 1)
        #expect(throws: UploadMachine.Refusal.tooLong(length: .max)) {
            try machine.begin(at: .max - 1, count: 2, isLast: false)
        }
        #expect(throws: UploadMachine.Refusal.tooLong(length: .max)) { try machine.admit(2) }
    }

    @Test func checkpointsAreDueByBytesOrTime() {
        var machine = UploadMachine(length: nil)
        var isDue = machine.wrote(UploadMachine.checkpointBytes - 1, at: 0)
        #expect(!isDue)
        isDue = machine.wrote(1, at: 0)
        #expect(isDue)
        machine.checkpointed(at: 10)
        isDue = machine.wrote(1, at: 1_009)
        #expect(!isDue)
        isDue = machine.wrote(1, at: 1_010)
        #expect(isDue)
    }

    @Test func aRefusedFlushEndsIt() throws {
        var machine = UploadMachine(length: nil)
        machine.deactivate()
        #expect(throws: UploadMachine.Refusal.deactivated) { try machine.begin(at: 0, count: 1, isLast: false) }
        #expect(throws: UploadMachine.Refusal.deactivated) { try machine.admit(1) }
        #expect(throws: UploadMachine.Refusal.deactivated) { try machine.end() }
    }

    @Test func aCheckpointIsReadAsItWasWritten() throws {
        var random = SeededRandom(seed: 1)
        var hasher = ContentHasher()
        random.block(9 << 20).withUnsafeBytes { hasher.update($0) }
        let checkpoint = UploadCheckpoint(
            id: try UploadID([UInt8](repeating: 2, count: 16)), sequence: 7, state: .whole, hasher: hasher)
        let again = try UploadCheckpoint(decoding: checkpoint.encoded)
        #expect(again == checkpoint && again.encoded.count == 512)
        #expect(try again.hasher(withChunkHashes: hasher.chunkHashes) == hasher)
        #expect(throws: FileModelError.self) { try again.hasher(withChunkHashes: []) }
        #expect(throws: FileModelError.self) {
            try again.hasher(withChunkHashes: [UInt8](repeating: 0, count: hasher.chunkHashes.count))
        }
    }

    @Test func everyFlippedBitOfABlockIsNoticed() throws {
        let id = try UploadID([UInt8](repeating: 2, count: 16))
        let header = try UploadHeader(
            id: id, owner: [UInt8](repeating: 3, count: 16), created: 4, length: 5, expected: .empty)
        #expect(try UploadHeader(decoding: header.encoded) == header)
        let checkpoint = UploadCheckpoint(id: id, sequence: 1, state: .receiving, hasher: ContentHasher())
        for bit in 0..<512 * 8 {
            var (one, other) = (header.encoded, checkpoint.encoded)
            one[bit / 8] ^= 1 << UInt8(bit % 8)
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: FileModelError.self) { try UploadHeader(decoding: one) }
            #expect(throws: FileModelError.self) { try UploadCheckpoint(decoding: other) }
        }
    }
}
