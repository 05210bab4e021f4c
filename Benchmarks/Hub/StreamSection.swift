// SPDX-License-Identifier: MIT
import Glibc
import HubAPI

/// Phones that listen and hear nothing: what an open stream of events costs the hub, and how long it takes until all are back
/// after the hub has lost them.
///
/// The hub's own memory is what its process has more of with the streams than without them. The kernel's part is what the
/// whole machine has less of, less both processes' own, and halved, because both ends of each connection are here.
enum StreamSection {
    private static let listenersOfOneAccount = 8
    private static let threads = 8
    /// A million phones then fit into a machine of 24 GB.
    private static let maximumBytes = 20 << 10
    private static let countWithTarget = 10_000
    /// A socket's inode and its name, which Linux counts among what it can have back, though not from an open socket.
    private static let inodeBytes = 1_024

    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let folder = try scratch.folder("streams")
        let counts = options.isQuick ? [1_000] : [1_000, 10_000, 19_000]
        let accounts = (counts.max() ?? 0) / listenersOfOneAccount + 1
        let stock = try TransferStock(directory: folder + "/hub", accounts: accounts, senders: accounts)
        return try counts.flatMap { count in
            try [false, true].map { try measure(count, isProtected: $0, stock, folder) }
        }
    }

    private static func measure(
        _ count: Int, isProtected: Bool, _ stock: TransferStock, _ folder: String
    ) throws -> Finding {
        let hub = try HubProcess(
            .program, directory: stock.directory, isProtected: isProtected,
            complaints: folder + "/hub\(count)\(isProtected).log")
        let requests = (0..<stock.accounts).map { HubRequest.asking(Routes.events, as: stock.proof($0)) }
        // Once, so that what the hub makes ready only once is not counted.
        var streams = try OpenStreams(32, to: hub.port, isProtected, requests, threads: threads)
        streams.close()
        usleep(300_000)
        let before = Memory(hub.process)
        streams = try OpenStreams(count, to: hub.port, isProtected, requests, threads: threads)
        sleep(1)
        let after = Memory(hub.process)
        streams.close()
        // The hub notices that they have gone.
        sleep(2)
        let processor = hub.processorTime
        let (again, storm) = try Stopwatch.measure {
            try OpenStreams(count, to: hub.port, isProtected, requests, threads: threads)
        }
        let each = (hub.processorTime - processor) / UInt64(count)
        again.close()
        let own = after.process - before.process
        let kernel =
            max(0, after.used - before.used - own - (after.bench - before.bench)) / 2 + count * inodeBytes
        let what = "\(Text.count(count)) idle streams of events, \(isProtected ? "TLS" : "plain")"
        let measured =
            "\(kilobytes(own, count)) KB each in the hub, \(kilobytes(kernel, count)) KB in the kernel, "
            + "\(kilobytes(own + kernel, count)) KB together; all back in "
            + "\(Text.duration(storm)), \(Text.duration(each)) of processor each"
        guard isProtected, count == countWithTarget else { return Finding(.streams, what, measured) }
        return Finding(
            .streams, what, measured, target: "<= \(maximumBytes >> 10) KB together",
            ratio: Double(maximumBytes) * Double(count) / Double(max(1, own + kernel)))
    }

    private static func kilobytes(_ bytes: Int, _ count: Int) -> String {
        Text.ratio(Double(bytes) / 1_024 / Double(count))
    }
}

/// Memory at one moment, in bytes.
struct Memory {
    let process: Int
    let bench: Int
    /// Of the whole machine, apart from what files are kept in and can be had back.
    let used: Int

    init(_ process: ChildProcess) {
        self.process = process.residentBytes
        bench = Self.kilobytes("VmRSS:", in: "/proc/self/status") * 1_024
        let names = ["MemFree:", "Cached:", "Buffers:", "SReclaimable:"]
        let free = names.reduce(0) { $0 + Self.kilobytes($1, in: "/proc/meminfo") }
        used = (Self.kilobytes("MemTotal:", in: "/proc/meminfo") - free) * 1_024
    }

    static func kilobytes(_ name: String, in path: String) -> Int {
        guard let file = fopen(path, "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .split { $0 == " " || $0 == "\t" || $0 == "\n" }
            if words.first.map(String.init) == name, words.count > 1 { return Int(words[1]) ?? 0 }
        }
        return 0
    }
}

extension ChildProcess {
    /// What it has in memory of its own and shared. proc(5)
    fileprivate var residentBytes: Int { Memory.kilobytes("VmRSS:", in: "/proc/\(identifier)/status") * 1_024 }
}
