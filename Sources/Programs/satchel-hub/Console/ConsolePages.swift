// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Hub
import HubAPI
import Money
import Tokens

/// What each page of the console shows.
struct ConsolePages {
    let hub: Hub
    /// The link with which wallets join.
    let link: String
    let csrf: String

    func overview() throws -> ConsolePage {
        let now = try hub.overview()
        let (isReady, sentence) = hub.readiness
        let left = now.workableUntil.seconds(since: HubProgram.clock.now()) / Timestamp.secondsPerDay
        let tiles = [
            ("Accounts", "\(now.accounts)"), ("Movements", "\(now.entries)"),
            ("Tokens in people's hands", now.outstanding.formatted), ("Open fraud cases", "\(now.openCases)"),
            ("Days until keys run out", "\(left)"),
        ].map { "<li><span>\($0)</span><b>\(ConsolePage.text($1))</b></li>" }
        let state =
            isReady
            ? "<p class=\"notice good\">The hub is ready.</p>"
            : "<p class=\"notice bad\"><b>Not ready.</b> \(ConsolePage.text(sentence))</p>"
        return ConsolePage(
            title: "Overview",
            body: state + "<ul class=\"tiles\">\(tiles.joined())</ul><h2>The hub's own accounts</h2>"
                + ConsolePage.table(
                    "What came in over the counter is below zero: it is owed to the accounts of people.",
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
            "<p><a href=\"/accounts?search=\(ConsolePage.text(search ?? ""))&amp;after=\(ConsolePage.text($0))\">More accounts</a></p>"
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
                    "Accounts by name", ["Name", "Role", "Balance", "In tokens", "Second factor", "State"], rows,
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
            <form class="line" method="post" action="/lock">\(field)<div><label for="reason">Reason, which its owner reads</label>
            <input type="text" id="reason" name="reason" required maxlength="200"></div><button>Lock the account</button></form>
            """
            : "<form class=\"line\" method=\"post\" action=\"/unlock\">\(field)<button>Unlock the account</button></form>"
        let tiles = [
            ("Balance", account.balance.formatted), ("Role", account.role.rawValue), ("State", Self.state(account)),
            ("Second factor", account.hasSecondFactor ? "yes" : "no"),
            ("In tokens not redeemed, at most \(account.unredeemedLimit.formatted)", account.unredeemed.formatted),
            ("Living keys, at most \(details.livingKeysLimit)", "\(details.livingKeys)"),
        ].map { "<li><span>\($0)</span><b>\(ConsolePage.text($1))</b></li>" }
        return ConsolePage(
            title: account.username,
            body: "<ul class=\"tiles\">\(tiles.joined())</ul><h2>Lock</h2>" + form + "<h2>Devices</h2>"
                + ConsolePage.table(
                    "Where it is logged in", ["Name", "Last used", "From"],
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
                "Somebody signed the same money away twice; claims are paid from the account, then from the fund.",
                ["Case", "Against", "Since", "State", "Claimed", "Paid", "By the fund"],
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
            ? "<p class=\"notice good\">The books are sound: \(report.entries) entries, \(report.postings) postings, and the sum of all accounts is \(ConsolePage.text(report.total.formatted)).</p>"
            : "<p class=\"notice bad\"><b>The books are not sound.</b></p><ul>"
                + report.findings.map { "<li>\(ConsolePage.text($0))</li>" }.joined() + "</ul>"
        return ConsolePage(
            title: "Audit",
            body: verdict + "<h2>Keys that issued tokens</h2>"
                + ConsolePage.table(
                    "Issued and redeemed under each", ["Key", "Issued", "Redeemed"],
                    report.issuers.map {
                        [
                            "<code>\(ConsolePage.text($0.key))</code>", ConsolePage.text($0.issued.formatted),
                            ConsolePage.text($0.redeemed.formatted),
                        ]
                    }, numbers: [1, 2]))
    }

    /// What wallets hold the hub to.
    ///
    /// - Parameter text: the id of a transaction that is to be proved; empty or nil for none.
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
                <p>All movements are one hash tree, whose root the hub signs. Each wallet keeps the newest root that it has seen
                and at each sync has the next one proved to continue it, so a ledger that was changed afterwards is found out.
                Note the root elsewhere now and then: after a restore it says whether the books are the old ones.</p>
                """
                    + "<ul class=\"tiles\">\(tiles.joined())</ul><h2>Root</h2><p><code>\(Hex.encode(head.root))</code></p>"
                    + "<h2>Signed by the key</h2><p><code>\(Hex.encode(head.issuer.bytes))</code></p>"
                    + "<h2>One transaction</h2>" + verdict
                        + """
                        <form class="line" method="get" action="/ledger"><div><label for="id">The id of a transaction, as a wallet \
                        shows it</label><input type="text" id="id" name="id" required maxlength="36" spellcheck="false" \
                        value="\(ConsolePage.text(text))"></div><button>Check its proof</button></form>
                        """)
    }

    /// The verdict on one transaction as HTML, and the check behind it when there was one.
    private func proof(of text: String) throws -> (EntryCheck?, String) {
        func notice(_ look: String, _ words: String) -> String {
            "<p class=\"notice \(look)\" role=\"status\">\(words)</p>"
        }
        do {
            guard let id = OperationID(text: text) else {
                return (nil, notice("bad", "An id is 32 hexadecimal digits with four hyphens."))
            }
            let check = try hub.proveEntry(id)
            let place = "entry \(check.position + 1) of \(check.head.size)"
            guard check.isProved else {
                return (
                    check,
                    notice(
                        "bad",
                        """
                        <b>Not proved.</b> The books have \(place) otherwise than the tree has it: it was changed afterwards. \
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

    /// What a serving hub counts, asked where its metrics are.
    func numbers(of place: String) -> ConsolePage {
        let page: MetricsText
        do {
            page = try MetricsText(askedAt: place)
        } catch {
            return ConsolePage(
                title: "Numbers",
                body: """
                    <p class="notice"><b>No numbers.</b> No hub tells its metrics at \(ConsolePage.text(place)). Start it with
                    <code>serve --metrics \(ConsolePage.text(place))</code>, or open the console with <code>--numbers</code>.</p>
                    """)
        }
        let tiles = page.single.map {
            "<li><span>\(ConsolePage.text($0.help))</span><b>\(ConsolePage.text($0.value))</b></li>"
        }
        let tables = page.labelled.map { metric in
            ConsolePage.table(
                metric.help, ["What", "Number"],
                metric.lines.map { [ConsolePage.text($0.labels), ConsolePage.text($0.value)] }, numbers: [1])
        }
        return ConsolePage(
            title: "Numbers",
            body: "<p>Since the hub began to serve, as of now.</p><ul class=\"tiles\">\(tiles.joined())</ul>"
                + "<h2>One by one</h2>" + tables.joined())
    }

    func join() -> ConsolePage {
        ConsolePage(
            title: "Join",
            body: """
                <p>A wallet joins this hub with this link. It holds no secret: print it, hang it on the wall.</p>
                <div class="code"><img src="/join.svg" alt="The link as a code to scan"></div>
                <p><code>\(ConsolePage.text(link))</code></p>
                """)
    }

    func code() throws -> [UInt8] { Array(try QRCode.draw(link).svg(scale: 8).utf8) }
}
