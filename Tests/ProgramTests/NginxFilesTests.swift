// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import TestSupport
import Testing

/// The hub and its file service behind one address: the nginx configuration that ships, in Debian's nginx.
@Suite(
    .enabled(
        if: Proxy.isHere || getenv("CI") != nil,
        "SKIPPED, NOTHING PROVED: nginx is not here; run Scripts/setup --tests first."))
struct NginxFilesTests {
    private let network: TestNetwork
    private let proxy: Proxy
    private let files: Running
    private let token: String

    init() throws {
        network = try TestNetwork()
        let made = try network.hub("init", "--currency", "USD", "--passphrase-file", network.file("hub.passphrase"))
        try #require(made.status == 0, "\(made.all)")
        try network.write("hub/hub.toml", "[server]\ntrusted_proxies = [\"127.0.0.1\"]\n")
        try network.openHub(protection: ["--files-socket", network.file("files.sock")])
        let service = try network.openFiles("--trusted-proxy", "127.0.0.1")
        files = service.service
        proxy = try Proxy(in: network, filesPort: service.port)
        let registered = try run(
            "/usr/bin/curl",
            proxy.words + [
                "\(proxy.url)/v1/auth/register", "-H", "Content-Type: application/json", "-d",
                #"{"username":"alice","password":"four words are enough"}"#,
            ], environment: [:])
        token = try #require(try registered.json()["accessToken"]?.text, "\(registered.all)")
    }

    /// The head of an answer, by names in lower case; the body goes to a file.
    private func ask(_ path: String, _ words: String...) throws -> (status: Int, headers: [String: String]) {
        let answer = try run(
            "/usr/bin/curl",
            proxy.words + ["-D", "-", "-o", network.file("body"), "-H", "Authorization: Bearer \(token)"] + words
                + ["\(proxy.url)\(path)"], environment: [:])
        let lines = answer.output.split { $0 == "\n" || $0 == "\r\n" }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            if parts.count == 2 { headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
        }
        return (Int(lines.first?.split(separator: " ").dropFirst().first ?? "") ?? 0, headers)
    }

    private static let size = 12_000_001

    @Test func anUploadThatBreaksGoesOnAndTheFileComesBackInParts() throws {
        var random = SeededRandom(seed: 92)
        let content = random.block(Self.size)
        try network.write("content", content)
        let begun = try ask(
            "/v1/uploads", "-X", "POST", "-H", "Upload-Complete: ?0", "-H", "Content-Length: 0", "-H",
            "Upload-Length: \(Self.size)")
        #expect(begun.status == 201, "\(begun)")
        let place = try #require(begun.headers["location"])
        let append = [
            "-X", "PATCH", "-H", "Content-Type: application/partial-upload", "-H", "Upload-Complete: ?1",
        ]
        // nginx passes the bytes on as they come: they count although the client goes away in the middle.
        let broken = try run(
            "/usr/bin/curl",
            proxy.words + append + [
                "-H", "Authorization: Bearer \(token)", "-H", "Upload-Offset: 0", "-T", network.file("content"),
                "--limit-rate", "4M", "--max-time", "1", "\(proxy.url)\(place)",
            ], environment: [:])
        #expect(broken.status == 28, "\(broken.all)")
        let head = try ask(place, "--head")
        let offset = try #require(Int(head.headers["upload-offset"] ?? ""))
        #expect(offset > 1 << 20 && offset < Self.size, "\(head)")
        try network.write("rest", Array(content[offset...]))
        let whole = try ask(
            place, append[0], append[1], append[2], append[3], append[4], append[5], "-H", "Upload-Offset: \(offset)",
            "-T", network.file("rest"))
        #expect(whole.status == 200 && whole.headers["upload-complete"] == "?1", "\(whole)")
        let part = try ask("\(place)/content", "-r", "1000-1999")
        #expect(part.status == 206 && part.headers["content-range"] == "bytes 1000-1999/\(Self.size)", "\(part)")
        #expect(try network.bytes("body") == Array(content[1_000..<2_000]))
        #expect(try ask("\(place)/content").status == 200)
        #expect(try SHA256.hash(network.bytes("body")) == SHA256.hash(content))
    }

    /// HTTP/2 needs no length, and has no chunks; nginx makes some.
    @Test func aBodyOfUnknownLengthPasses() throws {
        let content = [UInt8](repeating: 7, count: 300_000)
        try network.write("content", content)
        let made = try ask("/v1/uploads", "-X", "POST", "-T", network.file("content"), "-H", "Content-Length:")
        #expect(made.status == 201 && made.headers["upload-offset"] == "300000", "\(made)")
    }

    @Test func theHubsOwnRoutesStayTheHubs() throws {
        #expect(try ask("/v1/files/spaces").status == 200)
        let item = String(repeating: "0a", count: 16)
        #expect(try ask("/v1/files/items/\(item)").status == 404)
        #expect(String(decoding: try network.bytes("body"), as: UTF8.self).hasPrefix("{\"code\":\"NOT_FOUND\""))
        let content = try ask("/v1/files/items/\(item)/content")
        #expect(content.status == 404 && content.headers["content-type"] == "application/problem+json", "\(content)")
    }

    @Test func aLogHasNoShareLink() throws {
        let secret = "AbCdEfGhIjKlMnOpQrStUv"
        for path in ["/s/\(secret)", "//s/\(secret)", "/%73/\(secret)", "/s/\(secret)?again", "/s/\(secret)/content"] {
            #expect(try ask(path, "--path-as-is").status == 404, "\(path)")
        }
        #expect(try ask("/v1/files/items/none?seen").status == 400)
        #expect(files.stop() == 0)
        let away = try ask("/s/\(secret)")
        #expect(away.status == 503 && away.headers["retry-after"] == "5", "\(away)")
        #expect(String(decoding: try network.bytes("body"), as: UTF8.self).contains(#""code":"BUSY""#))
        #expect(try ask("/v1/uploads/\(String(repeating: "0", count: 32))").status == 503)
        for name in ["access.log", "nginx.log", "files.log"] {
            let log = String(decoding: try network.bytes(name), as: UTF8.self)
            #expect(!log.contains(secret), "\(name): \(log)")
            if name == "access.log" {
                #expect(log.contains("\"GET /s/-\" 404") && log.contains("/v1/files/items/none?seen"), "\(log)")
            }
        }
    }
}
