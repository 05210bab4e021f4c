// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Keys
import Money
import Terminal
import Tokens
import Wallet

extension Option {
    static let limit = Option(
        "limit", value: "number",
        "Number of lines, 1 to 1000. Default: 20; with --account 10, 20 or 50, by the speed of the connection.")
    fileprivate static let before = Option(
        "before", value: "mark",
        "Continue below the line with this number; with --account, after the page that printed this mark.")
    fileprivate static let account = Option(
        "account", "Show the account's history from the hub instead of this wallet's.")
    fileprivate static let since = Option("since", value: "day", "First day, such as 2026-11-01 (UTC).")
    fileprivate static let until = Option("until", value: "day", "Last day, such as 2026-11-30 (UTC).")
    fileprivate static let kind = Option(
        "kind", value: "kind", "Only this kind; can be repeated.", isRepeated: true,
        completion: .choices(
            Set(Activity.Kind.allCases.map(\.word) + AccountTransaction.Kind.allCases.map(\.word)).sorted()))
    fileprivate static let direction = Option(
        "direction", value: "direction", "Only incoming or only outgoing money.",
        completion: .choices(HistoryFilter.Direction.allCases.map(\.rawValue)))
    fileprivate static let least = Option("least", value: "amount", "Minimum amount.")
    fileprivate static let most = Option("most", value: "amount", "Maximum amount.")
    fileprivate static let with = Option("with", value: "username", "Only money to or from this account.")
    fileprivate static let search = Option(
        "search", value: "text", "Only lines with all these words in the note or the name.")
    fileprivate static let format = Option(
        "format", value: "format", "csv or json.", fallback: "csv",
        completion: .choices(StatementFormat.allCases.map(\.rawValue)))

    fileprivate static let currencyOfHistory = Option(
        "currency", value: "code",
        "Only this currency, such as EUR. The hub has one history for each. Default: its first currency.")

    fileprivate static let filters: [Option] = [
        .since, .until, .kind, .direction, .currencyOfHistory, .least, .most, .with, .search,
    ]
}

extension Operand {
    fileprivate static let statement = Operand("file", "File to write; - for standard output.", completion: .files)
}

extension Command {
    /// The history: list, show, export, summary.
    static let activity: [Command] = [
        Command(
            "activity", "Show, search, export and sum up the history.",
            discussion: """
                The wallet keeps its own history, which includes payments without a network. The hub keeps the \
                account's history, with the balance after each transaction. `list` shows the wallet's history, and \
                with --account the hub's. `export` and `summary` use the hub's.
                """,
            usual: "list", commands: activityCommands)
    ]

