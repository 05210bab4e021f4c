// SPDX-License-Identifier: MIT
import Chains
import Coins
import Money
import Terminal

/// The way of every transaction that this program makes: show it decoded, and only with `--yes` sign and send it.
struct CoinReviewing {
    let desk: CoinDesk
    private var invocation: Invocation { desk.invocation }

    static let options: [Option] = [.broadcast, .accept, .export] + OfflineCarrying.options

    /// Shows a plan and does with it what the command line says.
    func conclude(_ plan: SendPlan) throws {
        let review = plan.review
        if !invocation.wantsJSON { show(review) }
        guard invocation.has(.broadcast) || invocation.has(.export) else {
            if invocation.wantsJSON {
                invocation.console.print(["sent": false, "review": json(review)])
            } else {
                invocation.console.print("\nNothing was signed or sent. To do it, repeat this with \(consent(review)).")
            }
            return
        }
        let approved = try plan.approved(acknowledging: Set(invocation.values(.accept)))
        if invocation.has(.export) {
            let (status, document) = try desk.coins.export(approved)
            let place = try OfflineCarrying(invocation: invocation).show(document)
            return report(status, review, isSent: false, place: place)
        }
        let status = try desk.coins.send(approved)
        report(status, review, isSent: status.state != .signed && status.state != .refused, place: nil)
        if status.state == .refused { throw Failure(.failed, status.sentence) }
    }

    private func report(_ status: SendStatus, _ review: SendReview, isSent: Bool, place: String?) {
        invocation.answerShown(
            ["sent": .bool(isSent), "payment": .coins(status), "review": json(review)],
            [
                "Payment \(status.id)\(status.transactionID.map { ", transaction \($0)" } ?? ""): \(status.sentence)",
                place,
            ].compactMap { $0 }.joined(separator: " "))
    }

    private func consent(_ review: SendReview) -> String {
        (["--yes"] + review.warnings.map { "--accept \($0.name)" }).joined(separator: " ")
    }

    /// What will be signed, taken apart again from its own bytes.
    func show(_ review: SendReview) {
        let console = invocation.console
        for payee in review.payees {
            let name = payee.contact.map { " (\($0))" } ?? ""
            let worth = review.amountWorth.map { ", about \($0.formatted)" } ?? ""
            console.print("pay      \(payee.amount)\(worth) to \(payee.address)\(name)".printable())
        }
        let worth = review.feeWorth.map { ", about \($0.formatted)" } ?? ""
        console.print("fee      at most \(review.fee)\(worth) (\(review.rate))".printable())
        if let change = review.change { console.print("change   \(change)") }
        console.print("network  \(review.network.title)")
        for fact in review.facts { console.print("         \(fact)".printable()) }
        for warning in review.warnings { console.print("WARNING  \(warning.sentence) [\(warning.name)]".printable()) }
    }

    func json(_ review: SendReview) -> JSON {
        [
            "network": .text(review.network.name),
            "payees": .array(
                review.payees.map {
                    ["address": .text($0.address), "contact": .text($0.contact), "amount": .coins($0.amount)]
                }),
            "fee": .coins(review.fee), "rate": .text(review.rate), "change": review.change.map { .coins($0) } ?? .null,
            "facts": .array(review.facts.map { .text($0) }),
            "warnings": .array(
                review.warnings.map { ["name": .text($0.name), "sentence": .text($0.sentence)] }),
        ]
    }
}

extension Option {
    static let broadcast = Option("yes", short: "y", "Sign it and send it; without this it is only shown.")
    static let export = Option("export", "Keep it for a signer without a network, and show what to carry there.")
}

extension JSON {
    static func coins(_ status: SendStatus) -> JSON {
        [
            "id": .integer(status.id), "account": .integer(status.account), "state": .text("\(status.state)"),
            "purpose": .text("\(status.purpose)"), "transaction": .text(status.transactionID),
            "payees": .array(
                status.payees.map {
                    ["address": .text($0.address), "contact": .text($0.contact), "amount": .coins($0.amount)]
                }),
            "fee": .coins(status.fee), "label": .text(status.label), "sentence": .text(status.sentence),
            "replaces": status.replaces.map { .integer($0) } ?? .null,
        ]
    }
}
