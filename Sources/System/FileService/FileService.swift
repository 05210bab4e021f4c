// SPDX-License-Identifier: MIT
package import Crypto
package import FileIO
import FileModel
import Glibc
package import HTTP

/// Answers the requests for files: uploads that go on after any break, and their contents.
///
///     POST   /v1/uploads                   begins an upload
///     HEAD   /v1/uploads/{upload}          how far it is
///     PATCH  /v1/uploads/{upload}          goes on with it
///     DELETE /v1/uploads/{upload}          forgets it
///     GET    /v1/uploads/{upload}/content  its bytes, once it is whole; also HEAD
///
/// Uploads follow draft-ietf-httpbis-resumable-upload. An upload belongs to the account that began it; for others it is
/// not there.
package final class FileService: Sendable {
    let store: UploadStore
    private let authority: Authority
    private let random: RandomSource
    private let log: @Sendable (String) -> Void
    let appends = AppendTurns()

    package init(
        store: UploadStore, authority: Authority, random: RandomSource = .system,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.store = store
        self.authority = authority
        self.random = random
        self.log = log
    }

    /// For a ``TransferServer``.
    package var handler: TransferHandler { { [self] exchange in try handle(exchange) } }

    private func handle(_ exchange: TransferExchange) throws {
        do {
            try route(exchange)
        } catch let refusal as FileServiceRefusal {
            try answer(exchange, refusal)
        } catch let refusal as UploadMachine.Refusal {
            try answer(exchange, FileServiceRefusal(refusal))
        } catch let error as FileIOError {
            // Half an answer cannot be taken back.
            guard !exchange.isAnswered else { throw error }
            if error.code != .full && error.code != .notFound && error.code != .wrongDigest { log("\(error)") }
            try answer(exchange, FileServiceRefusal(error))
        }
    }

    private func answer(_ exchange: TransferExchange, _ refusal: FileServiceRefusal) throws {
        var headers = refusal.headers
        headers.add("Content-Type", "application/problem+json")
        headers.add("Cache-Control", "no-store")
        headers.add("X-Content-Type-Options", "nosniff")
        try exchange.answer(refusal.status, headers, body: refusal.body)
    }

    private func route(_ exchange: TransferExchange) throws {
        let parts = exchange.head.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.prefix(2) == ["v1", "uploads"], parts.count <= 4, exchange.head.query == nil else {
            throw Self.nothing
        }
        let owner = try caller(of: exchange)
        guard parts.count > 2 else {
            guard exchange.head.method == .post else { throw Self.wrongMethod("POST") }
            return try create(exchange, owner)
        }
        guard let id = UploadID(String(parts[parts.startIndex + 2])) else { throw Self.nothing }
        if parts.count == 4 {
            guard parts.last == "content" else { throw Self.nothing }
            guard exchange.head.method == .get || exchange.head.method == .head else {
                throw Self.wrongMethod("GET, HEAD")
            }
            return try send(exchange, contentOf: id, owner)
        }
        switch exchange.head.method {
        case .head: try tell(exchange, id, owner)
        case .patch: try append(exchange, id, owner)
        case .delete: try forget(exchange, id, owner)
        case .get, .post: throw Self.wrongMethod("HEAD, PATCH, DELETE")
        }
    }

    private func caller(of exchange: TransferExchange) throws -> [UInt8] {
        guard let header = try exchange.head.single("Authorization"), header.hasPrefix("Bearer ") else {
            throw FileServiceRefusal(
                401, .refused, "This needs an account. Log in at the hub and send the access token.",
                headers: ["WWW-Authenticate": "Bearer"])
        }
        return try authority.account(of: String(header.dropFirst("Bearer ".count)))
    }

    func freshID() throws -> UploadID { try UploadID(random.bytes(UploadID.byteCount)) }

    /// Milliseconds of a clock that never goes back.
    static var milliseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
    }

    static let nothing = FileServiceRefusal(404, .notFound, "There is nothing at this path.")

    private static func wrongMethod(_ allowed: String) -> FileServiceRefusal {
        FileServiceRefusal(405, .methodNotAllowed, "This path takes \(allowed).", headers: ["Allow": allowed])
    }
}

extension TransferHead {
    /// The value of a header that may stand once.
    func single(_ name: String) throws -> String? {
        let values = headers.all(name)
        guard values.count <= 1 else {
            throw FileServiceRefusal(400, .badRequest, "The header \(name) stands twice.")
        }
        return values.first
    }

    /// A header that is a structured boolean.
    func boolean(_ name: String) throws -> Bool? {
        guard let text = try single(name) else { return nil }
        guard let value = StructuredField.boolean(text) else {
            throw FileServiceRefusal(400, .badRequest, "\(name) is ?1 or ?0.")
        }
        return value
    }

    /// A header that is a structured number of bytes.
    func count(_ name: String) throws -> UInt64? {
        guard let text = try single(name) else { return nil }
        guard let value = StructuredField.integer(text) else {
            throw FileServiceRefusal(400, .badRequest, "\(name) is a number of bytes.")
        }
        return value
    }
}

extension FileServiceRefusal {
    init(_ refusal: UploadMachine.Refusal) {
        switch refusal {
        case .wrongOffset(let expected):
            self.init(
                409, .wrongOffset, "The upload goes on at byte \(expected).",
                headers: ["Upload-Offset": "\(expected)", "Upload-Complete": "?0"])
        case .tooLong(let length):
            self.init(400, .inconsistentLength, "The upload has a length of \(length) bytes; more were sent.")
        case .inconsistentLength(let length):
            self.init(400, .inconsistentLength, "The upload has a length of \(length) bytes, and no other.")
        case .alreadyWhole: self.init(400, .alreadyWhole, "The upload has all its bytes.")
        case .deactivated:
            self.init(410, .lost, "The disk has refused bytes of this upload. Send the content again.")
        }
    }

    init(_ error: FileIOError) {
        switch error.code {
        case .notFound: self = FileService.nothing
        case .full: self.init(507, .full, "The disk of the server is full. Tell its operator, and try again later.")
        case .wrongDigest: self.init(400, .wrongDigest, "The content is not what Repr-Digest announces. Send it again.")
        case .deactivated, .damaged:
            self.init(410, .lost, "The server has lost bytes of this upload. Send the content again.")
        case .alreadyThere, .outside, .unsupported, .locked, .inputOutput:
            self.init(500, .lost, "The server cannot use its disk. Tell its operator.")
        }
    }
}
