// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import HTTP
import HubAPI
import HubFiles
import Tokens

/// What the file service asks.
///
///     [1, access token]                                   → [0, account]
///     [2, access token, upload, space or "", length|null] → [0, account]   takes room
///     [3, upload, content, size]                          → [0]            the content is there, whole and durable
///     [4, access token, item, version|null]               → [0, account, content, size]
///     [5, upload]                                         → [0]            the upload has ended
///     [6, upload, bytes]                                  → [0]            takes room for so many in all
///     refused                                             → [HTTP status, code, sentence]
///
/// Ids and hashes are bytes, codes are those of `HubProblem`. Everything but 1 and 4 is durable before the answer, and may be
/// asked again.
enum FileQuestion: Sendable {
    case account(token: String)
    case reserve(token: String, UploadID, SpaceID?, length: UInt64?)
    case stored(UploadID, ContentHash, size: UInt64)
    case content(token: String, ItemID, version: UInt64?)
    case ended(UploadID)
    case grow(UploadID, total: UInt64)

    static let maximumCount = 4 << 10
    private static let maximumToken = 512

    /// - Throws: `BytesError` and `FileModelError` for what is no question; `HubProblem` for an unknown one.
    init(decoding bytes: [UInt8]) throws {
        var reader = try CBORReader(bytes, maximumCount: Self.maximumCount)
        let count = try reader.array(maximum: 8)
        let number = try reader.uint()
        switch (number, count) {
        case (1, 2): self = .account(token: try reader.text(maximum: Self.maximumToken))
        case (2, 5):
            let token = try reader.text(maximum: Self.maximumToken)
            let upload = try UploadID(reader.bytes(count: UploadID.byteCount))
            let space = try reader.bytes(maximum: SpaceID.byteCount)
            self = .reserve(
                token: token, upload, space.isEmpty ? nil : try SpaceID(space), length: try Self.optional(&reader))
        case (3, 4):
            let upload = try UploadID(reader.bytes(count: UploadID.byteCount))
            let content = ContentHash(try Digest(reader.bytes(count: Digest.count)))
            self = .stored(upload, content, size: try reader.uint(maximum: UInt64(Int64.max)))
        case (4, 4):
            let token = try reader.text(maximum: Self.maximumToken)
            let item = try ItemID(reader.bytes(count: ItemID.byteCount))
            self = .content(token: token, item, version: try Self.optional(&reader))
        case (5, 2): self = .ended(try UploadID(reader.bytes(count: UploadID.byteCount)))
        case (6, 3):
            let upload = try UploadID(reader.bytes(count: UploadID.byteCount))
            self = .grow(upload, total: try reader.uint(maximum: UInt64(Int64.max)))
        default: throw HubProblem(.badRequest, "The file service asks what is not known.")
        }
        try reader.finish()
    }

    private static func optional(_ reader: inout CBORReader) throws -> UInt64? {
        try reader.null() ? nil : reader.uint(maximum: UInt64(Int64.max))
    }
}

extension Hub {
    /// Answers a question of the file service; `reply` is called once, perhaps later and on another thread.
    func answer(_ bytes: [UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) {
        do {
            switch try FileQuestion(decoding: bytes) {
            case .account(let token): reply(Self.good([.bytes(try caller(withToken: token).account.bytes)]))
            case .content(let token, let item, let version):
                let account = try caller(withToken: token).account
                let content = try context.readFiles(account) { try $0.content(of: item, version: version) }
                let hash = content.hash.digest.bytes
                reply(Self.good([.bytes(account.bytes), .bytes(hash), .unsigned(content.size)]))
            case .reserve(let token, let upload, let space, let length):
                let account = try caller(withToken: token).account
                change(reply, answering: [.bytes(account.bytes)]) {
                    try $0.reserve(upload, by: account, space: space, length: length)
                }
            case .stored(let upload, let content, let size):
                change(reply) { try $0.stored(upload, content, size: size) }
            case .ended(let upload): change(reply) { try $0.forget(upload) }
            case .grow(let upload, let total): change(reply) { try $0.reserve(upload, total: total) }
            }
        } catch {
            reply(Self.refusal(error))
        }
    }

    private func change(
        _ reply: @escaping @Sendable ([UInt8]) -> Void, answering values: [CBORValue] = [],
        _ body: @escaping @Sendable (FileChange) throws -> Void
    ) {
        let context = context
        do {
            try context.files.store().write {
                try body(context.fileChange($0))
            } reply: { result in
                switch result {
                case .success: reply(Self.good(values))
                case .failure(let error): reply(Self.refusal(error))
                }
            }
        } catch {
            reply(Self.refusal(error))
        }
    }

    private static func good(_ values: [CBORValue]) -> [UInt8] { CBORValue.array([.unsigned(0)] + values).encoded }

    private static func refusal(_ error: any Error) -> [UInt8] {
        let problem =
            error is BytesError || error is FileModelError
            ? HubProblem(.badRequest, "The file service asks what is malformed.") : HubProblem(refusal: error)
        let values: [CBORValue] = [
            .unsigned(UInt64(problem.status)), .text(problem.code.rawValue), .text(problem.message),
        ]
        return CBORValue.array(values).encoded
    }

    /// - Throws: `HubProblem` with `.unauthorized` or `.tokenExpired`.
    private func caller(withToken token: String) throws -> Caller {
        try context.caller(
            of: Request(method: .get, path: "/v1/uploads", headers: ["Authorization": "Bearer \(token)"]),
            for: .account)
    }
}
