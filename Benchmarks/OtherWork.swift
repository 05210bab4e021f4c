// SPDX-License-Identifier: MIT
import Glibc

/// How much of the machine other programs took during a run: they make times longer and rates lower than they are.
struct OtherWork {
    private let start = Stopwatch.now
    private let busyAtStart = Self.busy
    private let ownAtStart = Self.own

    /// Above it the numbers are not worth quoting.
    static let tolerable = 10

    /// Per cent of all processors since this was made; processes that we started count once they have ended.
    var percent: Int {
        let cores = Double(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let elapsed = Double(Stopwatch.now - start) / 1_000_000_000
        let others = max(0, (Self.busy - busyAtStart) - (Self.own - ownAtStart))
        return Int((100 * others / max(0.001, cores * elapsed)).rounded())
    }

    /// Seconds that the processors have worked, or were withheld by the machine below. proc_stat(5)
    private static var busy: Double {
        guard let file = fopen("/proc/stat", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let ticks = text.split(separator: " ").compactMap { UInt64($0) }
        // user, nice, system, idle, waiting for a disk, interrupts, soft interrupts, stolen
        let isWork = [true, true, true, false, false, true, true, true]
        let sum = zip(ticks, isWork).reduce(0) { $1.1 ? $0 + $1.0 : $0 }
        return Double(sum) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static var own: Double { seconds(0) + seconds(-1) }

    /// - Parameter who: RUSAGE_SELF is 0, RUSAGE_CHILDREN is -1; getrusage(2) takes another type than they have.
    private static func seconds(_ who: Int32) -> Double {
        var usage = rusage()
        getrusage(who, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000 }
    }
}
