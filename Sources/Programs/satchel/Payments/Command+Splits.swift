// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Terminal
import Tokens
import Wallet

extension Operand {
    fileprivate static let bill = Operand("bill", "An id, or the end of an id as the list shows it.")
    fileprivate static let sharers = Operand(
        "person",
        "Who shares it: a contact or username, with :2 for two shares, or =12.50 for an amount. Name yourself for your share.",
        count: .many)
}

extension Command {
    /// Sharing bills, under one word.
    static let splits: [Command] = [
        Command(
            "split", "Share a bill that you have paid among several people.",
            discussion: "Each person is asked for a share, and `satchel split` shows who has paid.", usual: "list",
            commands: splitCommands)
    ]

    private static let splitCommands: [Command] = [
        Command("list", "List the bills that you have shared, newest first.", options: [.pageLimit, .pageBefore]) {
            invocation in
            let page = try WalletDesk(invocation).open().splits(
                limit: try invocation.integer(.pageLimit, in: 1...100), before: invocation.value(.pageBefore))
            guard !invocation.wantsJSON else { return invocation.console.print(try .wire(page)) }
            guard !page.items.isEmpty else { return invocation.console.print("There are none.") }
            var table = Table(
                .words("id"), .words("when"), .numbers("total"), .numbers("paid"), .numbers("open"), .words("note"))
            for split in page.items {
                table.add(
                    shortID(split.id), Timestamp(seconds: split.created).description, split.total.formatted,
                    split.paid.formatted, split.open.formatted, split.note ?? "")
            }
            invocation.console.print(table.text)
            if let next = page.next { invocation.console.print("There is more: --before \(next)") }
        },
        Command(
            "new", "Share a bill.",
            discussion: """
                Without amounts it is shared evenly or by the numbers of shares; cents that do not divide go one each to \
                those named first. With amounts they must add up to the bill.
                """,
            options: [.note, .expires], operands: [.amount, .sharers],
            examples: [
                .init("satchel split new 90 alice bob carol --note dinner", "30.00 each; alice is you."),
                .init("satchel split new 100 alice:2 bob:1", "66.67 and 33.33."),
                .init("satchel split new 50 bob=20 carol=30", "What each has had."),
            ]
        ) { invocation in
            let wallet = try WalletDesk(invocation).open()
            let total = try wallet.amountInAnyCurrency(invocation)
            let shares = try invocation.operands(.sharers).map { try share($0, in: total.currency, of: wallet) }
            let split = try wallet.split(
                total, among: shares, note: invocation.value(.note), expires: try invocation.end(.expires))
            try invocation.show(split, "Shared \(split.total.formatted) (\(shortID(split.id))).")
        },
        Command("show", "Show who has paid of a bill.", operands: [.bill]) { invocation in
            let split = try WalletDesk(invocation).open().split(named: try invocation.operand(.bill))
            let paid = "\(split.paid.formatted) has come in, \(split.open.formatted) is open"
            try invocation.show(split, "\(split.note ?? "The bill"): \(split.total.formatted), of which \(paid).")
        },
        Command("cancel", "Ask nobody any more for what is open of a bill.", operands: [.bill]) { invocation in
            let split = try WalletDesk(invocation).open().cancelSplit(named: try invocation.operand(.bill))
            try invocation.show(split, "What was open is cancelled.")
        },
    ]
}

/// Reads `bob`, `bob:2` or `bob=12.50`.
private func share(_ word: String, in currency: Currency, of wallet: Wallet) throws -> SplitOrder.Share {
    if let mark = word.lastIndex(of: "=") {
        let text = String(word[word.index(after: mark)...])
        return SplitOrder.Share(
            person: try wallet.username(String(word[..<mark])),
            amount: try Amount(parsing: text, currency: currency))
    }
    guard let mark = word.lastIndex(of: ":") else {
        return SplitOrder.Share(person: try wallet.username(word), weight: 1)
    }
    guard let weight = Int(word[word.index(after: mark)...]), 1...1_000 ~= weight else {
        throw TerminalError(.usage, "The value '\(word)' is invalid for '<person>': write bob:2 for two shares.")
    }
    return SplitOrder.Share(person: try wallet.username(String(word[..<mark])), weight: weight)
}

extension Invocation {
    fileprivate func show(_ split: Split, _ sentence: String) throws {
        guard !wantsJSON else { return console.print(try .wire(split)) }
        console.print(sentence.printable())
        var table = Table(.words("who"), .numbers("share"), .words("state"), .words("request"))
        for share in split.shares {
            table.add(
                share.person, share.amount.formatted, share.request == nil ? "own" : share.state.rawValue,
                share.request.map(shortID) ?? "")
        }
        console.print(table.text)
    }
}
