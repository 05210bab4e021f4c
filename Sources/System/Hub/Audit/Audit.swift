// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// Checks the ledger and the tokens from the database's rows alone. Every rule is a query that must return no rows.
struct Audit {
    let database: any SQLConnection
    let keys: KeyRing
    let currency: Currency

    /// A rule and a query that returns one row for each violation. The first column names it.
    private struct Rule {
        let breaks: AuditFinding.Rule
        let query: String
    }

    private static let maximumFindings: Int64 = 20

    func run() throws -> AuditReport {
        var findings: [AuditFinding] = []
        for rule in Self.rules {
            let rows = try database.rows(rule.query + " LIMIT ?", [.integer(Self.maximumFindings)])
            findings += try rows.map { AuditFinding(rule.breaks, try $0.text(0)) }
        }
        findings += try circulationFindings()
        findings += try rootFindings()
        findings += try recordFindings()
        findings += try evidenceFindings()
        findings += try receiptFindings()
        findings += try declineFindings()
        findings += try claimFindings()
        findings += try answerFindings()
        findings += try LedgerTree(currency: currency).findings(maximum: Int(Self.maximumFindings), in: database)
        if let finding = try AuditLog.check(expecting: nil, in: database).finding { findings.append(finding) }
        let counts = try database.row("SELECT (SELECT count(*) FROM entry), (SELECT count(*) FROM posting)")
        return AuditReport(
            currency: currency.code, lines: try lines(),
            total: try totals().first { $0.currency == currency } ?? .zero(currency), totals: try totals(),
            entries: try counts?.int(0) ?? 0, postings: try counts?.int(1) ?? 0, issuers: try issuers(),
            cases: try cases(), findings: findings)
    }

    // MARK: - Contents of the report

    private func amount(_ minorUnits: Int64) -> Amount { Amount(minorUnits: minorUnits, currency: currency) }

    /// The sum of all accounts of each currency, the hub's first currency first.
    private func totals() throws -> [Amount] {
        let rows = try database.rows(
            "SELECT currency, sum(balance) FROM ledger GROUP BY currency ORDER BY currency")
        let totals = try rows.map { Amount(minorUnits: try $0.int(1), currency: try Currency(code: try $0.text(0))) }
        return totals.filter { $0.currency == currency } + totals.filter { $0.currency != currency }
    }

    private func lines() throws -> [AuditReport.Line] {
        try database.rows(
            """
            SELECT coalesce('user ' || a.username, l.name) AS line, l.balance, l.currency FROM ledger l
            LEFT JOIN currency_account c ON c.ledger = l.id LEFT JOIN account a ON a.id = coalesce(c.account, l.id)
            ORDER BY CASE WHEN l.currency = ? THEN '' ELSE l.currency END, a.id IS NOT NULL, l.name LIKE 'outstanding%', line
            """, [.text(currency.code)]
        ).map {
            AuditReport.Line(
                account: try $0.text(0),
                balance: Amount(minorUnits: try $0.int(1), currency: try Currency(code: try $0.text(2))))
        }
    }

    private func issuers() throws -> [AuditReport.Issuer] {
        try database.rows("SELECT issuer, sum(amount), sum(credited) FROM root GROUP BY issuer ORDER BY issuer").map {
            AuditReport.Issuer(
                key: Hex.encode(try $0.blob(0)), issued: amount(try $0.int(1)), redeemed: amount(try $0.int(2)))
        }
    }

    private func cases() throws -> [AuditReport.OpenCase] {
        try database.rows(
            """
            SELECT f.id, a.username, coalesce(sum(c.amount), 0), coalesce(sum(c.paid), 0) FROM fraud_case f
            LEFT JOIN account a ON a.id = f.account LEFT JOIN claim c ON c.fraud_case = f.id
            WHERE f.closed IS NULL GROUP BY f.id, a.username ORDER BY f.id
            """
        ).map { row in
            let (claimed, paid) = (amount(try row.int(2)), amount(try row.int(3)))
            return AuditReport.OpenCase(
                id: try row.int(0), account: try row.optionalText(1), claimed: claimed, paid: paid,
                owed: try claimed.subtracting(paid))
        }
    }

    // MARK: - Rules

