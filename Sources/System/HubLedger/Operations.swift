// SPDX-License-Identifier: MIT
import Crypto
package import HubAPI
package import HubStorage
package import SQL

/// The stored answers to operations with a client's id: the same id always gets the same answer.
///
/// Refusals that depend on the database (funds, recipient, limits) are answers too and are stored. A full disk, a full
/// queue or an exceeded rate limit is not, so the client may repeat the same id.
package enum Operations {
    /// A complete answer, ready to be sent.
    package struct Answer: Sendable {
        package let status: Int
        package let body: [UInt8]
        package let isReplay: Bool

        package init(status: Int, body: [UInt8], isReplay: Bool) {
            self.status = status
            self.body = body
            self.isReplay = isReplay
        }
    }

    /// Identifies a request: a hash of the route and the canonical JSON of the message.
    package static func fingerprint(_ path: String, _ message: some Encodable) throws -> [UInt8] {
        SHA256.hash(Array(path.utf8), [0], try Wire.encode(message)).bytes
    }

    /// The same for a message with a plain form.
    package static func fingerprint(_ path: String, _ message: some Encodable & PlainMessage) throws -> [UInt8] {
        SHA256.hash(Array(path.utf8), [0], try Wire.encode(message)).bytes
    }

    /// The stored answer of an id.
    ///
    /// - Throws: `HubProblem` with `.idempotencyConflict` if the id belongs to another request.
    package static func replay(
        account: Int64, id: OperationID, request: [UInt8], in database: any SQLConnection
    ) throws -> Answer? {
        let row = try database.row(
            "SELECT request, status, answer FROM operation WHERE account = ? AND id = ?",
            [.integer(account), .blob(id.bytes)])
        guard let row else { return nil }
        let answer = Answer(status: Int(try row.int(1)), body: try row.blob(2), isReplay: true)
        return try repeated(answer, for: try row.blob(0), asked: request, id: id).get()
    }

    /// The result for a request whose id already has an answer, to this request or to another one.
    package static func repeated(
        _ answer: Answer, for request: [UInt8], asked: [UInt8], id: OperationID
    ) -> Result<Answer, any Error> {
        guard request == asked else {
            return .failure(
                HubProblem(
                    .idempotencyConflict,
                    "The id \(id) already stands for another request. Use a fresh id for a new one."))
        }
        return .success(Answer(status: answer.status, body: answer.body, isReplay: true))
    }

    /// Runs an operation once and stores its answer, in the same transaction as its effect.
    ///
    /// - Parameter perform: makes the change and returns its entry, if any. If it throws a ``HubProblem``, the change
    ///   is rolled back and the refusal is stored as the answer.
    package static func once<Output: Encodable>(
        account: Int64, id: OperationID, request: [UInt8], in store: StoreChange,
        perform: () throws -> (output: Output, entry: Int64?)
    ) throws -> Answer {
        if let answer = try replay(account: account, id: id, request: request, in: store.database) { return answer }
        let status: Int
        let body: [UInt8]
        var entry: Int64?
        switch try store.attempt(perform) {
        case .success(let done):
            (status, body, entry) = (200, try Wire.encode(done.output), done.entry)
        case .failure(let problem as HubProblem) where problem.status != 429:
            (status, body) = (problem.status, try Wire.encode(problem))
        case .failure(let error):
            throw error
        }
        try store.database.run(
            "INSERT INTO operation (account, id, request, status, answer, entry) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .integer(account), .blob(id.bytes), .blob(request), .integer(Int64(status)), .blob(body),
                .optional(entry),
            ])
        return Answer(status: status, body: body, isReplay: false)
    }
}
