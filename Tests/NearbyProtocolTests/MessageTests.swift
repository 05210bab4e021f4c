// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import NearbyProtocol
import Testing

struct MessageTests {
    @Test func malformedMessagesAreRefusedAndLaterKindsSkipped() throws {
        let vectors = try NearbyVectors.load()
        for vector in vectors.negativePlain {
            #expect(throws: NearbyError.self, "\(vector.name)") { try SessionMessage(decoding: vector.bytes.bytes) }
        }
        for skipped in vectors.skipped { #expect(try SessionMessage(decoding: skipped.bytes) == nil) }
        for code in UInt8.min...UInt8.max { #expect(NearbyRefusal(code: code).code == code) }
    }

    @Test func aSessionEndsAtItsNinthMessage() throws {
        let vectors = try NearbyVectors.load()
        var (payer, payee) = try vectors.session("seen").channels(vectors.keys)
        for _ in 0..<NearbyBound.messages { _ = try payee.open(payer.seal(.payment([1]))) }
        for _ in 0..<NearbyBound.waits { _ = try payee.open(payer.seal(.wait)) }
        #expect(throws: NearbyError.self) { try payer.seal(.wait) }
        #expect(throws: NearbyError.self) { try payer.seal(.bye) }
    }

    @Test func theReceiverCountsForItself() throws {
        let vectors = try NearbyVectors.load()
        let session = try vectors.session("seen")
        var (payer, payee) = try session.channels(vectors.keys)
        for _ in 0..<NearbyBound.messages { _ = try payee.open(payer.seal(.bye)) }
        // A sender that does not count: the ciphers without the channel around them.
        var cheat = NoiseHandshake(
            .responder, secret: try vectors.keys.secret,
            prologue: Array("satchel/near/1".utf8) + session.hello.bytes, key: try .init(.init(session.payerKey.bytes)))
        _ = try cheat.read(session.first.bytes)
        _ = try cheat.write()
        var sending = cheat.ciphers().sending
        for _ in 0..<NearbyBound.messages { _ = try sending.seal([6]) }
        let ninth = try sending.seal([6])
        #expect(throws: NearbyError.self) { try payee.open(ninth) }
    }

    @Test(arguments: [1, 2, 18, 19, 509, 510, 511, 4_096]) func chunksJoinToTheirMessage(count: Int) throws {
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        for size in [2, 20, 244, 510, 514] {
            let chunks = Chunks.of(message, size: size)
            #expect(chunks.allSatisfy { $0.count <= min(size, 510) && $0.count > 1 })
            var joiner = Chunks.Joiner()
            for chunk in chunks.dropLast() { #expect(try joiner.add(chunk, limit: count) == nil) }
            #expect(try joiner.add(try #require(chunks.last), limit: count) == message)
            #expect(try joiner.add([0, 7], limit: 1) == [7])
        }
    }

    @Test func emptyEndlessAndUnknownChunksAreRefused() throws {
        var joiner = Chunks.Joiner()
        for chunk in [[], [0], [1], [2, 5], [0xff, 5]] as [[UInt8]] {
            #expect(throws: NearbyError.self) { try joiner.add(chunk, limit: 100) }
        }
        #expect(throws: NearbyError.self) { try joiner.add([0] + [UInt8](repeating: 1, count: 510), limit: 4_096) }
        var endless = Chunks.Joiner()
        var taken = 0
        #expect(throws: NearbyError.self) {
            while true {
                _ = try endless.add([1] + [UInt8](repeating: 1, count: 99), limit: NearbyBound.message)
                taken += 99
            }
        }
        #expect(taken <= NearbyBound.message)
    }

    @Test func framesOfAStreamAreTheirMessages() throws {
        var collector = Frames.Collector()
        let messages: [[UInt8]] = [[1], [2, 3], [UInt8](repeating: 4, count: 300)]
        for byte in try messages.flatMap({ try Frames.of($0) }) { collector.add([byte]) }
        for message in messages { #expect(try collector.next(limit: 300) == message) }
        #expect(try collector.next(limit: 300) == nil && collector.count == 0)
        collector.add([0, 65])
        #expect(throws: NearbyError.self) { try collector.next(limit: 64) }
        var empty = Frames.Collector()
        empty.add([0, 0])
        #expect(throws: NearbyError.self) { try empty.next(limit: 64) }
        #expect(throws: NearbyError.self) { try Frames.of([]) }
        #expect(throws: NearbyError.self) { try Frames.of([UInt8](repeating: 0, count: 65_536)) }
    }
}
