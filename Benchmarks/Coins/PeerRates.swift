// SPDX-License-Identifier: MIT
import Bytes
import Glibc

/// How long other people's wallets take for the same tasks. `peers.py` runs them.
struct PeerRates {
    struct Peer {
        let name: String
        let picoseconds: UInt64
    }

    private var times: [String: [String: [UInt64]]] = [:]

    /// Runs the script once; without its Python environment there are no peers, and the rows say so by silence.
    ///
    /// - Parameter psbt: a file with a PSBT of 100 P2WPKH inputs in Base64.
    static func measure(psbt: String) throws -> PeerRates {
        let python = ".build/python/bin/python3"
        guard access(python, X_OK) == 0 else { return PeerRates() }
        let child = try ChildProcess(python, ["Benchmarks/Coins/peers.py", psbt])
        let line = try child.firstLine()
        guard child.wait() == 0 else { throw BenchError(.system, "Benchmarks/Coins/peers.py failed; run it by hand.") }
        guard case .object(let tasks) = try JSONValue(parsing: Array(line.utf8)) else {
            throw BenchError(.wrongResult, "Benchmarks/Coins/peers.py printed no JSON object.")
        }
        var rates = PeerRates()
        for task in tasks {
            guard case .object(let peers) = task.value else { continue }
            for peer in peers {
                if let time = peer.value.uint64 {
                    rates.times[task.key, default: [:]][peer.key, default: []].append(time)
                }
            }
        }
        return rates
    }

    mutating func add(_ other: PeerRates) {
        for (task, peers) in other.times {
            for (peer, values) in peers { times[task, default: [:]][peer, default: []] += values }
        }
    }

    /// The peers of a task, by name; the better of their runs.
    func of(_ task: String) -> [Peer] {
        (times[task] ?? [:]).compactMap { name, values in values.min().map { Peer(name: name, picoseconds: $0) } }
            .sorted { $0.name < $1.name }
    }
}
