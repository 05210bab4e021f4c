// SPDX-License-Identifier: MIT
internal import Glibc
package import Logging

/// Notices to systemd from a service whose unit has `Type=notify`. C: man 3 sd_notify
package enum ServiceNotice: Sendable {
    /// The service is ready. systemd starts the units that wait for it.
    case ready(url: String)
    /// The service completes open requests and stops.
    case stopping

    private var text: String {
        switch self {
        case .ready(let url): "READY=1\nSTATUS=Serving \(url)"
        case .stopping: "STOPPING=1"
        }
    }

    /// Does nothing outside systemd, such as in a shell. Logs a failure, because systemd would wait for the notice.
    package func send(_ log: Log) {
        guard let variable = getenv("NOTIFY_SOCKET") else { return }
        // The variable writes the first NUL of an abstract address as an at sign. unix(7)
        var path = Array(String(cString: variable).utf8)
        let isAbstract = path.first == UInt8(ascii: "@")
        if isAbstract { path[0] = 0 } else { path.append(0) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isFitting = withUnsafeMutableBytes(of: &address.sun_path) { space in
            guard path.count <= space.count else { return false }
            space.copyBytes(from: path)
            return true
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { if descriptor >= 0 { close(descriptor) } }
        let length = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + path.count } ?? 0)
        let message = Array(text.utf8)
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
        guard isFitting, sent == message.count else {
            return log.error("systemd could not be told that the service is ready or stops", .system(errno: errno))
        }
    }
}
