// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import HTTP
import HubAPI
import Synchronization
import Tokens

/// Checks access tokens for the file service, a separate process on this machine.
///
/// Listens on a Unix socket that only this user can reach. A request is `[1, access token]` in CBOR, an answer `[0,
/// account]` or `[HTTP status, sentence]`. Each is preceded by its length in two bytes, big-endian. C: man 7 unix
package final class FileQuestions: Sendable {
    private let hub: Hub
    private let path: String
    private let listener: Int32
    private let isStopping = Atomic(false)
    private let thread = Mutex<WorkerThread?>(nil)

    private static let maximumCount = 4 << 10
    private static let backlog: Int32 = 128

    /// Listens until ``close()``. Replaces a socket that an earlier process left at the path.
    ///
    /// - Throws: ``HubError`` with `.system`.
    package init(of hub: Hub, at path: String) throws {
        self.hub = hub
        self.path = path
        listener = try Self.listen(at: path)
        let worker = try WorkerThread { [self] in serve() }
        thread.withLock { $0 = worker }
    }

    package func close() {
        isStopping.store(true, ordering: .relaxed)
        thread.withLock { worker in
            worker?.join()
            worker = nil
        }
    }

    private static func listen(at path: String) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { space in
            guard bytes.count <= space.count else { return false }
            space.copyBytes(from: bytes)
            return true
        }
        guard fits else {
            throw HubError(.system, "The path '\(path)' is too long for a socket. Choose a shorter one.")
        }
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard descriptor >= 0, isBound, chmod(path, 0o600) == 0, Glibc.listen(descriptor, backlog) == 0 else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { Glibc.close(descriptor) }
            throw HubError(.system, "The socket '\(path)' for the file service cannot be opened: \(reason).")
        }
        return descriptor
    }

    private func serve() {
        while !isStopping.load(ordering: .relaxed) {
            var watched = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard poll(&watched, 1, 250) > 0 else { continue }
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { continue }
            answer(descriptor)
            Glibc.close(descriptor)
        }
        Glibc.close(listener)
        unlink(path)
    }

    private func answer(_ descriptor: Int32) {
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard Self.isOwn(descriptor), let question = Self.receive(from: descriptor) else { return }
        let reply = reply(to: question)
        let message = [UInt8(reply.count >> 8), UInt8(reply.count & 0xff)] + reply
        // Safe: the file service asks again if no answer comes.
        _ = send(descriptor, message, message.count, Int32(MSG_NOSIGNAL))
    }

    /// Whether the other end runs as the user of this process. SO_PEERCRED, man 7 unix
    private static func isOwn(_ descriptor: Int32) -> Bool {
        // pid, uid, gid: struct ucred, which needs _GNU_SOURCE.
        var peer: (UInt32, UInt32, UInt32) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return false }
        return peer.1 == geteuid()
    }

    private static func receive(from descriptor: Int32) -> [UInt8]? {
        var head: [UInt8] = [0, 0]
        guard recv(descriptor, &head, 2, Int32(MSG_WAITALL)) == 2 else { return nil }
        let count = Int(head[0]) << 8 | Int(head[1])
        guard 1...maximumCount ~= count else { return nil }
        var question = [UInt8](repeating: 0, count: count)
        return recv(descriptor, &question, count, Int32(MSG_WAITALL)) == count ? question : nil
    }

    private func reply(to question: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        do {
            let caller = try hub.caller(withToken: Self.token(in: question))
            writer.uint(0)
            writer.bytes(caller.account.bytes)
        } catch {
            let problem = HubProblem(refusal: error)
            writer.uint(UInt64(problem.status))
            writer.text(problem.message)
        }
        return writer.encoded
    }

    private static func token(in question: [UInt8]) throws -> String {
        var reader = try CBORReader(question, maximumCount: maximumCount)
        try reader.array(of: 2)
        guard try reader.uint() == 1 else { throw HubProblem(.badRequest, "The file service asks what is not known.") }
        let token = try reader.text(maximum: 512)
        try reader.finish()
        return token
    }
}

extension Hub {
    /// - Throws: `HubProblem` with `.unauthorized` or `.tokenExpired`.
    func caller(withToken token: String) throws -> Caller {
        try context.caller(
            of: Request(method: .get, path: "/v1/uploads", headers: ["Authorization": "Bearer \(token)"]),
            for: .account)
    }
}
