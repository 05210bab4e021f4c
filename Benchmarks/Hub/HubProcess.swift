// SPDX-License-Identifier: MIT
import FaultyDisk
import Glibc
import HTTP
import Hub
import HubStorage
import Tokens

/// A hub that serves a directory in a process of its own.
final class HubProcess {
    /// Who serves.
    enum Kind {
        /// `satchel-hub serve`, as operators run it.
        case program
        /// The same parts in this program, with commits of another size or a disk that is slower.
        case standIn(maximumBatch: Int, flushDelayMicroseconds: UInt32)

        /// A commit of its own for every change: what grouping is compared with.
        static let oneByOne = Kind.standIn(maximumBatch: 1, flushDelayMicroseconds: 0)
    }

    /// The hidden option under which this program is that other hub.
    static let standInOption = "--serve-as-stand-in"

    let port: UInt16
    let process: ChildProcess

    /// For how long the sessions of a measurement are good, in minutes: as long as the longest run lasts.
    static let sessionMinutes: UInt64 = 240

    /// All calls of a measurement come from a few accounts, as fast as they can.
    private static func liftLimits(in directory: String, filesURL: String?) throws {
        guard let file = fopen(directory + "/hub.toml", "w") else {
            throw BenchError(.system, "The settings of the hub in \(directory) cannot be written.")
        }
        fputs("[rates]\nenabled = false\n[accounts]\naccess_token_minutes = \(sessionMinutes)\n", file)
        if let filesURL { fputs("[files]\nurl = \"\(filesURL)\"\n", file) }
        fclose(file)
    }

    /// Starts it; it is ready when this returns.
    ///
    /// - Parameters:
    ///   - isProtected: whether it speaks TLS, with its own keys; only the program does.
    ///   - filesSocket: where it answers a file service; only the program does.
    ///   - filesURL: where clients find that service.
    init(
        _ kind: Kind, directory: String, isProtected: Bool = false, filesSocket: String? = nil, filesURL: String? = nil,
        complaints: String
    ) throws {
        switch kind {
        case .program:
            try Self.liftLimits(in: directory, filesURL: filesURL)
            process = try ChildProcess(
                try ChildProcess.sibling("satchel-hub"),
                ["serve", "--directory", directory, "--port", "0"] + (isProtected ? ["--tls"] : [])
                    + (filesSocket.map { ["--files-socket", $0] } ?? []),
                // All load comes from one address and few accounts, which the hub would ration.
                environment: ["SATCHEL_HUB_RATES_ENABLED=false"], complaints: complaints)
        case .standIn(let maximumBatch, let delay):
            process = try ChildProcess(
                try ChildProcess.ownPath(), [Self.standInOption, directory, "\(maximumBatch)", "\(delay)"],
                complaints: complaints)
        }
        let line = try process.firstLine()
        guard let text = line.split(separator: ":").last, let port = UInt16(text) else {
            throw BenchError(.system, "The hub did not say where it listens but '\(line)'.")
        }
        self.port = port
    }

    /// Nanoseconds that processors have worked for it.
    var processorTime: UInt64 { process.processorTime }

    /// Asks it to end and waits for it.
    func stop() { process.stop() }

    /// Serves a directory until SIGTERM, which ends the process at once: that is what a durable store is for.
    ///
    /// - Parameter arguments: the directory, the changes of one commit, and the microseconds that a flush takes longer.
    static func serveAsStandIn(_ arguments: [String]) throws -> Never {
        guard arguments.count == 3, let maximumBatch = Int(arguments[1]), let delay = UInt32(arguments[2]) else {
            throw BenchError(.usage, "\(standInOption) is for this program alone.")
        }
        guard delay == 0 || faulty_disk_install() == 0 else {
            throw BenchError(.system, "SQLite did not take the slow disk.")
        }
        var configuration = HubConfiguration()
        configuration.maximumBatch = maximumBatch
        configuration.accessTokenLife = sessionMinutes * 60
        let hub = try Hub.open(
            directory: arguments[0], configuration: configuration,
            clock: Clock { Timestamp(seconds: Stopwatch.civilSeconds) })
        let server = try hub.serve()
        faulty_disk_slow_down(delay)
        print("ready http://127.0.0.1:\(server.port)")
        fflush(nil)
        while true { pause() }
    }
}
