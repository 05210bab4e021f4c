// SPDX-License-Identifier: MIT
import Codes
import Glibc
import Barcodes
import TestSupport
import Testing

/// What stands on a terminal, seen as a camera sees it. tmux(1)
@Suite(.enabled(if: access(Terminal.program, X_OK) == 0))
struct ScreenTests {
    @Test func theCodeOfACardFillsTheScreenUntilAKeyIsPressed() throws {
        let network = try TestNetwork()
        let ann = try network.watcher("ann")
        for (kind, text) in [("ean13", "4006381333931"), ("qr", "till 7"), ("code128", "A-1")] {
            try ann.cards("add", "--store", kind, "--number", text, "--as", kind)
            let terminal = try Terminal(network, columns: 120, rows: 50, ann, ["cards", "show", kind, "--code"])
            let code = try #require(try terminal.code(isLinear: kind != "qr"))
            try code.write(to: network.file("\(kind).png"))
            let seen = try ann.cardsJSON("scan", network.file("\(kind).png"))
            #expect(seen[0]?["kind"]?.text == kind && seen[0]?["text"]?.text == text)
            try terminal.press("q")
            #expect(try terminal.wait(for: "of '\(kind)' (\(text))").contains { "▀▄█▌▐".contains($0) } == false)
        }
        let narrow = try Terminal(network, columns: 40, rows: 12, ann, ["cards", "show", "ean13", "--code"])
        #expect(try narrow.wait(for: "57 columns").contains("█") == false)
    }

    @Test func cardsTravelFromOneScreenToAnotherWallet() throws {
        let network = try TestNetwork()
        let (ann, bob) = (try network.watcher("ann"), try network.watcher("bob"))
        var random = SeededRandom(seed: 5)
        for number in 1...9 {
            let text = (0..<60).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
            try ann.cards("add", "--store", "Store \(number)", "--number", text, "--as", "qr")
        }
        let words = ["cards", "share"] + (1...9).map(String.init)
        // 24 lines have room for small codes only; 50 for the usual ones.
        for (rows, folder) in [(24, "small"), (50, "large")] {
            let terminal = try Terminal(network, columns: 100, rows: rows, ann, words)
            mkdir(network.file(folder), 0o700)
            var seen: [Matrix] = []
            for _ in 0..<400 where seen.count < (rows == 24 ? 60 : 6) {
                if let code = try terminal.code(isLinear: false), !seen.contains(code) {
                    seen.append(code)
                    try code.write(to: network.file("\(folder)/\(seen.count).png"), scale: 4)
                }
                usleep(40_000)
            }
            let received = try bob.cards("receive", network.file(folder), "--yes")
            #expect(received.output.contains(rows == 24 ? "9 added" : "9 already present"), "\(received.all)")
            try terminal.press("C-c")
            #expect(try terminal.wait(for: "9 cards are shown").contains("█") == false)
        }
    }

    @Test func aFileOnATerminalCannotChangeIt() throws {
        let network = try TestNetwork()
        let ann = try network.watcher("ann")
        let note = "a\u{1B}[2Jb\u{9B}c"
        try ann.cards("add", "--store", "Grocer", "--number", "17", "--note", note)
        let words = ["cards", "export", "-", "--as", "catima-csv"]
        let terminal = try Terminal(network, columns: 200, rows: 30, ann, words)
        #expect(try terminal.wait(for: "a\u{FFFD}[2Jb\u{FFFD}c").contains("Grocer"))
        // A pipe gets the file as it is.
        let file = try ann.satchel(words).output
        #expect(file.contains(note))
        try ann.cards("export", network.file("cards.csv"), "--as", "catima-csv")
        #expect(try network.bytes("cards.csv") == Array(file.utf8))
        try ann.refused(words + ["--json"], 2, saying: ["--json"])
    }
}

/// A terminal of a size, in which one command runs.
private final class Terminal {
    static let program = "/usr/bin/tmux"
    private let socket: String

    init(_ network: TestNetwork, columns: Int, rows: Int, _ person: Person, _ words: [String]) throws {
        socket = network.file("tmux-\(UInt32.random(in: 0 ... .max))")
        let line = person.commandLine(words).map { "'\($0)'" }.joined(separator: " ")
        let environment = person.environment().map { "\($0)='\($1)'" }.joined(separator: " ")
        try tmux(
            "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "env \(environment) \(line); exec sleep 600")
    }

    deinit {
        do { try tmux("kill-server") } catch { Issue.record("a terminal did not end: \(error)") }
    }

    func press(_ key: String) throws { try tmux("send-keys", key) }

    /// What stands on it, once that has a text.
    func wait(for text: String) throws -> String {
        for _ in 0..<400 {
            let screen = try tmux("capture-pane", "-p")
            if screen.contains(text) { return screen }
            usleep(50_000)
        }
        let screen = try tmux("capture-pane", "-p")
        Issue.record("'\(text)' never stood on the screen: \(screen)")
        return screen
    }

    /// The code on it; nil where none stands there within a while.
    func code(isLinear: Bool) throws -> Matrix? {
        for _ in 0..<200 {
            let lines = try tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false)
            let drawn = lines.filter { $0.contains { "▀▄█▌▐".contains($0) } }
            if drawn.count > 3 { return isLinear ? Self.bars(drawn[2]) : Self.squares(drawn) }
            usleep(50_000)
        }
        return nil
    }

    /// Half blocks one above the other.
    private static func squares(_ lines: [Substring]) -> Matrix {
        let width = lines.map(\.count).max() ?? 0
        let rows = lines.flatMap { line -> [[Bool]] in
            let letters = Array(line) + [Character](repeating: " ", count: width - line.count)
            return [letters.map { "▀█".contains($0) }, letters.map { "▄█".contains($0) }]
        }
        return Matrix(.qr, columns: width, rows: rows.count, modules: rows.flatMap { $0 })
    }

    /// Half blocks side by side.
    private static func bars(_ line: Substring) -> Matrix {
        let modules = line.flatMap { [("▌█").contains($0), ("▐█").contains($0)] }
        return Matrix(.code128, columns: modules.count, rows: 1, rowHeight: 60, modules: modules)
    }

    @discardableResult
    private func tmux(_ words: String...) throws -> String {
        let run = try run(
            Self.program, ["-S", socket, "-f", "/dev/null"] + words,
            environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"])
        return run.output
    }
}
