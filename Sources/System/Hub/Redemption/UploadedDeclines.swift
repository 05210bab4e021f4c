// SPDX-License-Identifier: MIT
import HubAPI
import Tokens

/// The declines of an upload, by the records that they name. Their signatures are not checked yet.
struct UploadedDeclines: Sendable {
    private var byRecord: [RecordID: Decline] = [:]

    /// - Throws: `HubProblem` with `.badRequest` for bytes that are not a decline, or if two declines name the same
    ///   record.
    init(_ blobs: [Blob]) throws {
        for blob in blobs {
            let decline: Decline
            do {
                decline = try Decline(decoding: blob.bytes)
            } catch let error as TokensError {
                throw HubProblem(.badRequest, error.message, details: ["reason": error.code.rawValue])
            }
            for id in Set(decline.recordIDs) {
                guard byRecord.updateValue(decline, forKey: id) == nil else {
                    throw HubProblem(.badRequest, "Two declines name the same record. Send each decline once.")
                }
            }
        }
    }

    subscript(_ record: RecordID) -> Decline? { byRecord[record] }
}
