// SPDX-License-Identifier: MIT
import Bytes
import Logging
import Money
import Terminal
import Tokens
import Wallet

extension Option {
    static let everything = Option("everything", "Redeem all offline money, including your own offline tokens.")
    static let every = Option(
        "every", value: "seconds", "Repeat, waiting this many seconds between rounds, 1 to 86400.")
    static let rounds = Option("rounds", value: "number", "Stop after this many rounds. Default: run until Ctrl-C.")
}

extension Command {
    static let sync =
        Command(
            "sync", "Sync with the hub: redeem received money, send queued orders, top up. Safe to repeat.",
            discussion: """
                With --every it keeps running: it syncs at each interval, and at once when the network comes back. \
                Other commands can use the wallet between rounds. The wallet's key stays in memory until the command \
                ends.
                """,
            options: [.everything, .every, .rounds],
            examples: [
                .init("satchel sync", "Sync once."),
                .init("satchel sync --every 30", "Sync every 30 seconds until Ctrl-C."),
            ]
        ) { invocation in
            if let seconds = try invocation.integer(.every, in: 1...86_400) {
                return try RepeatedSync(invocation, every: seconds).run()
            }
            let (log, begin) = (try invocation.log(), ContinuousClock.now)
            var progress = invocation.console.progress()
            progress.show("Syncing with the hub…")
            let report = try CommandContext(invocation).open(isUse: false).sync(everything: invocation.has(.everything))
            progress.clear()
            log.note(report, took: begin.duration(to: .now))
            try invocation.print(report)
        }

    /// Proofs of double spending.
    static let fraudProofs: [Command] = [
        Command("proofs", "List the proofs of double spending in this wallet.") { invocation in
            let proofs = try CommandContext(invocation).open().evidence()
            if invocation.wantsJSON {
                invocation.console.print(
                    .items(
                        proofs.map { ["name": .string($0.subject.description), "text": .string($0.text)] as JSONValue })
                )
            } else {
                invocation.console.print(
                    proofs.isEmpty
                        ? "No proofs." : proofs.map { "\($0.subject)  \($0.text)" }.joined(separator: "\n"))
            }
        },
        Command(
            "examine", "Verify a proof of double spending against the hub's announced keys.", options: [.camera],
            operands: [.document],
            examples: [.init("satchel examine proof.txt", "Show whether the proof is valid, and the key.")]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let conviction = try wallet.examine(try invocation.document())
            let overlap = try wallet.currency.map { try Amount(units: conviction.overlap, currency: $0) }
            guard !invocation.wantsJSON else {
                return invocation.console.print([
                    "culprit": .string(conviction.culprit), "first": .string(conviction.first),
                    "second": .string(conviction.second), "overlap": .amount(overlap),
                    "isOwn": .bool(conviction.isOwn),
                ])
            }
            invocation.console.print(
                """
                The proof is valid: one key spent \(overlap?.formatted ?? "\(conviction.overlap) minor units") twice.
                  key     \(conviction.culprit)\(conviction.isOwn ? ", which is this wallet's own" : "")
                  first   units \(conviction.first)
                  second  units \(conviction.second)
                """)
        },
    ]
}

extension Invocation {
    /// Prints the outcome of each part of a sync.
    ///
    /// - Throws: ``Failure`` when a part failed. Everything is printed before.
    func print(_ report: SyncReport, _ sentence: String? = nil) throws {
        if wantsJSON {
            let parts = report.outcomes.map { JSONValue.part($0.part, $0.outcome) }
            console.print(["complete": .bool(report.isComplete), "parts": .array(parts)])
        } else {
            if let sentence { console.print(sentence) }
            var table = Table(.words("part"), .words("outcome"), .words("detail"))
            for (part, outcome) in report.outcomes where outcome != .idle {
                table.add(part.word, outcome.name, outcome.sentence ?? "")
            }
            console.print(table.isEmpty ? "Already up to date." : table.text)
        }
        if let failure = report.failure {
            throw WalletProgram.explain(WalletError(failure.code ?? .hubRefused, failure.sentence))
        }
    }
}
