// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc
package import Logging
internal import Synchronization

/// Answers a request. An error except ``TransferBreak`` and ``TransferRefusal`` is logged and answered with 500.
package typealias TransferHandler = @Sendable (TransferExchange) throws -> Void

/// A server for large bodies: one thread for each connection, blocking calls, and no body in memory.
///
/// It supports HTTP/1.1 only, and a subset of it: see ``TransferHead`` and ``ChunkedBody``.
package final class TransferServer: Sendable {
    package let port: UInt16

    private let limits: TransferLimits
    private let protection: Protection?
    private let handler: TransferHandler
    private let log: Log
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        var lines: [Int: (line: TransferLine, address: String)] = [:]
        var next = 0
        var isStopping = false
        var isAccepting = true
    }

    /// Listens and serves until ``stop()``.
    ///
    /// - Parameter port: 0 for any free port.
    /// - Throws: ``HTTPError`` with code `.cantListen`.
    package convenience init(
        address: String, port: UInt16, limits: TransferLimits = TransferLimits(),
        credentials: ServerCredentials? = nil, log: Log = .none,
        handler: @escaping TransferHandler
    ) throws {
        let (descriptors, port) = try ListeningSocket.open(address: address, port: port, count: 1)
        try self.init(descriptors[0], port, limits, credentials, log, handler)
    }

    /// The same on an inherited socket. There must be one only.
    package convenience init(
        on sockets: InheritedSockets, limits: TransferLimits = TransferLimits(),
        credentials: ServerCredentials? = nil, log: Log = .none,
        handler: @escaping TransferHandler
    ) throws {
        let descriptors = try sockets.share(among: 1)
        guard descriptors.count == 1 else {
            for descriptor in descriptors { close(descriptor) }
            throw HTTPError(
                .cantListen,
                "\(descriptors.count) sockets were handed over, and this server takes one. Let the socket unit have one ListenStream."
            )
        }
        try self.init(descriptors[0], sockets.port, limits, credentials, log, handler)
    }

    private init(
        _ listener: Int32, _ port: UInt16, _ limits: TransferLimits, _ credentials: ServerCredentials?,
        _ log: Log, _ handler: @escaping TransferHandler
    ) throws {
        self.listener = listener
        self.port = port
        self.limits = limits
        self.handler = handler
        self.log = log
        protection = credentials.map(Protection.init)
        try start { [self] in accept() }
    }

    /// Uses these credentials for new connections.
    package func use(_ credentials: ServerCredentials) { protection?.credentials = credentials }

    /// Accepts no more connections, lets answers finish, and cuts off those that take too long. Returns when all
    /// threads have ended.
    package func stop() {
        state.withLock { $0.isStopping = true }
        let start = TransferConnection.now
        while case let (lines, isAccepting) = state.withLock({ ($0.lines.values.map(\.line), $0.isAccepting) }),
            isAccepting || !lines.isEmpty
        {
            if TransferConnection.now - start > limits.stopMilliseconds { for line in lines { line.cut() } }
            usleep(10_000)
        }
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    // MARK: - Connections

    private func accept() {
        while !isStopping {
            var watched = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard poll(&watched, 1, Int32(TransferConnection.tickMilliseconds)) > 0 else { continue }
            var name = sockaddr_in6()
            var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
            let descriptor = withUnsafeMutablePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.accept(listener, $0, &size)
                }
            }
            guard descriptor >= 0 else {
                // Out of descriptors: wait until other connections end.
                if errno == EMFILE || errno == ENFILE { usleep(50_000) }
                continue
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            admit(descriptor, from: Self.address(name))
        }
        close(listener)
        state.withLock { $0.isAccepting = false }
    }

    private func admit(_ descriptor: Int32, from address: String) {
        let connection = TransferConnection(descriptor, address: address, limits: limits) { [self] in isStopping }
        let number = state.withLock { state -> Int? in
            let own = state.lines.values.count { $0.address == address }
            guard state.lines.count < limits.connections,
                own < limits.connectionsPerAddress || limits.trustedProxies.contains(address)
            else { return nil }
            state.next += 1
            state.lines[state.next] = (connection.line, address)
            return state.next
        }
        guard let number else { return }
        let guest = Guest(connection)
        do {
            try start { [self] in
                serve(guest.connection)
                connectionEnded(number)
            }
        } catch {
            log.error("A connection was refused", .error(error))
            connectionEnded(number)
        }
    }

    private func connectionEnded(_ number: Int) {
        state.withLock { state in
            state.lines[number]?.line.close()
            state.lines[number] = nil
        }
    }

    /// Unchecked Sendable: the connection is passed to one thread, and the other keeps no reference.
    private final class Guest: @unchecked Sendable {
        let connection: TransferConnection
        init(_ connection: TransferConnection) { self.connection = connection }
    }

    private func serve(_ connection: TransferConnection) {
        do {
            if let protection { try connection.handshake(with: protection) }
            while try answerOne(on: connection) {}
            connection.linger()
        } catch let refusal as TransferRefusal {
            refuse(refusal, on: connection)
        } catch {
            // The client has disconnected, or the server has cut it off.
            connection.line.cut()
        }
    }

    /// - Returns: whether the connection can serve another request.
    private func answerOne(on connection: TransferConnection) throws -> Bool {
        guard let bytes = try connection.readHead() else { return false }
        let exchange = TransferExchange(try TransferHead(bytes), connection)
        do {
            try handler(exchange)
            precondition(exchange.isAnswered, "A handler has left a request without an answer.")
        } catch let failure as TransferBreak {
            throw failure
        } catch let refusal as TransferRefusal {
            guard !exchange.isAnswered else { throw TransferBreak.gone }
            try exchange.answer(refusal.status, Self.plain, body: Array("\(refusal.message)\n".utf8))
        } catch {
            // Without the path, which has names of files.
            log.error("A request failed", .method(LogWord(raw: exchange.head.method)), .error(error))
            // A partial answer cannot be withdrawn. The connection ends, and the client notices by the length.
            guard !exchange.isAnswered else { throw TransferBreak.gone }
            try exchange.answer(500, Self.plain, body: Array("The server failed. Try again later.\n".utf8))
        }
        return !exchange.mustClose && exchange.bodyIsAtEnd && !isStopping
    }

    private func refuse(_ refusal: TransferRefusal, on connection: TransferConnection) {
        let body = "\(refusal.message)\n"
        let head =
            "HTTP/1.1 \(refusal.status) \(StatusPhrase.of(refusal.status))\r\nContent-Type: text/plain\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
        do {
            try connection.write(Array((head + body).utf8))
            connection.linger()
        } catch {
            connection.line.cut()
        }
    }

    private static let plain: Headers = ["Content-Type": "text/plain", "X-Content-Type-Options": "nosniff"]

    private static func address(_ name: sockaddr_in6) -> String {
        var name = name
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if Int32(name.sin6_family) == AF_INET6 {
            inet_ntop(AF_INET6, &name.sin6_addr, &text, socklen_t(text.count))
        } else {
            withUnsafePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    var address = $0.pointee.sin_addr
                    _ = inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
                }
            }
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    // MARK: - Threads

    private final class Start: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private func start(_ run: @escaping @Sendable () -> Void) throws {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, 1 << 20)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let start = Unmanaged.passRetained(Start(run))
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                // OpenSSL writes without MSG_NOSIGNAL.
                var signals = sigset_t()
                sigemptyset(&signals)
                for signal in [SIGPIPE, SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw HTTPError(.other, "No thread can be started (\(code)). Raise the process limit of this user.")
        }
    }
}
