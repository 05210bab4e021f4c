// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Hub
import HubAPI
import HubLedger
import Money
import Tokens

/// The pages of the console.
struct ConsolePages {
    let hub: Hub
    /// The join link for wallets.
    let link: String
    let csrf: String

    func overview() throws -> ConsolePage {
        let now = try hub.overview()
        let (isReady, sentence) = hub.readiness
        let left = now.workableUntil.seconds(since: HubProgram.clock.now()) / Timestamp.secondsPerDay
        let tiles = [
            ("Accounts", "\(now.accounts)"), ("Ledger entries", "\(now.entries)"),
            ("Outstanding offline tokens", now.outstanding.formatted), ("Open fraud cases", "\(now.openCases)"),
            ("Days until working keys expire", "\(left)"),
        ].map { "<li><span>\($0)</span><b>\(ConsolePage.text($1))</b></li>" }
        let state =
            isReady
            ? "<p class=\"notice good\">The hub is ready.</p>"
            : "<p class=\"notice bad\"><b>Not ready.</b> \(ConsolePage.text(sentence))</p>"
        return ConsolePage(
            title: "Overview",
            body: state + "<ul class=\"tiles\">\(tiles.joined())</ul><h2>The hub's own accounts</h2>"
                + ConsolePage.table(
                    "Cash that was paid in is negative: the hub owes it to its users.",
                    ["Account", "Balance"],
                    now.lines.map { [ConsolePage.text($0.name), ConsolePage.text($0.balance.formatted)] },
                    numbers: [1]))
    }

    func accounts(search: String?, after name: String?, saying notice: String? = nil) throws -> ConsolePage {
        let page = try hub.accounts(search: search.flatMap { $0.isEmpty ? nil : $0 }, after: name, limit: 50)
        let rows = page.items.map { account in
            [
                "<a href=\"/account?name=\(account.username)\">\(ConsolePage.text(account.username))</a>",
                account.role.rawValue, ConsolePage.text(account.balance.formatted),
                ConsolePage.text(account.unredeemed.formatted), account.hasSecondFactor ? "yes" : "no",
                ConsolePage.text(Self.state(account)),
            ]
        }
        let more = page.next.map {
            "<p><a href=\"/accounts?search=\(ConsolePage.text(search ?? ""))&amp;after=\(ConsolePage.text($0))\">Next page</a></p>"
        }
        return ConsolePage(
            title: "Accounts",
            body: (notice.map { "<p class=\"notice\" role=\"status\">\(ConsolePage.text($0))</p>" } ?? "")
                + """
                <form class="line" method="get" action="/accounts" role="search"><div><label for="search">Part of a name</label>
                <input type="search" id="search" name="search" value="\(ConsolePage.text(search ?? ""))"></div>
                <button>Search</button></form>
                """
                + ConsolePage.table(
                    "Accounts by name", ["Name", "Role", "Balance", "Offline", "Second factor", "State"], rows,
                    numbers: [2, 3])
                + (more ?? ""))
    }

    func account(_ name: String) throws -> ConsolePage {
        let details = try hub.account(name)
        let account = details.account
        let field = ConsolePage.hidden("csrf", csrf) + ConsolePage.hidden("name", account.username)
        let form =
            account.locked == nil
            ? """
            <form class="line" method="post" action="/lock">\(field)<div><label for="reason">Reason (the owner can read it)</label>
            <input type="text" id="reason" name="reason" required maxlength="200"></div><button>Lock account</button></form>
            """
            : "<form class=\"line\" method=\"post\" action=\"/unlock\">\(field)<button>Unlock account</button></form>"
        let tiles = [
            ("Balance", account.balance.formatted), ("Role", account.role.rawValue), ("State", Self.state(account)),
            ("Second factor", account.hasSecondFactor ? "yes" : "no"),
            ("Offline, not redeemed (limit \(account.unredeemedLimit.formatted))", account.unredeemed.formatted),
            ("Valid certified keys (limit \(details.livingKeysLimit))", "\(details.livingKeys)"),
        ].map { "<li><span>\($0)</span><b>\(ConsolePage.text($1))</b></li>" }
        return ConsolePage(
            title: account.username,
            body: "<ul class=\"tiles\">\(tiles.joined())</ul><h2>Lock</h2>" + form + "<h2>Devices</h2>"
                + ConsolePage.table(
                    "Logged-in devices", ["Name", "Last used", "From"],
                    details.devices.map {
                        [
                            ConsolePage.text($0.name ?? "unnamed"), Timestamp(seconds: $0.lastUsed).description,
                            ConsolePage.text($0.address ?? ""),
                        ]
                    }))
    }

    private static func state(_ account: AccountSummary) -> String {
        if let reason = account.lockReason, account.locked != nil { return "locked: \(reason)" }
        return account.isFrozen ? "frozen: a fraud case is open" : "open"
    }

    func cases() throws -> ConsolePage {
        let cases = try hub.fraudCases()
        return ConsolePage(
            title: "Fraud cases",
            body: ConsolePage.table(
                "Double spending. Claims are paid from the account, then from the guarantee fund.",
                ["Case", "Account", "Opened", "State", "Claimed", "Paid", "Paid by the fund"],
                cases.map {
                    [
                        "\($0.id)", ConsolePage.text($0.account ?? "unknown"),
                        Timestamp(seconds: $0.opened).description,
                        $0.closed == nil ? "open until \(Timestamp(seconds: $0.settleAt))" : "closed",
                        ConsolePage.text($0.claimed.formatted), ConsolePage.text($0.paid.formatted),
                        ConsolePage.text($0.fundPaid.formatted),
                    ]
                }, numbers: [4, 5, 6]))
    }

