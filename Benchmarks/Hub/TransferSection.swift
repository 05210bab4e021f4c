// SPDX-License-Identifier: MIT
import Glibc

/// Online transfers per second: real hub processes, their stores on the disk, keep-alive connections on loopback, every
/// request signed.
///
/// Client and hubs share the machine, one hub working at a time. Every answer is awaited and must be 200, so nothing counts
/// that is not durable; afterwards the ledger is audited and every acknowledged transfer must be in it.
enum TransferSection {
    private static let perSecond = 20_000
    private static let latencyLimit: UInt64 = 50_000_000
    private static let many = 256
    private static let few = 32

    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let folder = try scratch.folder("transfers")
        let stock = try TransferStock(
            directory: folder + "/stock", accounts: options.repetitions(20_000, quick: 2_000),
            senders: options.repetitions(20_000, quick: 2_000))
        var findings = try compare(stock, folder, options)
        findings += try slowDisks(stock, folder, options)
        if options.isLong { findings += try million(folder) }
        return findings
    }

    // MARK: - Grouped, one by one, hot

    private static func compare(_ stock: TransferStock, _ folder: String, _ options: Options) throws -> [Finding] {
        let rounds = options.repetitions(3, quick: 1)
        let each = options.repetitions(30_000, quick: 5_000)
        let grouped = try Row(.program, stock, folder + "/grouped", connections: many)
        let single = try Row(.oneByOne, stock, folder + "/single", connections: many)
        var (spread, hot, small, naive) = (HubRounds(), HubRounds(), HubRounds(), HubRounds())
        for round in 0..<rounds {
            let seed = UInt64(round)
            try spread.transfer(grouped.hub, grouped.client, stock.requests(each, .spread, seed: seed))
            try naive.transfer(single.hub, single.client, stock.requests(each / 10, .spread, seed: seed))
            try hot.transfer(grouped.hub, grouped.client, stock.requests(each, .hot, seed: seed))
            let fewer = try LoadClient(port: grouped.hub.port, connections: few)
            try small.transfer(grouped.hub, fewer, stock.requests(each / 3, .spread, seed: seed + 100))
        }
        let acknowledged = rounds * (each * 2 + each / 3)
        try grouped.requireSound(transfers: acknowledged, of: stock)
        try single.requireSound(transfers: rounds * (each / 10), of: stock)
        return [
            .atLeast(
                perSecond, perSecond: spread.perSecond, .transfers, "durable transfers over \(many) connections",
                note: spread.processorNote),
            .atMost(
                latencyLimit, .transfers, "99 of 100 of them answered within", spread.latencies.percentile(99),
                note: ", half within \(Text.duration(spread.latencies.median))"),
            factor("transfers against one commit each", spread, naive, atLeast: 5),
            factor("everybody pays one account, against anybody", hot, spread, atLeast: 1),
            Finding(
                .transfers, "transfers over \(few) connections",
                "\(Text.count(small.perSecond))/s" + small.processorNote
                    + ", 99 of 100 within \(Text.duration(small.latencies.percentile(99)))"),
        ]
    }

    private static func factor(
        _ what: String, _ one: HubRounds, _ other: HubRounds, atLeast limit: Double
    ) -> Finding {
        let factor = Double(one.perSecond) / Double(max(1, other.perSecond))
        return Finding(
            .transfers, what, "\(Text.count(one.perSecond))/s to \(Text.count(other.perSecond))/s",
            target: ">= \(Int(limit)) times", ratio: factor / limit)
    }

    // MARK: - Slow disks

    /// The same with flushes that take longer, as those of a disk that writes through, of a network disk, of an old one.
    private static func slowDisks(_ stock: TransferStock, _ folder: String, _ options: Options) throws -> [Finding] {
        try [1, 5, 50].map { milliseconds in
            let delay = UInt32(milliseconds * 1_000)
            let (many, one) = (options.repetitions(20_000, quick: 3_000), max(100, 1_000 / milliseconds))
            let grouped = try Row(
                .standIn(maximumBatch: 1_000, flushDelayMicroseconds: delay), stock,
                folder + "/slow\(milliseconds)", connections: Self.many)
            let single = try Row(
                .standIn(maximumBatch: 1, flushDelayMicroseconds: delay), stock,
                folder + "/slow\(milliseconds)single", connections: Self.many)
            var (rounds, naive) = (HubRounds(), HubRounds())
            try rounds.transfer(
                grouped.hub, grouped.client, stock.requests(milliseconds < 50 ? many : many / 4, .spread, seed: 1))
            try naive.transfer(single.hub, single.client, stock.requests(one, .spread, seed: 1))
            let what = "transfers when a flush takes \(milliseconds) ms more, against one commit each"
            if milliseconds == 1 { return factor(what, rounds, naive, atLeast: 20) }
            return Finding(
                .transfers, what, "\(Text.count(rounds.perSecond))/s to \(Text.count(naive.perSecond))/s",
                ratio: Double(rounds.perSecond) / Double(max(1, naive.perSecond)))
        }
    }

    // MARK: - A million accounts

    /// A minute of transfers from a hundred thousand of a million accounts to any of them.
    private static func million(_ folder: String) throws -> [Finding] {
        let stock = try TransferStock(directory: folder + "/million", accounts: 1_000_000, senders: 100_000)
        // As many as a minute can use when the target is passed by half.
        let requests = try stock.tape(perSecond * 90, seed: 9)
        let hub = try HubProcess(.program, directory: stock.directory, complaints: folder + "/million.log")
        let client = try LoadClient(port: hub.port, connections: many)
        var rounds = HubRounds()
        let end = Stopwatch.now + 60_000_000_000
        try rounds.measure(hub) {
            try client.run(
                { Stopwatch.now < end && $0 < requests.count ? requests[$0] : nil },
                take: { try HubRounds.requireDone($1) })
        }
        hub.stop()
        guard try stock.transfers() == rounds.latencies.count else {
            throw BenchError(.wrongResult, "Not every acknowledged transfer is in the ledger of a million accounts.")
        }
        return [
            .atLeast(
                perSecond, perSecond: rounds.perSecond, .transfers, "a million accounts, for a minute",
                note: rounds.processorNote),
            .atMost(
                latencyLimit, .transfers, "99 of 100 of them answered within", rounds.latencies.percentile(99),
                note: ", half within \(Text.duration(rounds.latencies.median))"),
        ]
    }
}

