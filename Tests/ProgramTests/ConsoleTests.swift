// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// The operator's pages, by their bytes; `Tests/Peers/console_browser.py` presses their buttons in Chromium.
struct ConsoleTests {
    private struct Page {
        let status: Int
        let text: String
    }

    private let network: TestNetwork
    private let console: Running
    private let link: String
    /// Of a console that asks for accounts.
    private let door: (console: Running, link: String)

    init() throws {
        network = try TestNetwork(protection: ["--metrics", "127.0.0.1:0"])
        try network.makeHub()
        _ = try network.person("alice", cents: 10_00)
        (console, link) = try Self.open(network)
        door = try Self.open(network, "--log-in")
    }

    private static func open(_ network: TestNetwork, _ words: String...) throws -> (console: Running, link: String) {
        let console = try Running(
            Programs.hub,
            ["console", "--port", "0", "--json", "--numbers", network.metrics, "--directory", network.file("hub")]
                + words,
            environment: ["HOME": network.folder], complaints: network.file("console.log"))
        return (console, try #require(try Run(output: console.line(), complaint: "", status: 0).json()["link"]?.text))
    }

    /// curl, which keeps the cookie in a file.
    private func fetch(_ path: String, _ words: String...) throws -> Page { try fetch(path, words) }

    private func fetch(_ path: String, _ words: [String]) throws -> Page {
        let origin = String(link.prefix { $0 != "?" }.dropLast("/enter".count))
        let url = path.hasPrefix("http") ? path : origin + path
        let run = try run(
            "/usr/bin/curl",
            ["-s", "-i", "-b", network.file("cookies"), "-c", network.file("cookies"), url] + words, environment: [:])
        return Page(status: Int(run.output.dropFirst(9).prefix(3)) ?? 0, text: run.output)
    }

    private func secret(_ page: Page) throws -> String {
        let mark = "name=\"csrf\" value=\""
        let parts = page.text.split(separator: mark, omittingEmptySubsequences: false)
        try #require(parts.count > 1)
        return String(parts[1].prefix { $0 != "\"" })
    }

    @Test func theLinkLetsInOnceAndNobodyElseComesIn() throws {
        #expect(try fetch("/").status == 403)
        #expect(try fetch("/enter?key=guess").status == 403)
        let entered = try fetch(link)
        #expect(entered.status == 303 && entered.text.contains("HttpOnly; SameSite=Strict"))
        #expect(try fetch(link).status == 403)
        let overview = try fetch("/")
        #expect(overview.status == 200 && overview.text.contains("The hub is ready."))
        #expect(overview.text.contains("default-src 'none'") && !overview.text.contains("<script"))
        #expect(try fetch("/", "-H", "Host: evil.example").status == 421)
        #expect(try fetch("/accounts?search=ali").text.contains("10.00"))
        #expect(try fetch("/accounts?search=%3Cscript%3E").text.contains("&lt;script&gt;"))
        #expect(try fetch("/audit").text.contains("The audit passed"))
        #expect(try fetch("/cases").status == 200 && fetch("/join").text.contains("satchel://join"))
        #expect(try fetch("/join.svg").text.contains("<svg"))
        let ledger = try fetch("/ledger").text
        #expect(ledger.contains("<b>1</b>") && ledger.contains("<h2>Root</h2>"), "\(ledger)")
        let numbers = try fetch("/numbers").text
        #expect(
            numbers.contains("Movements in the ledger.") && numbers.contains("route=/v1/auth/register"), "\(numbers)")
        console.stop()
    }