    func audit() throws -> ConsolePage {
        let report = try hub.audit()
        let verdict =
            report.isSound
            ? "<p class=\"notice good\">The audit passed: \(report.entries) entries, \(report.postings) postings, and all accounts add up to \(ConsolePage.text(report.total.formatted)).</p>"
            : "<p class=\"notice bad\"><b>The audit failed.</b></p><ul>"
                + report.findings.map { "<li>\(ConsolePage.text($0.description))</li>" }.joined() + "</ul>"
        return ConsolePage(
            title: "Audit",
            body: verdict + "<h2>Issuing keys</h2>"
                + ConsolePage.table(
                    "Issued and redeemed under each key", ["Key", "Issued", "Redeemed"],
                    report.issuers.map {
                        [
                            "<code>\(ConsolePage.text($0.key))</code>", ConsolePage.text($0.issued.formatted),
                            ConsolePage.text($0.redeemed.formatted),
                        ]
                    }, numbers: [1, 2]))
    }

    /// The signed head of the ledger, against which wallets check the hub.
    ///
    /// - Parameter text: the ID of a transaction to prove; empty or nil for none.
    func ledger(proving text: String?) throws -> ConsolePage {
        let text = text ?? ""
        let (check, verdict) = try text.isEmpty ? (nil, "") : proof(of: text)
        let head = try check?.head ?? hub.ledgerHead()
        let tiles = [("Entries", "\(head.size)"), ("Signed", head.time.description)].map {
            "<li><span>\($0)</span><b>\(ConsolePage.text($1))</b></li>"
        }
        return ConsolePage(
            title: "Ledger",
            body: """
                <p>All ledger entries form one hash tree, and the hub signs its root. Each wallet keeps the newest root, and each
                sync requires a proof that the next root continues it. A later change of an entry is therefore detected.
                Store the root in another place from time to time: after a restore it shows whether the ledger is the same.</p>
                """
                    + "<ul class=\"tiles\">\(tiles.joined())</ul><h2>Root</h2><p><code>\(Hex.encode(head.root))</code></p>"
                    + "<h2>Signing key</h2><p><code>\(Hex.encode(head.issuer.bytes))</code></p>"
                    + "<h2>Proof of a transaction</h2>" + verdict
                        + """
                        <form class="line" method="get" action="/ledger"><div><label for="id">Transaction ID from a wallet</label>\
                        <input type="text" id="id" name="id" required maxlength="36" spellcheck="false" \
                        value="\(ConsolePage.text(text))"></div><button>Check proof</button></form>
                        """)
    }

    /// The check of one transaction, if it could be made, and its result as HTML.
    private func proof(of text: String) throws -> (EntryCheck?, String) {
        func notice(_ look: String, _ words: String) -> String {
            "<p class=\"notice \(look)\" role=\"status\">\(words)</p>"
        }
        do {
            guard let id = OperationID(text: text) else {
                return (nil, notice("bad", "Invalid ID. A transaction ID has 32 hexadecimal digits and four hyphens."))
            }
            let check = try hub.proveEntry(id)
            let place = "entry \(check.position + 1) of \(check.head.size)"
            guard check.isProved else {
                return (
                    check,
                    notice(
                        "bad",
                        """
                        <b>Not proved.</b> In the ledger, \(place) differs from the hash tree: it was changed later. \
                        See the audit.
                        """)
                )
            }
            let words = "Proved: it is \(place), of \(check.time), and its hashes lead to the root above."
            return (check, notice("good", words))
        } catch let problem as HubProblem {
            return (nil, notice("bad", ConsolePage.text(problem.message)))
        }
    }

    /// The metrics of the serving hub.
    func numbers(of place: String) -> ConsolePage {
        let page: MetricsText
        do {
            page = try MetricsText(askedAt: place)
        } catch {
            return ConsolePage(
                title: "Metrics",
                body: """
                    <p class="notice"><b>No metrics.</b> No hub serves metrics at \(ConsolePage.text(place)). Start the hub with
                    <code>serve --metrics \(ConsolePage.text(place))</code>, or the console with another <code>--numbers</code>.</p>
                    """)
        }
        let tiles = page.single.map {
            "<li><span>\(ConsolePage.text($0.help))</span><b>\(ConsolePage.text($0.value))</b></li>"
        }
        let tables = page.labelled.map { metric in
            ConsolePage.table(
                metric.help, ["Label", "Value"],
                metric.lines.map { [ConsolePage.text($0.labels), ConsolePage.text($0.value)] }, numbers: [1])
        }
        return ConsolePage(
            title: "Numbers",
            body: "<p>Counted since the hub was started.</p><ul class=\"tiles\">\(tiles.joined())</ul>"
                + "<h2>Details</h2>" + tables.joined())
    }

    func join() -> ConsolePage {
        ConsolePage(
            title: "Join",
            body: """
                <p>Wallets join this hub with this link. It contains no secret, so you can publish it.</p>
                <div class="code"><img src="/join.svg" alt="QR code of the link"></div>
                <p><code>\(ConsolePage.text(link))</code></p>
                """)
    }

    func code() throws -> [UInt8] { Array(try QRCode.draw(link).svg(scale: 8).utf8) }
}
