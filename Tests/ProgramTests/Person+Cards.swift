// SPDX-License-Identifier: MIT
import TestSupport
import Testing

extension Person {
    /// Runs `satchel cards …`, which must succeed.
    @discardableResult
    func cards(_ words: String..., location: SourceLocation = #_sourceLocation) throws -> Run {
        let run = try satchel(["cards"] + words)
        try #require(run.status == 0, "satchel cards \(words): \(run.all)", sourceLocation: location)
        return run
    }

    /// The same with `--json`, read.
    func cardsJSON(_ words: String..., location: SourceLocation = #_sourceLocation) throws -> JSONValue {
        let run = try satchel(["cards"] + words + ["--json"])
        try #require(run.status == 0, "satchel cards \(words): \(run.all)", sourceLocation: location)
        return try run.json(location)
    }

    /// The same where no file can grow, as on a full disk; complaints are in the output.
    func satchelOnAFullDisk(_ words: String...) throws -> Run {
        let shell = ["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\" 2>&1", "sh"]
        return try run("/bin/sh", shell + commandLine(words), environment: environment())
    }

    /// Where the wallet keeps photos.
    var photos: String { network.file("\(device)/wallet/photos") }

    /// The stores of all cards, as the list orders them.
    func stores(_ words: String...) throws -> [String] {
        let cards = try satchel(["cards", "list", "--json"] + words).json().list ?? []
        return cards.compactMap { $0["store"]?.text }
    }
}
