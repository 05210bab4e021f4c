// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import HTTP
import HubAPI
import HubFiles
import HubLedger
import HubStorage
import SQL
import Tokens

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
                change(reply) {
                    try $0.reserve(upload, by: account, space: space, length: length)
                    return [.bytes(account.bytes)]
                }
            case .stored(let upload, let content, let size):
                change(reply) {
                    try $0.stored(upload, content, size: size)
                    return []
                }
            case .store(let token, let upload, let space, let bytes):
                let account = try caller(withToken: token).account
                change(reply) {
                    try $0.store(bytes, as: upload, by: account, space: space)
                    return [.bytes(account.bytes)]
                }
            case .bytes(let content):
                guard let bytes = try readContents({ try $0.bytes(of: content) }) else {
                    throw HubProblem(.notFound, "The database does not have this content.")
                }
                reply(Self.good([.bytes(bytes)]))
            case .ended(let upload):
                change(reply) {
                    try $0.forget(upload)
                    return []
                }
            case .grow(let upload, let total):
                change(reply) {
                    try $0.reserve(upload, total: total)
                    return []
                }
            case .expected(let upload, let idle): change(reply) { [.bool(try $0.isExpected(upload, idle: idle))] }
            case .garbage: reply(Self.good([Self.list(try garbage())]))
            case .giveUp(let contents):
                let grace = context.configuration.contentGraceSeconds
                let wanted = context.clockHold.isAhead ? [] : contents
                change(reply) { [Self.list(try $0.giveUp(wanted, grace: grace))] }
            case .removed(let contents):
                change(reply) {
                    try $0.removed(contents)
                    return []
                }
            case .due: reply(Self.good([Self.list(try readContents { try $0.due() })]))
            case .checked(let contents):
                change(reply) {
                    try $0.checked(contents)
                    return []
                }
            case .damaged(let content):
                change(reply) {
                    try $0.damaged(content)
                    return []
                }
            case .found(let files):
                // Most have a row, and need no commit.
                let strays = try readContents { try $0.strays(among: files) }
                guard !strays.isEmpty else { return reply(Self.good([])) }
                change(reply) {
                    try $0.found(strays)
                    return []
                }
            }
        } catch {
            reply(Self.refusal(error))
        }
    }

    private func change(
        _ reply: @escaping @Sendable ([UInt8]) -> Void,
        _ body: @escaping @Sendable (FileChange) throws -> [CBORValue]
    ) {
        let context = context
        do {
            try context.files.store().write {
                try body(context.fileChange($0))
            } reply: { result in
                switch result {
                case .success(let values): reply(Self.good(values))
                case .failure(let error): reply(Self.refusal(error))
                }
            }
        } catch {
            reply(Self.refusal(error))
        }
    }

    /// What may be given up; nothing while the clock is ahead, because days may seem over that are not.
    private func garbage() throws -> [ContentHash] {
        guard !context.clockHold.isAhead else { return [] }
        return try readContents { try $0.garbage(grace: context.configuration.contentGraceSeconds) }
    }

    func readContents<R>(_ body: (ContentReading) throws -> R) throws -> R {
        let now = context.clock.now().seconds
        return try context.files.store().read { try body(ContentReading(database: $0, now: now)) }
    }

    private static func list(_ contents: [ContentHash]) -> CBORValue {
        .array(contents.map { .bytes($0.digest.bytes) })
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
