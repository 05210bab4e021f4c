// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Many keep-alive connections driven by one thread, as cheap as a client can be: it shares the machine with the hub.
final class LoadClient {
    /// What one run over a list of requests gave.
    struct Outcome {
        /// From the first request sent to the last answer received, in nanoseconds.
        let elapsed: UInt64
        /// From sending each request to having its whole answer.
        let latencies: Samples

        var perSecond: Int { Int(UInt64(latencies.count) * 1_000_000_000 / max(1, elapsed)) }
    }

    /// A whole answer, where it was received.
    struct Answer {
        let bytes: UnsafeRawBufferPointer

        /// RFC 9112, section 4: the three digits after "HTTP/1.1 ".
        var status: Int {
            guard bytes.count > 12 else { return 0 }
            return bytes[9..<12].reduce(0) { $0 * 10 + Int($1) - 0x30 }
        }

        /// What stands between the first occurrence of a text and the next quotation mark.
        func text(after mark: StaticString) -> [UInt8]? {
            guard let start = LoadClient.end(of: mark, in: bytes) else { return nil }
            return Array(bytes[start...].prefix { $0 != UInt8(ascii: "\"") })
        }

        /// What follows the empty line.
        var body: [UInt8] { LoadClient.end(of: "\r\n\r\n", in: bytes).map { Array(bytes[$0...]) } ?? [] }

        /// For complaints.
        var shown: String { String(decoding: bytes.prefix(600), as: UTF8.self) }
    }

    private struct Connection {
        let socket: Int32
        var answer: [UInt8] = []
        /// Which request it waits for, and since when.
        var request: Int?
        var sentAt: UInt64 = 0
    }

    private var connections: [Connection]
    /// Tells which of them have something: asked about each time anew, 256 of them would cost more than their answers.
    private let watch: Int32  // epoll(7)
    private var chunk = [UInt8](repeating: 0, count: 64 << 10)

    /// Connects.
    ///
    /// - Throws: ``BenchError`` with `.system`.
    init(port: UInt16, connections count: Int) throws {
        connections = []
        watch = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard watch >= 0 else { throw BenchError(.system, "No descriptor is left.") }
        for index in 0..<count {
            let socket = try Self.connect(port)
            connections.append(Connection(socket: socket))
            var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u32: UInt32(index)))
            guard epoll_ctl(watch, EPOLL_CTL_ADD, socket, &event) == 0 else {
                throw BenchError(.system, "The connections cannot be watched.")
            }
        }
    }

    deinit {
        for connection in connections { close(connection.socket) }
        close(watch)
    }

    /// Sends requests until there is no further one, each connection its next one as soon as it has its answer.
    ///
    /// - Parameters:
    ///   - request: the bytes of the request of a number, counted from 0; nil ends the run.
    ///   - take: is given the answer to each.
    func run(
        _ request: (Int) throws -> [UInt8]?, take: (Int, Answer) throws -> Void
    ) throws -> Outcome {
        var latencies = Samples()
        var sent = 0
        var isOver = false
        let start = Stopwatch.now
        func sendNext(on index: Int) throws {
            guard !isOver, let bytes = try request(sent) else {
                isOver = true
                return
            }
            try send(bytes, number: sent, on: index)
            sent += 1
        }
        for index in connections.indices { try sendNext(on: index) }
        var events = [epoll_event](repeating: epoll_event(), count: connections.count)
        while latencies.count < sent {
            let ready = epoll_wait(watch, &events, Int32(events.count), 30_000)
            guard ready > 0 else { throw BenchError(.wrongResult, "The hub has not answered for half a minute.") }
            for event in events.prefix(Int(ready)) {
                let index = Int(event.data.u32)
                guard let number = connections[index].request, try receive(on: index) else { continue }
                latencies.add(Stopwatch.now - connections[index].sentAt)
                try connections[index].answer.withUnsafeBytes { try take(number, Answer(bytes: $0)) }
                connections[index].request = nil
                try sendNext(on: index)
            }
        }
        return Outcome(elapsed: Stopwatch.now - start, latencies: latencies)
    }

    /// The same for a list.
    func run(_ requests: ArraySlice<[UInt8]>, take: (Int, Answer) throws -> Void) throws -> Outcome {
        try run({ $0 < requests.count ? requests[requests.startIndex + $0] : nil }, take: take)
    }

    private func send(_ request: [UInt8], number: Int, on index: Int) throws {
        connections[index].request = number
        connections[index].sentAt = Stopwatch.now
        connections[index].answer.removeAll(keepingCapacity: true)
        // A request fits the socket's buffer, so it is taken whole.
        guard
            Glibc.send(connections[index].socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
        else { throw BenchError(.system, "The hub closed a connection.") }
    }

    /// Reads what is there; true once the answer is whole.
    private func receive(on index: Int) throws -> Bool {
        let count = recv(connections[index].socket, &chunk, chunk.count, 0)
        guard count > 0 else { throw BenchError(.wrongResult, "The hub closed a connection without an answer.") }
        connections[index].answer += chunk[..<count]
        return try connections[index].answer.withUnsafeBytes { answer in
            guard let bodyStart = Self.end(of: "\r\n\r\n", in: answer) else { return false }
            guard let lengthStart = Self.end(of: "Content-Length: ", in: answer) else {
                throw BenchError(.wrongResult, "An answer of the hub has no length.")
            }
            let length = answer[lengthStart...].prefix { $0 >= 0x30 && $0 <= 0x39 }
                .reduce(0) { $0 * 10 + Int($1 - 0x30) }
            return answer.count >= bodyStart + length
        }
    }

    /// The offset after the first occurrence of a text.
    private static func end(of text: StaticString, in bytes: UnsafeRawBufferPointer) -> Int? {
        let count = text.utf8CodeUnitCount
        guard var next = bytes.baseAddress, bytes.count >= count else { return nil }
        let last = next + (bytes.count - count)
        while next <= last, let found = memchr(next, Int32(text.utf8Start[0]), last - next + 1) {
            if memcmp(found, text.utf8Start, count) == 0 { return UnsafeRawPointer(found) - last + bytes.count }
            next = UnsafeRawPointer(found) + 1
        }
        return nil
    }

    /// A connection to a port of this machine that sends what it is given at once.
    static func connect(_ port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw BenchError(.system, "No socket is left.") }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            close(descriptor)
            throw BenchError(.system, "Could not connect to the hub on port \(port).")
        }
        return descriptor
    }
}
