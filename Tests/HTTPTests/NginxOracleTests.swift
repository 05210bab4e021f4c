// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import TestSupport
import Testing

/// Debian's nginx beside our server, given the same bytes: whatever nginx refuses, we refuse, and where we are stricter the
/// table says why.
@Suite(.enabled(if: Nginx.path != nil, "nginx is not here; Scripts/setup --tests installs it"))
struct NginxOracleTests {
    /// Hostile requests that nginx serves and we refuse, each for a reason.
    private static let onlyOurs: [String: String] = [
        "an empty host": "a request without a host is nobody's",
        "a bare line feed":
            "RFC 9112, section 2.2, lets a recipient take it; two readers that differ are smuggled past",
        "a bare line feed after the head": "the same",
        "an empty first line": "RFC 9112, section 2.2, lets a recipient skip it; nothing of ours sends one",
        "a body on GET": "nothing of ours sends one, and caches read it differently",
        "an absolute target": "for proxies, which we are not",
        "a fragment": "never sent by a client that follows RFC 9112, section 3.2",
        "chunks": "nothing of ours sends them",
        "no length": "a POST says how long it is, if only 0",
        "a body too large": "nginx says so once it is told to read it",
        "a head too large": "our limit is 8 KiB",
        "a target too large": "our limit is 8 KiB",
        "too many fields": "our limit is 64",
        "TRACE": "nginx refuses it by its own 405",
        "an unknown method": "nginx lets `return` answer any method",
        "a badly encoded query": "nginx does not read queries",
        "a name with a blank": "nginx leaves the field out in place of refusing the request",
        "a line without a colon": "nginx leaves the line out in place of refusing the request",
        "an unknown expectation": "nginx ignores it, which RFC 9110, section 10.1.1, allows",
        "two expectations": "the same",
        "an empty expectation": "the same",
        "two equal lengths": "nginx refuses it from 1.23 on",
    ]

    @Test func whateverNginxRefusesWeRefuse() throws {
        let nginx = try Nginx()
        var seen: [String: Int] = [:]
        for (name, status, text) in HostileRequestTests.hostile {
            let connection = try RawConnection(port: nginx.port, timeoutSeconds: 1)
            connection.send(text)
            let answer = connection.readToEnd().text
            let theirs = answer.statuses.first ?? 0
            seen[name] = theirs
            // Silence is a refusal too: nginx waits for the rest of what it cannot frame, then closes.
            let isServed = (200..<300).contains(theirs)
            #expect(status >= 400)
            #expect(!isServed || Self.onlyOurs[name] != nil, "\(name): nginx serves it and the table does not say why")
        }
        #expect(seen.count >= 17)
        let refused = seen.filter { $0.value >= 400 }
        #expect(refused.count >= 12, "\(seen)")
    }

    @Test func whatIsProperBothServe() throws {
        let nginx = try Nginx()
        let server = try Server(address: "127.0.0.1") { _, respond in respond(Response(status: 200)) }
        for text in [
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /?a=b HTTP/1.1\r\nhost: a\r\nX: \t b \r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", "GET /%2f HTTP/1.1\r\nHost: a:80\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "DELETE /x HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
        ] {
            for port in [nginx.port, server.port] {
                let connection = try RawConnection(port: port)
                connection.send(text)
                #expect(connection.readAnswer().statuses == [200], "\(text)")
            }
        }
        server.stop()
    }
}

/// Debian's nginx on a free port of this machine, answering 200 to everything; ended with the value.
private final class Nginx {
    static let path: String? = ["/usr/sbin/nginx", "/usr/bin/nginx"].first { (path: String) in access(path, X_OK) == 0 }

    let port: UInt16
    private let folder: ScratchFolder
    private let child: Child

    init() throws {
        folder = try ScratchFolder()
        // Free now, and on a machine that has others to give out before it comes back to this one.
        port = try LocalListener { _ in }.port
        // As root it would change to a user of its own, who may not enter the folder.
        let user = geteuid() == 0 ? "user root;" : ""
        let configuration = """
            \(user) daemon off; master_process off; worker_processes 1; pid \(folder.path)/pid; error_log stderr crit;
            events { worker_connections 64; }
            http {
                access_log off; keepalive_timeout 0; client_body_temp_path \(folder.path)/b; proxy_temp_path \(folder.path)/p;
                fastcgi_temp_path \(folder.path)/f; uwsgi_temp_path \(folder.path)/u; scgi_temp_path \(folder.path)/s;
                server { listen 127.0.0.1:\(port); location / { return 200 "good"; } }
            }
            """
        try folder.write(Array(configuration.utf8), to: "nginx.conf")
        guard let path = Self.path else { throw UnexpectedResult("nginx is not here.") }
        child = try Child(path, ["-p", folder.path, "-c", folder.path + "/nginx.conf", "-e", "stderr"])
        let client = try Client(timeoutSeconds: 2)
        for _ in 0..<200 {
            // Safe: until it listens there is no connection, which is nothing to complain of.
            if let answer = try? client.send(Request(method: .get, path: "/"), to: "http://127.0.0.1:\(port)"),
                answer.status == 200
            {
                return
            }
            usleep(50_000)
        }
        Issue.record("nginx did not begin to answer.")
    }
}
