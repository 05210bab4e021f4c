// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// Debian's nginx with `Packaging/nginx/satchel-hub.conf` on free ports of this machine; ended with the value.
final class Proxy {
    static let isHere = access("/usr/sbin/nginx", X_OK) == 0 && access("/usr/bin/curl", X_OK) == 0
    private static let root = String(#filePath.dropLast("/Tests/ProgramTests/Proxy.swift".count))

    let url: String
    /// How curl finds it, and believes it.
    let words: [String]
    let port: UInt16
    private let network: TestNetwork
    private let authority: TestAuthority
    private var program: Running?

    /// - Parameter filesPort: of the file service; nobody listens there by default.
    init(in network: TestNetwork, filesPort: Int = 1) throws {
        let port = try LocalListener { _ in }.port
        let authority = try TestAuthority()
        self.port = port
        self.network = network
        self.authority = authority
        url = "https://hub.example:\(port)"
        words = [
            "-sS", "--http2", "--cacert", authority.certificate, "--resolve", "hub.example:\(port):127.0.0.1",
        ]
        // What an operator changes, the ports of this test, and no IPv6, which this machine may lack.
        let shipped = try run("/bin/cat", [Self.root + "/Packaging/nginx/satchel-hub.conf"], environment: [:]).output
        var lines = shipped.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines.removeAll { $0.contains("listen [::]") }
        let changes = [
            ("listen 443 ", "listen 127.0.0.1:\(port) "), ("127.0.0.1:8440;", "127.0.0.1:\(network.port);"),
            ("127.0.0.1:8442;", "127.0.0.1:\(filesPort);"),
            ("/var/log/nginx/satchel-hub.log", network.file("access.log")),
            ("/etc/letsencrypt/live/hub.example/fullchain.pem", network.file("chain.pem")),
            ("/etc/letsencrypt/live/hub.example/privkey.pem", network.file("key.pem")),
        ]
        for (old, new) in changes {
            let index = try #require(lines.firstIndex { $0.contains(old) }, "'\(old)' is not in the configuration")
            let parts = lines[index].split(separator: old, omittingEmptySubsequences: false)
            lines[index] = parts.joined(separator: new)
        }
        try network.write("satchel-hub.conf", lines.joined(separator: "\n"))
        // As root it would change to a user of its own, who may not enter the folder.
        try network.write(
            "nginx.conf",
            """
            \(geteuid() == 0 ? "user root;" : "") daemon off; master_process off; worker_processes 1;
            pid \(network.folder)/pid; error_log stderr; events { worker_connections 256; }
            http {
                access_log off; client_body_temp_path \(network.folder)/b; proxy_temp_path \(network.folder)/p;
                fastcgi_temp_path \(network.folder)/f; uwsgi_temp_path \(network.folder)/u; scgi_temp_path \(network.folder)/s;
                include \(network.folder)/satchel-hub.conf;
            }
            """)
        try showCertificate("first")
    }

    func requireTrusted() throws { try authority.requireTrusted(port: Int(port)) }

    /// Starts, or starts again, with a fresh certificate of the authority.
    func showCertificate(_ name: String) throws {
        let issued = try authority.issue(name)
        try network.write("chain.pem", try File.read(issued.certificate))
        try network.write("key.pem", try File.read(issued.key))
        program?.stop()
        let place = ["-p", network.folder, "-c", network.file("nginx.conf"), "-e", "stderr"]
        let checked = try run("/usr/sbin/nginx", place + ["-t"], environment: [:])
        try #require(checked.status == 0 && !checked.complaint.contains("[warn]"), "\(checked.all)")
        program = try Running("/usr/sbin/nginx", place, environment: [:], complaints: network.file("nginx.log"))
        for _ in 0..<500 {
            let answer = try run("/usr/bin/curl", words + ["\(url)/readyz"], environment: [:])
            if answer.status == 0 { return }
            usleep(20_000)
        }
        Issue.record(
            "nginx did not begin to answer: \(String(decoding: try network.bytes("nginx.log"), as: UTF8.self))")
    }
}
