// SPDX-License-Identifier: MIT

import Crypto

/// Checks the signatures and ranges of a coin, for payee and hub alike. It uses neither clock nor request.
struct ChainVerifier {
    let announced: AnnouncementSet
    /// The caller's check of each spender's certificate, beyond the hub's signature. The payee requires that the
    /// certificate is valid now; the hub does not.
    let requireSpender: (P256.PublicKey, Certificate?) throws -> Void
    /// The caller's check of the key that signed a root or a certificate.
    let requireIssuer: (Announcement) throws -> Void

    private var hub: HubID { announced.hub }

    /// Checks root, certificates, ranges and signatures, transfer by transfer.
    ///
    /// - Returns: each transfer as a record in the root's tree.
    /// - Throws: ``TokensError`` with the code of the first fault.
    func verify(_ token: OfflineToken, cache: inout VerifiedRecordCache) throws -> [ChainRecord] {
        var parent = try verify(token.root, cache: &cache)
        var owner = token.root.owner
        var range = token.root.range
        var records: [ChainRecord] = []
        for (index, transfer) in token.transfers.enumerated() {
            let certificate = index == 0 ? nil : token.certificates[index - 1]
            if let certificate { try verify(certificate, cache: &cache) }
            try requireSpender(owner, certificate)
            guard range.contains(transfer.range) else {
                throw TokensError(
                    .outOfRange,
                    "Transfer \(index + 1) of an offline token hands on units that its spender never had. Refuse it."
                )
            }
            let id = transfer.id(parent: parent, hub: hub)
            try require(transfer, id: id, parent: parent, signedBy: owner, cache: &cache)
            records.append(
                ChainRecord(
                    id: id, parent: parent, range: transfer.range, spender: owner, recipient: transfer.recipient))
            parent = id
            owner = transfer.recipient
            range = transfer.range
        }
        return records
    }

    private func verify(_ root: Root, cache: inout VerifiedRecordCache) throws -> RecordID {
        let announcement = try announced.announcement(root.issuer, for: .issue, at: root.issuedAt)
        let key = try announced.key(root.issuer, for: .issue, at: root.issuedAt)
        let id = root.id(hub: hub)
        let fact = SHA256.hash(id.bytes, root.issuer.bytes, root.signature.raw)
        let isGood = cache.isGood(fact) {
            key.isValid(root.signature, for: SignatureContext.root.input(hub: hub, root.body))
        }
        guard isGood else {
            throw TokensError(
                .badSignature, "The root of an offline token is not signed by this hub. Refuse the payment.")
        }
        try requireIssuer(announcement)
        guard root.amount <= announcement.maxRootAmount else {
            throw TokensError(
                .rootTooLarge,
                "A root of \(root.amount) units is above the \(announcement.maxRootAmount) that its key may issue. Refuse it."
            )
        }
        return id
    }

    private func verify(_ certificate: Certificate, cache: inout VerifiedRecordCache) throws {
        let announcement = try announced.announcement(certificate.issuer, for: .certify, at: certificate.from)
        try requireIssuer(announcement)
        let fact = SHA256.hash(
            certificate.key.compressed, certificate.body, certificate.issuer.bytes, certificate.signature.raw)
        let isGood = cache.isGood(fact) {
            // Safe: the cache only needs to know whether the signature is valid. The error is thrown once, below.
            (try? certificate.verify(by: announced)) != nil
        }
        guard isGood else {
            throw TokensError(.badSignature, "A spender's certificate is not signed by the hub. Refuse the payment.")
        }
    }

    private func require(
        _ transfer: Transfer, id: RecordID, parent: RecordID, signedBy owner: P256.PublicKey,
        cache: inout VerifiedRecordCache
    ) throws {
        let isGood = cache.isGood(SHA256.hash(id.bytes, transfer.signature.raw)) {
            transfer.isSigned(by: owner, parent: parent, hub: hub)
        }
        guard isGood else {
            throw TokensError(
                .badSignature, "A transfer is not signed by the key that held the units. Refuse the payment.")
        }
    }
}
