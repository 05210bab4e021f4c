// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Hub
import Tokens

/// A hub that serves a directory in a process of its own.
final class HubProcess {
    /// Who serves.
    enum Kind {
        /// `satchel-hub serve`, as operators run it.
        case program
        /// The same parts with a commit of its own for every redemption: what grouping is compared with.
        case oneByOne
    }

    /// The hidden option under which this program is that other hub.
    static let oneByOneOption = "--serve-one-by-one"

    let port: UInt16
    private let process: ChildProcess

    /// Starts it; it is ready when this returns.
    init(_ kind: Kind, directory: String, complaints: String) throws {
        switch kind {
        case .program:
            process = try ChildProcess(
                try ChildProcess.sibling("satchel-hub"), ["serve", "--directory", directory, "--port", "0"],
                complaints: complaints)
        case .oneByOne:
            process = try ChildProcess(
                try ChildProcess.ownPath(), [Self.oneByOneOption, directory], complaints: complaints)
        }
        let line = try process.firstLine()
        guard let text = line.split(separator: ":").last, let port = UInt16(text) else {
            throw BenchError(.system, "The hub did not say where it listens but '\(line)'.")
        }
        self.port = port
    }

    /// Nanoseconds that processors have worked for it.
    var processorTime: UInt64 { process.processorTime }

    /// Serves a directory until SIGTERM, which ends the process at once: that is what a durable store is for.
    static func serveOneByOne(_ directory: String) throws -> Never {
        var configuration = HubConfiguration()
        configuration.maximumBatch = 1
        let hub = try Hub.open(
            directory: directory, configuration: configuration,
            clock: Clock { Timestamp(seconds: Stopwatch.civilSeconds) })
        let server = try Server(address: "127.0.0.1", loops: 2, handler: hub.handle)
        print("ready http://127.0.0.1:\(server.port)")
        fflush(nil)
        while true { pause() }
    }
}
