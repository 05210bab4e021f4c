// SPDX-License-Identifier: MIT

/// A rule that the database violates, and where. The sentence is made where it is shown (``description``).
package struct AuditFinding: Hashable, Sendable {
    package let rule: Rule
    /// What violates the rule, such as `entry 7`, `root 3` or an account's name.
    package let subject: String

    package init(_ rule: Rule, _ subject: String) {
        self.rule = rule
        self.subject = subject
    }

    /// The rules of the audit. Scripts and operators' notes use the raw values, which never change.
    package enum Rule: String, CaseIterable, Sendable {
        case mixedCurrencies = "mixed-currencies"
        case currencySum = "currency-sum"
        case currencyAccount = "currency-account"
        case conversionPosting = "conversion-posting"
        case conversionMissing = "conversion-missing"
        case payoutSum = "payout-sum"
        case suspenseSum = "suspense-sum"
        case bankSum = "bank-sum"
        case unbalancedEntry = "unbalanced-entry"
        case entryAccountMissing = "entry-account-missing"
        case entryRecipient = "entry-recipient"
        case entryOrder = "entry-order"
        case answerOrder = "answer-order"
        case answerMissing = "answer-missing"
        case answerEntryMissing = "answer-entry-missing"
        case strayPosting = "stray-posting"
        case balanceMissing = "balance-missing"
        case balance = "balance"
        case balanceChain = "balance-chain"
        case postingCount = "posting-count"
        case postingMarks = "posting-marks"
        case floor = "floor"
        case rootCredits = "root-credits"
        case rootEntry = "root-entry"
        case caseRoot = "case-root"
        case doubleCredit = "double-credit"
        case creditEntry = "credit-entry"
        case sweptRoot = "swept-root"
        case claimEvidence = "claim-evidence"
        case caseClosed = "case-closed"
        case guaranteeFund = "guarantee-fund"
        case claimPayments = "claim-payments"
        case redemptionCredit = "redemption-credit"
        case overRedeemed = "over-redeemed"
        case circulation = "circulation"
        case receipt = "receipt"
        case shortRedemption = "short-redemption"
        case claimOwner = "claim-owner"
        case declinedPayment = "declined-payment"
        case undeclinedPayment = "undeclined-payment"
        case root = "root"
        case transfer = "transfer"
        case proofCase = "proof-case"
        case proof = "proof"
        case answer = "answer"
        case treeEntry = "tree-entry"
        case treeHash = "tree-hash"
        case treeTileMissing = "tree-tile-missing"
        case treeTileOrder = "tree-tile-order"
        case auditLogGap = "audit-log-gap"
        case auditLogRow = "audit-log-row"
    }
}

extension AuditFinding: Encodable {
    private enum CodingKeys: String, CodingKey { case code = "code", subject = "subject" }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rule.rawValue, forKey: .code)
        try container.encode(subject, forKey: .subject)
    }
}
