// SPDX-License-Identifier: MIT
import CEvent
import Glibc
import Synchronization

/// Many streams of events, opened by some threads at once; each has been greeted by the hub.
final class OpenStreams {
    private struct Stream: @unchecked Sendable {  // one thread has it at a time
        let socket: Int32
        /// What protects it; nil for plain HTTP.
        let session: OpaquePointer?
    }

    /// What the threads share.
    private final class Work: @unchecked Sendable {  // the threads write under the lock; the rest is constant
        let requests: [[UInt8]]
        let count: Int
        let port: UInt16
        let context: OpaquePointer?
        let next = Atomic(0)
        let opened = Mutex<(streams: [Stream], failure: (any Error)?)>(([], nil))

        init(_ count: Int, _ port: UInt16, _ requests: [[UInt8]], _ context: OpaquePointer?) {
            self.requests = requests
            self.count = count
            self.port = port
            self.context = context
        }

        func run() {
            do {
                while true {
                    let number = next.add(1, ordering: .relaxed).oldValue
                    guard number < count else { return }
                    let stream = try OpenStreams.open(port, requests[number % requests.count], context)
                    opened.withLock { $0.streams.append(stream) }
                }
            } catch {
                opened.withLock { $0.failure = error }
            }
        }
    }

    private var streams: [Stream]
    private let context: OpaquePointer?

    /// - Throws: ``BenchError`` when one of them cannot be opened.
    init(_ count: Int, to port: UInt16, _ isProtected: Bool, _ requests: [[UInt8]], threads: Int) throws {
        context = isProtected ? SSL_CTX_new(TLS_client_method()) : nil
        let work = Work(count, port, requests, context)
        var handles: [pthread_t] = []
        for _ in 0..<threads {
            var handle = pthread_t()
            let start = Unmanaged.passRetained(work)
            let code = pthread_create(
                &handle, nil,
                { argument in
                    // Safe: every thread is given the work, retained for it.
                    Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().run()
                    return nil
                }, start.toOpaque())
            guard code == 0 else { throw BenchError(.system, "No thread can be started.") }
            handles.append(handle)
        }
        for handle in handles { pthread_join(handle, nil) }
        let (opened, failure) = work.opened.withLock { ($0.streams, $0.failure) }
        streams = opened
        if let failure { throw failure }
    }

    deinit {
        close()
        SSL_CTX_free(context)
    }

    /// Leaves without a farewell, as phones do that lose their network.
    func close() {
        for stream in streams {
            Glibc.close(stream.socket)
            SSL_free(stream.session)
        }
        streams = []
    }

    private static func open(_ port: UInt16, _ request: [UInt8], _ context: OpaquePointer?) throws -> Stream {
        let socket = try LoadClient.connect(port)
        var session: OpaquePointer?
        if let context {
            session = SSL_new(context)
            guard SSL_set_fd(session, socket) == 1, SSL_connect(session) == 1 else {
                throw BenchError(.system, "TLS could not be agreed on with the hub.")
            }
        }
        let sent =
            session.map { Int(SSL_write($0, request, Int32(request.count))) }
            ?? send(socket, request, request.count, Int32(MSG_NOSIGNAL))
        guard sent == request.count else { throw BenchError(.system, "The hub closed a connection.") }
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while !answer.contains(UInt8(ascii: "}")) {
            let count =
                session.map { Int(SSL_read($0, &chunk, Int32(chunk.count))) } ?? recv(socket, &chunk, chunk.count, 0)
            guard count > 0 else {
                throw BenchError(.wrongResult, "A stream ended: \(String(decoding: answer, as: UTF8.self))")
            }
            answer += chunk[..<count]
        }
        guard answer.starts(with: "HTTP/1.1 200".utf8) else {
            throw BenchError(.wrongResult, "The hub refused a stream: \(String(decoding: answer, as: UTF8.self))")
        }
        return Stream(socket: socket, session: session)
    }
}