    @Test func spacesAreListedAndAQuotaIsSetAsByTheCommand() throws {
        _ = try fetch(link)
        let empty = try fetch("/files")
        #expect(empty.status == 200 && empty.text.contains("No results."), "\(empty.text)")
        let secret = try secret(empty)
        func set(_ name: String, _ quota: String) throws -> Page {
            try fetch(
                "/quota", "--data-urlencode", "csrf=\(secret)", "--data-urlencode", "name=\(name)", "--data-urlencode",
                "quota=\(quota)")
        }
        #expect(try set("alice", "3GiB").status == 303)
        let listed = try fetch("/files").text
        for cell in ["<td>alice</td>", "<td class=\"number\">3.0 GiB</td>", "<td>the space</td>"] {
            #expect(listed.contains(cell), "'\(cell)' is not in: \(listed)")
        }
        #expect(try network.hub("files", "list").output.contains("3.0 GiB*"))
        #expect(try set("alice", "role").status == 303)
        #expect(try fetch("/files").text.contains("<td>the role</td>"))
        for (name, quota) in [("alice", "much"), ("alice", "3 GiB"), ("nobody", "3GiB"), ("<b>", "role")] {
            let refused = try set(name, quota)
            #expect(refused.status == 400 && !refused.text.contains("'<b>'"), "\(name) \(quota): \(refused.text)")
        }
        #expect(try fetch("/quota", "-d", "csrf=guess&name=alice&quota=1GiB").status == 403)
        console.stop()
    }

    @Test func aDoubleSpendStandsAmongTheCasesAndItsTokensBesideTheAccount() throws {
        let cara = try network.person("cara", cents: 100_00, buying: 40_00)
        let (bob, dora) = (try network.person("bob"), try network.person("dora"))
        _ = try fetch(link)
        #expect(try fetch("/cases").text.contains("No results."))
        #expect(try fetch("/account?name=cara").text.contains("<b>40.00 USD</b>"))
        try network.payTwice(cara, bob, dora, "20.00")
        let open = try fetch("/cases").text
        for words in ["<td>cara</td>", "open until ", "<td class=\"number\">20.00 USD</td>"] {
            #expect(open.contains(words), "'\(words)' is not in: \(open)")
        }
        let account = try fetch("/account?name=cara").text
        #expect(account.contains("frozen: a fraud case is open") && account.contains("<b>20.00 USD</b>"), "\(account)")
        #expect(try network.hub("user", "show", "cara").output.contains("20.00 USD offline and not redeemed"))
        try #require(try network.hub("sweep", "--settle-cases").status == 0)
        let settled = try fetch("/cases").text
        #expect(settled.contains("<td>closed</td>") && !settled.contains("open until"), "\(settled)")
        console.stop()
    }

    @Test func oneTransactionIsProvedOnThePageOfTheLedgerUnlessTheDatabaseWasChanged() throws {
        let (alice, bob) = (Person(name: "alice", network: network), try network.person("bob"))
        try alice.succeed("send", "--yes", "bob", "2.50", "--note", "tea")
        try alice.succeed("sync")
        let proved = try alice.succeed("activity", "show", "s1", "--proof", "--json").json()
        let hers = try #require(proved["id"]?.text)
        let page = try bob.succeed("activity", "list", "--account", "--json").json()
        let his = try #require(page["items"]?[0]?["id"]?.text)
        _ = try fetch(link)
        for id in [hers, his] {
            let text = try fetch("/ledger?id=\(id)").text
            #expect(text.contains("Proved: it is entry 2 of 2"), "\(text)")
            #expect(text.contains(try #require(proved["root"]?.text)))
        }
        #expect(try fetch("/ledger?id=f" + hers.dropFirst()).text.contains("There is no transaction of that id."))
        #expect(try fetch("/ledger?id=%3Cb%3E").text.contains("ID has 32 hexadecimal digits"))
        try network.changeDatabase("UPDATE entry SET note = 'gold' WHERE note = 'tea'")
        let text = try fetch("/ledger?id=\(hers)").text
        #expect(text.contains("<b>Not proved.</b>") && text.contains("entry 2 of 2"), "\(text)")
        console.stop()
    }

