// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Hub
import Terminal

/// The second listener of a serving hub, for monitoring.
struct MetricsListener {
    private let server: Server
    /// The address and the port.
    let place: String

    /// Listens at the address of `--metrics`; nil without that option.
    init?(_ invocation: Invocation, hub: Hub, load: @escaping @Sendable () -> Server.Load?) throws {
        guard let text = invocation.value(.metrics) else { return nil }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw Failure(.usage, "Invalid address '\(text)': use address:port, such as 127.0.0.1:9440 or [::1]:9440.")
        }
        let address = text[..<colon].filter { $0 != "[" && $0 != "]" }
        server = try Server(address: address, port: port) { request, respond in
            respond(
                hub.answerMachine(request, showsMetrics: true, load: load)
                    ?? Response(status: 404, headers: ["Content-Type": "text/plain"], body: Array("not found\n".utf8)))
        }
        place = "\(text[...colon])\(server.port)"
    }

    func stop() { server.stop() }
}

/// Limits of this process: connections, and bytes of a body.
enum ServerLimits {
    /// File descriptors reserved for files, the reader's database connections and the second listener.
    private static let reserve = 256

    /// Raises the process's soft limit of file descriptors to its hard limit and divides them among the loops.
    ///
    /// - Parameter bodyBytes: the longest body that the hub accepts. The server refuses a longer one unread.
    static func raised(loops: Int, bodyBytes: Int) -> Limits {
        var limit = rlimit()
        var limits = Limits()
        limits.bodyBytes = bodyBytes
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return limits }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limits.connections = max(64, (Int(clamping: min(limit.rlim_max, 1 << 20)) - reserve) / loops)
        return limits
    }
}
