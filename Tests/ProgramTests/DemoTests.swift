// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// `satchel --demo` and the hub that it starts.
struct DemoTests {
    /// A session with nothing in it.
    private final class Session {
        private let scratch: ScratchFolder
        var home: String { scratch.file("home") }
        var runtime: String { scratch.file("run") }

        init() throws {
            scratch = try ScratchFolder()
            mkdir(home, 0o700)
            mkdir(runtime, 0o700)
        }

        var environment: [String: String] {
            ["HOME": home, "XDG_RUNTIME_DIR": runtime, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        }

        func file(_ name: String) -> String { scratch.file(name) }

        func satchel(_ words: String..., program: String = Programs.wallet) throws -> Run {
            let done = try run(program, words, environment: environment)
            AnswerSchema.wallet.judge(done, of: words.filter { $0 != "--demo" }, #_sourceLocation)
            return done
        }

        func keep() throws -> Running {
            try Running(
                Programs.wallet, ["--demo", "--json"], environment: environment, complaints: file("complaints"))
        }

        /// What is in a folder, by `find`.
        func content(of folder: String) throws -> [Substring] {
            try run("/usr/bin/find", [folder, "-mindepth", "1"], environment: [:]).output.split(separator: "\n")
        }

        /// Hubs that were started for demos of this session.
        func hubs() throws -> Int {
            try run("/usr/bin/pgrep", ["-f", "satchel-hub demo \(runtime)"], environment: [:]).output
                .split(separator: "\n").count
        }

        func waitUntilAllIsGone() throws {
            for _ in 0..<600 {
                if try content(of: runtime).isEmpty, try hubs() == 0 { return }
                usleep(100_000)
            }
            Issue.record("left: \(try content(of: runtime)), hubs: \(try hubs())")
        }
    }

    @Test func aKilledDemoLeavesNothingBehind() throws {
        let session = try Session()
        let demo = try session.keep()
        let ready = try Run(output: demo.line(), complaint: "", status: 0).json()
        let folder = try #require(ready["folder"]?.text)
        var status = stat()
        #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(folder.hasPrefix(session.runtime + "/"))
        #expect(try session.hubs() == 1)

        // Another command uses the same demo.
        let balance = try session.satchel("--demo", "balance", "--json").json()
        #expect(balance["hub"]?["balance"]?.value == "65.00")
        let sent = try session.satchel("--demo", "send", "anna-demo", "1", "--yes")
        #expect(sent.status == 0 && sent.complaint.contains("Demo: nothing here is real."), "\(sent.all)")
        let less = try session.satchel("balance", "--demo", "--json").json()
        #expect(less["hub"]?["balance"]?.value == "64.00")
        #expect(try session.satchel("--demo").complaint.contains("A demo runs already"))

        kill(demo.pid, SIGKILL)
        #expect(demo.wait() == -SIGKILL)
        try session.waitUntilAllIsGone()
        #expect(try session.content(of: session.home) == [], "a demo wrote into the user's own folders")
    }

    @Test func aDemoThatIsAskedToStopIsGoneWhenItHasStopped() throws {
        let session = try Session()
        let demo = try session.keep()
        _ = demo.line()
        #expect(demo.stop() == 0)
        #expect(try session.content(of: session.runtime) == [])
        #expect(try session.hubs() == 0)
    }

    @Test func aNewcomerSeesSomeWeeksOfALife() throws {
        let session = try Session()
        let demo = try session.keep()
        _ = demo.line()
        let history = try session.satchel("--demo", "activity", "list", "--limit", "100")
        for note in ["Concert ticket", "Choir", "Museum", "Cinema", "Dinner", "Bread"] {
            #expect(history.output.contains(note), "'\(note)' is not in: \(history.all)")
        }
        let cards = try #require(try session.satchel("--demo", "cards", "list", "--json").json().count)
        #expect(cards == 6)
        #expect(try session.satchel("--demo", "requests", "list", "--state", "open", "--json").json().count == 1)
        #expect(try session.satchel("--demo", "split", "list", "--json").json().count == 1)
        let order = try session.satchel("--demo", "recurring", "list", "--json").json()
        #expect(order.count == 1)
        // Any name and any password log in.
        #expect(try session.satchel("--demo", "logout").status == 0)
        let entered = try session.satchel("--demo", "login", "demo@example.com")
        #expect(entered.status == 0 && entered.output.contains("demo"), "\(entered.all)")
        // What would lock the demo, or change the user's session.
        for words in [["passphrase"], ["password"], ["unlock"], ["notify", "on"], ["drive", "ls"]] {
            let refused = try run(Programs.wallet, ["--demo"] + words, environment: session.environment)
            #expect(
                refused.status == 1 && refused.complaint.contains("The demo does not offer this."), "\(refused.all)")
        }
    }

    @Test func aCommandWithoutARunningDemoGetsOneAndRemovesWhatAnEarlierOneLeft() throws {
        let session = try Session()
        let left = "\(session.runtime)/satchel-demo-\(getuid())-killed"
        mkdir(left, 0o700)
        mkdir(left + "/hub", 0o700)
        let other = session.file("other")
        #expect(creat(other, 0o600) >= 0)
        #expect(symlink(other, left + "/hub/link") == 0)
        let balance = try session.satchel("--demo", "balance", "--json").json()
        #expect(balance["hub"]?["balance"]?.value == "65.00")
        #expect(try session.content(of: session.runtime) == [])
        #expect(access(other, F_OK) == 0, "a link was followed")
    }

    @Test(arguments: [("de_DE.UTF-8", "Bäckerei"), ("fr_FR.UTF-8", "Boulangerie"), ("ja_JP.UTF-8", "パン屋")])
    func namesAreInTheUsersLanguage(locale: String, bakery: String) throws {
        let session = try Session()
        let environment = session.environment.merging(["LC_ALL": locale]) { $1 }
        let cards = try run(Programs.wallet, ["--demo", "cards", "list"], environment: environment)
        #expect(cards.output.contains(bakery), "\(cards.all)")
    }

    @Test func withoutAHubASentenceSaysWhatIsMissing() throws {
        let session = try Session()
        let alone = session.file("satchel")
        try #require(try run("/bin/cp", [Programs.wallet, alone], environment: [:]).status == 0)
        let refused = try session.satchel("--demo", "balance", program: alone)
        #expect(refused.status == 1 && refused.complaint.contains("needs the program satchel-hub"), "\(refused.all)")
    }

    /// By hand, as its help says.
    @Test func theHubOfADemoObeysLines() throws {
        let session = try Session()
        let script = "(echo behind 3600; echo nonsense) | \(Programs.hub) demo \(session.runtime) --json"
        let done = try run("/bin/sh", ["-c", script], environment: session.environment)
        AnswerSchema.hub.judge(done, of: ["demo", session.runtime, "--json"], #_sourceLocation)
        let lines = done.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.last == #"{"done":"behind 3600"}"#, "\(done.all)")
        #expect(done.complaint.contains("Unknown order 'nonsense'"))
        #expect(try session.content(of: session.runtime) == [])
    }
}
