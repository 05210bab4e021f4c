// SPDX-License-Identifier: MIT

/// A page of the console, as HTML without scripts and without external resources.
struct ConsolePage {
    let title: String
    let body: String

    /// Escapes a text for HTML. Every text from outside this program must pass through it.
    static func text(_ text: String) -> String {
        // Scalars, not characters: a combining scalar would hide the sign before it, which a browser still obeys.
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    private static let places = [
        ("/", "Overview"), ("/accounts", "Accounts"), ("/files", "Files"), ("/cases", "Cases"), ("/audit", "Audit"),
        ("/ledger", "Ledger"), ("/numbers", "Metrics"), ("/join", "Join"),
    ]

    /// The login page.
    ///
    /// - Parameter complaint: the error of the last attempt, as HTML.
    static func logIn(saying complaint: String?) -> ConsolePage {
        func field(_ name: String, _ label: String, _ type: String, _ completion: String) -> String {
            """
            <div><label for="\(name)">\(label)</label><input type="\(type)" id="\(name)" name="\(name)" required \
            autocomplete="\(completion)" autocapitalize="none" spellcheck="false" maxlength="256"></div>
            """
        }
        return ConsolePage(
            title: "Log in",
            body: (complaint ?? "") + "<p>For operators with a second factor.</p>"
                + "<form class=\"door\" method=\"post\" action=\"/log-in\">"
                + field("name", "Username", "text", "username")
                + field("password", "Password", "password", "current-password")
                + field("code", "Code from the authenticator app, or a recovery code", "text", "one-time-code")
                + "<button>Log in</button></form>")
    }

    /// The whole document. The navigation marks `path`. It is shown only with a session, which has a secret.
    func html(at path: String, csrf: String?) -> String {
        let links = Self.places.map { place, name in
            "<a href=\"\(place)\"\(place == path ? " aria-current=\"page\"" : "")>\(name)</a>"
        }
        let navigation = csrf.map {
            """
            <nav aria-label="Pages">\(links.joined())</nav>
            <form method="post" action="/leave">\(Self.hidden("csrf", $0))<button class="quiet">Log out</button></form>
            """
        }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(Self.text(title)) · Satchel hub</title>
            <link rel="stylesheet" href="/style.css">
            <link rel="icon" href="/icon.svg" type="image/svg+xml">
            </head>
            <body>
            <a class="skip" href="#main">Skip to content</a>
            <header><strong>Satchel hub</strong>\(navigation ?? "")</header>
            <main id="main">
            <h1>\(Self.text(title))</h1>
            \(body)
            </main>
            </body>
            </html>
            """
    }

    static func hidden(_ name: String, _ value: String) -> String {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(text(value))\">"
    }

    /// A table. Its cells are HTML.
    static func table(_ caption: String, _ head: [String], _ rows: [[String]], numbers: Set<Int> = []) -> String {
        guard !rows.isEmpty else { return "<p class=\"empty\">No results.</p>" }
        func cell(_ index: Int, _ text: String, _ tag: String) -> String {
            "<\(tag)\(tag == "th" ? " scope=\"col\"" : "")\(numbers.contains(index) ? " class=\"number\"" : "")>\(text)</\(tag)>"
        }
        let top = head.enumerated().map { cell($0.offset, $0.element, "th") }.joined()
        let lines = rows.map { row in
            "<tr>" + row.enumerated().map { cell($0.offset, $0.element, "td") }.joined() + "</tr>"
        }
        return
            "<div class=\"scroll\" tabindex=\"0\"><table><caption>\(text(caption))</caption><thead><tr>\(top)</tr></thead><tbody>\(lines.joined())</tbody></table></div>"
    }

    /// A satchel.
    static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="none" stroke="#0b6b5d" stroke-width="2" \
        d="M5 6V4a3 3 0 0 1 6 0v2"/><path fill="#0b6b5d" d="M2 6h12v7a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2z"/></svg>
        """

    /// Light or dark as the system prefers. Colour is never the only sign of a state.
    static let style = """
        :root { color-scheme: light dark; --ink: #1d2733; --soft: #5a6675; --line: #dde3ea; --page: #f5f7fa; --card: #fff;
          --accent: #0b6b5d; --accent-ink: #fff; --bad: #a32020; --good: #17663a; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e7ecf2; --soft: #a3afbd; --line: #2e3844; --page: #12171d;
          --card: #1a2129; --accent: #4fc3ae; --accent-ink: #06201b; --bad: #ff8f8f; --good: #7bd8a0; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
        header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding: .75rem 1.5rem;
          background: var(--card); border-bottom: 1px solid var(--line); }
        nav { display: flex; flex-wrap: wrap; gap: .25rem; flex: 1; }
        nav a { padding: .4rem .8rem; border-radius: .5rem; color: var(--ink); text-decoration: none; }
        nav a:hover { background: var(--page); }
        nav a[aria-current] { background: var(--accent); color: var(--accent-ink); font-weight: 600; }
        main { max-width: 64rem; margin: 0 auto; padding: 1.5rem; }
        h1 { font-size: 1.6rem; margin: 0 0 1rem; }
        h2 { font-size: 1.15rem; margin: 2rem 0 .75rem; }
        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; padding: 0; margin: 0;
          list-style: none; }
        .tiles li { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; }
        .tiles span { display: block; color: var(--soft); font-size: .9rem; }
        .tiles b { font-size: 1.5rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
        .scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
        table { width: 100%; border-collapse: collapse; }
        caption { text-align: left; padding: .75rem 1rem 0; color: var(--soft); font-size: .9rem; }
        th, td { text-align: left; padding: .6rem 1rem; border-bottom: 1px solid var(--line); vertical-align: top; }
        tr:last-child td { border-bottom: 0; }
        th { color: var(--soft); font-size: .85rem; font-weight: 600; }
        .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        form.line { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 0 0 1rem; }
        label { display: block; font-size: .9rem; color: var(--soft); }
        form.door { display: grid; gap: 1rem; max-width: 24rem; } form.door input { width: 100%; }
        input[type=text], input[type=search], input[type=password] { font: inherit; color: inherit; background: var(--card); border: 1px solid
          var(--soft); border-radius: .5rem; padding: .45rem .7rem; min-width: 14rem; }
        button { font: inherit; font-weight: 600; border: 0; border-radius: .5rem; padding: .5rem 1rem; cursor: pointer;
          background: var(--accent); color: var(--accent-ink); }
        button.quiet { background: transparent; color: var(--ink); border: 1px solid var(--soft); font-weight: 400; }
        a { color: var(--accent); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .notice { border-left: 4px solid var(--accent); background: var(--card); padding: .75rem 1rem; border-radius: .25rem; }
        .bad { border-color: var(--bad); } .bad b { color: var(--bad); } .good { border-color: var(--good); }
        .empty { color: var(--soft); }
        .code { background: #fff; padding: 1rem; border-radius: .75rem; display: inline-block; }
        .code img { display: block; width: min(20rem, 80vw); height: auto; image-rendering: pixelated; }
        code { overflow-wrap: anywhere; }
        .skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem; }
        """
}
