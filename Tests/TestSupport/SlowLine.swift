// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// What a mobile network does to bytes.
package struct LineProfile: Sendable {
    package let name: String
    /// In each direction.
    package let bitsPerSecond: Int
    /// From one end to the other.
    package let delayMilliseconds: Int
    /// Segments that are lost, of a hundred.
    package let lossPercent: Int

    /// 40 kbit/s, 800 ms there and back, 2 % loss.
    package static let secondGeneration = LineProfile(
        name: "2G", bitsPerSecond: 40_000, delayMilliseconds: 400, lossPercent: 2)
    package static let thirdGeneration = LineProfile(
        name: "3G", bitsPerSecond: 1_000_000, delayMilliseconds: 100, lossPercent: 1)
}

/// A relay on loopback that passes bytes on as slowly as a mobile network would.
///
/// It works on the bytes of the stream: each segment of 1,400 bytes waits for the line to be free, for the delay, and, if it
/// is lost, for one more round trip and a second, as it would for TCP's timer (RFC 6298); what comes behind it waits as well.
/// A connection costs one round trip before its first byte passes. The segments' own headers, 40 bytes each, are counted.
package final class SlowLine: Sendable {
    private struct State {
        var random: SeededRandom
        var bytes = 0
        var connections = 0
    }

    package let port: UInt16
    private let profile: LineProfile
    private let listener: Int32
    private let target: UInt16
    private let state: Mutex<State>

    private static let segment = 1_400
    private static let segmentHeader = 40

    package init(_ profile: LineProfile, to target: UInt16, seed: UInt64) throws {
        self.profile = profile
        self.target = target
        state = Mutex(State(random: SeededRandom(seed: seed)))
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = Self.loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0 ? getsockname(descriptor, $0, &size) : -1
            }
        }
        guard code == 0 else { throw UnexpectedResult("No port is free for a slow line.") }
        port = UInt16(bigEndian: address.sin_port)
        inThread { [listener, weak self] in
            while case let near = accept(listener, nil, nil), near >= 0 {
                guard let self else { break }
                inThread { self.relay(near) }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Bytes that have passed in both directions with the headers of their segments, and connections that were made.
    package var passed: (bytes: Int, connections: Int) { state.withLock { ($0.bytes, $0.connections) } }

    // MARK: - One connection

    /// Bytes under way in one direction.
    private struct Pipe {
        let source: Int32
        let sink: Int32
        /// When the line is free for the next segment, and when the last one arrives.
        var free: UInt64
        var last: UInt64 = 0
        var underWay: [(due: UInt64, bytes: [UInt8])] = []
        var isEnding = false
        var isOver = false
    }

    private func relay(_ near: Int32) {
        let far = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer {
            close(near)
            close(far)
        }
        var address = Self.loopback(target)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(far, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return }
        state.withLock {
            $0.connections += 1
            $0.bytes += 3 * Self.segmentHeader
        }
        let start = Self.now + 2 * delay
        var pipes = [Pipe(source: near, sink: far, free: start), Pipe(source: far, sink: near, free: start)]
        while !pipes.allSatisfy(\.isOver) {
            wait(for: pipes)
            for index in pipes.indices {
                guard take(into: &pipes[index]), deliver(&pipes[index]) else { return }
            }
        }
    }

    private func wait(for pipes: [Pipe]) {
        let now = Self.now
        let due = pipes.compactMap(\.underWay.first?.due).min()
        let milliseconds = due.map { $0 > now ? Int32(($0 - now) / 1_000_000) + 1 : 0 } ?? 1_000
        var watched = pipes.filter { !$0.isEnding }.map { pollfd(fd: $0.source, events: Int16(POLLIN), revents: 0) }
        poll(&watched, nfds_t(watched.count), milliseconds)
    }

    /// Takes what has come in; false when the connection is broken.
    private func take(into pipe: inout Pipe) -> Bool {
        // A full line takes nothing more: the sender's window is closed.
        guard !pipe.isEnding, pipe.underWay.count < 16 else { return true }
        var chunk = [UInt8](repeating: 0, count: Self.segment)
        let count = recv(pipe.source, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        if count < 0 { return errno == EAGAIN || errno == EINTR }
        guard count > 0 else {
            pipe.isEnding = true
            return true
        }
        let size = count + Self.segmentHeader
        let isLost = state.withLock {
            $0.bytes += size
            return Int.random(in: 0..<100, using: &$0.random) < profile.lossPercent
        }
        pipe.free = max(pipe.free, Self.now) + UInt64(size * 8) * 1_000_000_000 / UInt64(profile.bitsPerSecond)
        let wait = isLost ? 3 * delay + 1_000_000_000 : delay
        pipe.last = max(pipe.last, pipe.free + wait)
        pipe.underWay.append((pipe.last, Array(chunk[..<count])))
        return true
    }

    /// Hands over what has arrived; false when nobody takes it.
    private func deliver(_ pipe: inout Pipe) -> Bool {
        while let first = pipe.underWay.first, first.due <= Self.now {
            var sent = 0
            while sent < first.bytes.count {
                let count = first.bytes[sent...].withUnsafeBytes {
                    send(pipe.sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                sent += count
            }
            pipe.underWay.removeFirst()
        }
        if pipe.isEnding, pipe.underWay.isEmpty, !pipe.isOver {
            pipe.isOver = true
            shutdown(pipe.sink, Int32(SHUT_WR))
        }
        return true
    }

    /// Nanoseconds of a clock that never goes back.
    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private var delay: UInt64 { UInt64(profile.delayMilliseconds) * 1_000_000 }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }
}
