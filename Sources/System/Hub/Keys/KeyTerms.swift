// SPDX-License-Identifier: MIT
import Crypto
import HubLedger
import HubStorage
import Tokens

/// How long working keys are used, and how long their signatures are accepted afterwards.
enum KeyTerms {
    /// Days after the last use. A root is valid for 30 days from issue and can be redeemed for 7 more; a certificate
    /// is valid for 14 days; receipts and revocations are evidence and kept for a year.
    private static func acceptDays(_ purpose: Announcement.Purpose) -> UInt64 {
        switch purpose {
        case .issue, .certify: LimitPolicy.mostDaysToRefund
        case .receipt, .revoke: 365
        // A wallet that was offline when the key was replaced asks for the newer keys first.
        case .channel: 7
        }
    }

    /// Announces one key of each purpose.
    ///
    /// - Parameter keys: in the order of the purposes, see ``WorkingKeys/fresh(random:)``.
    static func announce(
        _ keys: [WorkingKey], after sequence: UInt64, from now: Timestamp, configuration: HubConfiguration,
        rootKey: P256.PrivateKey
    ) throws -> [Announcement] {
        try zip(Announcement.Purpose.allCases, keys).enumerated().map { number, pair in
            let (purpose, key) = pair
            let useUntil = now.adding(days: configuration.keyDays)
            return try Announcement.issue(
                sequence: sequence + UInt64(number) + 1, key: key.key.publicKey, id: key.id, purpose: purpose,
                useFrom: now,
                useUntil: useUntil, acceptUntil: useUntil.adding(days: acceptDays(purpose)),
                maxRootAmount: purpose == .issue ? configuration.policy.perRoot : 0, rootKey: rootKey)
        }
    }

    /// Announces the key of a certificate, for as long as working keys are announced.
    ///
    /// The hub does not own the private key, and the key may have been announced before, here or in a lost database.
    /// So each announcement gets a random id instead of the key's.
    static func announce(
        _ certificate: CertificateKey, after sequence: UInt64, from now: Timestamp, beside announced: AnnouncementSet,
        configuration: HubConfiguration, rootKey: P256.PrivateKey, random: RandomSource
    ) throws -> Announcement {
        var id = try KeyID(random.bytes(KeyID.byteCount))
        while announced.announcement(id) != nil { id = try KeyID(random.bytes(KeyID.byteCount)) }
        let useUntil = now.adding(days: configuration.keyDays)
        return try Announcement.issue(
            sequence: sequence + 1, key: certificate.key, id: id, purpose: .channel, useFrom: now, useUntil: useUntil,
            acceptUntil: useUntil.adding(days: acceptDays(.channel)), maxRootAmount: 0, rootKey: rootKey)
    }
}
