// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import Glibc
import HTTP
import HubAPI
import TestSupport
import Testing
import Tokens

/// A hub and its file service as processes that die at a step, and one client that knows only what it was told.
final class CommitHome {
    /// Which process dies, at which of its steps, and at which occurrence of it.
    struct Death: CustomStringConvertible {
        let isOfHub: Bool
        let step: String
        var occurrence = 1

        var description: String { "\(isOfHub ? "hub" : "files") at \(step) \(occurrence)" }
    }

    /// Nobody answers at a port, or the answer broke off.
    struct Lost: Error {}

    let folder: ScratchFolder
    private var hub: Child
    private var files: Child
    private let hubURL: String
    let filesURL: String
    private var sessions: [String: Session] = [:]
    private(set) var hasDied = false
    private let manner: Manner

    /// How the file service serves.
    struct Manner {
        /// Whether it removes garbage all the time.
        var isRemoving = false
        var address = "127.0.0.1"
        /// After which a client is too slow.
        var slowMilliseconds = 30_000

        var words: [String] { [isRemoving ? "removing" : "-", address, "\(slowMilliseconds)"] }
    }

    init(_ death: Death?, _ manner: Manner = Manner()) throws {
        self.manner = manner
        folder = try ScratchFolder()
        mkdir(folder.file("files"), 0o700)
        try folder.write(Array("a passphrase of tests\n".utf8), to: "passphrase")
        let made = try Child(
            "satchel-hub",
            [
                "init", "--directory", folder.file("hub"), "--currency", "EUR", "--url", "http://127.0.0.1:1",
                "--passphrase-file", folder.file("passphrase"),
            ])
        _ = made.finish()
        hub = try Self.start("hub", folder, "0", death?.isOfHub == true ? death : nil, manner)
        hubURL = try #require(hub.firstLine())
        files = try Self.start("files", folder, "0", death?.isOfHub == false ? death : nil, manner)
        filesURL = try #require(files.firstLine())
    }

    private static func start(
        _ which: String, _ folder: ScratchFolder, _ port: String, _ death: Death?, _ manner: Manner
    ) throws -> Child {
        try Child(
            "FileCommitDriver",
            [
                which, folder.file(which), folder.file("socket"), port, death?.step ?? "-",
                "\(death?.occurrence ?? 0)",
            ] + manner.words)
    }

    /// Starts what has died again, at its port; it does not die a second time.
    func revive() throws {
        if hub.isDead {
            hasDied = true
            hub = try Self.start("hub", folder, Self.port(hubURL), nil, manner)
            _ = try #require(hub.firstLine())
        }
        if files.isDead {
            hasDied = true
            files = try Self.start("files", folder, Self.port(filesURL), nil, manner)
            _ = try #require(files.firstLine())
        }
    }

    /// Starts the process of a death again: its steps count from now on.
    func arm(_ death: Death) throws {
        if death.isOfHub {
            _ = hub.end()
            hub = try Self.start("hub", folder, Self.port(hubURL), death, manner)
            _ = try #require(hub.firstLine())
        } else {
            _ = files.end()
            files = try Self.start("files", folder, Self.port(filesURL), death, manner)
            _ = try #require(files.firstLine())
        }
    }

    private static func port(_ url: String) -> String { String(url.split(separator: ":").last ?? "0") }

    // MARK: - The hub

    func call<Input, Output>(
        _ route: Route<Input, Output>, _ input: Input, values: [String] = [], query: [(String, String)] = [],
        by username: String = "alice"
    ) throws -> Output {
        if sessions[username] == nil {
            let credentials = Credentials(username: username, password: "seven purple kettles")
            sessions[username] = try caller.call(Routes.register, credentials)
        }
        let proof = CallerProof(try #require(sessions[username]), at: Self.now)
        do {
            return try caller.call(route, input, values: values, query: query, as: proof)
        } catch is NoAnswer {
            throw Lost()
        }
    }

    private var caller: HubCaller { HubCaller { [hubURL] in try Client().send($0, to: hubURL) } }

    static var now: UInt64 { UInt64(max(0, time(nil))) }

    // MARK: - The file service

    struct Reply {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]
    }

    /// Runs curl to its end.
    ///
    /// - Throws: ``Lost`` when no whole answer has come.
    ///
    /// - Parameter authorization: nil for the access token of the session.
    func transfer(_ words: [String], to path: String, authorization: String? = nil) throws -> Reply {
        let own = try ScratchFolder(in: .memory)
        let token = try #require(sessions["alice"]).accessToken
        let all = [
            "-s", "--max-time", "30", "-D", own.file("head"), "-o", own.file("body"), "-H", "Expect:", "-H",
            "Authorization: \(authorization ?? "Bearer \(token)")",
        ]
        let quoted = (all + words + [filesURL + path]).map { "'\($0)'" }.joined(separator: " ")
        let script = try own.write(Array("curl \(quoted)\necho shown $?\n".utf8), to: "script")
        guard case .shown("0") = try Child("/bin/sh", [script]).finish() else { throw Lost() }
        let lines = try own.bytes(of: "head").split(separator: 10).map { line in
            String(decoding: line.filter { $0 != 13 }, as: UTF8.self)
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
        }
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        // The hub is away for the file service as well.
        guard status != 503 else { throw Lost() }
        let hasBody = access(own.file("body"), F_OK) == 0
        return Reply(status: status, headers: headers, body: hasBody ? try own.bytes(of: "body") : [])
    }
}
