// SPDX-License-Identifier: MIT
internal import Chains

/// Compares a plan with the payment link that requested it.
struct AskedAmount {
    let coins: OpenCoins

    /// Adds the link's text to the plan, and a warning when the amount differs from the requested one.
    func compared(_ plan: SendPlan, with draft: SendDraft) throws -> SendPlan {
        guard let ask = draft.ask else { return plan }
        var plan = plan
        if let words = ask.words { plan.review.facts.insert(.asked(words), at: 0) }
        guard let text = ask.amount, let paid = plan.review.payees.first?.amount else { return plan }
        // Amounts of two coins cannot be compared. The review shows which one is paid.
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
    /// The link's label and message; nil when it has neither.
    package var words: String? {
        let words = [label, message].compactMap { $0?.visible }.filter { !$0.isEmpty }.joined(separator: ": ")
        return words.isEmpty ? nil : String(words.prefix(Self.maximumWords))
    }

    private static let maximumWords = 200
}

extension SendDraft {
    /// The draft with the link's text as its label, unless the user gave one.
    var labelled: SendDraft {
        var draft = self
        draft.label = label ?? ask?.words
        return draft
    }
}
