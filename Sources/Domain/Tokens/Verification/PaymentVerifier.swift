// SPDX-License-Identifier: MIT

import Crypto
import Money

/// Verifies offline that a payment answers a request and that every unit of it is valid. Protocol: 02, Verification.
///
/// The order is the protocol's: limits and parsing (``UnverifiedPayment``) -> the payer's attachments -> for each coin
/// the root and its transfers -> this request's key and hash -> the sum -> deadlines -> caps -> not already held.
package struct PaymentVerifier: Sendable {
    private let book: AnnouncementSet
    private let revocations: RevocationList?
    private let policy: LimitPolicy

    /// - Parameters:
    ///   - book: the announced keys, which also identify the hub.
    ///   - revocations: the newest list known, already verified.
    ///   - policy: the current policy. A coin is checked against the policy under which it was issued, if this version
    ///     knows it.
    package init(book: AnnouncementSet, revocations: RevocationList?, policy: LimitPolicy = .standard) {
        self.book = book
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
        let (book, news, list) = try reading(payment.attachments, at: now)
        let chain = chainVerifier(book: book, list: list ?? revocations, now: now)
        let hash = request.hash(hub: book.hub)
        let paths = try payment.coins.map { coin in
            let records = try chain.verify(coin, cache: &cache)
            guard coin.root.unit == request.unit else {
                throw TokensError(
                    .otherUnit, "A coin is in another currency than the request asks for. Refuse the payment.")
            }
            let policy = try LimitPolicy.policy(id: coin.root.policyID, present: policy)
            try requireBounds(payment, coin, policy)
            return records
        }
        try requireAnswer(payment.coins, to: request, hash: hash)
        let amount = try requireSum(payment.coins, of: request)
        try requireDeadlines(payment.coins, at: now)
        try requireCaps(payment.coins, total: request.units)
        let coins = zip(payment.coins, paths).map { coin, records in verified(coin, records, book: book) }
        if let held = coins.first(where: { isHeld($0.recordID) }) {
            throw TokensError(.alreadyHeld, "This payment was already received (record \(held.recordID)).")
        }
        return VerifiedPayment(
            coins: coins, amount: amount, requestHash: hash, payee: request.payee, encoded: payment.encoded, news: news,
            revocations: list)
    }

    private func verified(_ coin: Coin, _ records: [ChainRecord], book: AnnouncementSet) -> VerifiedCoin {
        let issuers = [coin.root.issuer] + coin.certificates.map(\.issuer)
        let keysUntil = issuers.compactMap { book.announcement($0)?.acceptUntil }.min() ?? coin.spendableUntil
        return VerifiedCoin(
            coin: coin, records: records, recordID: records[records.count - 1].id,
            spendableUntil: min(coin.spendableUntil, keysUntil))
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
        var book = book
        var news: [Announcement] = []
        for announcement in attachments.announcements where self.book.announcement(announcement.keyID) != announcement {
            try book.add(announcement)
            news.append(announcement)
        }
        guard let attached = attachments.revocations, !attached.isFromFuture(at: now, policy: policy) else {
            return (book, news, nil)
        }
        let chosen = try RevocationList.newer(revocations, attached, by: book)
        return (book, news, chosen == revocations ? nil : chosen)
    }

    private func chainVerifier(book: AnnouncementSet, list: RevocationList?, now: Timestamp) -> ChainVerifier {
        ChainVerifier(
            book: book,
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
    private func requireBounds(_ payment: UnverifiedPayment, _ coin: Coin, _ policy: LimitPolicy) throws {
        guard payment.encoded.count <= policy.payloadBytes else {
            throw TokensError(.tooLarge, "This payment is larger than the \(policy.payloadBytes) bytes allowed.")
        }
        guard payment.coins.count <= policy.coins else {
            throw TokensError(
                .tooManyCoins, "This payment has \(payment.coins.count) coins; at most \(policy.coins) are accepted.")
        }
        guard coin.transfers.count <= policy.hops else {
            throw TokensError(
                .tooManyHops, "A coin has passed through \(coin.transfers.count) hands, which is too many.")
        }
    }

    private func requireAnswer(_ coins: [Coin], to request: PaymentRequest, hash: RequestHash) throws {
        for transfer in coins.compactMap(\.transfers.last) {
            guard transfer.recipient == request.payee else {
                throw TokensError(
                    .wrongPayee, "This payment is for somebody else's key. Show the payer your request again.")
            }
            guard transfer.requestHash == hash else {
                throw TokensError(
                    .wrongRequest, "This payment answers another request. Show the payer this request again.")
            }
        }
    }

    private func requireSum(_ coins: [Coin], of request: PaymentRequest) throws -> Amount {
        for (index, coin) in coins.enumerated() {
            let repeats = coins[..<index].contains { $0.root.body == coin.root.body && $0.range.overlaps(coin.range) }
            guard !repeats else {
                throw TokensError(.overlapping, "Two coins of this payment hold the same units. Refuse it.")
            }
        }
        var sum: UInt64 = 0
        for coin in coins {
            let (next, overflow) = sum.addingReportingOverflow(coin.range.length)
            guard !overflow else { throw TokensError(.overflow, "The coins of this payment add up beyond 64 bits.") }
            sum = next
        }
        guard sum == request.units else {
            throw TokensError(
                .wrongAmount, "This payment is \(sum) minor units; \(request.units) were asked for. Refuse it.")
        }
        return try request.amount()
    }

    private func requireDeadlines(_ coins: [Coin], at now: Timestamp) throws {
        let horizon = now.adding(seconds: policy.futureTolerance)
        for coin in coins {
            guard now <= coin.root.acceptUntil else {
                throw TokensError(
                    .expired,
                    "A coin could be accepted until \(coin.root.acceptUntil). The payer must redeem it at the hub instead."
                )
            }
            guard ([coin.root.issuedAt] + coin.transfers.map(\.time)).allSatisfy({ $0 <= horizon }) else {
                throw TokensError(
                    .fromFuture, "A record is dated more than a day ahead. Check the clocks of both devices.")
            }
        }
    }

    private func requireCaps(_ coins: [Coin], total: UInt64) throws {
        for coin in coins {
            let policy = try LimitPolicy.policy(id: coin.root.policyID, present: policy)
            guard total <= policy.perPayment else {
                throw TokensError(
                    .overCap, "This payment is above the \(policy.perPayment) minor units allowed at once.")
            }
            guard coin.root.amount <= policy.perRoot else {
                throw TokensError(
                    .overCap, "A root of \(coin.root.amount) minor units is above the policy's \(policy.perRoot).")
            }
            try coin.requireCaps(policy: policy, payments: coin.transfers.count, lastPayment: total)
        }
    }
}
