// SPDX-License-Identifier: MIT

/// The rounds of one row against a hub.
struct HubRounds {
    /// - Throws: ``BenchError`` with `.wrongResult` unless an answer is 200.
    static func requireDone(_ answer: LoadClient.Answer) throws {
        guard answer.status == 200 else {
            throw BenchError(.wrongResult, "The hub refused a request: \(answer.shown)")
        }
    }

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

    /// For the note beside a rate.
    var processorNote: String {
        ", \(Text.duration(hubTime)) of processor each, \(Text.duration(clientTime)) in the client"
    }

    mutating func measure(_ hub: HubProcess, _ run: () throws -> LoadClient.Outcome) rethrows {
        try measure(hub.process, run)
    }

    /// The same for any other program.
    mutating func measure(_ hub: ChildProcess, _ run: () throws -> LoadClient.Outcome) rethrows {
        let (before, hubBefore) = (Stopwatch.processorTime, hub.processorTime)
        let outcome = try run()
        clientTotal += Stopwatch.processorTime - before
        hubTotal += hub.processorTime - hubBefore
        rates.add(UInt64(outcome.perSecond))
        latencies.add(outcome.latencies)
    }
}
