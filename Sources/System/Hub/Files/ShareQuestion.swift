// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import HubAPI
import HubFiles
import HubStorage
import Tokens

/// What the file service asks about a share link.
///
///     [20, SHA-256 of the token] → [0, content, size, name, expires]
///     refused                    → [HTTP status, code, sentence]
///
/// A visitor has no account, so there is no access token. The hub never sees the token of a link.
struct ShareQuestion {
    static let number: UInt64 = 20

    let link: ShareLinkID

    /// - Returns: nil for another question.
    init?(decoding bytes: [UInt8]) throws {
        var reader = try CBORReader(bytes, maximumCount: FileQuestion.maximumCount)
        let count = try reader.array(maximum: 8)
        guard try reader.uint() == Self.number, count == 2 else { return nil }
        link = ShareLinkID(try Digest(reader.bytes(count: Digest.count)))
        try reader.finish()
    }
}

extension Hub {
    /// Answers a question about a share link.
    ///
    /// - Returns: nil for another question.
    func answerAboutShare(_ bytes: [UInt8]) -> [UInt8]? {
        do {
            guard let question = try ShareQuestion(decoding: bytes) else { return nil }
            let now = context.clock.now().seconds
            let shared = try context.files.store().presentSnapshot {
                try ShareLinkTable(database: $0).shared(question.link, at: now)
            }
            return CBORValue.array([
                .unsigned(0), .bytes(shared.content.digest.bytes), .unsigned(shared.size), .bytes(shared.name.bytes),
                .unsigned(shared.expires),
            ]).encoded
        } catch is BytesError {
            // The other questions are tried, and say what is wrong.
            return nil
        } catch {
            let problem = HubProblem(refusal: error)
            return CBORValue.array([
                .unsigned(UInt64(problem.status)), .text(problem.code.rawValue), .text(problem.message),
            ]).encoded
        }
    }
}
