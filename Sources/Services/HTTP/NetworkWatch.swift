// SPDX-License-Identifier: MIT
internal import CNetlink
internal import Glibc

/// Tells when this machine's links, addresses or routes change: the moment to try again what failed without a network.
///
/// C: rtnetlink(7), netlink(7)
package final class NetworkWatch {
    private let descriptor: Int32

    /// - Throws: ``HTTPError`` with `.other` where the system does not tell.
    package init() throws {
        descriptor = satchel_network_watch_open()
        guard descriptor >= 0 else {
            throw HTTPError(.other, "The system does not tell of network changes: \(String(cString: strerror(errno))).")
        }
    }

    deinit { close(descriptor) }

    /// Waits for a change, and then until nothing more has changed for half a second: a network comes up in many steps.
    ///
    /// - Returns: false when the time has passed without one.
    package func wait(seconds: Int) -> Bool {
        guard isChanged(within: seconds * 1_000) else { return false }
        // A network that never comes to rest must not keep anybody waiting for ever.
        for _ in 0..<20 where !isChanged(within: 500) { break }
        return true
    }

    private func isChanged(within milliseconds: Int) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, Int32(clamping: milliseconds)) > 0 else { return false }
        // What exactly has changed does not matter, nor whether some messages were lost.
        var bytes = [UInt8](repeating: 0, count: 8_192)
        while recv(descriptor, &bytes, bytes.count, 0) > 0 {}
        return true
    }
}
