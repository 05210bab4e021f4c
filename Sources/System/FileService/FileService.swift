// SPDX-License-Identifier: MIT
package import Crypto
package import FileIO
import FileModel
import Glibc
package import HTTP
package import Logging
import WebDAV

/// Answers the requests for files: uploads that go on after any break, and their contents.
///
///     POST   /v1/uploads                   begins an upload
///     POST   /v1/uploads/small             a whole content of at most 16 KiB
///     HEAD   /v1/uploads/{upload}          how far it is
///     PATCH  /v1/uploads/{upload}          goes on with it
///     DELETE /v1/uploads/{upload}          forgets it
///     GET    /v1/uploads/{upload}/content  its bytes, once it is whole; also HEAD
///     GET    /v1/files/items/{item}/content                     what a file holds; also HEAD
///     GET    /v1/files/items/{item}/thumbnail                   a small picture of it; also HEAD
///     GET    /v1/files/items/{item}/versions/{version}/content  what it held; also HEAD
///     GET    /v1/files/items/{item}/chunks                      the SHA-256 of each 4 MiB of it; also of a version
///     GET    /s/{token}, /s/{token}/content                     what a share link shares; also HEAD
///     …      /dav/…, /dav-spaces/{space}/…                      WebDAV, see FileService+WebDAV.swift
///
/// Uploads follow draft-ietf-httpbis-resumable-upload. An upload belongs to the account that began it; for others it is
/// not there.
package final class FileService: Sendable {
    let store: UploadStore
    let authority: Authority
    private let random: RandomSource
    let log: Log
    let onStep: @Sendable (FileServiceStep) throws -> Void
    let appends = AppendTurns()
    let claims = ContentClaims()
    let places: TransferPlaces
    /// Nil where no pictures are made.
    let thumbnails: Thumbnails?

    package init(
        store: UploadStore, authority: Authority, random: RandomSource = .system,
        places: TransferPlaces = TransferPlaces(), thumbnails: Thumbnails? = nil,
        log: Log = .none,
        onStep: @escaping @Sendable (FileServiceStep) throws -> Void = { _ in }
    ) {
        self.store = store
        self.authority = authority
        self.random = random
        self.places = places
        self.thumbnails = thumbnails
        self.log = log
        self.onStep = onStep
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
            if error.code != .full && error.code != .notFound && error.code != .wrongDigest {
                log.error("A request failed", .error(error))
            }
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
        guard !DAVPath.covers(exchange.head.path) else { return try serveWebDAV(exchange) }
        let isThumbnail = exchange.head.path.hasSuffix("/thumbnail")
        guard exchange.head.query == nil || isThumbnail else { throw Self.nothing }
        let parts = exchange.head.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        switch Array(parts) {
        case let parts where parts.first == "s": try visit(exchange)
        case ["v1", "uploads"]:
            guard exchange.head.method == .post else { throw Self.wrongMethod("POST") }
            try create(exchange, try token(of: exchange))
        case ["v1", "uploads", "small"]:
            guard exchange.head.method == .post else { throw Self.wrongMethod("POST") }
            try storeSmall(exchange, try token(of: exchange))
        case let parts where parts.starts(with: ["v1", "uploads"]):
            try route(exchange, toUpload: Array(parts.dropFirst(2)))
        case let parts where parts.starts(with: ["v1", "files", "items"]):
            try route(exchange, toItem: Array(parts.dropFirst(3)))
        default: throw Self.nothing
        }
    }

    private func route(_ exchange: TransferExchange, toUpload parts: [Substring]) throws {
        let owner = try authority.account(of: token(of: exchange))
        guard let id = UploadID(String(parts[0])) else { throw Self.nothing }
        guard parts.count == 1 else {
            guard parts.dropFirst() == ["content"] else { throw Self.nothing }
            try Self.requireReading(exchange)
            return try transfer(exchange, by: owner) { try send(exchange, contentOf: id, owner) }
        }
        switch exchange.head.method {
        case .head: try tell(exchange, id, owner)
        case .patch: try transfer(exchange, by: owner) { try append(exchange, id, owner) }
        case .delete: try forget(exchange, id, owner)
        default: throw Self.wrongMethod("HEAD, PATCH, DELETE")
        }
    }

    private func route(_ exchange: TransferExchange, toItem parts: [Substring]) throws {
        let token = try token(of: exchange)
        if parts.count == 2, parts[1] == "thumbnail", let item = ItemID(String(parts[0])) {
            try Self.requireReading(exchange)
            return try sendThumbnail(exchange, of: item, token)
        }
        guard parts.last == "content" || parts.last == "chunks", exchange.head.query == nil,
            let item = ItemID(String(parts[0]))
        else {
            throw Self.nothing
        }
        var version: UInt64?
        switch parts.count {
        case 2: break
        case 4 where parts[1] == "versions":
            guard let number = StructuredField.integer(String(parts[2])) else { throw Self.nothing }
            version = number
        default: throw Self.nothing
        }
        try Self.requireReading(exchange)
        guard parts.last == "content" else { return try send(exchange, chunksOf: item, version: version, token) }
        try send(exchange, contentOf: item, version: version, token)
    }

    /// Runs what moves the bytes of a content, in a place of its own. HEAD moves none.
    func transfer(_ exchange: TransferExchange, by account: [UInt8], _ body: () throws -> Void) throws {
        guard exchange.head.method != .head else { return try body() }
        try places.withPlace(for: .account(account), at: exchange.remoteAddress, body)
    }

    static func requireReading(_ exchange: TransferExchange) throws {
        guard exchange.head.method == .get || exchange.head.method == .head else { throw wrongMethod("GET, HEAD") }
    }

    private func token(of exchange: TransferExchange) throws -> String {
        guard let header = try exchange.head.single("Authorization"), header.hasPrefix("Bearer ") else {
            throw FileServiceRefusal(
                401, .unauthorized, "This needs an account. Log in at the hub and send the access token.",
                headers: ["WWW-Authenticate": "Bearer"])
        }
        return String(header.dropFirst("Bearer ".count))
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

/// The places between which an upload's commit or a removal can be interrupted; tests end the process at each.
package enum FileServiceStep: String, CaseIterable, Sendable {
    /// The hub has taken room; nothing is on the disk.
    case reserved
    /// The upload is on the disk; its client does not know it.
    case created
    /// The content is whole under its hash; the hub does not know it.
    case published
    /// The hub has committed that the content is there; the client does not know it.
    case told
    case answered
    /// The hub has carried out a request of WebDAV; the client does not know it.
    case ordered
    /// The hub has given contents up; their files are there.
    case givenUp
    /// One file is gone, perhaps not for good.
    case unlinked
    /// The files are gone for good; the hub still has their rows.
    case flushed
    /// The hub has removed the rows.
    case forgotten
    /// A damaged file is in the quarantine; the hub does not know it.
    case putAside
    /// The hub has told of the damage.
    case damageTold
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
