// SPDX-License-Identifier: MIT
internal import Glibc

/// A connection over a Unix socket: bytes up to the other side's end, with limits of time and size. man 7 unix
final class UnixSocket {
    let descriptor: Int32

    /// Takes over an open descriptor.
    init(_ descriptor: Int32, timeoutSeconds: Int) {
        self.descriptor = descriptor
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Connects to a socket of the file system. On failure errno says why, and the result is nil.
    convenience init?(connectingTo path: String, timeoutSeconds: Int) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let result = Self.withAddress(path) { connect(descriptor, $0, $1) }
        guard result == 0 else {
            let number = result == nil ? ENAMETOOLONG : errno
            close(descriptor)
            errno = number
            return nil
        }
        self.init(descriptor, timeoutSeconds: timeoutSeconds)
    }

    deinit { close(descriptor) }

    /// The user at the other end. SO_PEERCRED
    var peer: uid_t? {
        // pid, uid, gid: struct ucred, which needs _GNU_SOURCE.
        var peer: (pid_t, uid_t, gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.1 : nil
    }

    /// - Returns: whether all of it was taken.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Tells the other side that nothing follows.
    func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// All bytes up to the end, or up to a last piece; nil when they are too many or do not come in time.
    func read(maximum: Int, until isComplete: ([UInt8]) -> Bool = { _ in false }) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while !isComplete(bytes) {
            let count = recv(descriptor, &piece, piece.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0, bytes.count + count <= maximum else { return nil }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    /// - Returns: nil for a path that is too long for a socket.
    static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        let isFitting = withUnsafeMutableBytes(of: &address.sun_path) { space in
            guard bytes.count <= space.count else { return false }
            space.copyBytes(from: bytes)
            return true
        }
        guard isFitting else { return nil }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
