// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// A socket of this machine where a test plays a server that keeps to no protocol. Closed with this value.
package final class LocalListener: Sendable {
    package let port: UInt16
    private let descriptor: Int32

    /// Calls `serve` for each connection on a thread of its own, and closes the connection afterwards.
    package init(_ serve: @escaping @Sendable (Caller) -> Void) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(descriptor >= 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0 ? getsockname(descriptor, $0, &size) : -1
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        try #require(code == 0)
        inThread {
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { break }
                inThread {
                    serve(Caller(descriptor: connection))
                    close(connection)
                }
            }
            close(descriptor)
        }
    }

    /// Ends the accept above.
    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// The other end of one connection.
    package struct Caller: Sendable {
        fileprivate let descriptor: Int32

        /// What has come by now; waits for something, and is empty at the end.
        package func read() -> [UInt8] {
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            return Array(chunk[..<max(0, count)])
        }

        /// Whether everything was taken.
        @discardableResult
        package func send(_ bytes: [UInt8]) -> Bool {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }

        @discardableResult
        package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Says that nothing more will be sent, and goes on reading.
        package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

        /// Waits until the other side has closed.
        package func waitForEnd() { while !read().isEmpty {} }

        package func wait(milliseconds: UInt32) { usleep(milliseconds * 1_000) }
    }
}

/// Runs work on a thread of its own: tests wait without yielding, so tasks could wait for them.
func inThread(_ work: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { context in
            // Safe: the box below.
            Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().work()
            return nil
        }, Unmanaged.passRetained(Box(work)).toOpaque())
    pthread_detach(thread)
}
