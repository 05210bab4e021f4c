// SPDX-License-Identifier: MIT

extension AuditFinding: CustomStringConvertible {
    /// One English sentence, for operators.
    package var description: String {
        let sentence = rule.sentence
        return sentence.contains("{}") ? sentence.replacing("{}", with: subject) : "\(sentence): \(subject)"
    }
}

extension AuditFinding.Rule {
    /// What is wrong. The subject follows after a colon, or stands in place of `{}`.
    fileprivate var sentence: String {
        switch self {
        case .mixedCurrencies: "An entry moves more than one currency"
        case .currencySum: "The accounts of a currency do not sum to zero"
        case .currencyAccount: "An account's money is in the ledger account of another currency or another account"
        case .conversionPosting: "A conversion did not post what its quote said"
        case .conversionMissing: "A conversion entry belongs to no conversion"
        case .payoutSum: "What is held for the bank is not what payouts await"
        case .suspenseSum: "Suspense is not what waits for the operator"
        case .bankSum: "The bank's account is not what its movements add up to"
        case .unbalancedEntry: "An entry has fewer than two postings or does not sum to zero"
        case .entryAccountMissing: "An entry names an account that is not there"
        case .entryRecipient: "An entry names a recipient that it moves nothing to"
        case .entryOrder: "An entry names an order that its account did not give"
        case .answerOrder: "An answer is about the entry of another order, or refuses an order that was carried out"
        case .answerMissing: "An order that was carried out is answered as if it had moved something else, or nothing"
        case .answerEntryMissing: "An answer was given about an entry that is not there"
        case .strayPosting: "A posting belongs to no entry or to no account"
        case .balanceMissing: "An account has no balance"
        case .balance: "A balance is not what its last posting left"
        case .balanceChain: "A balance in the history is not the one before it plus its posting"
        case .postingCount: "There are postings that no balance counts"
        case .postingMarks: "The marks in an account's postings are not where they belong"
        case .floor: "An account is below its floor, or has another one than accounts of its kind"
        case .rootCredits: "The credits of a root are not what the root says, or are more than it holds"
        case .rootEntry: "Roots are not what their entry took from their account"
        case .caseRoot: "A fraud case is of another root, or of an account whose key it does not name"
        case .doubleCredit: "The same units were credited twice"
        case .creditEntry: "Credits are not what their entry posted"
        case .sweptRoot: "A swept root is not fully paid out"
        case .claimEvidence: "A claim is not explained by evidence"
        case .caseClosed: "A fraud case is closed although a claim is unpaid"
        case .guaranteeFund: "The guarantee fund paid and got back something else than its cases say"
        case .claimPayments: "Owners of claims got something else than was paid on them"
        case .redemptionCredit: "A redemption was credited otherwise than it was settled"
        case .overRedeemed: "More was redeemed under a key than was issued"
        case .circulation: "Tokens in circulation under a key are not what was issued less what was redeemed"
        case .receipt: "A receipt does not say what was credited"
        case .shortRedemption: "A redemption fell short without evidence"
        case .claimOwner: "A claim is not its payee's, or no record says that it arrived"
        case .declinedPayment: "A declined payment was not paid back as its payee and payer signed"
        case .undeclinedPayment: "A payment was paid back without a decline"
        case .root: "A root is not what was signed"
        case .transfer: "A transfer is not what was signed"
        case .proofCase: "A proof is not of its case"
        case .proof: "A proof does not convict"
        case .answer: "An answer is not what its entry says"
        case .treeEntry: "The ledger was changed after the fact: {} is not what the ledger's tree says it was"
        case .treeHash: "The ledger was changed after the fact: {} is not made of its children"
        case .treeTileMissing: "The ledger was changed after the fact: the ledger's tree lacks its tile {}"
        case .treeTileOrder:
            "The ledger was changed after the fact: the entries of tile {} of the ledger's tree are not in their order"
        case .auditLogGap: "Row {} of the audit log is missing."
        case .auditLogRow: "Row {} of the audit log is not what was written."
        }
    }
}
