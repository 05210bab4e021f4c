// SPDX-License-Identifier: MIT

import Crypto
import Money

/// Verifies offline that a payment answers a request and that every unit of it is valid. Protocol: 02, Verification.
///
/// The order is the protocol's: limits and parsing (``UnverifiedPayment``) -> the payer's attachments -> for each coin
/// the root and its transfers -> this request's key and hash -> the sum -> deadlines -> caps -> not already held.
package struct PaymentVerifier: Sendable {
    private let announced: AnnouncementSet
    private let revocations: RevocationList?
    private let policy: LimitPolicy

    /// - Parameters:
    ///   - announced: the announced keys, which also identify the hub.
    ///   - revocations: the newest list known, already verified.
    ///   - policy: the current policy. A coin is checked against the policy under which it was issued, if this version
    ///     knows it.
    package init(announced: AnnouncementSet, revocations: RevocationList?, policy: LimitPolicy = .standard) {
        self.announced = announced
        self.revocations = revocations
        self.policy = policy
    }

    /// Verifies a payment.
    ///
    /// - Parameters:
    ///   - now: the later of the device's clock and the time floor.
    ///   - isHeld: returns whether a coin with this id is already in the wallet.
    /// - Throws: ``TokensError`` with the code of the first fault. The caller must not use any part of the payment
    ///   then.
    package func verify(
        _ payment: UnverifiedPayment, for request: PaymentRequest, at now: Timestamp,
        cache: inout VerifiedRecordCache, isHeld: (RecordID) -> Bool
    ) throws -> VerifiedPayment {
        let (announced, news, list) = try reading(payment.attachments, at: now)
        let chain = chainVerifier(announced: announced, list: list ?? revocations, now: now)
        let hash = request.hash(hub: announced.hub)
        let paths = try payment.tokens.map { token in
            let records = try chain.verify(token, cache: &cache)
            guard token.root.unit == request.unit else {
                throw TokensError(
                    .otherUnit, "An offline token is in another currency than the request asks for. Refuse the payment."
                )
            }
            let policy = try LimitPolicy.policy(id: token.root.policyID, present: policy)
            try requireBounds(payment, token, policy)
            return records
        }
        try requireAnswer(payment.tokens, to: request, hash: hash)
        let amount = try requireSum(payment.tokens, of: request)
        try requireDeadlines(payment.tokens, at: now)
        try requireCaps(payment.tokens, total: request.units)
        let tokens = zip(payment.tokens, paths).map { token, records in verified(token, records, announced: announced) }
        if let held = tokens.first(where: { isHeld($0.recordID) }) {
            throw TokensError(.alreadyHeld, "This payment was already received (record \(held.recordID)).")
        }
        return VerifiedPayment(
            tokens: tokens, amount: amount, requestHash: hash, payee: request.payee, encoded: payment.encoded,
            news: news,
            revocations: list)
    }

    private func verified(_ token: OfflineToken, _ records: [ChainRecord], announced: AnnouncementSet) -> VerifiedToken
    {
        let issuers = [token.root.issuer] + token.certificates.map(\.issuer)
        let keysUntil = issuers.compactMap { announced.announcement($0)?.acceptUntil }.min() ?? token.spendableUntil
        return VerifiedToken(
            token: token, records: records, recordID: records[records.count - 1].id,
            spendableUntil: min(token.spendableUntil, keysUntil))
    }
}

// MARK: - The steps in order

extension PaymentVerifier {
    /// The announced keys including the attached ones, the new announcements, and the attached list if it is newer.
    ///
    /// A list dated in the future is ignored, as if it had not been attached: the payer may have received it from the
    /// thief of a key.
    private func reading(
        _ attachments: Attachments, at now: Timestamp
    ) throws -> (AnnouncementSet, [Announcement], RevocationList?) {
        var announced = announced
        var news: [Announcement] = []
        for announcement in attachments.announcements
        where self.announced.announcement(announcement.keyID) != announcement {
            try announced.add(announcement)
            news.append(announcement)
        }
        guard let attached = attachments.revocations, !attached.isFromFuture(at: now, policy: policy) else {
            return (announced, news, nil)
        }
        let chosen = try RevocationList.newer(revocations, attached, by: announced)
        return (announced, news, chosen == revocations ? nil : chosen)
    }

