// SPDX-License-Identifier: MIT
import Money
import Terminal
import Tokens
import Wallet

extension Option {
    static let everything = Option("everything", "Redeem all that is offline, own tokens too.")
    static let every = Option(
        "every", value: "seconds", "Go on, and wait so long between two rounds.")
    static let rounds = Option("rounds", value: "number", "Stop after so many rounds; otherwise with Ctrl-C.")
}

extension Command {
    /// What happened, and bringing wallet and hub together.
    static let history: [Command] = [
        Command(
            "sync", "Bring wallet and hub together: redeem what was received, upload, refill. Safe to repeat.",
            discussion: """
                With --every it goes on in the background: it syncs at each interval and at once when the network comes \
                back, and other commands may use the wallet between two rounds. It keeps the wallet's key in memory \
                until it ends.
                """,
            options: [.everything, .every, .rounds],
            examples: [
                .init("satchel sync", "Bring everything up to date."),
                .init("satchel sync --every 30", "Keep it up to date until Ctrl-C."),
            ]
        ) { invocation in
            if let seconds = try invocation.integer(.every, in: 1...86_400) {
                return try RepeatedSync(invocation, every: seconds).run()
            }
            var progress = invocation.console.progress()
            progress.show("Talking to the hub…")
            let report = try WalletDesk(invocation).open(isUse: false).sync(everything: invocation.has(.everything))
            progress.clear()
            try invocation.print(report)
        },
        Command("proofs", "List the proofs of double spending that this wallet holds.") { invocation in
            let proofs = try WalletDesk(invocation).open().evidence()
            if invocation.wantsJSON {
                invocation.console.print(
                    .array(proofs.map { ["name": .text($0.subject), "text": .text($0.text)] as JSON }))
            } else {
                invocation.console.print(
                    proofs.isEmpty
                        ? "There are none." : proofs.map { "\($0.subject)  \($0.text)" }.joined(separator: "\n"))
            }
        },
        Command(
            "examine", "Check a proof of double spending with the hub's announced keys.", options: [.camera],
            operands: [.document],
            examples: [.init("satchel examine proof.txt", "Say whether the proof convicts, and whom.")]
        ) { invocation in
            let wallet = try WalletDesk(invocation).open()
            let conviction = try wallet.examine(try invocation.document())
            let overlap = try wallet.currency.map { try Amount(units: conviction.overlap, currency: $0).formatted }
            guard !invocation.wantsJSON else {
                return invocation.console.print([
                    "culprit": .text(conviction.culprit), "first": .text(conviction.first),
                    "second": .text(conviction.second), "overlap": .integer(Int64(conviction.overlap)),
                    "isOwn": .bool(conviction.isOwn),
                ])
            }
            invocation.console.print(
                """
                The proof holds: one key signed \(overlap ?? "\(conviction.overlap) minor units") away twice.
                  key     \(conviction.culprit)\(conviction.isOwn ? ", which is this wallet's own" : "")
                  first   units \(conviction.first)
                  second  units \(conviction.second)
                """)
        },
    ]
}

extension Invocation {
    /// Prints what a sync did, part by part.
    ///
    /// - Throws: ``Failure`` when a part failed, after everything was printed.
    func print(_ report: SyncReport, _ sentence: String? = nil) throws {
        let parts = report.outcomes.map { ($0.part.rawValue, words(for: $0.outcome)) }
        if wantsJSON {
            console.print([
                "complete": .bool(report.isComplete),
                "parts": .array(
                    parts.map { ["part": .text($0.0), "outcome": .text($0.1.0), "detail": .text($0.1.1)] as JSON }),
            ])
        } else {
            if let sentence { console.print(sentence) }
            var table = Table(.words("part"), .words("outcome"), .words("detail"))
            for (part, (outcome, detail)) in parts where outcome != "idle" { table.add(part, outcome, detail ?? "") }
            console.print(table.isEmpty ? "Everything was in order already." : table.text)
        }
        if let failure = report.failure {
            throw WalletProgram.explain(WalletError(failure.code ?? .hubRefused, failure.message))
        }
    }

    func words(for outcome: SyncReport.Outcome) -> (String, String?) {
        switch outcome {
        case .idle: ("idle", nil)
        case .done(let sentence): ("done", sentence)
        case .failed(_, let sentence): ("failed", sentence)
        case .skipped: ("skipped", nil)
        }
    }
}
