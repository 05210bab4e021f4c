// SPDX-License-Identifier: MIT
import HubAPI
package import HubLedger
package import Money

/// The state of a hub's ledger at one moment, and every violation found in it.
package struct AuditReport: Encodable, Sendable {
    /// A ledger account with its balance.
    package struct Line: Codable, Sendable, Equatable {
        package var account: String
        package var balance: Amount

        enum CodingKeys: String, CodingKey { case account = "account", balance = "balance" }
    }

    /// Offline tokens under one issuing key.
    package struct Issuer: Codable, Sendable, Equatable {
        package var key: String
        package var issued: Amount
        /// Redeemed, refunded after a decline, or returned by the refund sweep.
        package var redeemed: Amount

        enum CodingKeys: String, CodingKey { case key = "key", issued = "issued", redeemed = "redeemed" }
    }

    /// A fraud case that is still open.
    package struct OpenCase: Codable, Sendable, Equatable {
        package var id: Int64
        package var account: String?
        package var claimed: Amount
        package var paid: Amount
        package var owed: Amount

        enum CodingKeys: String, CodingKey {
            case id = "id", account = "account", claimed = "claimed", paid = "paid", owed = "owed"
        }
    }

    package var currency: String
    package var lines: [Line]
    /// The sum of all accounts in the hub's first currency.
    package var total: Amount
    /// The same for each currency, the first one first.
    package var totals: [Amount]
    package var entries: Int64
    package var postings: Int64
    package var issuers: [Issuer]
    package var cases: [OpenCase]
    /// The violations; empty when all rules hold.
    package var findings: [AuditFinding]

    enum CodingKeys: String, CodingKey {
        case currency = "currency", lines = "lines", total = "total", totals = "totals", entries = "entries"
        case postings = "postings", issuers = "issuers", cases = "cases", findings = "findings"
    }

    package var isSound: Bool { findings.isEmpty }

    /// The whole report as JSON.
    package var json: String {
        get throws { String(decoding: try Wire.encode(self), as: UTF8.self) }
    }
}

extension AuditReport: CustomStringConvertible {
    /// One line for each account, and the sum, which must be zero.
    package var description: String {
        let names = lines.map(\.account) + ["sum of all accounts"]
        let width = names.map(\.count).max() ?? 0
        let amountWidth = (lines.map(\.balance) + totals).map(\.decimalText.count).max() ?? 0
        func line(_ name: String, _ amount: Amount) -> String {
            let text = amount.decimalText
            return name + String(repeating: " ", count: width - name.count + 2 + amountWidth - text.count) + text
        }
        var text: [String] = []
        for sum in totals {
            if totals.count > 1 { text.append(sum.currency.code) }
            text += lines.filter { $0.balance.currency == sum.currency }.map { line($0.account, $0.balance) }
            text.append(String(repeating: "-", count: width + 2 + amountWidth))
            text.append(line("sum of all accounts", sum))
        }
        // Entries are counted across all currencies.
        text.append((totals.count > 1 ? "" : currency + ", ") + "\(entries) entries, \(postings) postings")
        text += issuers.map { "key \($0.key): issued \($0.issued.formatted), redeemed \($0.redeemed.formatted)" }
        text += cases.map { item in
            "fraud case \(item.id)\(item.account.map { " against \($0)" } ?? ""): claimed \(item.claimed.formatted), "
                + "paid \(item.paid.formatted), still owed \(item.owed.formatted)"
        }
        text.append(isSound ? "The ledger is sound." : "NOT SOUND:")
        text += findings.map { "  \($0)" }
        return text.joined(separator: "\n")
    }
}
