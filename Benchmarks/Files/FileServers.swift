// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc
import HubAPI
import TestSupport

/// A hub with its file service over TLS, and nginx with the same certificate beside it. `curl` is the client of both.
final class FileServers {
    let hub: HubProcess
    let service: ChildProcess
    let servicePort: UInt16
    let stock: TransferStock
    let folder: String
    private let nginx: (process: ChildProcess, port: UInt16)?

    static let hasNginx = Nginx.path != nil

    init(folder: String, accounts: Int) throws {
        self.folder = folder
        stock = try TransferStock(directory: folder + "/hub", accounts: accounts, senders: accounts)
        hub = try HubProcess(
            .program, directory: stock.directory, filesSocket: folder + "/socket", complaints: folder + "/hub.log")
        let certificate = try TestAuthority().issue("files")
        for name in ["contents", "put", "body"] { mkdir("\(folder)/\(name)", 0o700) }
        service = try ChildProcess(
            try ChildProcess.sibling("satchel-files"),
            [
                "serve", "--directory", folder + "/contents", "--hub-socket", folder + "/socket", "--port", "0",
                "--certificate", certificate.certificate, "--private-key", certificate.key,
            ], complaints: folder + "/files.log")
        let line = try service.firstLine()
        guard let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw BenchError(.system, "The file service did not say where it listens but '\(line)'.")
        }
        servicePort = port
        nginx = try Nginx.path.map { try Self.start($0, folder, certificate) }
    }

    private static func start(
        _ path: String, _ folder: String, _ certificate: (certificate: String, key: String)
    ) throws -> (ChildProcess, UInt16) {
        let port = try Nginx.freePort()
        let configuration = """
            \(geteuid() == 0 ? "user root;" : "") daemon off; master_process off; pid \(folder)/pid; error_log stderr crit;
            events { worker_connections 512; }
            http {
                access_log off; client_max_body_size 0; sendfile on; client_body_temp_path \(folder)/body;
                proxy_temp_path \(folder)/p; fastcgi_temp_path \(folder)/f; uwsgi_temp_path \(folder)/u;
                scgi_temp_path \(folder)/s;
                server {
                    listen 127.0.0.1:\(port) ssl http2; ssl_protocols TLSv1.3;
                    ssl_certificate \(certificate.certificate); ssl_certificate_key \(certificate.key);
                    location / { root \(folder)/put; dav_methods PUT; create_full_put_path on; }
                }
            }
            """
        let file = folder + "/nginx.conf"
        guard FileManager.default.createFile(atPath: file, contents: Data(configuration.utf8)) else {
            throw BenchError(.system, "Could not write '\(file)'.")
        }
        // As urgent as the file service makes itself.
        let process = try ChildProcess(
            "/usr/bin/nice", ["-n", "10", path, "-p", folder, "-c", file, "-e", "stderr"],
            complaints: folder + "/nginx.log")
        for _ in 0..<100 {
            // Safe: until it listens there is no connection, which is nothing to complain of.
            if (try? LoadClient(port: port, connections: 1)) != nil { return (process, port) }
            usleep(50_000)
        }
        throw BenchError(.system, "nginx did not begin to answer; see '\(folder)/nginx.log'.")
    }

    var peer: (process: ChildProcess, port: UInt16)? { nginx }

    func token(_ account: Int) -> String { stock.session(account).accessToken }

    var serviceURL: String { "https://127.0.0.1:\(servicePort)" }

    /// Runs curl and gives back what it printed, which the last `--write-out` makes.
    func curl(_ words: [String]) throws -> String {
        let process = try ChildProcess(
            "/usr/bin/curl", ["--silent", "--insecure", "--header", "Expect:"] + words, complaints: folder + "/curl.log"
        )
        let line = try process.firstLine()
        guard process.wait() == 0 else { throw BenchError(.wrongResult, "curl ended with an error: \(line)") }
        return line
    }

    /// Begins an upload.
    ///
    /// - Returns: its path.
    func beginUpload(of bytes: Int, account: Int) throws -> String {
        let answer = try curl([
            "--request", "POST", "--header", "Authorization: Bearer \(token(account))", "--header",
            "Upload-Complete: ?0", "--header", "Upload-Length: \(bytes)", "--header", "Content-Length: 0", "--output",
            "/dev/null", "--write-out", "%header{location}\n", serviceURL + "/v1/uploads",
        ])
        guard answer.hasPrefix("/v1/uploads/") else { throw BenchError(.wrongResult, "No upload began: \(answer)") }
        return answer
    }

    /// The words of curl that send a file as the whole of an upload.
    func sending(_ file: String, to place: String, account: Int) -> [String] {
        [
            "--http1.1", "--request", "PATCH", "--upload-file", file, "--header",
            "Authorization: Bearer \(token(account))",
            "--header", "Content-Type: application/partial-upload", "--header", "Upload-Offset: 0", "--header",
            "Upload-Complete: ?1", "--output", "/dev/null", "--write-out", "%{http_code}\n", serviceURL + place,
        ]
    }

    /// A file of bytes that no disk can make smaller.
    func file(of bytes: Int, named name: String) throws -> String {
        let path = "\(folder)/\(name)"
        guard let file = fopen(path, "w") else { throw BenchError(.system, "Could not write '\(path)'.") }
        defer { fclose(file) }
        var random = SeededRandom(seed: UInt64(bytes))
        for _ in 0..<(bytes >> 20) { fwrite(random.block(1 << 20), 1, 1 << 20, file) }
        return path
    }
}
