// SPDX-License-Identifier: MIT
import Dispatch
import Synchronization

/// Many requests made before a clock starts, one after another in memory: a million arrays would take twice the room.
final class RequestTape: Sendable {
    private struct Part: Sendable {
        var bytes: [UInt8] = []
        var ends: [Int] = []
    }

    /// What a thread makes: every second place.
    private final class Work: Sendable {
        let made = Mutex<Result<Part, any Error>>(.success(Part()))
        private let places: StrideTo<Int>
        private let make: @Sendable (Int) throws -> [UInt8]

        init(_ places: StrideTo<Int>, _ make: @escaping @Sendable (Int) throws -> [UInt8]) {
            self.places = places
            self.make = make
        }

        func run() {
            let result = Result {
                var part = Part()
                for place in places {
                    part.bytes += try make(place)
                    part.ends.append(part.bytes.count)
                }
                return part
            }
            made.withLock { $0 = result }
        }
    }

    let count: Int
    private let parts: [Part]
    private static let threads = 2

    /// Makes the request of each place on one of two threads.
    ///
    /// - Throws: what `make` throws first.
    init(_ count: Int, _ make: @escaping @Sendable (Int) throws -> [UInt8]) throws {
        self.count = count
        let works = (0..<Self.threads).map { Work(stride(from: $0, to: count, by: Self.threads), make) }
        DispatchQueue.concurrentPerform(iterations: works.count) { works[$0].run() }
        parts = try works.map { work in try work.made.withLock { try $0.get() } }
    }

    /// The request of a place.
    subscript(place: Int) -> [UInt8] {
        let (part, index) = (place % Self.threads, place / Self.threads)
        let start = index == 0 ? 0 : parts[part].ends[index - 1]
        return Array(parts[part].bytes[start..<parts[part].ends[index]])
    }
}