    private func chainVerifier(announced: AnnouncementSet, list: RevocationList?, now: Timestamp) -> ChainVerifier {
        ChainVerifier(
            announced: announced,
            requireSpender: { key, certificate in
                try certificate?.requireAlive(at: now, policy: policy)
                if let list, list.contains(key) {
                    throw TokensError(
                        .revoked,
                        "A key that this payment passed through is revoked: stolen, or caught cheating. Refuse it.")
                }
            },
            requireIssuer: { announcement in
                guard now <= announcement.acceptUntil else {
                    throw TokensError(
                        .keyNotValid,
                        "The hub's key \(announcement.keyID) is no longer accepted. The payer must sync first.")
                }
            })
    }

    /// Checks the coin against the limits of its own policy. Reading checked only the loosest limits of all policies.
    private func requireBounds(_ payment: UnverifiedPayment, _ token: OfflineToken, _ policy: LimitPolicy) throws {
        guard payment.encoded.count <= policy.payloadBytes else {
            throw TokensError(.tooLarge, "This payment is larger than the \(policy.payloadBytes) bytes allowed.")
        }
        guard payment.tokens.count <= policy.tokens else {
            throw TokensError(
                .tooManyCoins,
                "This payment has \(payment.tokens.count) offline tokens; at most \(policy.tokens) are accepted.")
        }
        guard token.transfers.count <= policy.hops else {
            throw TokensError(
                .tooManyHops, "An offline token has passed through \(token.transfers.count) hands, which is too many.")
        }
    }

    private func requireAnswer(_ tokens: [OfflineToken], to request: PaymentRequest, hash: RequestHash) throws {
        for transfer in tokens.compactMap(\.transfers.last) {
            guard transfer.recipient == request.payee else {
                throw TokensError(
                    .wrongPayee, "This payment is for the key of another payee. Show the payer your request again.")
            }
            guard transfer.requestHash == hash else {
                throw TokensError(
                    .wrongRequest, "This payment answers another request. Show the payer this request again.")
            }
        }
    }

    private func requireSum(_ tokens: [OfflineToken], of request: PaymentRequest) throws -> Amount {
        for (index, token) in tokens.enumerated() {
            let repeats = tokens[..<index].contains {
                $0.root.body == token.root.body && $0.range.overlaps(token.range)
            }
            guard !repeats else {
                throw TokensError(.overlapping, "Two offline tokens of this payment hold the same units. Refuse it.")
            }
        }
        var sum: UInt64 = 0
        for token in tokens {
            let (next, overflow) = sum.addingReportingOverflow(token.range.length)
            guard !overflow else {
                throw TokensError(.overflow, "The offline tokens of this payment add up beyond 64 bits.")
            }
            sum = next
        }
        guard sum == request.units else {
            throw TokensError(
                .wrongAmount, "This payment is \(sum) minor units; \(request.units) were asked for. Refuse it.")
        }
        return try request.amount()
    }

    private func requireDeadlines(_ tokens: [OfflineToken], at now: Timestamp) throws {
        let horizon = now.adding(seconds: policy.futureTolerance)
        for token in tokens {
            guard now <= token.root.acceptUntil else {
                throw TokensError(
                    .expired,
                    "An offline token could be accepted until \(token.root.acceptUntil). The payer must redeem it at the hub instead."
                )
            }
            guard ([token.root.issuedAt] + token.transfers.map(\.time)).allSatisfy({ $0 <= horizon }) else {
                throw TokensError(
                    .fromFuture, "A record is dated more than a day ahead. Check the clocks of both devices.")
            }
        }
    }

    private func requireCaps(_ tokens: [OfflineToken], total: UInt64) throws {
        for token in tokens {
            let policy = try LimitPolicy.policy(id: token.root.policyID, present: policy)
            guard total <= policy.perPayment else {
                throw TokensError(
                    .overCap, "This payment is above the \(policy.perPayment) minor units allowed at once.")
            }
            guard token.root.amount <= policy.perRoot else {
                throw TokensError(
                    .overCap, "A root of \(token.root.amount) minor units is above the policy's \(policy.perRoot).")
            }
            try token.requireCaps(policy: policy, payments: token.transfers.count, lastPayment: total)
        }
    }
}
