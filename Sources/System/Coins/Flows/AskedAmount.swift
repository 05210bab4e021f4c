// SPDX-License-Identifier: MIT
internal import Chains

/// Holds a plan against the link that led to it.
struct AskedAmount {
    let coins: OpenCoins

    /// Shows what the link says, and warns where another amount is paid than it asks for.
    func compared(_ plan: SendPlan, with draft: SendDraft) throws -> SendPlan {
        guard let ask = draft.ask else { return plan }
        var plan = plan
        if let words = ask.words { plan.review.facts.insert(.asked(words), at: 0) }
        guard let text = ask.amount, let paid = plan.review.payees.first?.amount else { return plan }
        // Amounts of two coins cannot be compared; the review shows which one is paid.
        guard ask.token == draft.token else { return plan }
        let asked = CoinAmount(try paid.unit.amount(parsing: text), paid.unit)
        guard asked.value != paid.value else { return plan }
        plan.review.warnings.append(
            SendReview.Warning(
                name: "other-amount", sentence: "The link asks for \(asked), and \(paid) would be paid.",
                values: ["asked": .amount(asked), "amount": .amount(paid)]))
        plan.review.warnings.sort { $0.name < $1.name }
        return plan
    }
}

extension PaymentAsk {
    /// Who asks and what for, as a link says it; nil where it says nothing.
    package var words: String? {
        let words = [label, message].compactMap { $0?.visible }.filter { !$0.isEmpty }.joined(separator: ": ")
        return words.isEmpty ? nil : String(words.prefix(Self.maximumWords))
    }

    private static let maximumWords = 200
}

extension SendDraft {
    /// With what the link says where the person gave no label.
    var labelled: SendDraft {
        var draft = self
        draft.label = label ?? ask?.words
        return draft
    }
}
