// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// A hub that is given its socket, as systemd does it.
struct HandoverTests {
    /// A socket that listens on this machine, and its port.
    private func listen() throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && Glibc.listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(isOpen)
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Starts a hub with a descriptor as its third; the shell knows the process that it becomes.
    private func serve(_ network: TestNetwork, _ descriptor: Int32, process: String = "$$", count: String = "1") throws
        -> Running
    {
        let script = "export LISTEN_PID=\(process) LISTEN_FDS=\(count); exec \"$@\""
        return try Running(
            "/bin/sh",
            ["-c", script, "sh", Programs.hub, "serve", "--port", "0", "--json", "--directory", network.file("hub")],
            environment: ["HOME": network.folder], complaints: network.file("hub.log"), handedOver: descriptor)
    }

    private func ready(_ hub: Running) throws -> JSONValue {
        try Run(output: hub.line(), complaint: "", status: 0).json()
    }

    private func makeHub(of network: TestNetwork) throws {
        let made = try network.hub("init", "--currency", "USD", "--passphrase-file", network.file("hub.passphrase"))
        try #require(made.status == 0, "\(made.all)")
    }

    @Test func whoConnectsWhileTheHubIsAwayWaitsAndIsServed() throws {
        let network = try TestNetwork()
        try makeHub(of: network)
        let (descriptor, port) = try listen()
        defer { close(descriptor) }
        var hub = try serve(network, descriptor)
        let words = try ready(hub)
        #expect(words["ready"]?.text == "http://127.0.0.1:\(port)")
        let alice = try network.stranger("alice")
        try alice.succeed("init")
        try alice.succeed("join", try #require(words["link"]?.text))
        try alice.succeed("register", "alice", "--password-file", network.file("alice.password"))
        kill(hub.pid, SIGKILL)
        hub.stop()
        // The wallet connects to nobody, and waits for whoever comes.
        let line = alice.commandLine(["sync", "--json"])
        let sync = try Running(
            line[0], Array(line.dropFirst()), environment: alice.environment(), complaints: network.file("sync.log"))
        usleep(300_000)
        hub = try serve(network, descriptor)
        #expect(try ready(hub)["ready"]?.text == "http://127.0.0.1:\(port)")
        let said = sync.line()
        let complaint = String(decoding: try network.bytes("sync.log"), as: UTF8.self)
        #expect(said.hasPrefix("{"), "\(said) \(complaint)")
        #expect(hub.stop() == 0)
    }

    @Test func whatIsMeantForAnotherProcessIsLeftAloneAndNonsenseIsRefused() throws {
        let network = try TestNetwork()
        try makeHub(of: network)
        let (descriptor, port) = try listen()
        defer { close(descriptor) }
        let other = try serve(network, descriptor, process: "1")
        let url = try #require(try ready(other)["ready"]?.text)
        #expect(!url.hasSuffix(":\(port)"))
        #expect(other.stop() == 0)
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(nothing) }
        for (given, count) in [(nothing, "1"), (descriptor, "2"), (descriptor, "many")] {
            let hub = try serve(network, given, count: count)
            #expect(hub.line() == "")
            #expect(hub.wait() == 1, "\(count)")
        }
    }

    @Test func theFileServiceTakesASocketToo() throws {
        let network = try TestNetwork()
        mkdir(network.file("files"), 0o700)
        let (descriptor, port) = try listen()
        defer { close(descriptor) }
        let script = "export LISTEN_PID=$$ LISTEN_FDS=1; exec \"$@\""
        let words = ["serve", "--directory", network.file("files"), "--hub-socket", network.file("files.sock")]
        let files = try Running(
            "/bin/sh", ["-c", script, "sh", Programs.files] + words, environment: [:],
            complaints: network.file("files.log"), handedOver: descriptor)
        #expect(files.line() == "ready http://127.0.0.1:\(port)")
        // No hub is there to be asked.
        let head = ["-s", "--head", "-H", "Authorization: Bearer x", "http://127.0.0.1:\(port)/v1/uploads/x"]
        #expect(try run("/usr/bin/curl", head, environment: [:]).output.hasPrefix("HTTP/1.1 503"))
        #expect(files.stop() == 0)
    }
}
