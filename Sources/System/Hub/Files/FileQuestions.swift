// SPDX-License-Identifier: MIT
import Glibc
import HubLedger
import HubStorage
import Synchronization

/// Answers the file service, a process of its own on this machine: who calls, what may be uploaded, what a file holds.
///
/// A Unix socket that only this user can reach. Questions and answers are CBOR arrays, see ``FileQuestion``; each has its length
/// in front, two bytes, big-endian. C: man 7 unix
package final class FileQuestions: Sendable {
    private let hub: Hub
    private let path: String
    private let listener: Int32
    private let isStopping = Atomic(false)
    private let thread = Mutex<WorkerThread?>(nil)

    private static let maximumCount = FileQuestion.maximumCount
    private static let backlog: Int32 = 128

    /// Listens until ``close()``. Replaces a socket that an earlier process left at the path.
    ///
    /// - Throws: ``HubError`` with `.system`; `SQLError` when the store of files cannot be opened.
    package init(of hub: Hub, at path: String) throws {
        try hub.openFiles()
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
        }
        Glibc.close(listener)
        unlink(path)
    }

    private func answer(_ descriptor: Int32) {
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard Self.isOwn(descriptor), let question = Self.receive(from: descriptor) else {
            Glibc.close(descriptor)
            return
        }
        // Called once, perhaps after a commit and on the thread of the writer.
        let reply: @Sendable ([UInt8]) -> Void = { answer in
            let message = [UInt8(answer.count >> 8), UInt8(answer.count & 0xff)] + answer
            // Safe: the other side asks again when nothing comes.
            _ = send(descriptor, message, message.count, Int32(MSG_NOSIGNAL))
            Glibc.close(descriptor)
        }
        if let answer = hub.answerAboutShare(question) { return reply(answer) }
        if !hub.answerForWebDAV(question, reply) { hub.answer(question, reply) }
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
}