    private static let rules = [
        Rule(
            breaks: .mixedCurrencies,
            query: """
                SELECT 'entry ' || p.entry FROM posting p JOIN ledger_account l ON l.id = p.account
                GROUP BY p.entry HAVING min(l.currency) <> max(l.currency)
                """),
        Rule(
            breaks: .currencySum,
            query: "SELECT currency FROM ledger GROUP BY currency HAVING sum(balance) <> 0"),
        Rule(
            breaks: .currencyAccount,
            query: """
                SELECT l.name FROM currency_account c JOIN ledger_account l ON l.id = c.ledger
                JOIN ledger_account b ON b.id = c.account
                WHERE l.currency <> c.currency OR l.name <> b.name || ':' || c.currency
                """),
        Rule(
            breaks: .conversionPosting,
            query: """
                SELECT 'entry ' || v.given FROM conversion v WHERE
                    NOT EXISTS (SELECT 1 FROM posting p JOIN ledger_account l ON l.id = p.account WHERE p.entry = v.given
                        AND p.amount = v.give AND l.name = 'clearing:' || v.give_currency)
                    OR NOT EXISTS (SELECT 1 FROM posting p JOIN ledger_account l ON l.id = p.account WHERE p.entry = v.got
                        AND p.amount = -v.get AND l.name = 'clearing:' || v.get_currency)
                """),
        Rule(
            breaks: .conversionMissing,
            query: """
                SELECT 'entry ' || e.id FROM entry e WHERE e.kind = 20
                    AND NOT EXISTS (SELECT 1 FROM conversion v WHERE v.given = e.id OR v.got = e.id)
                """),
        Rule(
            breaks: .payoutSum,
            query: """
                SELECT l.name FROM ledger l LEFT JOIN
                    (SELECT 'payouts:' || currency AS name, sum(amount) AS total FROM payout
                     WHERE debited IS NULL AND cancelled IS NULL GROUP BY currency) p ON p.name = l.name
                WHERE l.name LIKE 'payouts:%' AND l.balance <> coalesce(p.total, 0)
                """),
        Rule(
            breaks: .suspenseSum,
            query: """
                SELECT l.name FROM ledger l LEFT JOIN
                    (SELECT 'suspense:' || currency AS name, sum(amount + explained) AS total FROM bank_transaction
                     WHERE state = 3 GROUP BY currency) t ON t.name = l.name
                WHERE l.name LIKE 'suspense:%' AND l.balance <> coalesce(t.total, 0)
                """),
        Rule(
            breaks: .bankSum,
            query: """
                SELECT l.name FROM ledger l LEFT JOIN
                    (SELECT 'bank:' || currency AS name, sum(amount) AS total FROM bank_transaction
                     WHERE state <> 7 GROUP BY currency) t ON t.name = l.name
                WHERE l.name LIKE 'bank:%' AND l.balance <> -coalesce(t.total, 0)
                """),
        // In the order in which postings are stored: joined to entries, the sums of all of them would be in memory at
        // once.
        Rule(
            breaks: .unbalancedEntry,
            query: """
                SELECT 'entry ' || p.entry FROM posting p GROUP BY p.entry HAVING count(*) < 2 OR sum(p.amount) <> 0
                UNION ALL
                SELECT 'entry ' || e.id FROM entry e WHERE NOT EXISTS (SELECT 1 FROM posting p WHERE p.entry = e.id)
                """),
        Rule(
            breaks: .entryAccountMissing,
            query: """
                SELECT 'entry ' || e.id FROM entry e
                WHERE e.sender IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger_account l WHERE l.id = e.sender)
                UNION ALL
                SELECT 'entry ' || e.id FROM entry e
                WHERE e.recipient IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger_account l WHERE l.id = e.recipient)
                UNION ALL
                SELECT 'entry ' || e.id FROM entry e
                WHERE e.operator IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger_account l WHERE l.id = e.operator)
                """),
        // Leaves of the tree name a recipient only where there is a sender.
        Rule(
            breaks: .entryRecipient,
            query: """
                SELECT 'entry ' || e.id FROM entry e WHERE e.recipient IS NOT NULL AND e.sender IS NULL
                    AND NOT EXISTS (SELECT 1 FROM posting p LEFT JOIN currency_account c ON c.ledger = p.account
                        WHERE p.entry = e.id AND coalesce(c.account, p.account) = e.recipient)
                """),
        Rule(
            breaks: .entryOrder,
            query: """
                SELECT 'entry ' || e.id FROM entry e WHERE e.operator IS NOT NULL AND NOT EXISTS
                    (SELECT 1 FROM operation o WHERE o.account = e.operator AND o.id = e.operation)
                    AND NOT EXISTS (SELECT 1 FROM conversion v
                        WHERE v.got = e.id AND v.account = e.operator AND e.operation IS NULL)
                """),
        Rule(
            breaks: .answerOrder,
            query: """
                SELECT 'entry ' || o.entry FROM operation o JOIN entry e ON e.id = o.entry
                WHERE o.status <> 200 OR e.operator <> o.account OR e.operation <> o.id
                """),
        Rule(
            breaks: .answerMissing,
            query: """
                SELECT 'entry ' || e.id FROM entry e JOIN operation o ON o.account = e.operator AND o.id = e.operation
                WHERE o.entry IS DISTINCT FROM e.id
                """),
        Rule(
            breaks: .answerEntryMissing,
            query: """
                SELECT 'entry ' || o.entry FROM operation o
                WHERE o.entry IS NOT NULL AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.id = o.entry)
                """),
        Rule(
            breaks: .strayPosting,
            query: """
                SELECT 'entry ' || p.entry FROM posting p LEFT JOIN entry e ON e.id = p.entry
                    LEFT JOIN ledger l ON l.id = p.account WHERE e.id IS NULL OR l.id IS NULL
                """),
        Rule(
            breaks: .balanceMissing,
            query: """
                SELECT l.name FROM ledger_account l LEFT JOIN holding h ON h.account = l.id WHERE h.account IS NULL
                """),
        // A chain ends where the balance says and has as many postings as it says; together the chains contain all
        // postings.
        Rule(
            breaks: .balance,
            query: """
                SELECT l.name FROM holding h JOIN ledger_account l ON l.id = h.account
                LEFT JOIN posting p ON p.entry = h.newest AND p.account = h.account
                WHERE h.balance <> coalesce(p.balance_after, 0) OR h.postings <> coalesce(p.number, 0)
                    OR h.newest <> coalesce(p.entry, 0)
                """),
        Rule(
            breaks: .balanceChain,
            query: """
                SELECT 'entry ' || p.entry FROM posting p
                LEFT JOIN posting q ON q.entry = p.previous AND q.account = p.account
                WHERE p.balance_after <> coalesce(q.balance_after, 0) + p.amount
                    OR p.number <> coalesce(q.number, 0) + 1 OR p.previous >= p.entry OR p.previous < 0
                    OR p.previous > 0 AND q.entry IS NULL
                """),
        Rule(
            breaks: .postingCount,
            query: """
                SELECT p.total || ' of ' || coalesce(h.total, 0) FROM (SELECT count(*) AS total FROM posting) p,
                    (SELECT sum(postings) AS total FROM holding) h WHERE p.total <> coalesce(h.total, 0)
                """),
        Rule(
            breaks: .postingMarks,
            query: """
                SELECT 'entry ' || coalesce(p.entry, m.entry) FROM
                    (SELECT entry, account FROM posting WHERE number % 256 = 0) p
                FULL JOIN posting_mark m ON m.entry = p.entry AND m.account = p.account
                WHERE p.entry IS NULL OR m.entry IS NULL
                """),
        Rule(
            breaks: .floor,
            query: """
                SELECT name FROM ledger WHERE balance < floor OR floor <> 0 AND
                    (floor >= -9223372036854775807 OR name LIKE 'user:%' OR name LIKE 'outstanding:%' OR name = 'guarantee')
                """),
        Rule(
            breaks: .rootCredits,
            query: """
                SELECT 'root ' || r.id FROM root r LEFT JOIN
                    (SELECT root, sum(high - low) AS total, max(high) AS top FROM credit GROUP BY root) c ON c.root = r.id
                WHERE r.credited <> coalesce(c.total, 0) OR coalesce(c.top, 0) > r.amount
                """),
        Rule(
            breaks: .rootEntry,
            query: """
                SELECT 'entry ' || r.entry FROM (SELECT entry, account, sum(amount) AS total FROM root GROUP BY entry, account) r
                LEFT JOIN posting p ON p.entry = r.entry AND p.account = r.account
                WHERE -p.amount IS DISTINCT FROM r.total
                """),
        Rule(
            breaks: .caseRoot,
            query: """
                SELECT 'case ' || f.id FROM fraud_case f WHERE NOT EXISTS
                    (SELECT 1 FROM root o WHERE o.id = f.root AND o.record = f.parent
                     UNION ALL SELECT 1 FROM record r WHERE r.root = f.root AND r.record = f.parent)
                    OR f.account IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM escrow x WHERE x.key = f.culprit AND x.account = f.account)
                """),
        Rule(
            breaks: .doubleCredit,
            query: """
                SELECT 'root ' || root FROM
                    (SELECT root, high, lead(low) OVER (PARTITION BY root ORDER BY low) AS next FROM credit) c WHERE next < high
                """),
        Rule(
            breaks: .creditEntry,
            query: """
                SELECT 'entry ' || c.entry FROM (SELECT entry, account, sum(high - low) AS total FROM credit GROUP BY entry, account) c
                LEFT JOIN posting p ON p.entry = c.entry AND p.account = c.account WHERE p.amount IS DISTINCT FROM c.total
                """),
        Rule(
            breaks: .sweptRoot,
            query: "SELECT 'root ' || id FROM root WHERE swept IS NOT NULL AND credited <> amount"),
        Rule(
            breaks: .claimEvidence,
            query: """
                SELECT 'claim ' || id FROM claim c WHERE NOT EXISTS (SELECT 1 FROM evidence e WHERE e.fraud_case = c.fraud_case)
                    AND NOT EXISTS (SELECT 1 FROM fraud_case f JOIN record r ON r.record = f.parent
                        JOIN decline d ON d.record = r.id WHERE f.id = c.fraud_case)
                """
        ),
        Rule(
            breaks: .caseClosed,
            query: """
                SELECT 'case ' || f.id FROM fraud_case f WHERE closed IS NOT NULL AND
                    (fund_paid > 0 OR EXISTS (SELECT 1 FROM claim c WHERE c.fraud_case = f.id AND c.paid < c.amount))
                """),
        Rule(
            breaks: .guaranteeFund,
            query: """
                SELECT 'cases say ' || f.total || ', the ledger ' || l.total
                FROM (SELECT coalesce(sum(fund_paid), 0) AS total FROM fraud_case) f,
                    (SELECT coalesce(-sum(p.amount), 0) AS total FROM entry e JOIN posting p ON p.entry = e.id
                        JOIN ledger_account a ON a.id = p.account WHERE e.kind = 6 AND a.name = 'guarantee') l
                WHERE f.total <> l.total
                """),
        Rule(
            breaks: .claimPayments,
            query: """
                SELECT a.name FROM ledger_account a
                LEFT JOIN (SELECT account, sum(paid) AS total FROM claim GROUP BY account) c ON c.account = a.id
                LEFT JOIN (SELECT p.account, sum(p.amount) AS total FROM entry e JOIN posting p ON p.entry = e.id
                    WHERE e.kind = 6 AND p.amount > 0 GROUP BY p.account) l ON l.account = a.id
                WHERE a.name <> 'guarantee' AND coalesce(c.total, 0) <> coalesce(l.total, 0)
                """),
        Rule(
            breaks: .redemptionCredit,
            query: """
                SELECT 'record ' || r.id FROM record r JOIN
                    (SELECT record, sum(high - low) AS total FROM credit WHERE record IS NOT NULL GROUP BY record) c
                ON c.record = r.id WHERE r.settled <> c.total AND r.id NOT IN (SELECT record FROM decline)
                """),
    ]

