// SPDX-License-Identifier: MIT
import FileIO
import Synchronization
import TestSupport
import Testing

/// Bytes that one thread brings and another one takes.
struct BackgroundSinkTests {
    private struct Broken: Error, Equatable { let who: String }

    private static func bring(_ bytes: [UInt8], in pieces: Int, to take: (UnsafeRawBufferPointer) throws -> Void) throws
    {
        var rest = bytes[...]
        while !rest.isEmpty {
            try rest.prefix(pieces).withUnsafeBytes { try take($0) }
            rest = rest.dropFirst(pieces)
        }
    }

    @Test(arguments: [0, 1, 256 << 10, (256 << 10) + 1, 3_000_001]) func everyByteArrivesOnceAndInOrder(count: Int)
        throws
    {
        var random = SeededRandom(seed: UInt64(count))
        let bytes = random.block(count)
        for pieces in [1_000, 16 << 10, 700_000] {
            var taken: [UInt8] = []
            let answer = try BackgroundSink.run(into: { taken += Array($0) }) { take in
                try Self.bring(bytes, in: pieces, to: take)
                return "done"
            }
            #expect(answer == "done" && taken == bytes)
        }
    }

    @Test(arguments: [100, 2_000_000]) func whatCameBeforeABreakArrives(count: Int) throws {
        let bytes = [UInt8](repeating: 7, count: count)
        var taken = 0
        #expect(throws: Broken(who: "network")) {
            try BackgroundSink.run(into: { taken += $0.count }) { take in
                try Self.bring(bytes, in: 16 << 10, to: take)
                throw Broken(who: "network")
            }
        }
        #expect(taken == count)
    }

    @Test(arguments: [100, 300_000, 5_000_000]) func aSinkThatThrowsEndsTheBodyAndIsNotCalledAgain(count: Int) throws {
        var calls = 0
        #expect(throws: Broken(who: "disk")) {
            try BackgroundSink.run(
                into: { _ in
                    calls += 1
                    throw Broken(who: "disk")
                }
            ) { take in
                // More than the blocks hold.
                try Self.bring([UInt8](repeating: 1, count: count), in: 16 << 10, to: take)
            }
        }
        #expect(calls == 1)
    }
}
