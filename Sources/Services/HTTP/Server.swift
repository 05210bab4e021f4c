// SPDX-License-Identifier: MIT
internal import Synchronization

/// An HTTP/1.1 server with one or more event loops, each a thread with its own socket on the same port.
///
/// A strict gate refuses malformed requests before a handler sees them; see ``Limits`` and `HeadRules`. With
/// credentials it accepts TLS 1.3 only. For HTTP/2 and for the public internet put nginx in front.
package final class Server: Sendable {
    /// The port on which it listens; the one that the system chose if 0 was requested.
    package let port: UInt16
    private let loops: [ServerLoop]
    private let protection: Protection?
    private let queued: QueuedRequests
    private let stopping = StopOnce()

    /// Starts the server. It is listening when this returns.
    ///
    /// - Parameters:
    ///   - address: an IP address of this machine; 127.0.0.1 and ::1 are reachable from this machine only.
    ///   - loops: the number of threads; one for each core is enough.
    ///   - credentials: the certificate and key for TLS; nil for plain HTTP.
    ///   - direct: the requests that bypass evhttp, over plain HTTP.
    ///   - handler: called on a loop's thread; it must not block.
    /// - Throws: ``HTTPError`` with code `.cantListen`.
    package convenience init(
        address: String, port: UInt16 = 0, loops count: Int = 1, limits: Limits = Limits(),
        credentials: ServerCredentials? = nil, direct: DirectRequests? = nil, handler: @escaping RequestHandler
    ) throws {
        precondition(count > 0, "A server needs at least one loop.")
        let sockets = try ListeningSocket.open(address: address, port: port, count: count)
        try self.init(sockets.descriptors, sockets.port, limits, credentials, direct, handler)
    }

    /// The same on inherited sockets, with at least one loop for each.
    package convenience init(
        on sockets: InheritedSockets, loops count: Int = 1, limits: Limits = Limits(),
        credentials: ServerCredentials? = nil, direct: DirectRequests? = nil, handler: @escaping RequestHandler
    ) throws {
        precondition(count > 0, "A server needs at least one loop.")
        try self.init(try sockets.share(among: count), sockets.port, limits, credentials, direct, handler)
    }

    private init(
        _ descriptors: [Int32], _ port: UInt16, _ limits: Limits, _ credentials: ServerCredentials?,
        _ direct: DirectRequests?, _ handler: @escaping RequestHandler
    ) throws {
        let protection = credentials.map(Protection.init)
        self.protection = protection
        let queued = QueuedRequests()
        self.queued = queued
        self.port = port
        loops = try descriptors.map { descriptor in
            try ServerLoop(
                descriptor: descriptor, limits: limits, queued: queued, protection: protection, direct: direct,
                handler: handler)
        }
        for loop in loops { try loop.start() }
    }

    deinit { stop() }

    /// Uses other credentials for new connections. Existing connections keep theirs.
    ///
    /// - Precondition: the server was made with credentials.
    package func use(_ credentials: ServerCredentials) {
        precondition(protection != nil, "A server of plain HTTP cannot change to TLS.")
        protection?.credentials = credentials
    }

    /// The present load of a server.
    package struct Load: Sendable {
        package let connections: Int
        /// Requests that were passed to the handler and are not answered yet.
        package let waiting: Int
        package let streams: Int
        /// The number of direct requests since the server started.
        package let direct: Int
    }

    /// The present load. May be read on any thread.
    package var load: Load {
        Load(
            connections: queued.connections.load(ordering: .relaxed), waiting: queued.waiting,
            streams: queued.streams.load(ordering: .relaxed), direct: queued.direct.load(ordering: .relaxed))
    }

    /// Stops accepting, answers the requests that have arrived, and returns within ``Limits/stopSeconds`` and a second.
    ///
    /// Afterwards no handler runs, the port is free, and late answers are dropped. A second call has no effect. Must
    /// not be called from a handler.
    package func stop() {
        stopping.run {
            for loop in loops { loop.beginStop() }
            for loop in loops { loop.join() }
        }
    }
}
