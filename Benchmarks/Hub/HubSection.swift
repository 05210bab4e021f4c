// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc

/// Redemptions per second: a real hub process, its store on the disk, 32 keep-alive connections on loopback.
///
/// Client and hub share the machine. Every answer is awaited, so nothing counts that is not durable; every receipt of a
/// replay is compared byte for byte. Rounds of the rows take turns, and medians of the rounds are shown.
enum HubSection {
    private static let connections = 32
    private static let redemptionsPerSecond = 2_000
    private static let replaysPerSecond = 5_000
    private static let latencyLimit: UInt64 = 50_000_000

    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let rounds = options.repetitions(5, quick: 2)
        let each = options.repetitions(3_000, quick: 640)
        let folder = try scratch.folder("hub")
        let stock = try HubStock(directory: folder + "/grouped", direct: rounds * each, received: rounds * each)
        try FileManager.default.copyItem(atPath: folder + "/grouped", toPath: folder + "/single")
        let hub = try HubProcess(.program, directory: folder + "/grouped", complaints: folder + "/hub.log")
        let single = try HubProcess(.oneByOne, directory: folder + "/single", complaints: folder + "/single.log")
        let client = try LoadClient(port: hub.port, connections: connections)
        let singleClient = try LoadClient(port: single.port, connections: connections)

        var direct = Rounds()
        var received = Rounds()
        var replay = Rounds()
        var oneByOne = Rounds()
        for round in 0..<rounds {
            let part = round * each..<(round + 1) * each
            let first = try direct.measure(hub) { try client.run(stock.direct[part]) }
            oneByOne.add(try singleClient.run(stock.direct[part].prefix(each / 4)))
            _ = try received.measure(hub) { try client.run(stock.received[part]) }
            let second = try replay.measure(hub) { try client.run(stock.direct[part]) }
            guard first.receipts == second.receipts else {
                throw BenchError(.wrongResult, "The hub answered a repeat with another receipt.")
            }
        }
        return findings(direct, received, replay, oneByOne)
    }

    private static func findings(
        _ direct: Rounds, _ received: Rounds, _ replay: Rounds, _ oneByOne: Rounds
    ) -> [Finding] {
        let factor = Double(direct.perSecond) / Double(max(1, oneByOne.perSecond))
        return [
            rate("one-hop redemptions (root to hub, 2 signatures)", direct, atLeast: redemptionsPerSecond),
            latency("99 of 100 of them answered within", direct),
            rate("of received payments (root to payee to hub, 4 signatures)", received, atLeast: redemptionsPerSecond),
            latency("99 of 100 of them answered within", received),
            rate("replays, each receipt the same bytes", replay, atLeast: replaysPerSecond),
            Finding(
                .hub, "one-hop redemptions against one commit each",
                "\(Text.count(direct.perSecond))/s to \(Text.count(oneByOne.perSecond))/s", ratio: factor),
        ]
    }

    private static func rate(_ what: String, _ rounds: Rounds, atLeast limit: Int) -> Finding {
        .atLeast(
            limit, perSecond: rounds.perSecond, .hub, what,
            note:
                ", \(Text.duration(rounds.hubTime)) of processor each, \(Text.duration(rounds.clientTime)) in the client"
        )
    }

    private static func latency(_ what: String, _ rounds: Rounds) -> Finding {
        .atMost(
            latencyLimit, .hub, what, rounds.latencies.percentile(99),
            note: ", half within \(Text.duration(rounds.latencies.median))")
    }
}

/// The rounds of one row.
private struct Rounds {
    private var rates = Samples()
    private(set) var latencies = Samples()
    private var hubTotal: UInt64 = 0
    private var clientTotal: UInt64 = 0

    /// The median of the rounds.
    var perSecond: Int { Int(rates.median) }

    /// Nanoseconds of processor for one request, in the hub's process.
    var hubTime: UInt64 { hubTotal / UInt64(max(1, latencies.count)) }

    /// The same in this process.
    var clientTime: UInt64 { clientTotal / UInt64(max(1, latencies.count)) }

    mutating func add(_ outcome: LoadClient.Outcome) {
        rates.add(UInt64(outcome.perSecond))
        latencies.add(outcome.latencies)
    }

    mutating func measure(
        _ hub: HubProcess, _ run: () throws -> LoadClient.Outcome
    ) rethrows -> LoadClient.Outcome {
        let (before, hubBefore) = (Stopwatch.processorTime, hub.processorTime)
        let outcome = try run()
        clientTotal += Stopwatch.processorTime - before
        hubTotal += hub.processorTime - hubBefore
        add(outcome)
        return outcome
    }
}
