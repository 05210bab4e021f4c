// SPDX-License-Identifier: MIT
internal import CNetlink
internal import Dispatch
internal import Glibc

/// Tells when this machine's links, addresses or routes change: the moment to try again what failed without a network.
///
/// C: rtnetlink(7), netlink(7)
package final class NetworkWatch: Sendable {
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

    /// The changes as they come, for who must not wait on a thread; one that is not taken in time stands for all after it.
    package func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        // The source keeps this watch, and with it the descriptor, until nobody listens.
        source.setEventHandler {
            self.drain()
            continuation.yield()
        }
        let listener = Listener(source)
        continuation.onTermination = { _ in listener.source.cancel() }
        source.resume()
        return stream
    }

    /// Only cancelled from elsewhere, which libdispatch allows from any thread.
    private final class Listener: @unchecked Sendable {
        let source: any DispatchSourceRead
        init(_ source: any DispatchSourceRead) { self.source = source }
    }

    private func isChanged(within milliseconds: Int) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, Int32(clamping: milliseconds)) > 0 else { return false }
        drain()
        return true
    }

    /// What exactly has changed does not matter, nor whether some messages were lost.
    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 8_192)
        while recv(descriptor, &bytes, bytes.count, 0) > 0 {}
    }
}
