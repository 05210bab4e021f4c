// SPDX-License-Identifier: MIT
internal import CNetlink
internal import Dispatch
internal import Glibc

/// Reports changes of this machine's links, addresses or routes: the moment to retry what failed without a network.
///
/// C: rtnetlink(7), netlink(7)
package final class NetworkWatch: Sendable {
    private let descriptor: Int32

    /// - Throws: ``HTTPError`` with `.other` if the system does not report changes.
    package init() throws {
        descriptor = satchel_network_watch_open()
        guard descriptor >= 0 else {
            throw HTTPError(.other, "The system does not tell of network changes: \(String(cString: strerror(errno))).")
        }
    }

    deinit { close(descriptor) }

    /// Waits for a change, and then until nothing has changed for half a second, because a network starts in many
    /// steps.
    ///
    /// - Returns: false if nothing changed within the time.
    package func wait(seconds: Int) -> Bool {
        guard isChanged(within: seconds * 1_000) else { return false }
        // Bounded, because a network may change continuously.
        for _ in 0..<20 where !isChanged(within: 500) { break }
        return true
    }

    /// The changes as a stream, for callers that must not block a thread. A change that is not consumed stands for all
    /// later ones.
    package func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        // The source keeps this object, and with it the descriptor, until the stream ends.
        source.setEventHandler {
            self.drain()
            continuation.yield()
        }
        let listener = Listener(source)
        continuation.onTermination = { _ in listener.source.cancel() }
        source.resume()
        return stream
    }

    /// Other threads only cancel the source, which libdispatch allows from any thread.
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

    /// Neither the kind of change nor lost messages matter.
    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 8_192)
        while recv(descriptor, &bytes, bytes.count, 0) > 0 {}
    }
}
