// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc
import HubAPI
import TestSupport

/// The client that people use, in a process of its own, and what the hub answers to it.
enum FilesClientRows {
    private static let memoryLimit = 32 << 20
    private static let password = "lantern river 4827"

    static func run(_ servers: FileServers, _ options: Options) throws -> [Finding] {
        let device = try Device(servers)
        return try large(device, servers, options) + small(device, servers, options)
    }

    // MARK: - A large file

    private static func large(_ device: Device, _ servers: FileServers, _ options: Options) throws -> [Finding] {
        let bytes = options.repetitions(4 << 30, quick: 128 << 20)
        let file = try servers.file(of: bytes, named: "film")
        let (up, sent) = try Stopwatch.measure { try device.drive("put", file) }
        mkdir(servers.folder + "/back", 0o700)
        let (down, received) = try Stopwatch.measure {
            try device.drive("get", "/film", "--to", servers.folder + "/back")
        }
        guard try ChildProcess("/usr/bin/cmp", ["--silent", file, servers.folder + "/back/film"]).wait() == 0 else {
            throw BenchError(.wrongResult, "What came back is not what was sent.")
        }
        unlink(file)
        unlink(servers.folder + "/back/film")
        return [
            row("`satchel drive put` of \(bytes >> 20) MiB", up, sent, bytes),
            row("`satchel drive get` of it, compared", down, received, bytes),
            memory("memory of the client in a put", up.peakBytes),
            memory("memory of the client in a get", down.peakBytes),
            memory("memory of the file service after both", device.service.peakBytes),
        ]
    }

    private static func row(_ what: String, _ run: Device.Run, _ time: UInt64, _ bytes: Int) -> Finding {
        let rate = Double(bytes >> 20) * 1e9 / Double(max(1, time))
        let each = Double(run.processor) * Double(1 << 30) / Double(bytes)
        return Finding(
            .files, what, "\(Text.count(Int(rate))) MiB/s, \(Text.duration(UInt64(each))) of processor for a GiB")
    }

    private static func memory(_ what: String, _ bytes: Int) -> Finding {
        Finding(
            .files, what, "\(bytes >> 20) MiB", target: "<= 32 MiB",
            ratio: Double(memoryLimit) / Double(max(1, bytes)))
    }

    // MARK: - Small files

    private static func small(_ device: Device, _ servers: FileServers, _ options: Options) throws -> [Finding] {
        let count = options.repetitions(10_000, quick: 300)
        let folder = servers.folder + "/many"
        mkdir(folder, 0o700)
        var random = SeededRandom(seed: 4)
        for number in 0..<count {
            guard let file = fopen("\(folder)/\(number)", "w") else {
                throw BenchError(.system, "Could not write into '\(folder)'.")
            }
            fwrite(random.block(4_096), 1, 4_096, file)
            fclose(file)
        }
        let (_, sent) = try Stopwatch.measure { try device.drive("put", folder) }
        let (_, again) = try Stopwatch.measure { try device.drive("put", folder, "--to", "/again") }
        let (_, listed) = try Stopwatch.measure { try device.drive("ls", "/many") }
        let each = Int(UInt64(count) * 1_000_000_000 / max(1, sent))
        return [
            Finding(
                .files, "`satchel drive put` of \(Text.count(count)) files of 4 KiB, durable", "\(Text.count(each))/s"),
            Finding(.files, "the same contents once more", "\(Text.duration(again)), at first \(Text.duration(sent))"),
            Finding(.files, "`satchel drive ls` of them", Text.duration(listed)),
        ]
    }

    /// A device with `satchel drive`, which is logged in; plain HTTP on this machine.
    private final class Device {
        struct Run {
            /// In nanoseconds, of all its processors.
            let processor: UInt64
            let peakBytes: Int
        }

        private let folder: String
        let service: ChildProcess
        private let hub: HubProcess

        init(_ servers: FileServers) throws {
            folder = servers.folder + "/people"
            mkdir(folder, 0o700)
            mkdir(folder + "/contents", 0o700)
            for name in ["passphrase", "password"] {
                guard
                    FileManager.default.createFile(
                        atPath: "\(folder)/\(name)", contents: Data((password + "\n").utf8),
                        attributes: [.posixPermissions: 0o600])
                else { throw BenchError(.system, "Could not write into '\(folder)'.") }
            }
            let directory = folder + "/hub"
            let made = try ChildProcess(
                try ChildProcess.sibling("satchel-hub"),
                ["init", "--currency", "USD", "--directory", directory, "--passphrase-file", folder + "/passphrase"])
            guard made.wait() == 0 else { throw BenchError(.wrongResult, "A hub could not be made.") }
            let port = try Nginx.freePort()
            hub = try HubProcess(
                .program, directory: directory, filesSocket: folder + "/socket", filesURL: "http://127.0.0.1:\(port)",
                complaints: folder + "/hub.log")
            service = try ChildProcess(
                try ChildProcess.sibling("satchel-files"),
                [
                    "serve", "--directory", folder + "/contents", "--hub-socket", folder + "/socket", "--port",
                    "\(port)",
                ], complaints: folder + "/files.log")
            _ = try service.firstLine()
            let link = try ChildProcess(
                try ChildProcess.sibling("satchel-hub"),
                ["link", "--directory", directory, "--url", "http://127.0.0.1:\(hub.port)"]
            ).firstLine()
            for words in [
                ["init"], ["join", link], ["register", "alice", "--password-file", folder + "/password"],
                ["drive", "login", "--password-file", folder + "/password"],
            ] { _ = try satchel(words) }
        }

        @discardableResult
        func drive(_ words: String...) throws -> Run { try satchel(["drive"] + words) }

        private func satchel(_ words: [String]) throws -> Run {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
            let before = usage.nanoseconds
            // A line for each of ten thousand files is more than a pipe holds.
            let process = try ChildProcess(
                "/bin/sh",
                [
                    "-c", "exec \"$@\" >>\(folder)/satchel.log", "sh", try ChildProcess.sibling("satchel"), "--wallet",
                    folder + "/alice", "--passphrase-file", folder + "/passphrase",
                ] + words, environment: ["HOME=\(folder)", "XDG_STATE_HOME=\(folder)/state"],
                complaints: folder + "/satchel.log")
            var peak = 0
            // What has ended has no memory.
            while case let bytes = process.peakBytes, bytes > 0 {
                peak = max(peak, bytes)
                usleep(50_000)
            }
            guard process.wait() == 0 else {
                throw BenchError(
                    .wrongResult, "`satchel \(words.joined(separator: " "))` failed; see \(folder)/satchel.log")
            }
            getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
            return Run(processor: usage.nanoseconds - before, peakBytes: peak)
        }
    }
}

extension rusage {
    fileprivate var nanoseconds: UInt64 {
        UInt64(ru_utime.tv_sec + ru_stime.tv_sec) * 1_000_000_000 + UInt64(ru_utime.tv_usec + ru_stime.tv_usec) * 1_000
    }
}