    /// Checks that under each key the amount in circulation is what was issued less what was redeemed, and is never
    /// negative.
    private func circulationFindings() throws -> [AuditFinding] {
        var open: [String: Int64] = [:]
        var findings: [AuditFinding] = []
        for issuer in try issuers() {
            if issuer.redeemed.minorUnits > issuer.issued.minorUnits {
                findings.append(AuditFinding(.overRedeemed, issuer.key))
            }
            open["outstanding:" + issuer.key] = try issuer.issued.subtracting(issuer.redeemed).minorUnits
        }
        for row in try database.rows("SELECT name, balance FROM ledger WHERE name LIKE 'outstanding:%'") {
            guard try open[try row.text(0)] ?? 0 != row.int(1) else { continue }
            findings.append(AuditFinding(.circulation, try row.text(0)))
        }
        return findings
    }

    /// Checks that every receipt states what was credited, and that evidence on a redemption's path explains any
    /// shortfall.
    private func receiptFindings() throws -> [AuditFinding] {
        var findings: [AuditFinding] = []
        try database.forEach(
            """
            SELECT r.id, r.record, r.high - r.low, r.receipt,
                (SELECT coalesce(sum(high - low), 0) FROM credit c WHERE c.root = r.root AND c.record = r.id)
            FROM record r WHERE receipt IS NOT NULL
            """
        ) { row in
            let receipt = try HubReceipt(decoding: try row.blob(3))
            let credited = try row.unsigned(4)
            if try receipt.units != credited || receipt.recordID.bytes != row.blob(1) {
                findings.append(
                    AuditFinding(.receipt, "record \(try row.int(0)), \(receipt.units) where \(credited) were credited")
                )
            }
            guard receipt.outcome == .credited, try row.unsigned(2) > credited else { return }
            let path = try self.path(to: try row.int(0))
            if try FraudCases.explaining(path, in: database) == nil && !hasDecline(on: path) {
                findings.append(AuditFinding(.shortRedemption, "record \(try row.int(0))"))
            }
        }
        return findings
    }

