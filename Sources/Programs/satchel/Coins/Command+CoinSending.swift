// SPDX-License-Identifier: MIT
import Chains
import Coins
import Terminal
import Tokens

extension Operand {
    fileprivate static let to = Operand(
        "to", "Address, contact name, or payment link such as bitcoin:…?amount=…")
    fileprivate static let coinAmount = Operand(
        "amount", "Amount in whole coins, such as 0.001. Optional if a link has an amount.", count: .optional)
}

extension Option {
    fileprivate static let all = Option("all", "Send the whole balance, minus the fee.")
    fileprivate static let also = Option(
        "also", value: "address=amount", "Pay another recipient in the same transaction (Bitcoin); can be repeated.",
        isRepeated: true)
    fileprivate static let token = Option("token", value: "token", "Symbol or address of a token (Ethereum, Solana).")
    fileprivate static let memo = Option("memo", value: "text", "Public memo on the chain.")
    fileprivate static let nonceAccount = Option(
        "nonce-account", value: "address", "Sign with this durable nonce, which does not expire (Solana).")
}

extension Command {
    /// Payments, and replacements of pending payments.
    static let coinSending: [Command] = [
        Command(
            "send", "Send coins: show the decoded transaction, and ask before signing and sending it.", confirms: true,
            options: [.fee, .all, .also, .token, .memo, .note, .nonceAccount] + CoinReviewing.options,
            operands: [.account, .to, .coinAmount],
            examples: [
                .init("satchel coins send savings bc1q… 0.001 --dry-run", "Show the transaction and its fee."),
                .init("satchel coins send savings bc1q… 0.001", "Show it, ask, then sign and send it."),
                .init("satchel coins send savings bc1q… --all --fee slow --yes", "Send everything at a low fee."),
                .init("satchel coins send watched bc1q… 0.001 --export --file pay.psbt", "Export it for its signer."),
            ]
        ) { invocation in
            let context = try CoinContext(invocation)
            let draft = try context.draft()
            // Money that arrived since the last refresh can be spent, too.
            try context.coins.refresh(draft.account)
            try CoinReviewing(context: context).conclude(try context.coins.plan(draft))
        },
        replacement("bump", "Replace a pending payment with the same payment at a higher fee.") {
            try $0.planBump($1, fee: $2)
        },
        replacement("cancel", "Replace a pending payment with one to yourself. This costs a fee.") {
            try $0.planCancel($1, fee: $2)
        },
        replacement(
            "again", "Send an expired payment again with a new signature. The old one can never be executed (Solana)."
        ) { try $0.planAgain($1, fee: $2) },
        Command(
            "child", "Speed up an incoming transaction: spend its output with a fee for both (CPFP, Bitcoin).",
            confirms: true,
            options: [.fee] + CoinReviewing.options, operands: [.account, .transaction]
        ) { invocation in
            let context = try CoinContext(invocation)
            let account = try context.account().id
            try context.coins.refresh(account)
            let plan = try context.coins.planChild(
                of: try context.transaction(), account: account, fee: try invocation.fee())
            try CoinReviewing(context: context).conclude(plan)
        },
        Command(
            "nonce", "Create a durable nonce account, for payments that are signed offline (Solana).", confirms: true,
            options: [.fee] + CoinReviewing.options, operands: [.account]
        ) { invocation in
            let context = try CoinContext(invocation)
            let plan = try context.coins.planNonceAccount(for: try context.account().id, fee: try invocation.fee())
            try CoinReviewing(context: context).conclude(plan)
        },
        Command("payments", "List the payments of this wallet, newest first.", options: [.cached, .limit]) {
            invocation in
            let context = try CoinContext(invocation)
            if !invocation.has(.cached) { try context.refreshOpenPayments() }
            let payments = try context.coins.sends(limit: try invocation.integer(.limit, in: 1...1000) ?? 20)
            guard !invocation.wantsJSON else { return invocation.console.print(.items(payments.map { .coins($0) })) }
            guard !payments.isEmpty else { return invocation.console.print("No payments yet.") }
            var table = Table(
                .numbers("no"), .words("state"), .words("kind"), .numbers("amount"), .words("to"),
                .words("transaction"), .words("label"))
            for payment in payments {
                let payee = payment.payees.first
                let more = payment.payees.count > 1 ? " and \(payment.payees.count - 1) more" : ""
                table.add(
                    "\(payment.id)", payment.state.name, payment.purpose.name, payee?.amount.description ?? "",
                    (payee.map { $0.contact ?? CoinAccount.shortened($0.address) } ?? "") + more,
                    String(payment.transactionID?.prefix(CoinContext.shownIDCount) ?? ""), payment.label ?? "")
            }
            invocation.console.print(table.text)
            let open = payments.filter { ![.confirmed, .final, .replaced, .dropped].contains($0.state) }
            for payment in open {
                let rival = payments.first { $0.replaces == payment.id && $0.state != .replaced }
                let sentence = rival.map { "Payment \($0.id) is to replace it." } ?? payment.sentence
                invocation.console.print("\n" + "Payment \(payment.id): \(sentence)".printable())
            }
        },
        Command("push", "Rebroadcast a payment without changes.", operands: [.payment]) {
            invocation in
            let context = try CoinContext(invocation)
            let status = try context.coins.rebroadcast(try context.payment())
            invocation.answer(.coins(status), "Payment \(status.id): \(status.sentence)")
        },
        Command("drop", "Cancel an exported payment that is not signed.", confirms: true, operands: [.payment]) {
            invocation in
            let context = try CoinContext(invocation)
            let payment = try context.payment()
            try invocation.confirm("Cancel payment \(payment)?")
            let status = try context.coins.drop(payment)
            invocation.answer(.coins(status), "Payment \(status.id): \(status.sentence)")
        },
    ]

