// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Money
import Sharing
import Terminal

/// The review of every transaction: shows it decoded, and asks before it signs and sends it.
struct CoinReviewing {
    let context: CoinContext
    private var invocation: Invocation { context.invocation }

    static let options: [Option] = [.dryRun, .accept, .export] + DocumentSharing.offline + Option.worth

    /// Shows a plan, then signs, exports or drops it as the options say.
    func conclude(_ plan: SendPlan) throws {
        let review = plan.review
        let sharing = DocumentSharing(invocation: invocation)
        let isExporting = invocation.has(.export)
        guard !(isExporting && invocation.has(.yes)) else {
            throw Failure(.usage, "Give --yes to sign here, or --export to sign elsewhere, not both.")
        }
        let isAside = isExporting && sharing.isPrinting
        if !invocation.wantsJSON { show(review, aside: isAside) }
        guard !invocation.has(.dryRun) else {
            return invocation.answer(
                ["sent": false, "review": json(review)],
                ["", "Nothing was signed or sent. To continue, give \(try consent(review)) instead of --dry-run."])
        }
        guard try isExporting || review.account.map({ try !context.coins.account($0).isWatchOnly }) ?? true else {
            throw Failure(
                .failed, "This account is watch-only. Export the payment with --export, and sign it elsewhere.")
        }
        try requireAccepted(review)
        let approved = try plan.approved(acknowledging: Set(invocation.values(.accept)))
        if isExporting {
            let (status, document) = try context.coins.export(approved)
            let place = try sharing.show(try Parcel(document))
            return invocation.answer(
                [
                    "sent": false, "payment": .coins(status), "document": try sharing.json(document),
                    "review": json(review),
                ],
                [
                    "", "Payment \(status.id) is waiting for its signature. \(place ?? "")".trimmed,
                    "After signing: satchel coins complete \(status.id) SIGNED",
                ], aside: isAside)
        }
        try invocation.confirm("Sign and send this payment?")
        let status = try context.coins.send(approved)
        guard status.state != .refused else { throw Failure(.failed, status.sentence) }
        invocation.answer(
            ["sent": .bool(status.state != .signed), "payment": .coins(status), "review": json(review)],
            ["", "Payment \(status.id): \(status.sentence)"]
                + (status.transactionID.map { ["Transaction \($0)"] } ?? []))
    }

    /// Throws ``Failure`` unless every warning is accepted by name.
    func requireAccepted(_ review: SendReview) throws {
        let accepted = Set(invocation.values(.accept))
        guard let left = review.warnings.first(where: { !accepted.contains($0.name) }) else { return }
        throw Failure(.failed, "\(left.sentence) Nothing was signed. To accept this, add --accept \(left.name).")
    }

    /// The options that approve a review and accept all its warnings.
    func consent(_ review: SendReview) throws -> String {
        ([try isWatched(review) ? "--export" : "--yes"] + review.warnings.map { "--accept \($0.name)" }).joined(
            separator: " ")
    }

    private func isWatched(_ review: SendReview) throws -> Bool {
        try review.account.map { number in
            let account = try context.coins.account(number)
            return account.isWatchOnly || account.scheme == .shared
        } ?? false
    }

    /// Prints the review, decoded from the bytes to sign.
    ///
    /// - Parameter isAside: prints to standard error, because standard output has the document.
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

    func json(_ review: SendReview) -> JSONValue {
        [
            "network": .string(review.network.name),
            "payees": .array(
                review.payees.map {
                    ["address": .string($0.address), "contact": .string($0.contact), "amount": .coins($0.amount)]
                }),
            "fee": .coins(review.fee), "rate": .rate(review.rate),
            "change": review.change.map { .coins($0) } ?? .null,
            "facts": .array(review.facts.map(JSONValue.fact)),
            "warnings": .array(review.warnings.map { .string($0.name) }),
        ]
    }
}

extension Invocation {
    /// Prints a result, and a caution about its address.
    func answer(_ json: JSONValue, _ line: String, caution: ReviewFact?) {
        guard let caution else { return answer(json, line) }
        answer(json.adding("caution", .fact(caution)), [line, caution.description])
    }

    /// Prints a result, on standard error if standard output has a document.
    func answer(_ json: JSONValue, _ lines: [String], aside isAside: Bool = false) {
        guard !wantsJSON else { return console.print(json) }
        for line in lines { isAside ? console.note(line.printable()) : console.print(line.printable()) }
    }
}

extension Option {
    static let export = Option("export", "Export the payment for an offline signer.")
}

extension JSONValue {
    static func coins(_ status: SendStatus) -> JSONValue {
        [
            "id": .number(status.id), "account": .number(status.account), "state": .string(status.state.name),
            "purpose": .string(status.purpose.name), "transaction": .string(status.transactionID),
            "payees": .array(
                status.payees.map {
                    ["address": .string($0.address), "contact": .string($0.contact), "amount": .coins($0.amount)]
                }),
            "fee": .coins(status.fee), "label": .string(status.label),
            "replaces": status.replaces.map { .number($0) } ?? .null,
        ]
    }
}
