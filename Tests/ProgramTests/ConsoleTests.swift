// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// The operator's pages, by their bytes; `Tests/Peers/console_browser.py` presses their buttons in Chromium.
struct ConsoleTests {
    private struct Page {
        let status: Int
        let text: String
    }

    private let town: Town
    private let console: Running
    private let link: String

    init() throws {
        town = try Town()
        try town.makeHub()
        _ = try town.person("alice", cents: 10_00)
        console = try Running(
            Programs.hub, ["console", "--port", "0", "--json", "--directory", town.file("hub")],
            environment: ["HOME": town.folder], complaints: town.file("console.log"))
        link = try #require(try Run(output: console.line(), complaint: "", status: 0).json()["link"]?.text)
    }

    /// curl, which keeps the cookie in a file.
    private func fetch(_ path: String, _ words: String...) throws -> Page {
        let origin = String(link.prefix { $0 != "?" }.dropLast("/enter".count))
        let url = path.hasPrefix("http") ? path : origin + path
        let run = try run(
            "/usr/bin/curl",
            ["-s", "-i", "-b", town.file("cookies"), "-c", town.file("cookies"), url] + words, environment: [:])
        return Page(status: Int(run.output.dropFirst(9).prefix(3)) ?? 0, text: run.output)
    }

    private func secret(_ page: Page) throws -> String {
        let mark = "name=\"csrf\" value=\""
        let parts = page.text.split(separator: mark, omittingEmptySubsequences: false)
        try #require(parts.count > 1)
        return String(parts[1].prefix { $0 != "\"" })
    }

    @Test func theLinkLetsInOnceAndNobodyElseComesIn() throws {
        guard access("/usr/bin/curl", X_OK) == 0 else { return }
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
        #expect(try fetch("/audit").text.contains("The books are sound"))
        #expect(try fetch("/cases").status == 200 && fetch("/join").text.contains("satchel://join"))
        #expect(try fetch("/join.svg").text.contains("<svg"))
        console.stop()
    }

    @Test func aFormOfAnotherSiteLocksNobody() throws {
        guard access("/usr/bin/curl", X_OK) == 0 else { return }
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
        #expect(!(try fetch("/account?name=alice").text.contains("stolen")))
        #expect(try fetch("/lock", "-d", "name=nobody&reason=x&csrf=\(secret)").status == 400)
        #expect(try fetch("/leave", "-d", "csrf=\(secret)").status == 200)
        #expect(try fetch("/").status == 403)
        console.stop()
    }
}
