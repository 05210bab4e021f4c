// SPDX-License-Identifier: MIT

/// A planned transaction, decoded again for review by the user.
package struct SendPlan {
    package var review: SendReview
    /// Creates the only value that can be signed.
    private let approve: (Set<String>) throws -> ApprovedSend

    package init(review: SendReview, approve: @escaping (Set<String>) throws -> ApprovedSend) {
        self.review = review
        self.approve = approve
    }

    /// Approves exactly what the review shows.
    ///
    /// - Parameter acknowledging: names of the warnings that the user has read and accepts.
    /// - Throws: ``CoinsError`` with code `.notAcknowledged` when a warning is left.
    package func approved(acknowledging names: Set<String> = []) throws -> ApprovedSend {
        guard let left = review.warnings.first(where: { !names.contains($0.name) }) else { return try approve(names) }
        throw CoinsError(.notAcknowledged, "\(left.sentence) Acknowledge '\(left.name)' to go on.")
    }
}

/// A transaction that the user approved. ``CoinSendSaga`` signs nothing else.
package struct ApprovedSend {
    let account: Int64
    let replaces: Int64?
    let claims: [[UInt8]]
    /// Whether it repeats a dead payment. The payment that it "replaces" then does not block it.
    let isAgain: Bool
    private let draft: CoinSendRecord
    private let sign: () throws -> (signed: [UInt8], id: [UInt8])

    /// - Parameter draft: the record without its signed bytes.
    package init(draft: CoinSendRecord, sign: @escaping () throws -> (signed: [UInt8], id: [UInt8])) {
        account = draft.account
        replaces = draft.replaces
        claims = draft.claims
        isAgain = draft.purpose == .payment && draft.replaces != nil
        self.draft = draft
        self.sign = sign
    }

    /// The record with its signed bytes.
    func signed(at time: UInt64) throws -> CoinSendRecord {
        var record = draft
        (record.signed, record.id) = try sign()
        record.state = .signed
        record.time = time
        return record
    }

    /// The record for an offline signer.
    func exported(at time: UInt64) throws -> CoinSendRecord {
        var record = draft
        record.state = .exported
        record.time = time
        return record
    }
}
