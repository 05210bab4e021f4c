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

        var direct = HubRounds()
        var received = HubRounds()
        var replay = HubRounds()
        var oneByOne = HubRounds()
        for round in 0..<rounds {
            let part = round * each..<(round + 1) * each
            let first = try direct.measure(hub, client, stock.direct[part])
            _ = try oneByOne.measure(single, singleClient, stock.direct[part].prefix(each / 4))
            _ = try received.measure(hub, client, stock.received[part])
            let second = try replay.measure(hub, client, stock.direct[part])
            guard first == second else {
                throw BenchError(.wrongResult, "The hub answered a repeat with another receipt.")
            }
        }
        return findings(direct, received, replay, oneByOne)
    }

    private static func findings(
        _ direct: HubRounds, _ received: HubRounds, _ replay: HubRounds, _ oneByOne: HubRounds
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

    private static func rate(_ what: String, _ rounds: HubRounds, atLeast limit: Int) -> Finding {
        .atLeast(
            limit, perSecond: rounds.perSecond, .hub, what,
            note:
                ", \(Text.duration(rounds.hubTime)) of processor each, \(Text.duration(rounds.clientTime)) in the client"
        )
    }

    private static func latency(_ what: String, _ rounds: HubRounds) -> Finding {
        .atMost(
            latencyLimit, .hub, what, rounds.latencies.percentile(99),
            note: ", half within \(Text.duration(rounds.latencies.median))")
    }
}

extension HubRounds {
    /// Uploads every one of the requests and returns the receipts, in their order.
    fileprivate mutating func measure(
        _ hub: HubProcess, _ client: LoadClient, _ requests: ArraySlice<[UInt8]>
    ) throws -> [[UInt8]] {
        var receipts = [[UInt8]](repeating: [], count: requests.count)
        try measure(hub) {
            try client.run(requests) { number, answer in
                guard let receipt = answer.text(after: "\"receipt\":\"") else {
                    throw BenchError(.wrongResult, "The hub gave no receipt: \(answer.shown)")
                }
                receipts[number] = receipt
            }
        }
        return receipts
    }
}
