// SPDX-License-Identifier: MIT
import Crypto
import FileIO
import FileModel
import Glibc
import HTTP

//  draft-ietf-httpbis-resumable-upload: a POST begins, PATCHes go on at Upload-Offset, Upload-Complete: ?1 ends.
//  An answer names an offset only after the bytes before it are durable.

extension FileService {
    func create(_ exchange: TransferExchange, _ owner: [UInt8]) throws {
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
        let id = try freshID()
        let upload = try store.create(
            UploadHeader(
                id: id, owner: owner, created: UInt64(max(0, time(nil))), length: length,
                expected: try Self.expected(head)))
        do {
            try appends.withUpload(id, on: exchange.line, cuttingOthers: false) {
                try take(exchange, into: upload, at: 0, isLast: isLast, declared: nil, status: 201)
            }
        } catch let failure where !exchange.isAnswered {
            // The client has not learnt where the upload is, so no one could go on with it.
            try store.remove(id)
            throw failure
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
            try take(exchange, into: upload, at: offset, isLast: isLast, declared: declared, status: isLast ? 200 : 204)
        }
    }

    func tell(_ exchange: TransferExchange, _ id: UploadID, _ owner: [UInt8]) throws {
        try requireOwner(id, owner)
        // The client has given up what it was sending, or it would know the offset.
        try appends.withUpload(id, on: exchange.line, cuttingOthers: true) {
            let upload = try open(id, owner)
            if upload.state == .whole { _ = try upload.publish() }
            var headers = Self.headers(of: upload)
            headers.add("Upload-Limit", "max-size=\(Self.maximumLength)")
            try exchange.answer(204, headers)
        }
    }

    func forget(_ exchange: TransferExchange, _ id: UploadID, _ owner: [UInt8]) throws {
        try requireOwner(id, owner)
        try appends.withUpload(id, on: exchange.line, cuttingOthers: true) {
            try requireOwner(id, owner)
            try store.remove(id)
            try exchange.answer(204)
        }
    }

    // MARK: - Pieces

    /// 1 TiB.
    private static let maximumLength: UInt64 = 1 << 40

    private func take(
        _ exchange: TransferExchange, into upload: StagedUpload, at offset: UInt64, isLast: Bool, declared: UInt64?,
        status: Int
    ) throws {
        try upload.begin(at: offset, count: exchange.bodyLength, declared: declared, isLast: isLast)
        do {
            try exchange.readBody { try upload.append($0, at: Self.milliseconds) }
        } catch let failure where failure is TransferBreak || failure is TransferRefusal {
            // What has come counts: the client goes on behind it.
            try upload.checkpoint(at: Self.milliseconds)
            throw failure
        }
        guard isLast else {
            try upload.checkpoint(at: Self.milliseconds)
            return try exchange.answer(status, Self.headers(of: upload))
        }
        try upload.end(at: Self.milliseconds)
        _ = try upload.publish()
        try exchange.answer(status, Self.headers(of: upload))
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
    private static func expected(_ head: TransferHead) throws -> ContentHash? {
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
