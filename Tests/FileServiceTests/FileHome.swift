// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import TestSupport
import Testing

/// A hub and its file service as real processes, and curl as their client.
final class FileHome {
    let folder: ScratchFolder
    private let hub: Child
    private var files: Child
    private(set) var url = ""
    private let hubURL: String
    private let isTLS: Bool

    init(tls: Bool = false) throws {
        folder = try ScratchFolder()
        isTLS = tls
        mkdir(folder.file("files"), 0o700)
        try folder.write(Array("a passphrase of tests\n".utf8), to: "passphrase")
        let made = try Child(
            "satchel-hub",
            [
                "init", "--directory", folder.file("hub"), "--currency", "EUR", "--url", "http://127.0.0.1:1",
                "--passphrase-file", folder.file("passphrase"),
            ])
        _ = made.finish()
        hub = try Child(
            "satchel-hub",
            ["serve", "--directory", folder.file("hub"), "--port", "0", "--files-socket", folder.file("socket")])
        hubURL = try #require(hub.firstLine())
        if tls {
            let authority = try TestAuthority()
            let (certificate, key) = try authority.issue("files")
            for (name, path) in [("ca", authority.certificate), ("certificate", certificate), ("key", key)] {
                try folder.write(File.read(path), to: name + ".pem")
            }
        }
        files = try Self.start(folder, tls: tls)
        url = try #require(files.firstLine())
    }

    private static func start(_ folder: ScratchFolder, tls: Bool, port: String = "0") throws -> Child {
        let words = [
            "serve", "--directory", folder.file("files"), "--hub-socket", folder.file("socket"), "--port", port,
        ]
        let credentials = ["--certificate", folder.file("certificate.pem"), "--private-key", folder.file("key.pem")]
        return try Child("satchel-files", words + (tls ? credentials : []))
    }

    /// Kills the file service, and starts it at the same port.
    func killFiles() throws {
        _ = files.end()
        try startFiles()
    }

    /// Asks the file service to stop, waits until it has, and starts it at the same port.
    func restartFiles() throws {
        _ = files.stop()
        try startFiles()
    }

    private func startFiles() throws {
        files = try Self.start(folder, tls: isTLS, port: String(url.split(separator: ":").last ?? "0"))
        url = try #require(files.firstLine())
    }

    /// What a second service for the same directory says.
    func secondService() throws -> Outcome { try Self.start(folder, tls: false).finish() }

    func killHub() { _ = hub.end() }

    /// Registers an account and returns its access token.
    func account(_ name: String) throws -> String { try session(name).access }

    /// Registers an account and returns its tokens.
    func session(_ name: String) throws -> (access: String, refresh: String) {
        let body = "{\"username\":\"\(name)\",\"password\":\"seven purple kettles\"}"
        let answer = try post(body, to: "/v1/auth/register")
        let text = String(decoding: answer.body, as: UTF8.self)
        func token(_ name: String) throws -> String {
            let parts = text.split(separator: "\"\(name)\":\"", maxSplits: 1)
            try require(parts.count == 2, text)
            return String(parts[1].prefix { $0 != "\"" })
        }
        return (try token("accessToken"), try token("refreshToken"))
    }

    func logOut(_ refresh: String) throws {
        let answer = try post("{\"refreshToken\":\"\(refresh)\"}", to: "/v1/auth/logout")
        try require(answer.status == 200 || answer.status == 204, "\(answer)")
    }

    private func post(_ body: String, to path: String) throws -> Reply {
        try run(["-H", "Content-Type: application/json", "-d", body, hubURL + path], token: nil)
    }

    // MARK: - curl

    struct Reply {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]
        /// Of the curl process.
        let exitStatus: Int
    }

    /// Runs curl to its end.
    func run(_ words: [String], token: String?) throws -> Reply { try start(words, token: token)() }

    /// Lets curl run; the result waits for its end.
    func start(_ words: [String], token: String?) throws -> () throws -> Reply {
        let own = try ScratchFolder(in: .memory)
        var all = ["-s", "--max-time", "60", "-D", own.file("head"), "-H", "Expect:"]
        if !words.contains("-o") { all += ["-o", own.file("body")] }
        if isTLS { all += ["--cacert", folder.file("ca.pem")] }
        if let token { all += ["-H", "Authorization: Bearer \(token)"] }
        let quoted = (all + words).map { "'\($0)'" }.joined(separator: " ")
        let script = try own.write(Array("curl \(quoted)\necho shown $?\n".utf8), to: "script")
        let child = try Child("/bin/sh", [script])
        return {
            guard case .shown(let status) = child.finish() else { throw UnexpectedResult("curl did not run.") }
            return try Self.reply(in: own, exitStatus: Int(status) ?? -1)
        }
    }

    private static func reply(in own: ScratchFolder, exitStatus: Int) throws -> Reply {
        // By bytes: for Swift, a carriage return and a line feed are one character.
        let head = access(own.file("head"), F_OK) == 0 ? try own.bytes(of: "head") : []
        let lines = head.split(separator: 10).map { line in String(decoding: line.filter { $0 != 13 }, as: UTF8.self) }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
        }
        let code = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let body = access(own.file("body"), F_OK) == 0 ? try own.bytes(of: "body") : []
        return Reply(status: code ?? 0, headers: headers, body: body, exitStatus: exitStatus)
    }

    /// Begins an upload without bytes, as our clients do.
    func begin(_ token: String, length: Int? = nil, digest: [UInt8]? = nil) throws -> String {
        var words = ["-X", "POST", "-H", "Upload-Complete: ?0", "-H", "Content-Length: 0", url + "/v1/uploads"]
        if let length { words += ["-H", "Upload-Length: \(length)"] }
        if let digest { words += ["-H", "Repr-Digest: sha-256=:\(Base64.encode(digest)):"] }
        let reply = try run(words, token: token)
        try require(reply.status == 201, "\(reply)")
        return try #require(reply.headers["location"])
    }

    func offset(_ place: String, _ token: String) throws -> Int {
        let reply = try run(["--head", url + place], token: token)
        try require(reply.status == 204, "\(reply)")
        return try #require(Int(reply.headers["upload-offset"] ?? ""))
    }

    /// The words of an append of a file from an offset on.
    func append(_ path: String, to place: String, at offset: Int, isLast: Bool = true) -> [String] {
        [
            "-X", "PATCH", "-H", "Content-Type: application/partial-upload", "-H", "Upload-Offset: \(offset)", "-H",
            "Upload-Complete: \(isLast ? "?1" : "?0")", "-T", path, url + place,
        ]
    }

    /// A file with the bytes of another from an offset on.
    func tail(of content: [UInt8], from offset: Int) throws -> String {
        try folder.write(Array(content[offset...]), to: "tail")
    }
}
