// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import HubAPI
internal import Tokens
internal import Vault

/// Keeps certified keys ready, so that requests can be made offline.
///
///     drawn ──the hub certifies──▶ pooled ──put into a request──▶ used
///       ▲                            │ certificate ends soon
///       └────────asked again◀────────┘
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | drawn | the key's row is durable; the hub may have certified it already | the next sync asks again; the hub answers with a fresh certificate |
/// | pooled | ready for one request | renewed at sync when it ends within four days |
/// | used | in a request; coins paid to this key need its certificate | renewed while it holds live coins |
struct CertificatePool {
    let context: WalletContext

    /// The number of certified keys after a sync.
    private var size: Int { context.environment.certificatePool }
    /// The most keys in one call of the route.
    private static let batch = 64
    /// A certificate that ends sooner than this is renewed at sync, in seconds.
    private static let renewal: UInt64 = 4 * Timestamp.secondsPerDay
    /// A certificate that ends sooner than this is not put into a request, as the payer's wallet would refuse it, in
    /// seconds.
    private static let margin: UInt64 = 900

    /// If this device's clock is further behind the hub's than this, a fresh certificate corrects it, in seconds.
    private static let slowClock: UInt64 = Timestamp.secondsPerHour

    private var table: SealedTable<OfflineKeyRecord> { context.table(OfflineKeyRecord.self) }

    /// Takes the key whose certificate lasts longest out of the pool. Call inside a transaction.
    ///
    /// - Throws: ``WalletError`` with code `.poolEmpty`.
    func take(at now: Timestamp) throws -> (row: Int64, certificate: Certificate) {
        var best: (stored: Stored<OfflineKeyRecord>, certificate: Certificate)?
        for stored in try table.rows(.pooled) {
            guard let certificate = stored.record.certificate, certificate.until > now.adding(seconds: Self.margin),
                certificate.until > best?.certificate.until ?? Timestamp(seconds: 0)
            else { continue }
            best = (stored, certificate)
        }
        guard var (stored, certificate) = best else {
            throw WalletError(
                .poolEmpty,
                "This wallet has no certified keys left to receive with. Sync while the hub can be reached; it brings \(size)."
            )
        }
        certificate = stored.record.certificate ?? certificate
        stored.record.state = .used
        try table.update(stored)
        return (stored.id, certificate)
    }

    /// The number of requests that can be made before the next sync.
    func ready(at now: Timestamp) throws -> Int {
        try table.rows(.pooled).count { $0.record.certificate.map { $0.until > now } ?? false }
    }

    /// Fills the pool, renews certificates that end soon, and returns the number of certificates received.
    ///
    /// If this device's clock is behind `hubTime`, the call fetches at least one certificate. The certificate is
    /// signed, so the time floor may follow it. Without it the wallet would go on offering coins that the hub has
    /// already refunded.
    func refill(_ link: HubClient, hubTime: Timestamp?) throws -> Int {
        let due = try context.transaction { () throws -> [Stored<OfflineKeyRecord>] in
            var keys = try table.rows(.made) + renewals()
            let pooled = try table.count(.pooled) + (try table.count(.made))
            for _ in 0..<max(0, size - pooled) { keys.append(try OfflineTokenKeys(context: context).make(.made)) }
            let isSlow = try hubTime.map { try context.now().adding(seconds: Self.slowClock) < $0 } ?? false
            if keys.isEmpty, isSlow { keys += try table.rows(.pooled).prefix(1) }
            return keys
        }
        try context.step(.certificatesDrawn)
        for start in stride(from: 0, to: due.count, by: Self.batch) {
            try certify(Array(due[start..<min(start + Self.batch, due.count)]), link)
        }
        return due.count
    }

    private func renewals() throws -> [Stored<OfflineKeyRecord>] {
        let limit = try context.now().adding(seconds: Self.renewal)
        let holding = Set(
            try context.table(OfflineTokenRecord.self).rows(.live).filter { !$0.record.isRoot }.map(\.record.key))
        let used = try holding.sorted().map { try table.require($0) }
        return (try table.rows(.pooled) + used).filter { $0.record.certificate.map { $0.until < limit } ?? true }
    }

    private func certify(_ keys: [Stored<OfflineKeyRecord>], _ link: HubClient) throws {
        let answer = try link.call(
            Routes.certificates, CertificateOrder(keys: keys.map { Blob($0.record.publicKey.compressed) }))
        try context.step(.certificatesAnswered)
        let announced = try context.announced()
        try context.transaction {
            for (key, blob) in zip(keys, answer.certificates) {
                let certificate = try Certificate(decoding: blob.bytes)
                guard certificate.key == key.record.publicKey else {
                    throw WalletError(
                        .hubRefused, "The hub certified another key than it was asked for. Tell its operator.")
                }
                try certificate.verify(by: announced)
                // Read the row again, so that a stale copy can never overwrite a newer state.
                var stored = try table.require(key.id)
                stored.record.certificate = certificate
                if stored.record.state == .made { stored.record.state = .pooled }
                try table.update(stored)
                try context.store.raiseTimeFloor(to: certificate.from)
            }
        }
        try context.step(.certificatesKept)
    }
}
