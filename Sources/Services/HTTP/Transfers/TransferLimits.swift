// SPDX-License-Identifier: MIT

/// The limits of a transfer server. A hostile client can reach every one of them.
package struct TransferLimits: Sendable {
    /// Simultaneous connections, one thread each. Further ones are closed.
    package var connections = 64
    /// Simultaneous connections of one address, unless it is a trusted proxy.
    package var connectionsPerAddress = 16
    /// Bytes of the request line and all header fields. A longer head is answered with 431.
    package var headBytes = 8 << 10
    /// Time from the first byte of a head to its end, and for a TLS handshake.
    package var headMilliseconds: UInt64 = 10_000
    /// Time that an idle connection is kept.
    package var idleMilliseconds: UInt64 = 15_000
    /// While the server waits for the client, the client must transfer ``slowBytes`` in each such period, or it is
    /// disconnected.
    package var slowMilliseconds: UInt64 = 30_000
    /// 1 KB a second with the default period.
    package var slowBytes: UInt64 = 30 << 10
    /// Time for ``TransferServer/stop()`` to finish answers.
    package var stopMilliseconds: UInt64 = 8_000
    /// Addresses of proxies: without a limit of connections per address, and trusted to name the addresses of clients
    /// in `X-Forwarded-For`.
    package var trustedProxies: Set<String> = []

    package init() {}
}

/// Detects a client that is too slow. Only time spent waiting for the client counts, not that of the disk.
struct TransferPace {
    private let limits: TransferLimits
    private var waited: UInt64 = 0
    private var moved: UInt64 = 0

    init(_ limits: TransferLimits) { self.limits = limits }

    /// Counts the time waited and the bytes transferred.
    ///
    /// - Returns: whether the client is too slow.
    mutating func count(milliseconds: UInt64, bytes: Int) -> Bool {
        waited += milliseconds
        moved += UInt64(bytes)
        guard waited >= limits.slowMilliseconds else { return false }
        defer { (waited, moved) = (0, 0) }
        return moved < limits.slowBytes
    }
}