    private static func replacement(
        _ name: String, _ summary: String,
        plan: @escaping @Sendable (CoinWallet, Int64, FeeChoice) throws -> SendPlan
    ) -> Command {
        Command(name, summary, confirms: true, options: [.fee] + CoinReviewing.options, operands: [.payment]) {
            invocation in
            let context = try CoinContext(invocation)
            let payment = try context.payment()
            try context.coins.refresh(try context.coins.send(payment).account)
            try CoinReviewing(context: context).conclude(try plan(context.coins, payment, try invocation.fee()))
        }
    }
}

extension CoinContext {
    /// A transaction of the account by its ID or the characters of it that lists show.
    func transaction() throws -> String {
        let word = try invocation.operand(.transaction)
        let ids = try Set(coins.history(of: try account().id, limit: Self.searchedCount).map(\.id))
        let found = ids.filter { $0.hasPrefix(word) }
        guard word.count >= Self.leastIDCount, let first = found.first else { return word }
        guard found.count == 1 else {
            throw Failure(.usage, "'\(word)' matches \(found.count) transactions. Give more of the ID.")
        }
        return first
    }

    /// Characters of a transaction's ID in lists, the fewest to type, and the number of searched lines.
    static let shownIDCount = 12
    private static let leastIDCount = 6
    private static let searchedCount = 10_000

    /// `2026-11-20 21:30`, in UTC.
    static func shown(time seconds: UInt64) -> String {
        String(Timestamp(seconds: seconds).description.prefix(16)).replacing("T", with: " ")
    }

    /// Refreshes the state of open payments. Prints the reason if no server answers.
    fileprivate func refreshOpenPayments() throws {
        let open = try coins.sends(limit: Self.searchedCount).filter(\.isOpen)
        for id in Set(open.map(\.account)).sorted() {
            guard let reason = try coins.balances(of: id).staleBecause else { continue }
            let name = try coins.account(id).name
            invocation.console.note("'\(name)' is not up to date: \(reason.message)".printable())
        }
    }

    /// The payment of the command line.
    fileprivate func draft() throws -> SendDraft {
        let account = try account()
        let to = try invocation.operand(.to)
        let typed = invocation.optional(.coinAmount)
        guard typed == nil || !invocation.has(.all) else {
            throw Failure(.usage, "Give an amount or --all, not both.")
        }
        let ask = try coins.ask(in: to, account: account.id)
        if let typed, !invocation.has(.token), ask?.token == nil {
            _ = try account.network.unit.amount(parsing: typed)
        }
        // A link's amount is in the link's own unit: 2 of a coin are not 2 of a token.
        guard typed != nil || ask?.amount == nil || invocation.has(.all) || !invocation.has(.token) else {
            throw Failure(.usage, "The link's amount is not in the token of --token. Give an amount.")
        }
        let amount = invocation.has(.all) ? nil : typed ?? ask?.amount
        guard amount != nil || invocation.has(.all) else {
            throw Failure(.usage, "Give an amount, such as 0.001, or --all.")
        }
        var draft = SendDraft(
            account: account.id,
            recipients: [.init(to: ask?.to ?? to, amount.map { .exactly($0) } ?? .everything)])
        draft.references = ask?.references ?? []
        draft.recipients += try invocation.values(.also).map { text in
            guard let equals = text.lastIndex(of: "=") else {
                throw Failure(.usage, "Invalid value '\(text)' for --also: use address=amount.")
            }
            return .init(to: String(text[..<equals]), .exactly(String(text[text.index(after: equals)...])))
        }
        draft.fee = try invocation.fee()
        draft.token = invocation.value(.token) ?? ask?.token
        draft.memo = invocation.value(.memo) ?? ask?.memo
        draft.label = invocation.value(.note)
        draft.ask = ask
        draft.nonceAccount = invocation.value(.nonceAccount)
        return draft
    }
}