/// One hub on a copy of the stock, and its client.
private struct Row {
    let hub: HubProcess
    private let connections: Int
    private let directory: String

    init(_ kind: HubProcess.Kind, _ stock: TransferStock, _ directory: String, connections: Int) throws {
        try stock.copy(to: directory)
        self.directory = directory
        hub = try HubProcess(kind, directory: directory, complaints: directory + ".log")
        self.connections = connections
    }

    /// Fresh connections: one that says nothing for ten seconds is ended.
    var client: LoadClient {
        get throws { try LoadClient(port: hub.port, connections: connections) }
    }

    /// Ends the hub and audits its ledger.
    func requireSound(transfers: Int, of stock: TransferStock) throws {
        hub.stop()
        let before = try TransferStock.auditedEntries(in: stock.directory)
        let entries = try TransferStock.auditedEntries(in: directory)
        guard entries - before == transfers else {
            throw BenchError(
                .wrongResult, "\(transfers) transfers were acknowledged and \(entries - before) are in the ledger.")
        }
    }
}

extension HubRounds {
    /// Sends every one of the requests; each must be answered with 200.
    fileprivate mutating func transfer(_ hub: HubProcess, _ client: LoadClient, _ requests: [[UInt8]]) throws {
        try measure(hub) { try client.run(requests[...]) { try Self.requireDone($1) } }
    }
}