    @Test func aFormOfAnotherSiteLocksNobody() throws {
        _ = try fetch(link)
        let secret = try secret(fetch("/account?name=alice"))
        #expect(try fetch("/lock", "-d", "name=alice&reason=none").status == 403)
        #expect(try fetch("/lock", "-d", "name=alice&reason=none&csrf=guess").status == 403)
        #expect(
            try fetch("/lock", "-H", "Origin: http://evil.example", "-d", "name=alice&reason=x&csrf=\(secret)").status
                == 403)
        #expect(try fetch("/lock", "-d", "name=alice&reason=a+stolen+phone&csrf=\(secret)").status == 303)
        #expect(try fetch("/account?name=alice").text.contains("locked: a stolen phone"))
        #expect(try fetch("/unlock", "-d", "name=alice&csrf=\(secret)").status == 303)
        // Letters that join a sign, before it and after it.
        let joined = "\u{0D4E}<b>\u{0D4E}&\u{0D4E}'\u{0D4E}\" <\u{0301}"
        let form = ["--data-urlencode", "reason=\(joined)", "-d", "name=alice&csrf=\(secret)"]
        #expect(try fetch("/lock", form).status == 303)
        let page = try fetch("/account?name=alice").text
        #expect(page.contains("\u{0D4E}&lt;b&gt;\u{0D4E}&amp;\u{0D4E}&#39;\u{0D4E}&quot; &lt;\u{0301}"))
        #expect(try fetch("/unlock", "-d", "name=alice&csrf=\(secret)").status == 303)
        #expect(!(try fetch("/account?name=alice").text.contains("stolen")))
        #expect(try fetch("/lock", "-d", "name=nobody&reason=x&csrf=\(secret)").status == 400)
        #expect(try fetch("/leave", "-d", "csrf=\(secret)").status == 200)
        #expect(try fetch("/").status == 403)
        console.stop()
    }

    @Test func theDoorOpensForOperatorsWithASecondFactorAlone() throws {
        func knock(_ name: String, _ password: String, _ code: String, _ words: String...) throws -> Page {
            let form = ["name=\(name)", "password=\(password)", "code=\(code)"].flatMap { ["--data-urlencode", $0] }
            let run = try run(
                "/usr/bin/curl",
                ["-s", "-i", "-b", network.file("cookies"), "-c", network.file("cookies"), door.link] + form + words,
                environment: [:])
            return Page(status: Int(run.output.dropFirst(9).prefix(3)) ?? 0, text: run.output)
        }
        let origin = String(door.link.dropLast("/log-in".count))
        #expect(try fetch(origin + "/").text.contains("Location: /log-in"))
        #expect(try fetch(origin + "/enter?key=").status == 403)
        #expect(try fetch(door.link).status == 200)
        let olga = try network.person("olga")
        let codes = try olga.secure()
        #expect(try knock("nobody", "four words are enough", "1").status == 401)
        let plain = try knock("alice", olga.password, "1")
        #expect(plain.status == 403 && plain.text.contains("with a second factor"), "\(plain.text)")
        let member = try knock("olga", olga.password, codes[0])
        #expect(member.status == 403 && member.text.contains("for operators of the hub"), "\(member.text)")
        try #require(try network.hub("user", "role", "olga", "operator").status == 0)
        #expect(try knock("olga", olga.password, codes[0]).status == 401)
        #expect(try knock("olga", olga.password, codes[1], "-H", "Origin: http://evil.example").status == 403)
        let entered = try knock("olga", olga.password, codes[1])
        #expect(entered.status == 303 && entered.text.contains("HttpOnly; SameSite=Strict"), "\(entered.text)")
        #expect(try fetch(origin + "/accounts").text.contains("olga"))
        // Nobody locks the door from inside and loses the key.
        let form = "name=olga&reason=x&csrf=\(try secret(fetch(origin + "/account?name=olga")))"
        #expect(try fetch(origin + "/lock", "-d", form).text.contains("do not lock themselves out"))
        // The wallet's list has it as a device, and a new role counts from the next page on.
        #expect(try olga.succeed("devices", "list").output.contains("console"))
        try #require(try network.hub("user", "role", "olga", "member").status == 0)
        let refused = try fetch(origin + "/accounts")
        #expect(refused.status == 403 && !refused.text.contains("alice"), "\(refused.text)")
        #expect(try fetch(origin + "/accounts").text.contains("Location: /log-in"))
        let log = try network.hub("audit", "log", "--account", "olga", "--json").output
        #expect(log.contains("login.code-failed"), "\(log)")
        door.console.stop()
    }
}