    private static let activityCommands: [Command] = [
        showActivity,
        Command(
            "list", "List the history, newest first.",
            options: [.limit, .before, .account] + Option.filters,
            examples: [
                .init("satchel activity --limit 50", "Show the newest 50 lines."),
                .init("satchel activity list --since 2026-11-01 --search lunch", "Find lunches since 1 November."),
                .init("satchel activity list --account --with bob --direction outgoing", "Show payments to bob."),
                .init("satchel activity list --account --currency EUR", "Show the account's history in euros."),
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let limit = try invocation.integer(.limit, in: 1...1000)
            if invocation.has(.account) {
                let (page, asOf) = try wallet.accountHistory(
                    try invocation.historyFilter(of: wallet), in: try invocation.currency, limit: limit,
                    before: invocation.value(.before))
                try invocation.show(page)
                if let asOf {
                    invocation.console.note("The hub cannot be reached. This is its answer of \(asOf).")
                }
            } else {
                let before = try invocation.integer(.before, in: 1...Int.max).map { Int64($0) }
                let isWanted = try invocation.activityFilter(of: wallet)
                invocation.show(try wallet.activity(limit: limit ?? 20, before: before, where: isWanted))
            }
        },
        Command(
            "export", "Export the account's history to a file, for a spreadsheet or another program.",
            discussion: """
                CSV follows RFC 4180, in UTF-8, with a point as the decimal mark. A text that a spreadsheet could \
                take for a formula gets a leading apostrophe. The file is written completely or not at all.
                """,
            options: [.format] + Option.filters, operands: [.statement],
            examples: [
                .init("satchel activity export year.csv --since 2026-01-01", "Export this year for a spreadsheet."),
                .init("satchel activity export --format json -", "Print everything for another program."),
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let format = try invocation.choice(.format, of: StatementFormat.self) ?? .csv
            let (filter, currency) = (try invocation.historyFilter(of: wallet), try invocation.currency)
            let path = try invocation.operand(.statement)
            guard path != "-" else {
                _ = try wallet.exportHistory(filter, in: currency, as: format) { piece in
                    invocation.console.write(String(decoding: piece, as: UTF8.self))
                }
                return
            }
            var count = 0
            try AtomicFile.write(to: path) { append in
                count = try wallet.exportHistory(filter, in: currency, as: format, to: append)
            }
            invocation.answer(
                ["file": .string(path), "transactions": .number(Int64(count))],
                "Wrote \(count) \(count == 1 ? "transaction" : "transactions") to \(path).")
        },
        Command(
            "summary", "Sum up the account's history by month and by counterparty.",
            options: Option.filters,
            examples: [.init("satchel activity summary --since 2026-01-01", "Sum up this year.")]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let summary = try wallet.historySummary(
                try invocation.historyFilter(of: wallet), in: try invocation.currency)
            guard !invocation.wantsJSON else { return invocation.console.print(.summary(summary)) }
            guard !summary.months.isEmpty else { return invocation.console.print("No results.") }
            for (title, lines) in [("month", summary.months), ("with", summary.counterparts)] {
                var table = Table(.words(title), .numbers("received"), .numbers("sent"), .numbers("lines"))
                for line in lines + [summary.total] {
                    table.add(line.name, line.received.formatted, line.sent.formatted, "\(line.count)")
                }
                invocation.console.print(table.text + (title == "month" ? "\n" : ""))
            }
        },
    ]
}

extension Invocation {
    /// The filter of the options, for the hub.
    fileprivate func historyFilter(of wallet: Wallet) throws -> HistoryFilter {
        var filter = HistoryFilter()
        filter.kinds = try kinds(AccountTransaction.Kind.allCases, \.word)
        filter.direction = try choice(.direction, of: HistoryFilter.Direction.self)
        filter.since = try day(.since)?.start.seconds
        filter.until = try day(.until)?.end.seconds
        filter.least = try bound(.least, of: wallet)
        filter.most = try bound(.most, of: wallet)
        filter.counterpart = value(.with)
        filter.text = value(.search)
        return filter
    }

    /// The filter of the options, for the wallet's own lines.
    fileprivate func activityFilter(of wallet: Wallet) throws -> (Activity) -> Bool {
        let kinds = try kinds(Activity.Kind.allCases, \.word)
        let direction = try choice(.direction, of: HistoryFilter.Direction.self)
        let (since, until) = (try day(.since)?.start, try day(.until)?.end)
        let (least, most) = (try bound(.least, of: wallet), try bound(.most, of: wallet))
        let currency = try currency
        let words = (value(.search) ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        let counterpart = value(.with)
        let outgoing: Set<Activity.Kind> = [.paid, .sent, .bought]
        return { line in
            let text = [line.counterpart, line.note, line.event.sentence, line.subject?.description].compactMap { $0 }
                .joined(separator: " ").lowercased()
            let size = line.amount?.minorUnits.magnitude
            return (kinds.isEmpty || kinds.contains(line.kind))
                && (direction == nil || line.amount != nil && (direction == .outgoing) == outgoing.contains(line.kind))
                && since.map { line.time >= $0 } ?? true
                && until.map { line.time < $0 } ?? true
                && currency.map { line.amount?.currency == $0 } ?? true
                && least.map { least in size.map { $0 >= least.minorUnits.magnitude } ?? false } ?? true
                && most.map { most in size.map { $0 <= most.minorUnits.magnitude } ?? false } ?? true
                && counterpart.map { line.counterpart == $0 } ?? true
                && words.allSatisfy { text.contains($0) }
        }
    }

    /// The currency of the wanted history, or nil when the option was not given.
    fileprivate var currency: Currency? {
        get throws { try value(.currencyOfHistory) { try Currency(code: $0) } }
    }

    /// An amount in the currency of the wanted history, or nil when the option was not given.
    private func bound(_ option: Option, of wallet: Wallet) throws -> Amount? {
        let currency = try currency
        return try value(option) { try Amount(parsing: $0, currency: try currency ?? wallet.requireCurrency()) }
    }

    private func kinds<Kind>(_ all: [Kind], _ name: (Kind) -> String) throws -> [Kind] {
        try values(.kind).map { word in
            guard let kind = all.first(where: { name($0) == word }) else {
                let choices = all.map(name).joined(separator: ", ")
                throw TerminalError(.usage, "Invalid value '\(word)' for '--kind': choose one of \(choices).")
            }
            return kind
        }
    }

    fileprivate func show(_ page: TransactionPage) throws {
        guard !wantsJSON else { return console.print(.items(page.items.map { .transaction($0) }, next: page.next)) }
        guard !page.items.isEmpty else { return console.print("No results.") }
        var table = Table(
            .words("id"), .words("time"), .words("kind"), .words("with"), .numbers("amount"), .numbers("balance"),
            .words("note"))
        for line in page.items {
            table.add(
                shortID(line.id), Timestamp(seconds: line.time).description, line.kind.word,
                line.counterpart ?? "", line.amount.formatted, line.balanceAfter.formatted, line.note ?? "")
        }
        console.print(table.text)
        if let next = page.next { console.print("Next page: --before \(next)") }
    }

    fileprivate func show(_ lines: [Activity]) {
        if wantsJSON {
            console.print(.items(lines.map(json)))
        } else if lines.isEmpty {
            console.print(
                Option.filters.contains(where: has) ? "No results." : "No activity yet.")
        } else {
            var table = Table(
                .numbers("no."), .words("time"), .words("kind"), .words("name"), .numbers("amount"), .words("state"),
                .words("detail"))
            for line in lines {
                table.add(
                    String(line.id), line.time.description, line.kind.word, line.subject?.description ?? "",
                    line.amount?.formatted ?? "", line.status.rawValue,
                    [line.counterpart, line.note, line.event.sentence].compactMap { $0 }.joined(separator: " · "))
            }
            console.print(table.text)
        }
    }
}

/// A line of the wallet's own history as JSON.
func json(_ line: Activity) -> JSONValue {
    [
        "id": .number(line.id), "time": .string(line.time.description), "kind": .string(line.kind.word),
        "status": .string(line.status.rawValue), "name": .string(line.subject?.description),
        "amount": .amount(line.amount), "counterpart": .string(line.counterpart),
        "note": .string(line.note), "event": .string(line.event.name.word),
        "values": json(line.event),
    ]
}

/// The values of an event, by their keys.
private func json(_ event: ActivityEvent) -> JSONValue {
    .object(
        event.values.map { key, value -> JSONValue.Member in
            let member: JSONValue =
                switch value {
                case .text(let text): .string(text)
                case .number(let number): .number(Int64(clamping: number))
                case .amount(let amount): .amount(amount)
                case .time(let time): .string(time.description)
                }
            return JSONValue.Member(key.rawValue, member)
        })
}
