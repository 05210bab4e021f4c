// SPDX-License-Identifier: MIT
import Bytes
import Glibc

/// Who may do what is the hub's to say: a Unix socket in its folder answers.
///
/// A question is `[1, access token]` in CBOR, an answer `[0, account]` or `[HTTP status, sentence]`; each has its
/// length in front, two bytes, big-endian. Nothing is kept here, so a session that has ended has ended for files as
/// well.
package struct Authority: Sendable {
    private let path: String

    private static let maximumCount = 4 << 10
    private static let seconds = 5

    /// - Parameter path: of the hub's socket.
    package init(socket path: String) { self.path = path }

    /// The account of an access token: 16 bytes.
    ///
    /// - Throws: ``FileServiceRefusal`` as the hub words it, or with 503 when the hub does not answer.
    func account(of token: String) throws -> [UInt8] {
        var question = CBORWriter()
        question.array(2)
        question.uint(1)
        question.text(token)
        let answer = try ask(question.encoded)
        do {
            var reader = try CBORReader(answer, maximumCount: Self.maximumCount)
            try reader.array(of: 2)
            let status = try reader.uint(maximum: 599)
            guard status == 0 else {
                let sentence = try reader.text(maximum: 512)
                throw FileServiceRefusal(max(400, Int(status)), .refused, sentence)
            }
            let account = try reader.bytes(count: 16)
            try reader.finish()
            return account
        } catch let error as BytesError {
            throw Self.absent("its answer is malformed: \(error.message)")
        }
    }

    private func ask(_ question: [UInt8]) throws -> [UInt8] {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.absent("there is no descriptor left") }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: Self.seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(descriptor) else { throw Self.absent("nothing listens at '\(path)'") }
        let count = question.count
        let message = [UInt8(count >> 8), UInt8(count & 0xff)] + question
        guard send(descriptor, message, message.count, Int32(MSG_NOSIGNAL)) == message.count else {
            throw Self.absent("it has closed the connection")
        }
        let head = try receive(2, from: descriptor)
        return try receive(Int(head[0]) << 8 | Int(head[1]), from: descriptor)
    }

    private func connect(_ descriptor: Int32) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { space in
            guard bytes.count <= space.count else { return false }
            space.copyBytes(from: bytes)
            return true
        }
        return fits
            && withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
    }

    private func receive(_ count: Int, from descriptor: Int32) throws -> [UInt8] {
        guard count <= Self.maximumCount else { throw Self.absent("its answer is too long") }
        var bytes = [UInt8](repeating: 0, count: count)
        guard recv(descriptor, &bytes, count, Int32(MSG_WAITALL)) == count else {
            throw Self.absent("it does not answer")
        }
        return bytes
    }

    private static func absent(_ reason: String) -> FileServiceRefusal {
        FileServiceRefusal(503, .busy, "The hub cannot be asked who you are: \(reason). Try again later.")
    }
}
