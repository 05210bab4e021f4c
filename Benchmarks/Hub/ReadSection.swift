// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc
import HubAPI

/// A balance asked for, beside nginx that answers the very same bytes without looking at anything.
enum ReadSection {
    private static let connections = 32
    private static let factor = 2.5

    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let folder = try scratch.folder("reads")
        let stock = try TransferStock(directory: folder + "/hub", accounts: 2_000, senders: 2_000)
        let hub = try HubProcess(.program, directory: stock.directory, complaints: folder + "/hub.log")
        let request = HubRequest.asking(Routes.balance, as: stock.proof(1))
        var body: [UInt8] = []
        let trial = try LoadClient(port: hub.port, connections: 1)
        _ = try trial.run([request][...]) { _, answer in body = answer.body }
        let nginx = Nginx.path == nil ? nil : try Nginx(folder: folder, body: String(decoding: body, as: UTF8.self))
        let each = options.repetitions(100_000, quick: 20_000)
        let requests = [[UInt8]](repeating: request, count: each)
        var (own, theirs) = (HubRounds(), HubRounds())
        for _ in 0..<options.repetitions(5, quick: 2) {
            let client = try LoadClient(port: hub.port, connections: connections)
            try own.measure(hub.process) { try client.run(requests[...]) { try HubRounds.requireDone($1) } }
            guard let nginx else { continue }
            let other = try LoadClient(port: nginx.port, connections: connections)
            try theirs.measure(nginx.process) { try other.run(requests[...]) { try HubRounds.requireDone($1) } }
        }
        let what = "balance asked for over \(connections) connections"
        let rate = "\(Text.count(own.perSecond))/s" + own.processorNote
        guard nginx != nil else { return [Finding(.reads, what, rate)] }
        let ratio = Double(own.hubTime) / Double(max(1, theirs.hubTime))
        return [
            Finding(.reads, what, rate),
            Finding(
                .reads, "nginx, `return 200` with the same bytes",
                "\(Text.count(theirs.perSecond))/s" + theirs.processorNote),
            Finding(
                .reads, "processor time of a balance against nginx", "\(Text.ratio(ratio)) times",
                target: "<= \(factor) times", ratio: factor / ratio),
        ]
    }
}

/// Debian's nginx in one process, which answers everything with the same words.
final class Nginx {
    static let path = ["/usr/sbin/nginx", "/usr/bin/nginx"].first { (path: String) in access(path, X_OK) == 0 }

    let port: UInt16
    let process: ChildProcess

    init(folder: String, body: String) throws {
        port = try Self.freePort()
        let user = geteuid() == 0 ? "user root;" : ""
        let configuration = """
            \(user) daemon off; master_process off; worker_processes 1; pid \(folder)/pid; error_log stderr crit;
            events { worker_connections 512; }
            http {
                access_log off; keepalive_requests 100000000; default_type application/json;
                client_body_temp_path \(folder)/b; proxy_temp_path \(folder)/p; fastcgi_temp_path \(folder)/f;
                uwsgi_temp_path \(folder)/u; scgi_temp_path \(folder)/s;
                server { listen 127.0.0.1:\(port); location / { add_header Cache-Control no-store; return 200 '\(body)'; } }
            }
            """
        let file = folder + "/nginx.conf"
        guard FileManager.default.createFile(atPath: file, contents: Data(configuration.utf8)), let path = Self.path
        else { throw BenchError(.system, "Could not write '\(file)'.") }
        process = try ChildProcess(
            path, ["-p", folder, "-c", file, "-e", "stderr"], complaints: folder + "/nginx.log")
        for _ in 0..<100 {
            // Safe: until it listens there is no connection, which is nothing to complain of.
            if (try? LoadClient(port: port, connections: 1)) != nil { return }
            usleep(50_000)
        }
        throw BenchError(.system, "nginx did not begin to answer; see '\(folder)/nginx.log'.")
    }

    /// Free now, and on a machine that has others to give out before it comes back to this one.
    static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var count = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, count) == 0 ? getsockname(descriptor, $0, &count) : -1
            }
        }
        guard code == 0 else { throw BenchError(.system, "No port is free.") }
        return UInt16(bigEndian: address.sin_port)
    }
}
