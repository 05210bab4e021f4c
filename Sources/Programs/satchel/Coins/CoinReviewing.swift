// SPDX-License-Identifier: MIT
import Chains
import Coins
import Money
import Parcels
import Terminal

/// The way of every transaction that this program makes: show it decoded, and only with `--yes` sign and send it.
struct CoinReviewing {
    let desk: CoinDesk
    private var invocation: Invocation { desk.invocation }

    static let options: [Option] = [.broadcast, .accept, .export] + Carrying.offline + Option.worth

    /// Shows a plan and does with it what the command line says.
    func conclude(_ plan: SendPlan) throws {
        let review = plan.review
        let carrying = Carrying(invocation: invocation)
        let isExporting = invocation.has(.export)
        guard !(isExporting && invocation.has(.broadcast)) else {
            throw Failure(.usage, "Give --yes to sign it here, or --export to have it signed elsewhere, not both.")
        }
        let isAside = isExporting && carrying.isPrinting
        if !invocation.wantsJSON { show(review, aside: isAside) }
        guard invocation.has(.broadcast) || isExporting else {
            return invocation.answer(
                ["sent": false, "review": json(review)],
                ["", "Nothing was signed or sent. To do it, repeat this with \(try consent(review))."])
        }
        guard try isExporting || review.account.map({ try !desk.coins.account($0).isWatchOnly }) ?? true else {
            throw Failure(
                .failed, "This account is only watched. Export the payment and sign it where its phrase is.")
        }
        try requireAccepted(review)
        let approved = try plan.approved(acknowledging: Set(invocation.values(.accept)))
        if isExporting {
            let (status, document) = try desk.coins.export(approved)
            let place = try carrying.show(try Parcel(document))
            return invocation.answer(
                [
                    "sent": false, "payment": .coins(status), "document": try carrying.json(document),
                    "review": json(review),
                ],
                [
                    "", "Payment \(status.id) waits for its signer. \(place ?? "")".trimmed,
                    "When it is signed: satchel coins complete \(status.id) SIGNED",
                ], aside: isAside)
        }
        let status = try desk.coins.send(approved)
        guard status.state != .refused else { throw Failure(.failed, status.sentence) }
        invocation.answer(
            ["sent": .bool(status.state != .signed), "payment": .coins(status), "review": json(review)],
            ["", "Payment \(status.id): \(status.sentence)"]
                + (status.transactionID.map { ["Transaction \($0)"] } ?? []))
    }

    /// Refuses to go on while a warning is not accepted by name.
    func requireAccepted(_ review: SendReview) throws {
        let accepted = Set(invocation.values(.accept))
        guard let left = review.warnings.first(where: { !accepted.contains($0.name) }) else { return }
        throw Failure(.failed, "\(left.sentence) If you want it so, add --accept \(left.name). Nothing was signed.")
    }

    /// The options that say yes to a review and to all that it warns of.
    func consent(_ review: SendReview) throws -> String {
        ([try isWatched(review) ? "--export" : "--yes"] + review.warnings.map { "--accept \($0.name)" }).joined(
            separator: " ")
    }

    private func isWatched(_ review: SendReview) throws -> Bool {
        try review.account.map { number in
            let account = try desk.coins.account(number)
            return account.isWatchOnly || account.scheme == .shared
        } ?? false
    }

    /// What will be signed, taken apart again from its own bytes.
    ///
    /// - Parameter isAside: on standard error, since standard output is for the document.
    func show(_ review: SendReview, aside isAside: Bool = false) {
        func print(_ line: String) {
            if isAside { invocation.console.note(line) } else { invocation.console.print(line) }
        }
        for payee in review.payees {
            let name = payee.contact.map { " (\($0))" } ?? ""
            let worth = review.amountWorth.map { ", about \($0.formatted)" } ?? ""
            print("pay      \(payee.amount)\(worth) to \(payee.address)\(name)".printable())
        }
        let worth = review.feeWorth.map { ", about \($0.formatted)" } ?? ""
        let rate = review.rate == .whole(review.fee) ? "" : " (\(review.rate))"
        let bound = review.isFeeExact ? "" : "at most "
        print("fee      \(bound)\(review.fee)\(worth)\(rate)".printable())
        if let change = review.change { print("change   \(change)") }
        print("network  \(review.network.title)")
        for fact in review.facts { print("         \(fact)".printable()) }
        for warning in review.warnings { print("WARNING  \(warning.sentence) [\(warning.name)]".printable()) }
    }

    func json(_ review: SendReview) -> JSON {
        [
            "network": .text(review.network.name),
            "payees": .array(
                review.payees.map {
                    ["address": .text($0.address), "contact": .text($0.contact), "amount": .coins($0.amount)]
                }),
            "fee": .coins(review.fee), "rate": .text(review.rate.description),
            "change": review.change.map { .coins($0) } ?? .null,
            "facts": .array(review.facts.map { .text($0.description) }),
            "warnings": .array(
                review.warnings.map { ["name": .text($0.name), "sentence": .text($0.sentence)] }),
        ]
    }
}

extension Invocation {
    /// Prints what was kept, and what a person must be told about the address in it.
    func answer(_ json: JSON, _ line: String, caution: ReviewFact?) {
        guard let words = caution?.description else { return answer(json, line) }
        answer(json.adding("caution", .text(words)), [line, words])
    }

    /// Prints what was done, on standard error where standard output is for a document.
    func answer(_ json: JSON, _ lines: [String], aside isAside: Bool = false) {
        guard !wantsJSON else { return console.print(json) }
        for line in lines { isAside ? console.note(line.printable()) : console.print(line.printable()) }
    }
}

extension Option {
    static let broadcast = Option("yes", short: "y", "Sign it and send it; without this it is only shown.")
    static let export = Option("export", "Keep it for a signer without a network, and show what to carry there.")
}

extension JSON {
    static func coins(_ status: SendStatus) -> JSON {
        [
            "id": .integer(status.id), "account": .integer(status.account), "state": .text(status.state.name),
            "purpose": .text(status.purpose.name), "transaction": .text(status.transactionID),
            "payees": .array(
                status.payees.map {
                    ["address": .text($0.address), "contact": .text($0.contact), "amount": .coins($0.amount)]
                }),
            "fee": .coins(status.fee), "label": .text(status.label), "sentence": .text(status.sentence),
            "replaces": status.replaces.map { .integer($0) } ?? .null,
        ]
    }
}