    /// Checks that a claim to an unredeemed amount belongs to the payee of its record, is at most what was paid, and
    /// that every payee whom a culprit paid on the path has confirmed the payment.
    private func claimFindings() throws -> [AuditFinding] {
        var findings: [AuditFinding] = []
        try database.forEach(
            """
            SELECT c.id, c.record, c.account, c.amount, r.body, r.signature, r.high - r.low FROM claim c
            JOIN record r ON r.id = c.record
            """
        ) { row in
            let transfer = try Transfer(body: try row.blob(4), signature: try P256.Signature(raw: try row.blob(5)))
            guard transfer.recipient != keys.rootKey else { return }
            let owner = try database.row(
                "SELECT account FROM escrow WHERE key = ?", [.blob(transfer.recipient.compressed)])
            let isRight =
                try owner?.int(0) == row.int(2) && row.unsigned(3) <= row.unsigned(6)
                && Vouching.isComplete(rows(to: try row.int(1)), in: database)
            if !isRight {
                findings.append(AuditFinding(.claimOwner, "claim \(try row.int(0))"))
            }
        }
        return findings
    }

    private func hasDecline(on path: [RecordID]) throws -> Bool {
        try path.contains { id in
            try database.row(
                "SELECT 1 FROM record r JOIN decline d ON d.record = r.id WHERE r.record = ?", [.blob(id.bytes)]) != nil
        }
    }

