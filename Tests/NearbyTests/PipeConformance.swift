// SPDX-License-Identifier: MIT
import Glibc
import Nearby
import NearbyProtocol
import TestSupport
import Testing

/// What every kind of pipe does; each of them runs all of it.
struct PipeConformance {
    enum Kind: String, CaseIterable { case memory, tcp }

    /// Two connected ends.
    static func pair(_ kind: Kind) throws -> (any MessagePipe, any MessagePipe) {
        switch kind {
        case .memory: return try MemoryPipe.pair()
        case .tcp:
            let doorway = try TCPDoorway(at: LocalAddress(parsing: "127.0.0.1:0"))
            let way = TCPWay(to: try LocalAddress(parsing: "127.0.0.1:\(doorway.port)"))
            let payer = try #require(try way.reach(""))
            return (payer, try accepted(doorway))
        }
    }

    static func accepted(_ doorway: any Doorway) throws -> any MessagePipe {
        for _ in 0..<100 {
            if let pipe = try doorway.accept() { return pipe }
            wait(for: doorway.descriptor)
        }
        throw UnexpectedResult("Nobody called.")
    }

    static func wait(for descriptor: Int32) {
        var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&one, 1, 100)
    }

    /// The next message, for which it waits.
    static func next(_ pipe: any MessagePipe, limit: Int = NearbyBound.message) throws -> [UInt8] {
        for _ in 0..<100 {
            if let message = try pipe.next(limit: limit) { return message }
            wait(for: pipe.descriptor)
        }
        throw UnexpectedResult("No message came.")
    }

    @Test(arguments: Kind.allCases) func messagesArriveWholeAndInOrder(kind: Kind) throws {
        let (one, other) = try Self.pair(kind)
        let sizes = [1, 2, 64, 65, 510, 4_096, 4_097, NearbyBound.message]
        for size in sizes { try one.send([UInt8](repeating: UInt8(size & 0xff), count: size)) }
        for size in sizes {
            #expect(try Self.next(other) == [UInt8](repeating: UInt8(size & 0xff), count: size), "\(size)")
        }
        #expect(try other.next(limit: 64) == nil)
        try other.send([7])
        #expect(try Self.next(one) == [7])
        #expect(!one.peer.isEmpty && !other.peer.isEmpty)
    }

    @Test(arguments: Kind.allCases) func whatWasSentBeforeTheEndStillArrives(kind: Kind) throws {
        let (one, other) = try Self.pair(kind)
        try one.send([1, 2, 3])
        one.close()
        one.close()
        #expect(try Self.next(other) == [1, 2, 3])
        #expect(code { try Self.next(other) } == .closed)
        #expect(code { try one.send([1]) } == .closed)
        #expect(code { try one.next(limit: 1) } == .closed)
    }

    @Test(arguments: Kind.allCases) func aMessageOverTheLimitIsRefused(kind: Kind) throws {
        let (one, other) = try Self.pair(kind)
        try one.send([UInt8](repeating: 1, count: 65))
        #expect(code { try Self.next(other, limit: 64) } == .tooLarge)
    }

    @Test(arguments: Kind.allCases) func anEmptyMessageIsNeverSent(kind: Kind) throws {
        let (one, _) = try Self.pair(kind)
        #expect(code { try one.send([]) } == .tooLarge)
        #expect(code { try one.send([UInt8](repeating: 1, count: 65_536)) } == .tooLarge)
    }

    @Test(arguments: Kind.allCases) func aPipeThatIsForgottenEndsTheLink(kind: Kind) throws {
        var ends: [any MessagePipe] = []
        do {
            let (one, other) = try Self.pair(kind)
            ends = [one, other]
        }
        ends.removeFirst()
        #expect(code { try Self.next(ends[0]) } == .closed)
    }

    private func code<R>(_ body: () throws -> R) -> NearbyError.Code? {
        do { _ = try body() } catch { return (error as? NearbyError)?.code }
        return nil
    }
}
