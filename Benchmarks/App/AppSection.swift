// SPDX-License-Identifier: MIT
import Crypto
import Glibc

/// The app on a screen beside a plain GTK 4 program in C with the same rows, on a display of this run's own.
///
/// Both draw with cairo, without a graphics card; what differs is what we add to GTK.
enum AppSection {
    private static let display = "/usr/bin/Xvfb"

    /// The numbers that a program printed, by their names.
    private struct Numbers {
        private let values: [String: UInt64]

        init(_ line: String) {
            let pairs = line.split(separator: " ").compactMap { word -> (String, UInt64)? in
                let halves = word.split(separator: "=")
                guard halves.count == 2, let value = UInt64(halves[1]) else { return nil }
                return (String(halves[0]), value)
            }
            values = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }

        func callAsFunction(_ name: String) throws -> UInt64 {
            guard let value = values[name] else {
                throw BenchError(.wrongResult, "A program of the section 'app' printed no '\(name)'.")
            }
            return value
        }
    }

    private static let places = [
        "wallet", "activity", "cards", "coins", "settings", "scan", "receive", "contacts", "requests",
    ]

    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        guard let probe = optional("satchel-app-probe"), let peer = optional("gtk-peer") else {
            return [Finding(.app, "the app", "left out: build with SATCHEL_APP=1 (see `make app`)")]
        }
        guard access(display, X_OK) == 0 else {
            return [Finding(.app, "the app", "left out: there is no Xvfb (see `Scripts/setup --tests --app`)")]
        }
        let screen = try ChildProcess(display, ["-displayfd", "1", "-screen", "0", "800x1000x24", "-nolisten", "tcp"])
        defer { screen.stop() }
        let number = try screen.firstLine()
        let folder = try scratch.folder("app")
        let environment = [
            "DISPLAY=:\(number)", "HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)", "PATH=/usr/bin:/bin",
            "LC_ALL=C.UTF-8", "GDK_BACKEND=x11", "GSK_RENDERER=cairo", "GSETTINGS_BACKEND=memory", "GTK_A11Y=none",
        ]
        func ask(_ program: String, _ words: [String] = []) throws -> Numbers {
            let child = try ChildProcess(program, ["\(Stopwatch.now)"] + words, environment: environment)
            return Numbers(try child.firstLine())
        }

        var (own, plain) = (Samples(), Samples())
        var (ownMemory, plainMemory) = (UInt64(0), UInt64(0))
        for round in 0..<options.repetitions(20, quick: 5) {
            let mine = try ask(probe, ["start", "\(folder)/start\(round)"])
            own.add(try mine("first"))
            ownMemory = try mine("resident")
            let theirs = try ask(peer)
            plain.add(try theirs("first"))
            plainMemory = try theirs("resident")
        }
        let mine = try ask(probe, ["scroll", "\(folder)/scroll"])
        let theirs = try ask(peer, ["scroll"])
        let historyFolder = try scratch.folder("app-history")
        try makeHistory(in: historyFolder)
        let history = try ask(probe, ["history", historyFolder])
        let screens = try ask(probe, ["screens", "\(folder)/screens"])
        let mounts = try ask(probe, ["mounts", "\(folder)/mounts"])
        let slowest = try places.map { (place: $0, time: try screens($0)) }.max { $0.time < $1.time }
        return [
            compared("cold start to the first frame", own.median, plain.median) { Text.duration($0) },
            compared("resident memory at the first frame", ownMemory, plainMemory) { "\($0 / 1_024) MiB" },
            compared("10,000 rows, first frame", try mine("first"), try theirs("first")) { Text.duration($0) },
            compared("10,000 rows scrolled for 10 s, memory", try mine("resident"), try theirs("resident")) {
                "\($0 / 1_024) MiB"
            },
            compared("10,000 rows scrolled for 10 s, frames dropped", try mine("dropped"), try theirs("dropped")) {
                "\($0)"
            },
            compared("10,000 rows scrolled, processor a frame", try work(mine), try work(theirs)) { Text.duration($0) },
            compared(
                "a wallet's 10,000 lines scrolled for 10 s, memory", try history("resident"), try theirs("resident")
            ) {
                "\($0 / 1_024) MiB"
            },
            compared(
                "a wallet's 10,000 lines scrolled, frames dropped", try history("dropped"), try theirs("dropped")
            ) { "\($0)" },
            compared("a wallet's 10,000 lines scrolled, processor a frame", try work(history), try work(theirs)) {
                Text.duration($0)
            },
            Finding(
                .app, "a wallet of 10,000 lines",
                "open \(Text.duration(try history("opened"))) after its passphrase, "
                    + "its activity \(Text.duration(try history("shown"))) later"),
            Finding(
                .app, "a place opened, until its frame",
                try places.map { "\($0) \(Text.duration(try screens($0)))" }.joined(separator: ", ")
                    + (slowest.map { "; the slowest is \($0.place)" } ?? "")),
            Finding(
                .app, "nodes after 200 mounts", "\(try mounts("before")) before, \(try mounts("after")) after",
                target: "as before", ratio: Double(try mounts("before") + 1) / Double(try mounts("after") + 1)),
            Finding(
                .app, "memory after 200 mounts",
                "\(try mounts("memoryBefore") / 1_024) MiB before, \(try mounts("memoryAfter") / 1_024) MiB after"),
        ]
    }

    /// A real wallet; nothing of it is left open.
    private static func makeHistory(in folder: String) throws {
        try WalletPair(folder: folder, passphraseCost: .interactive).lengthenHistory(lines: 10_000)
    }

    private static func optional(_ name: String) -> String? {
        // Safe: a program that was not built is why the section may be left out.
        try? ChildProcess.sibling(name)
    }

    private static func work(_ numbers: Numbers) throws -> UInt64 {
        try numbers("work") / max(try numbers("frames"), 1)
    }

    private static func compared(
        _ what: String, _ own: UInt64, _ plain: UInt64, _ text: (UInt64) -> String
    ) -> Finding {
        Finding(
            .app, what, "\(text(own)); plain GTK \(text(plain))", ratio: Double(plain + 1) / Double(own + 1))
    }
}
