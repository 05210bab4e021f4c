// SPDX-License-Identifier: MIT
import Glibc
import Scanner
import Barcodes
import SyntheticPhotos

/// Lets our own readers look at the photos and counts what they see.
struct Reading {
    /// Photos of one kind, and what became of them.
    struct Tally {
        var read = 0
        var all = 0
        mutating func add(_ isRead: Bool) {
            all += 1
            if isRead { read += 1 }
        }
        var percent: String { all == 0 ? "-" : "\(Int((Double(read) * 100 / Double(all)).rounded()))" }
    }

    private var tallies: [String: [String: Tally]] = [:]
    private var subjects: [String] = []
    private var successes: [Double] = []
    private var failures: [Double] = []
    private var wrong: [String] = []

    /// Prints the share read by setting and subject, the times, and every wrong read.
    static func run(_ options: Options) throws {
        var reading = Reading()
        let gallery = Gallery(seed: options.seed)
        for order in options.orders {
            let shot = try gallery.shot(of: order.subject, in: order.setting, number: order.number)
            reading.read(shot, options)
        }
        reading.report(options)
    }

    private mutating func read(_ shot: Shot, _ options: Options) {
        let symbologies = options.onlyItsKind ? [shot.symbol.symbology] : Scan.readable
        let start = Reading.processorSeconds
        let sightings = Scan(shot.image, for: symbologies, effort: options.effort).sightings()
        let milliseconds = (Reading.processorSeconds - start) * 1_000
        let isRead = sightings.contains { shot.isShown($0.symbol) }
        for sighting in sightings where !shot.isShown(sighting.symbol) {
            wrong.append(
                "\(shot.name): \(sighting.symbol.symbology.name) \(String(decoding: sighting.symbol.bytes, as: UTF8.self))"
            )
        }
        if isRead { successes.append(milliseconds) } else { failures.append(milliseconds) }
        if options.isVerbose { print(isRead ? "read" : "MISSED", shot.name, Int(milliseconds * 1_000)) }
        let subject = shot.subject.rawValue
        if !subjects.contains(subject) { subjects.append(subject) }
        let rows = ["all", shot.setting.family.rawValue] + (options.isDetailed ? [shot.setting.name] : [])
        for row in Set(rows) { tallies[row, default: [:]][subject, default: Tally()].add(isRead) }
    }

    /// What a processor worked for this process; others on the machine do not count.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func report(_ options: Options) {
        var rows = Setting.Family.allCases.map(\.rawValue)
        if options.isDetailed {
            rows = Setting.Family.allCases.flatMap { family in
                let names = (Setting.all + Setting.flat).filter { $0.family == family }.map(\.name)
                return names == [family.rawValue] ? names : [family.rawValue] + names
            }
        }
        let width = (rows + ["all"]).map(\.count).reduce(0, max) + 2
        print(padded("% read", width) + subjects.map { padded($0, 12) }.joined())
        for row in rows + ["all"] {
            guard let cells = tallies[row] else { continue }
            print(padded(row, width) + subjects.map { padded(cells[$0]?.percent ?? "", 12) }.joined())
        }
        print("read in ms: \(spread(successes))   not read: \(spread(failures))")
        print("wrong reads: \(wrong.count)")
        for line in wrong { print("  \(line)") }
    }

    private func padded(_ text: String, _ width: Int) -> String {
        String(text.prefix(width - 1)) + String(repeating: " ", count: max(1, width - text.count))
    }

    private func spread(_ times: [Double]) -> String {
        guard !times.isEmpty else { return "none" }
        let sorted = times.sorted()
        func at(_ share: Double) -> Double { (sorted[Int(Double(sorted.count - 1) * share)] * 100).rounded() / 100 }
        return "median \(at(0.5)), 95 of 100 within \(at(0.95)), longest \(at(1)) (\(sorted.count))"
    }
}
