// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Terminal
import Tokens
import Wallet

extension Operand {
    fileprivate static let bill = Operand("bill", "ID of the bill, or its last characters as listed.")
    fileprivate static let sharers = Operand(
        "person",
        "Contact or username of each person, with :2 for two shares or =12.50 for an amount. Include yourself for your share.",
        count: .many)
}

extension Command {
    /// Shared bills.
    static let splits: [Command] = [
        Command(
            "split", "Split a bill that you paid among several people.",
            discussion: "Each person gets a request for a share. `satchel split` shows who has paid.", usual: "list",
            commands: splitCommands)
    ]

    private static let splitCommands: [Command] = [
        Command("list", "List your shared bills, newest first.", options: [.pageLimit, .pageBefore]) {
            invocation in
            let page = try CommandContext(invocation).open().splits(
                limit: try invocation.integer(.pageLimit, in: 1...100), before: invocation.value(.pageBefore))
            guard !invocation.wantsJSON else {
                return invocation.console.print(.items(page.items.map { .split($0) }, next: page.next))
            }
            guard !page.items.isEmpty else { return invocation.console.print("No shared bills.") }
            var table = Table(
                .words("id"), .words("time"), .numbers("total"), .numbers("paid"), .numbers("open"), .words("note"))
            for split in page.items {
                table.add(
                    shortID(split.id), Timestamp(seconds: split.created).description, split.total.formatted,
                    split.paid.formatted, split.open.formatted, split.note ?? "")
            }
            invocation.console.print(table.text)
            if let next = page.next { invocation.console.print("Next page: --before \(next)") }
        },
        Command(
            "new", "Split a bill.",
            discussion: """
                Without amounts the bill is split evenly or by the numbers of shares. A remainder goes to the people \
                named first, one minor unit each. Amounts must add up to the bill.
                """,
            options: [.note, .expires], operands: [.amount, .sharers],
            examples: [
                .init("satchel split new 90 alice bob carol --note dinner", "Split evenly, 30.00 each; alice is you."),
                .init("satchel split new 100 alice:2 bob:1", "Split by shares, 66.67 and 33.33."),
                .init("satchel split new 50 bob=20 carol=30", "Split by amounts."),
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let total = try wallet.amountInAnyCurrency(invocation)
            let shares = try invocation.operands(.sharers).map { try share($0, in: total.currency, of: wallet) }
            let split = try wallet.split(
                total, among: shares, note: invocation.value(.note), expires: try invocation.end(.expires))
            try invocation.show(split, "Split \(split.total.formatted) (\(shortID(split.id))).")
        },
        Command("show", "Show the shares of a bill and who has paid.", operands: [.bill]) { invocation in
            let split = try CommandContext(invocation).open().split(named: try invocation.operand(.bill))
            let paid = "\(split.paid.formatted) paid, \(split.open.formatted) open"
            try invocation.show(split, "\(split.note ?? "Bill"): \(split.total.formatted) in total, \(paid).")
        },
        Command("cancel", "Cancel the open requests of a bill.", operands: [.bill]) { invocation in
            let split = try CommandContext(invocation).open().cancelSplit(named: try invocation.operand(.bill))
            try invocation.show(split, "Cancelled the open requests.")
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
        throw TerminalError(
            .usage, "Invalid value '\(word)' for '<person>': the number of shares is 1 to 1000, such as bob:2.")
    }
    return SplitOrder.Share(person: try wallet.username(String(word[..<mark])), weight: weight)
}

extension Invocation {
    fileprivate func show(_ split: Split, _ sentence: String) throws {
        guard !wantsJSON else { return console.print(.split(split)) }
        console.print(sentence.printable())
        var table = Table(.words("person"), .numbers("share"), .words("state"), .words("request"))
        for share in split.shares {
            table.add(
                share.person, share.amount.formatted, share.request == nil ? "own" : share.state.rawValue,
                share.request.map(shortID) ?? "")
        }
        console.print(table.text)
    }
}