    /// Checks that every refunded payment was declined by the key that was paid and went to the account that had
    /// signed it, and that no other payment was refunded.
    private func declineFindings() throws -> [AuditFinding] {
        var findings: [AuditFinding] = []
        try database.forEach("SELECT id, receipt FROM record WHERE receipt IS NOT NULL") { row in
            let record = try row.int(0)
            let isRefunded = try HubReceipt(decoding: try row.blob(1)).outcome == .refunded
            if try database.row("SELECT 1 FROM decline WHERE record = ?", [.integer(record)]) != nil {
                if try !isRefunded || !isSettledRightly(record) {
                    findings.append(AuditFinding(.declinedPayment, "record \(record)"))
                }
            } else if isRefunded {
                findings.append(AuditFinding(.undeclinedPayment, "record \(record)"))
            }
        }
        return findings
    }

    private func isSettledRightly(_ record: Int64) throws -> Bool {
        let row = try database.row(
            """
            SELECT d.bytes, r.record, r.body, r.signature, p.body, p.signature, o.bytes FROM decline d
            JOIN record r ON r.id = d.record JOIN root o ON o.id = r.root LEFT JOIN record p ON p.id = r.parent
            WHERE d.record = ?
            """, [.integer(record)])
        guard let row else { return false }
        let decline = try Decline(decoding: try row.blob(0))
        let transfer = try Transfer(body: try row.blob(2), signature: try P256.Signature(raw: try row.blob(3)))
        let payer: P256.PublicKey
        if let body = try row.optionalBlob(4), let signature = try row.optionalBlob(5) {
            payer = try Transfer(body: body, signature: try P256.Signature(raw: signature)).recipient
        } else {
            payer = try Root(decoding: try row.blob(6)).owner
        }
        let others = try database.row(
            "SELECT 1 FROM credit WHERE record = ? AND account IS DISTINCT FROM (SELECT account FROM escrow WHERE key = ?)",
            [.integer(record), .blob(payer.compressed)])
        return try others == nil && decline.recordIDs.contains(try RecordID(try row.blob(1)))
            && decline.isSigned(by: transfer.recipient, hub: keys.hub)
    }

    private func path(to record: Int64) throws -> [RecordID] {
        try rows(to: record).compactMap { row in
            try database.row("SELECT record FROM record WHERE id = ?", [.integer(row)]).map {
                try RecordID(try $0.blob(0))
            }
        }
    }

    /// The rows of a path, parents before children.
    private func rows(to record: Int64) throws -> [Int64] {
        var path: [Int64] = []
        var next = record
        // A root has a negative number.
        while next > 0, let row = try database.row("SELECT parent FROM record WHERE id = ?", [.integer(next)]) {
            path.insert(next, at: 0)
            next = try row.int(0)
        }
        return path
    }
}

extension Hub {
    /// Checks the database from its rows alone, in one snapshot, while the hub goes on serving.
    package func audit() throws -> AuditReport {
        try context.store.snapshot { try Audit(database: $0, keys: context.keys, currency: currency).run() }
    }
}
