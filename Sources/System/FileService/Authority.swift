// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import Glibc
import WebDAV

/// Who may do what, and what there is room for, is the hub's to say: a Unix socket in its folder answers.
///
/// Questions and answers are CBOR arrays with their length in front, two bytes, big-endian. An answer begins with 0, or is
/// `[HTTP status, code, sentence]`:
///
///     [1, access token]                                   → [0, account]
///     [2, access token, upload, space or "", length|null] → [0, account]   takes room
///     [3, upload, content, size]                          → [0]            the content is there, whole and durable
///     [4, access token, item, version|null]               → [0, account, content, size]
///     [5, upload]                                         → [0]            the upload has ended
///     [20, SHA-256 of a share link's token]               → [0, content, size, name, expires]
///     [6, upload, bytes]                                  → [0]            takes room for so many in all
///     [7, upload, idle seconds]                           → [0, boolean]   whether it is still expected
///     [8]                                                 → [0, [content]] may be garbage, at most 64
///     [9, [content]]                                      → [0, [content]] are given up: their files may go
///     [10, [content]]                                     → [0]            their files are gone
///     [11]                                                → [0, [content]] are to be read, at most 64
///     [12, [content]]                                     → [0]            were read, and are right
///     [13, content]                                       → [0]            is damaged, or is not there
///     [14, [[content, size]]]                             → [0]            are on the disk, at most 64
///     [15, access token, upload, space or "", bytes]      → [0, account]   a small content is kept in the database
///     [16, content]                                       → [0, bytes]     of a small content
///
/// Nothing is kept here, so a session that has ended has ended for files as well. A question that got no answer may be asked
/// again.
package struct Authority: Sendable {
    private let path: String

    private static let maximumCount = DAVAnswer.maximumCount
    /// The hub answers some questions after a commit.
    private static let seconds = 10
    private static let accountCount = 16

    /// - Parameter path: of the hub's socket.
    package init(socket path: String) { self.path = path }

    /// The account of an access token: 16 bytes.
    ///
    /// - Throws: ``FileServiceRefusal`` as the hub words it, or with 503 when the hub does not answer; so do all.
    func account(of token: String) throws -> [UInt8] {
        try ask([.unsigned(1), .text(token)]) { try $0.bytes(count: Self.accountCount) }
    }

    /// Takes room for an upload that begins.
    ///
    /// - Parameters:
    ///   - space: nil for the account's own one.
    ///   - length: in bytes; nil if it is not known.
    /// - Returns: the account of the token.
    func reserve(_ upload: UploadID, for token: String, in space: SpaceID?, length: UInt64?) throws -> [UInt8] {
        let question: [CBORValue] = [
            .unsigned(2), .text(token), .bytes(upload.bytes), .bytes(space?.bytes ?? []),
            length.map { .unsigned($0) } ?? .null,
        ]
        return try ask(question) { try $0.bytes(count: Self.accountCount) }
    }

    /// Takes room for an upload whose length was not known, for so many bytes in all.
    func grow(_ upload: UploadID, to total: UInt64) throws {
        try ask([.unsigned(6), .bytes(upload.bytes), .unsigned(total)]) { _ in }
    }

    /// Says that an upload has all its bytes under their hash, and that they survive a power cut.
    func stored(_ upload: UploadID, _ content: ContentHash, size: UInt64) throws {
        try ask([.unsigned(3), .bytes(upload.bytes), .bytes(content.digest.bytes), .unsigned(size)]) { _ in }
    }

    /// Says that an upload is given up.
    func ended(_ upload: UploadID) throws { try ask([.unsigned(5), .bytes(upload.bytes)]) { _ in } }

    /// The content of a file, for the account of a token.
    ///
    /// - Parameter version: nil for the present one.
    /// - Returns: the account of the token, and the content.
    func content(of item: ItemID, version: UInt64?, for token: String) throws -> (account: [UInt8], ContentHash) {
        let question: [CBORValue] = [
            .unsigned(4), .text(token), .bytes(item.bytes), version.map { .unsigned($0) } ?? .null,
        ]
        return try ask(question) { reader in
            let account = try reader.bytes(count: Self.accountCount)
            let hash = ContentHash(try Digest(reader.bytes(count: Digest.count)))
            _ = try reader.uint()
            return (account, hash)
        }
    }

    // MARK: - Small contents

    /// Has the hub keep a small content in its database; afterwards it is durable, and the account can link it.
    ///
    /// - Returns: the account of the token.
    func store(
        _ bytes: [UInt8], as upload: UploadID, for token: String, in space: SpaceID?
    ) throws -> [UInt8] {
        let question: [CBORValue] = [
            .unsigned(15), .text(token), .bytes(upload.bytes), .bytes(space?.bytes ?? []), .bytes(bytes),
        ]
        return try ask(question) { try $0.bytes(count: Self.accountCount) }
    }

    /// The bytes of a content that the hub keeps in its database.
    ///
    /// - Throws: ``FileServiceRefusal`` with 404 if it does not.
    func bytes(of content: ContentHash) throws -> [UInt8] {
        try ask([.unsigned(16), .bytes(content.digest.bytes)]) { try $0.bytes(maximum: SmallContent.maximumCount) }
    }

    // MARK: - Keeping

    /// Whether the hub still expects an upload; it ends those that are idle for 7 days.
    ///
    /// - Parameter idle: seconds since its last bytes came.
    func expects(_ upload: UploadID, idle: UInt64) throws -> Bool {
        try ask([.unsigned(7), .bytes(upload.bytes), .unsigned(idle)]) { try $0.bool() }
    }

    /// Contents that may be garbage.
    func garbage() throws -> [ContentHash] { try ask([.unsigned(8)]) { try Self.contents(&$0) } }

    /// Asks for the first commit of a removal.
    ///
    /// - Returns: the contents that are given up now, so that their files may be removed.
    func giveUp(_ contents: [ContentHash]) throws -> [ContentHash] {
        try ask([.unsigned(9), Self.list(contents)]) { try Self.contents(&$0) }
    }

    /// Says that the files of given up contents are gone: the second commit of a removal.
    func removed(_ contents: [ContentHash]) throws { try ask([.unsigned(10), Self.list(contents)]) { _ in } }

    /// Contents whose bytes are to be read.
    func due() throws -> [ContentHash] { try ask([.unsigned(11)]) { try Self.contents(&$0) } }

    /// Says that the bytes of contents were read just now, and are right.
    func checked(_ contents: [ContentHash]) throws { try ask([.unsigned(12), Self.list(contents)]) { _ in } }

    /// Says that a content does not hold its bytes, or is not there.
    func damaged(_ content: ContentHash) throws { try ask([.unsigned(13), .bytes(content.digest.bytes)]) { _ in } }

    /// Says which contents are on the disk, at most ``maximumContents``.
    func found(_ files: ArraySlice<(hash: ContentHash, size: UInt64)>) throws {
        let list = files.map { CBORValue.array([.bytes($0.hash.digest.bytes), .unsigned($0.size)]) }
        try ask([.unsigned(14), .array(list)]) { _ in }
    }

    /// Contents of one question or answer.
    static let maximumContents = 64

    private static func list(_ contents: [ContentHash]) -> CBORValue {
        .array(contents.map { .bytes($0.digest.bytes) })
    }

    private static func contents(_ reader: inout CBORReader) throws -> [ContentHash] {
        let count = try reader.array(maximum: maximumContents)
        return try (0..<count).map { _ in ContentHash(try Digest(reader.bytes(count: Digest.count))) }
    }

    // MARK: - The socket

    func ask<Answer>(
        _ question: [CBORValue], _ read: (inout CBORReader) throws -> Answer
    ) throws -> Answer {
        let answer = try ask(CBORValue.array(question).encoded)
        do {
            var reader = try CBORReader(answer, maximumCount: Self.maximumCount)
            _ = try reader.array(maximum: 8)
            let status = try reader.uint(maximum: 599)
            guard status == 0 else {
                let code = FileServiceRefusal.Code(rawValue: try reader.text(maximum: 64))
                throw FileServiceRefusal(max(400, Int(status)), code, try reader.text(maximum: 512))
            }
            let value = try read(&reader)
            try reader.finish()
            return value
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
        FileServiceRefusal(503, .busy, "The hub cannot be asked: \(reason). Try again later.")
    }
}
