// SPDX-License-Identifier: MIT
import Keys

/// Keys, addresses and signatures of the public chains against bare C and against other people's wallets.
///
/// Ours and C take turns in batches; the other wallets, Python packages over C or Rust, run the same batches in a process
/// of their own before and after. One processor each; medians are compared.
enum CoinsSection {
    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let rounds = options.repetitions(25, quick: 3)
        let seed = try CoinTask.seed()
        let tasks = try CoinTask.all(seed)
        let psbt = scratch.path + "/psbt.txt"
        try AtomicFile.write(Array(try CoinTask.psbtText(seed).utf8), to: psbt)
        var peers = try PeerRates.measure(psbt: psbt)
        var findings: [Finding] = []
        var measured: [(CoinTask, ours: Samples, raw: Samples)] = []
        for task in tasks {
            var ours = Samples()
            var raw = Samples()
            _ = try task.ours(task.count)
            for round in 0..<rounds {
                if round.isMultiple(of: 2), let body = task.raw { try raw.add(time(task.count, body)) }
                try ours.add(time(task.count, task.ours))
                if !round.isMultiple(of: 2), let body = task.raw { try raw.add(time(task.count, body)) }
            }
            measured.append((task, ours, raw))
        }
        try peers.add(PeerRates.measure(psbt: psbt))
        for (task, ours, raw) in measured { findings.append(finding(task, ours.median, raw.median, peers)) }
        if let restore = try RestoreMeasure.run(options) { findings.append(restore) }
        return findings
    }

    /// Picoseconds of processor time for each operation, so that fast ones keep three digits.
    private static func time(_ count: Int, _ body: (Int) throws -> Int) throws -> UInt64 {
        let start = Stopwatch.processorTime
        guard try body(count) > 0 else { throw BenchError(.wrongResult, "A coin task made nothing.") }
        return (Stopwatch.processorTime - start) * 1_000 / UInt64(count)
    }

    private static func finding(_ task: CoinTask, _ ours: UInt64, _ raw: UInt64, _ peers: PeerRates) -> Finding {
        var words = task.isLong ? [Text.duration(ours / 1_000)] : ["\(Text.count(rate(ours)))/s"]
        var ofRaw: Double?
        if task.raw != nil {
            let share = Double(raw) / Double(ours)
            ofRaw = share
            words.append("\(Text.ratio(share)) of bare C (\(Text.count(rate(raw)))/s)")
        }
        let others = peers.of(task.name).map { (name: $0.name, times: Double($0.picoseconds) / Double(ours)) }
        words += others.map { "\(Text.ratio($0.times)) times \($0.name)" }
        let text = words.joined(separator: ", ")
        switch task.target {
        case .ofBareC(let share):
            return Finding(
                .coins, task.name, text, target: ">= \(Text.ratio(share)) of bare C", ratio: (ofRaw ?? 0) / share)
        case .timesPeer(let name, let least):
            // Without the other wallet there is nothing to compare with.
            guard let other = others.first(where: { $0.name == name }) else {
                return Finding(.coins, task.name, text, ratio: ofRaw)
            }
            return Finding(
                .coins, task.name, text, target: ">= \(Text.ratio(least)) times \(name)", ratio: other.times / least)
        case nil:
            return Finding(.coins, task.name, text, ratio: ofRaw)
        }
    }

    private static func rate(_ picoseconds: UInt64) -> Int { Int(1_000_000_000_000 / max(1, picoseconds)) }
}
