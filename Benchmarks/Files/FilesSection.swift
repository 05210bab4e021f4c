// SPDX-License-Identifier: MIT
import Glibc
import HubAPI
import TestSupport

/// Files over TLS: what the file service does beside nginx, which neither hashes nor flushes; the real client; what payments
/// notice of an upload at full speed.
///
/// On a machine with other load the processor times tell more than the clock: they are of the server's process alone.
enum FilesSection {
    private static let mebibyte = 1 << 20
    private static let memoryLimit = 32 << 20

    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let servers = try FileServers(folder: try scratch.folder("files"), accounts: 2_000)
        let bytes = options.repetitions(1 << 30, quick: 128 << 20)
        var findings = try transfers(servers, bytes, rounds: options.repetitions(3, quick: 1))
        findings += try many(servers)
        findings += try payments(servers, bytes, options)
        findings += try FilesClientRows.run(servers, options)
        return findings
    }

    // MARK: - Beside nginx

    private static func transfers(_ servers: FileServers, _ bytes: Int, rounds: Int) throws -> [Finding] {
        let file = try servers.file(of: bytes, named: "large")
        var (up, down, theirUp, theirDown) = (FileRounds(), FileRounds(), FileRounds(), FileRounds())
        for round in 0..<rounds {
            let place = try servers.beginUpload(of: bytes, account: 0)
            try up.measure(servers.service) {
                guard try servers.curl(servers.sending(file, to: place, account: 0)) == "200" else {
                    throw BenchError(.wrongResult, "The file service refused an upload.")
                }
            }
            try theirUp.measure(servers.peer?.process) {
                try put(file, as: "large\(round)", at: servers)
            }
            try down.measure(servers.service) {
                try get(
                    servers.serviceURL + place + "/content", ["--header", "Authorization: Bearer \(servers.token(0))"],
                    servers)
            }
            try theirDown.measure(servers.peer?.process) {
                guard let peer = servers.peer else { return }
                try get("https://127.0.0.1:\(peer.port)/large\(round)", [], servers)
            }
            guard servers.peer == nil || sameBytes(file, "\(servers.folder)/put/large\(round)") else {
                throw BenchError(.wrongResult, "nginx has stored other bytes.")
            }
            unlink("\(servers.folder)/put/large\(round)")
        }
        let size = "\(bytes / mebibyte) MiB"
        return [
            row("upload of \(size), hashed and durable", up, theirUp, bytes, atLeast: 0.6),
            row("download of \(size)", down, theirDown, bytes, atLeast: 0.8),
        ]
    }

    private static func put(_ file: String, as name: String, at servers: FileServers) throws {
        guard let peer = servers.peer else { return }
        let status = try servers.curl([
            "--http1.1", "--upload-file", file, "--output", "/dev/null", "--write-out", "%{http_code}\n",
            "https://127.0.0.1:\(peer.port)/\(name)",
        ])
        guard status == "201" else { throw BenchError(.wrongResult, "nginx refused an upload: \(status)") }
    }

    private static func get(_ url: String, _ words: [String], _ servers: FileServers) throws {
        let status = try servers.curl(
            words + ["--http1.1", "--output", "/dev/null", "--write-out", "%{http_code}\n", url])
        guard status == "200" else { throw BenchError(.wrongResult, "A download was refused: \(status)") }
    }

    private static func sameBytes(_ one: String, _ other: String) -> Bool {
        // Safe: cmp ends with a status, and what it cannot read is not the same.
        (try? ChildProcess("/usr/bin/cmp", ["--silent", one, other]).wait()) == 0
    }

    private static func row(
        _ what: String, _ own: FileRounds, _ theirs: FileRounds, _ bytes: Int, atLeast limit: Double
    ) -> Finding {
        let rate = own.note(bytes)
        guard FileServers.hasNginx else { return Finding(.files, what, rate) }
        let ratio = Double(theirs.elapsed.median) / Double(max(1, own.elapsed.median))
        return Finding(
            .files, what, "\(rate); nginx \(theirs.note(bytes)): \(Text.ratio(ratio)) of nginx",
            target: ">= \(Text.ratio(limit)) of nginx", ratio: ratio / limit)
    }

    // MARK: - Many at once

    /// Each of eight accounts sends as many files at once as it may.
    private static func many(_ servers: FileServers) throws -> [Finding] {
        let (accounts, each, bytes) = (8, 8, 16 << 20)
        let file = try servers.file(of: bytes, named: "small")
        let places = try (0..<accounts * each).map { try servers.beginUpload(of: bytes, account: 1 + $0 % accounts) }
        let before = servers.service.peakBytes
        let (statuses, time) = try Stopwatch.measure {
            let senders = try places.enumerated().map { number, place in
                try ChildProcess(
                    "/usr/bin/curl",
                    ["--silent", "--insecure", "--header", "Expect:"]
                        + servers.sending(file, to: place, account: 1 + number % accounts))
            }
            return try senders.map { try $0.firstLine() }
        }
        guard statuses.allSatisfy({ $0 == "200" }) else {
            throw BenchError(.wrongResult, "Of 64 uploads at once some were refused: \(Set(statuses))")
        }
        let rate = accounts * each * bytes / mebibyte * 1_000 / Int(max(1, time / 1_000_000))
        return [
            Finding(
                .files, "64 uploads of 16 MiB at once",
                "\(rate) MiB/s, memory of the service \(before >> 20) to \(servers.service.peakBytes >> 20) MiB")
        ]
    }

    // MARK: - Payments beside an upload

    private static func payments(_ servers: FileServers, _ bytes: Int, _ options: Options) throws -> [Finding] {
        let file = try servers.file(of: bytes, named: "beside")
        let count = options.repetitions(20_000, quick: 3_000)
        var (idle, busy) = (Samples(), Samples())
        for round in 0..<options.repetitions(3, quick: 1) {
            idle.add(try pay(servers, count, seed: UInt64(round * 2)))
            let sender = try Uploads(file, bytes, servers)
            busy.add(try pay(servers, count, seed: UInt64(round * 2 + 1)))
            try sender.stop()
        }
        let ratio = Double(busy.percentile(99)) / Double(max(1, idle.percentile(99)))
        return [
            Finding(
                .files, "99 of 100 transfers of money beside an upload at full speed",
                "within \(Text.duration(busy.percentile(99))), alone \(Text.duration(idle.percentile(99))): "
                    + "\(Text.ratio(ratio)) times", target: "<= 2 times", ratio: 2 / ratio)
        ]
    }

    private static func pay(_ servers: FileServers, _ count: Int, seed: UInt64) throws -> Samples {
        let client = try LoadClient(port: servers.hub.port, connections: 4)
        let requests = try servers.stock.requests(count, .spread, seed: seed)
        return try client.run(requests[...]) { try HubRounds.requireDone($1) }.latencies
    }

    /// Uploads one after another, until they are stopped.
    private final class Uploads {
        private let shell: ChildProcess

        init(_ file: String, _ bytes: Int, _ servers: FileServers) throws {
            // As many as no measurement outlasts; each begins before the clock starts.
            let commands = try (0..<8).map { _ in
                let words = servers.sending(file, to: try servers.beginUpload(of: bytes, account: 9), account: 9)
                return (["curl", "--silent", "--insecure", "--header", "Expect:"] + words)
                    .map { "'\($0.replacing("\n", with: "\\n"))'" }.joined(separator: " ")
            }
            shell = try ChildProcess("/bin/sh", ["-c", "exec 2>/dev/null; " + commands.joined(separator: ";")])
            // Into full speed.
            usleep(500_000)
        }

        func stop() throws { shell.stop() }
    }
}

/// The rounds of one row, and what the server's processors did in them.
struct FileRounds {
    private(set) var elapsed = Samples()
    private var processor = Samples()

    mutating func measure(_ server: ChildProcess?, _ body: () throws -> Void) throws {
        guard let server else { return }
        let before = server.processorTime
        let (_, time) = try Stopwatch.measure(body)
        elapsed.add(time)
        processor.add(server.processorTime - before)
    }

    /// The rate, and the processor time for a GiB.
    func note(_ bytes: Int) -> String {
        let rate = Double(bytes >> 20) * 1e9 / Double(max(1, elapsed.median))
        let each = Double(processor.median) * Double(1 << 30) / Double(bytes)
        return "\(Text.count(Int(rate))) MiB/s, \(Text.duration(UInt64(each))) of processor for a GiB"
    }
}

extension ChildProcess {
    /// The most memory that it has had at once, its own and shared. proc(5)
    var peakBytes: Int { Memory.kilobytes("VmHWM:", in: "/proc/\(identifier)/status") << 10 }
}
