// SPDX-License-Identifier: MIT

/// How much a server of transfers accepts; every one of them can be met by a hostile client.
package struct TransferLimits: Sendable {
    /// Connections that are served at once, a thread each; further ones are closed.
    package var connections = 64
    /// Connections of one address at once, unless it is a trusted proxy.
    package var connectionsPerAddress = 16
    /// Bytes of the request line and all header fields; more answers 431.
    package var headBytes = 8 << 10
    /// Time from the first byte of a head to its end, and for a TLS handshake.
    package var headMilliseconds: UInt64 = 10_000
    /// Time an unused connection is kept.
    package var idleMilliseconds: UInt64 = 15_000
    /// While the other side is waited for, it must move ``slowBytes`` in each such time, or it is cut off.
    package var slowMilliseconds: UInt64 = 30_000
    /// 1 KB a second.
    package var slowBytes: UInt64 = 30 << 10
    /// Time for ``TransferServer/stop()`` to let answers end.
    package var stopMilliseconds: UInt64 = 8_000
    /// Addresses whose connections are not counted by address.
    package var trustedProxies: Set<String> = []

    package init() {}
}

/// Notices a client that is too slow. Only the time that the client is waited for counts, not that of the disk.
struct TransferPace {
    private let limits: TransferLimits
    private var waited: UInt64 = 0
    private var moved: UInt64 = 0

    init(_ limits: TransferLimits) { self.limits = limits }

    /// Some time was waited and some bytes were moved.
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
