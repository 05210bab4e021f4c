// SPDX-License-Identifier: MIT
internal import Glibc

/// The socket at which journald takes entries with fields: datagrams of `NAME=value` lines.
///
/// <https://systemd.io/JOURNAL_NATIVE_PROTOCOL/>
final class JournalSocket: Sendable {
    static let usualPath = "/run/systemd/journal/socket"

    private let descriptor: Int32

    /// Nil unless the descriptor is a stream of the journal, as `JOURNAL_STREAM` says it is. systemd.exec(5)
    ///
    /// The variable is inherited, so a program whose standard error was redirected since must not follow it.
    init?(of stream: Int32, environment: (String) -> String?, path: String) {
        var status = stat()
        guard let named = environment("JOURNAL_STREAM"), fstat(stream, &status) == 0,
            named == "\(status.st_dev):\(status.st_ino)"
        else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        let isFitting = withUnsafeMutableBytes(of: &address.sun_path) { space in
            guard bytes.count <= space.count else { return false }
            space.copyBytes(from: bytes)
            return true
        }
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isFitting, isConnected else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
    }

    deinit { close(descriptor) }

    /// - Returns: whether journald has the entry. It may have been restarted, or the entry may be too long.
    func send(_ fields: [(name: String, value: String)]) -> Bool {
        let entry = fields.flatMap { Self.encoded($0.name, $0.value) }
        while true {
            let count = Glibc.send(descriptor, entry, entry.count, Int32(MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            return count == entry.count
        }
    }

    /// A value with a line feed has its length before it, as 64 bits with the lowest byte first.
    static func encoded(_ name: String, _ value: String) -> [UInt8] {
        let (name, value) = (Array(name.utf8), Array(value.utf8))
        let feed = UInt8(ascii: "\n")
        guard value.contains(feed) else { return name + [UInt8(ascii: "=")] + value + [feed] }
        let count = withUnsafeBytes(of: UInt64(value.count).littleEndian) { Array($0) }
        return name + [feed] + count + value + [feed]
    }
}
