// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import HubAPI
import HubFiles
import HubLedger
import HubStorage
import SQL
import Tokens
import WebDAV

/// What the file service asks for WebDAV clients.
///
///     [30, username, SHA-256 of an app password, address]          → [0, account]
///     [31, username, SHA-256 of an app password, address, request] → [0, account, answer…]
///     refused                                                      → [HTTP status, code, sentence]
///
/// What changes something is durable before the answer.
struct WebDAVQuestion {
    let username: String
    let hash: Digest
    let address: String
    /// Nil to learn the account alone.
    let request: DAVRequest?

    private static let maximumText = 256

    /// - Returns: nil for another question.
    /// - Throws: `BytesError`, `FileModelError`.
    init?(decoding bytes: [UInt8]) throws {
        var reader = try CBORReader(bytes, maximumCount: FileQuestion.maximumCount)
        let count = try reader.array(maximum: 8)
        let number = try reader.uint()
        guard (number, count) == (30, 4) || (number, count) == (31, 5) else { return nil }
        username = try reader.text(maximum: Self.maximumText)
        hash = try Digest(reader.bytes(count: Digest.count))
        address = try reader.text(maximum: Self.maximumText)
        request =
            number == 31 ? try DAVRequest(decoding: reader.bytes(maximum: DAVRequest.maximumCount)) : nil
        try reader.finish()
    }
}

extension Hub {
    /// Answers a question for a WebDAV client; `reply` is called once, perhaps later and on another thread.
    ///
    /// - Returns: false for another question.
    func answerForWebDAV(_ bytes: [UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) -> Bool {
        do {
            guard let question = try WebDAVQuestion(decoding: bytes) else { return false }
            try answer(question, reply)
        } catch {
            reply(Self.refusalOfWebDAV(error))
        }
        return true
    }

    private func answer(_ question: WebDAVQuestion, _ reply: @escaping @Sendable ([UInt8]) -> Void) throws {
        let account = try holder(of: question)
        guard let request = question.request else { return reply(Self.good(account, [])) }
        if try context.readTree(account, { try $0.hasOwnSpace }), request.order.isLook {
            return reply(Self.good(account, try context.readTree(account) { try $0.look(request) }.coded))
        }
        let context = context
        try context.files.store().write {
            try context.fileChange($0).answer(request, by: account).coded
        } reply: { result in
            switch result {
            case .success(let answer): reply(Self.good(account, answer))
            case .failure(let error): reply(Self.refusalOfWebDAV(error))
            }
        }
    }

    /// - Throws: `HubProblem` with `.unauthorized` or `.tooManyRequests`.
    private func holder(of question: WebDAVQuestion) throws -> AccountID {
        let (context, now) = (context, context.clock.now())
        let found = try context.store.read {
            try AppPasswords(database: $0).holder(of: question.hash, username: question.username)
        }
        guard let found else {
            throw HubProblem(.unauthorized, "This is not an app password of this account, or it was revoked.")
        }
        try context.rates.admit(.account(found.caller.id), .file, at: now)
        context.noteUse(of: found, from: question.address, at: now)
        return found.caller.account
    }

    private static func good(_ account: AccountID, _ values: [CBORValue]) -> [UInt8] {
        CBORValue.array([.unsigned(0), .bytes(account.bytes)] + values).encoded
    }

    private static func refusalOfWebDAV(_ error: any Error) -> [UInt8] {
        let (status, code, message): (Int, String, String)
        switch error {
        case let refusal as DAVRefusal:
            (status, code, message) = (refusal.status, refusal.code.rawValue, refusal.message)
        case is BytesError, is FileModelError:
            (status, code, message) = (400, "BAD_REQUEST", "The file service asks what is malformed.")
        default:
            let problem = HubProblem(refusal: error)
            (status, code, message) = (problem.status, problem.code.rawValue, problem.message)
        }
        return CBORValue.array([.unsigned(UInt64(status)), .text(code), .text(message)]).encoded
    }
}

extension DAVOrder {
    /// Whether nothing changes.
    fileprivate var isLook: Bool {
        switch self {
        case .look, .list: true
        default: false
        }
    }
}

extension HubContext {
    /// Looks at one state of the tree that WebDAV shows to an account.
    func readTree<R>(_ account: AccountID, _ body: (DAVTree) throws -> R) throws -> R {
        let now = clock.now().seconds
        return try files.store().presentSnapshot {
            try body(
                DAVTree(database: $0, account: account, now: now, allowance: { try self.fileQuota(of: $0) }))
        }
    }
}
