// SPDX-License-Identifier: MIT
import Crypto
import FileIO
import FileModel
import Glibc
import HTTP
import Logging

//  draft-ietf-httpbis-resumable-upload: a POST begins, PATCHes go on at Upload-Offset, Upload-Complete: ?1 ends.
//  An answer names an offset only after the bytes before it are durable.
//
//  | killed after        | on the disk       | at the hub     | what the client does, and what comes of it            |
//  | ------------------- | ----------------- | -------------- | ----------------------------------------------------- |
//  | reserved            | nothing           | room           | POST again; the room is free again after 7 days       |
//  | created             | an empty upload   | room           | the same                                              |
//  | some bytes          | a checkpoint      | room           | HEAD, PATCH from there on                             |
//  | published           | the whole content | room           | HEAD tells the hub, then answers that it is complete  |
//  | told                | the whole content | the content    | HEAD tells it again, and nothing changes              |
//  | answered            | the whole content | the content    | links it at the hub, in one commit                    |

extension FileService {
    func create(_ exchange: TransferExchange, _ token: String) throws {
        let head = exchange.head
        let isLast = try head.boolean("Upload-Complete") ?? true
        let declared = try head.count("Upload-Length")
        if isLast, let declared, let length = exchange.bodyLength, declared != length {
            throw FileServiceRefusal(UploadMachine.Refusal.inconsistentLength(declared))
        }
        let length = declared ?? (isLast ? exchange.bodyLength : nil)
        if let length, length > Self.maximumLength {
            throw FileServiceRefusal(413, .tooLarge, "A content has at most \(Self.maximumLength) bytes.")
        }
        let (id, expected, space) = (try freshID(), try Self.expected(head), try Self.space(head))
        let account = try authority.account(of: token)
        try transfer(exchange, by: account) {
            try create(exchange, id, for: token, in: space, length: length, expecting: expected, isLast: isLast)
        }
    }

    private func create(
        _ exchange: TransferExchange, _ id: UploadID, for token: String, in space: SpaceID?, length: UInt64?,
        expecting expected: ContentHash?, isLast: Bool
    ) throws {
        let owner = try authority.reserve(id, for: token, in: space, length: length)
        do {
            try onStep(.reserved)
            let upload = try store.create(
                UploadHeader(
                    id: id, owner: owner, created: UInt64(max(0, time(nil))), length: length, expected: expected))
            try onStep(.created)
            try appends.withUpload(id, on: exchange.line, cuttingOthers: false) {
                try take(exchange, into: upload, at: 0, isLast: isLast, declared: nil, status: 201)
            }
        } catch let failure where !exchange.isAnswered {
            // The client has not learnt where the upload is, so no one could go on with it.
            try store.remove(id)
            end(id)
            throw failure
        }
    }

    /// Frees the room of an upload that is no longer there; a hub that does not answer frees it after 7 days.
    func end(_ id: UploadID) {
        do {
            try authority.ended(id)
        } catch {
            log.warning("The hub could not be told that an upload has ended", .error(error))
        }
    }

    func append(_ exchange: TransferExchange, _ id: UploadID, _ owner: [UInt8]) throws {
        let head = exchange.head
        guard try head.single("Content-Type") == "application/partial-upload" else {
            throw FileServiceRefusal(415, .wrongType, "An append has the type application/partial-upload.")
        }
        guard let offset = try head.count("Upload-Offset"), let isLast = try head.boolean("Upload-Complete") else {
            throw FileServiceRefusal(400, .badRequest, "An append names Upload-Offset and Upload-Complete.")
        }
        let declared = try head.count("Upload-Length")
        try requireOwner(id, owner)
        try appends.withUpload(id, on: exchange.line, cuttingOthers: true) {
            let upload = try open(id, owner)
            do {
                try take(
                    exchange, into: upload, at: offset, isLast: isLast, declared: declared, status: isLast ? 200 : 204)
            } catch let error as FileIOError where error.code == .wrongDigest || error.code == .deactivated {
                // It is removed already.
                end(id)
                throw error
            }
        }
    }

    func tell(_ exchange: TransferExchange, _ id: UploadID, _ owner: [UInt8]) throws {
        try requireOwner(id, owner)
        // The client has given up what it was sending, or it would know the offset.
        try appends.withUpload(id, on: exchange.line, cuttingOthers: true) {
            let upload = try open(id, owner)
            if upload.state != .receiving { try publish(upload) }
            var headers = Self.headers(of: upload)
            headers.add("Upload-Limit", "max-size=\(Self.maximumLength)")
            try exchange.answer(204, headers)
        }
    }

