// SPDX-License-Identifier: MIT
import Crypto
import HubLedger
import SQL
import Tokens

/// Checks that the columns beside a signed record agree with the record.
///
/// An id is the hash of a body, and each record was verified before it was written. Verifying every signature again
/// would take an hour for ten million records.
extension Audit {
    /// Checks that every root of the issuance table has the id in its row, and belongs to the account whose key owns
    /// it.
    func rootFindings() throws -> [AuditFinding] {
        var findings: [AuditFinding] = []
        try database.forEach("SELECT id, record, amount, issuer, refund_at, bytes, account FROM root") { row in
            let isRight = try Self.unlessUnreadable {
                let root = try Root(decoding: try row.blob(5))
                let owner = try database.row(
                    "SELECT account FROM escrow WHERE key = ?", [.blob(root.owner.compressed)])
                return try root.id(hub: keys.hub).bytes == row.blob(1) && root.amount == row.unsigned(2)
                    && root.issuer.bytes == row.blob(3) && root.refundAt.seconds == row.unsigned(4)
                    && owner?.int(0) == row.int(6)
            }
            if !isRight { findings.append(AuditFinding(.root, "root \(try row.int(0))")) }
        }
        return findings
    }

    /// Checks that every transfer has the id in its row, and stands under the parent and root that it names.
    func recordFindings() throws -> [AuditFinding] {
        var findings: [AuditFinding] = []
        try database.forEach(
            """
            SELECT r.id, r.record, r.low, r.high, r.body, r.signature, r.root, coalesce(p.record, o.record),
                coalesce(p.root, o.id)
            FROM record r LEFT JOIN record p ON p.id = r.parent LEFT JOIN root o ON o.id = -r.parent
            """
        ) { row in
            let isRight = try Self.unlessUnreadable {
                let transfer = try Transfer(body: try row.blob(4), signature: try P256.Signature(raw: try row.blob(5)))
                guard let parent = try row.optionalBlob(7) else { return false }
                return try transfer.id(parent: try RecordID(parent), hub: keys.hub).bytes == row.blob(1)
                    && transfer.range.lower == row.unsigned(2) && transfer.range.upper == row.unsigned(3)
                    && row.int(6) == row.int(8)
            }
            if !isRight { findings.append(AuditFinding(.transfer, "record \(try row.int(0))")) }
        }
        return findings
    }

    /// Checks that every stored proof is valid with the hub's keys alone, and names the parent, culprit and records of
    /// its case.
    func evidenceFindings() throws -> [AuditFinding] {
        var findings: [AuditFinding] = []
        try database.forEach(
            """
            SELECT e.fraud_case, e.proof, e.first, e.second, f.parent, f.culprit FROM evidence e
            LEFT JOIN fraud_case f ON f.id = e.fraud_case
            """
        ) { row in
            do {
                let proof = try FraudProof(decoding: try row.blob(1))
                try proof.verify(by: keys.announced)
                let ids = [proof.first, proof.second].map { $0.id(parent: proof.parent, hub: keys.hub).bytes }
                let isItsCase =
                    try ids == [row.blob(2), row.blob(3)] && proof.parent.bytes == row.optionalBlob(4)
                    && proof.culprit.key.compressed == row.optionalBlob(5)
                if !isItsCase { findings.append(AuditFinding(.proofCase, "case \(try row.int(0))")) }
            } catch let error as TokensError {
                findings.append(AuditFinding(.proof, "case \(try row.int(0)), \(error.code)"))
            }
        }
        return findings
    }

    private static func unlessUnreadable(_ body: () throws -> Bool) throws -> Bool {
        do {
            return try body()
        } catch is TokensError {
            return false
        } catch is CryptoError {
            return false
        }
    }
}