    func forget(_ exchange: TransferExchange, _ id: UploadID, _ owner: [UInt8]) throws {
        try requireOwner(id, owner)
        try appends.withUpload(id, on: exchange.line, cuttingOthers: true) {
            try requireOwner(id, owner)
            // First: a client that gets no answer asks again, as long as the upload is there.
            try authority.ended(id)
            try store.remove(id)
            try exchange.answer(204)
        }
    }

    // MARK: - Pieces

    /// 1 TiB.
    static let maximumLength: UInt64 = 1 << 40

    private func take(
        _ exchange: TransferExchange, into upload: StagedUpload, at offset: UInt64, isLast: Bool, declared: UInt64?,
        status: Int
    ) throws {
        try upload.begin(at: offset, count: exchange.bodyLength, declared: declared, isLast: isLast)
        var room = UploadRoom(upload, authority)
        do {
            try room.takeKnown()
            // The disk and the hashes have a thread of their own while more bytes come.
            try BackgroundSink.run(into: { bytes in
                try room.take(bytes.count)
                try upload.append(bytes, at: Self.milliseconds)
            }) { take in try exchange.readBody(take) }
        } catch let failure where Self.keepsBytes(failure) {
            // What has come counts: the client goes on behind it.
            try upload.checkpoint(at: Self.milliseconds)
            throw failure
        }
        guard isLast else {
            try upload.checkpoint(at: Self.milliseconds)
            return try exchange.answer(status, Self.headers(of: upload))
        }
        try upload.end(at: Self.milliseconds)
        try publish(upload)
        try exchange.answer(status, Self.headers(of: upload))
        try onStep(.answered)
    }

    /// Whether what has come before a failure counts.
    private static func keepsBytes(_ failure: any Error) -> Bool {
        failure is TransferBreak || failure is TransferRefusal || failure is FileServiceRefusal
    }

    /// Gives a whole content its place, and has the hub know it: only then may a client be told.
    ///
    /// The claim lasts until the hub's commit, so the content is not removed in between.
    func publish(_ upload: StagedUpload) throws {
        guard let hash = upload.contentHash else { preconditionFailure("An upload is published when it is whole.") }
        try claims.withContent(hash) {
            _ = try upload.publish()
            try requireContent(hash, of: upload)
            if let list = upload.chunkList { try store.chunkLists.keep(list, of: hash) }
            try onStep(.published)
            do {
                try authority.stored(upload.header.id, hash, size: upload.offset)
            } catch let refusal as FileServiceRefusal where refusal.status == 404 {
                // The hub has ended the upload, days ago.
                try store.remove(upload.header.id)
                throw Self.nothing
            }
            try onStep(.told)
        }
    }

    /// An upload that was published days ago may find its content removed or put aside by now.
    ///
    /// - Throws: ``FileServiceRefusal`` with `.lost`; the upload is gone then.
    private func requireContent(_ hash: ContentHash, of upload: StagedUpload) throws {
        guard try store.contents.size(of: hash) == nil else { return }
        try authority.ended(upload.header.id)
        try store.remove(upload.header.id)
        throw FileServiceRefusal(410, .lost, "The server no longer has these bytes. Send the content again.")
    }

    /// Whose quota the upload counts against.
    static func space(_ head: TransferHead) throws -> SpaceID? {
        guard let text = try head.single("Satchel-Space") else { return nil }
        guard let space = SpaceID(text) else {
            throw FileServiceRefusal(400, .badRequest, "Satchel-Space is the id of a space.")
        }
        return space
    }

    private static func headers(of upload: StagedUpload) -> Headers {
        var headers: Headers = [
            "Location": "/v1/uploads/\(upload.header.id)", "Upload-Offset": "\(upload.offset)",
            "Upload-Complete": StructuredField.text(upload.state != .receiving), "Cache-Control": "no-store",
        ]
        if let length = upload.length { headers.add("Upload-Length", "\(length)") }
        if let hash = upload.contentHash { headers.add("ETag", hash.entityTag) }
        return headers
    }

    /// What the content must hash to. RFC 9530
    static func expected(_ head: TransferHead) throws -> ContentHash? {
        guard let text = try head.single("Repr-Digest") else { return nil }
        guard let bytes = StructuredField.bytes(of: "sha-256", in: text), bytes.count == Digest.count else {
            throw FileServiceRefusal(400, .badRequest, "Repr-Digest is sha-256=:<Base64 of 32 bytes>:.")
        }
        return ContentHash(try Digest(bytes))
    }

    /// Before anything is cut off, so that no one can disturb the uploads of others.
    private func requireOwner(_ id: UploadID, _ owner: [UInt8]) throws {
        guard try store.header(of: id).owner == owner else { throw Self.nothing }
    }

    private func open(_ id: UploadID, _ owner: [UInt8]) throws -> StagedUpload {
        let upload = try store.resume(id)
        guard upload.header.owner == owner else { throw Self.nothing }
        return upload
    }
}
