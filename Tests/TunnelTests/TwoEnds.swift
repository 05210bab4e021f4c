// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import TestSupport
import Testing
import WireGuard

/// A device away from home with `satchel-tunnel`, and a server at home that Debian's `wg` and `wireguard-go` run.
///
/// `Tests/Peers/two_ends.sh` makes the two networks, for which it needs root.
final class TwoEnds {
    enum End: Int { case home, away }

    static let port = 51_820
    private static let tools = [
        "/usr/bin/wireguard-go", "/usr/bin/wg", "/usr/bin/unshare", "/usr/bin/nsenter", "/bin/ping",
    ]

    /// Whether this machine can have them. Where CI is set, it has to.
    static func arePossible() throws -> Bool {
        if geteuid() == 0, access("/dev/net/tun", R_OK | W_OK) == 0, tools.allSatisfy({ access($0, X_OK) == 0 }) {
            return true
        }
        guard getenv("CI") == nil else { throw UnexpectedResult("Two ends need root, /dev/net/tun and \(tools).") }
        print("Not proved: the tunnel between two networks, which needs root, /dev/net/tun and \(tools).")
        return false
    }

    let folder: ScratchFolder
    let homeKey = TunnelPrivateKey(random: .system)
    private let script: Child
    private let processes: [String]
    private var service: Child?
    private var others: [Child] = []

    init() throws {
        folder = try ScratchFolder()
        let path = String(#filePath.dropLast("TunnelTests/TwoEnds.swift".count)) + "Peers/two_ends.sh"
        script = try Child("/bin/sh", [path, folder.path])
        processes = (script.firstLine() ?? "").split(separator: " ").map(String.init)
        guard processes.count == 2 else { throw UnexpectedResult("No networks: \(script.finish())") }
    }

    deinit {
        // Everything in the namespaces ends with the script, also the programs, whose output is read to its end.
        _ = script.dismiss()
        _ = service?.end()
        for other in others { _ = other.end() }
    }

    /// What a command line of a shell prints at an end, and its exit status.
    @discardableResult
    func run(_ end: End, _ line: String) throws -> (output: String, status: Int32) {
        let words = line.replacing("'", with: "'\\''")
        guard let stream = popen("exec nsenter -t \(processes[end.rawValue]) -n -m -p sh -c '\(words)' 2>&1", "r")
        else {
            throw UnexpectedResult("'\(line)' cannot be run.")
        }
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&piece, 1, piece.count, stream), count > 0 { output += piece[..<count] }
        let status = pclose(stream)
        return (String(decoding: output, as: UTF8.self), status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f))
    }

    /// Runs a command line at an end that has to succeed.
    func mustRun(_ end: End, _ line: String) throws {
        let (output, status) = try run(end, line)
        guard status == 0 else { throw UnexpectedResult("'\(line)' ended with \(status): \(output)") }
    }

    /// Starts the service as a user without any right but CAP_NET_ADMIN.
    func startService() throws {
        service = try start(
            .away,
            "setpriv --reuid=nobody --regid=nogroup --clear-groups \(Self.oneRight) \(BuiltPrograms.path("satchel-tunnel")) serve"
        )
        // The socket of the unit is open to a group; here it is the service's alone.
        try mustRun(.away, "chmod 666 /run/satchel-tunnel/socket")
    }

    /// Words of `setpriv` that leave CAP_NET_ADMIN and no other right.
    static let oneRight =
        "--inh-caps=-all,+net_admin --ambient-caps=-all,+net_admin --bounding-set=-all,+net_admin --no-new-privs"

    /// Starts a program that ends with the namespaces, and waits for the first line that it prints.
    func startBeside(_ end: End, _ line: String) throws { others.append(try start(end, line)) }

    private func start(_ end: End, _ line: String) throws -> Child {
        let child = try Child(
            "/usr/bin/nsenter", ["-t", processes[end.rawValue], "-n", "-m", "-p", "sh", "-c", "exec \(line)"])
        guard child.firstLine() != nil else { throw UnexpectedResult("'\(line)' did not start.") }
        return child
    }

    /// Ends the service by a signal, and waits until it has gone.
    func endService(_ signal: String) throws {
        try mustRun(.away, "pkill -\(signal) -x satchel-tunnel")
        _ = service?.finish()
        service = nil
    }

    /// Starts the server at home, which knows some keys.
    func startHome(knowing keys: [TunnelPublicKey]) throws {
        let peers = keys.map { "[Peer]\nPublicKey = \($0)\nAllowedIPs = 10.9.0.2/32\n" }.joined()
        // The address is not in this file: `wg` does not know that key.
        let written = try TunnelConfiguration(
            privateKey: homeKey, addresses: [AddressBlock("10.9.0.1")],
            peers: [TunnelPeer(TunnelPrivateKey(random: .system).publicKey, routes: [AddressBlock("10.99.0.0/16")])]
        ).written.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let key = written.split(separator: "\n").first { $0.hasPrefix("PrivateKey") } ?? ""
        let path = try folder.write(
            Array("[Interface]\n\(key)\nListenPort = \(Self.port)\n\(peers)".utf8), to: "server.conf")
        try mustRun(.home, "wireguard-go wg0 >/dev/null 2>&1")
        try mustRun(
            .home, "wg setconf wg0 \(path) && ip address add 10.9.0.1/24 dev wg0 && ip link set wg0 up")
    }

    /// A configuration of the device, as the server at home would write it.
    func configuration(
        of key: TunnelPrivateKey, to peer: TunnelPublicKey? = nil, routes: [String] = ["10.9.0.0/24"],
        endpoint: String = "198.51.100.1:51820"
    ) throws -> String {
        let configuration = try TunnelConfiguration(
            privateKey: key, addresses: [AddressBlock("10.9.0.2/24")],
            peers: [
                TunnelPeer(
                    peer ?? homeKey.publicKey, routes: routes.map { try AddressBlock($0) },
                    endpoint: TunnelEndpoint(endpoint))
            ])
        return try folder.write(configuration.written.withUnsafeBytes { Array($0) }, to: "device.conf")
    }

    /// `satchel drive tunnel` as a user of the device.
    func satchel(_ words: String, as user: String = "root") throws -> (output: String, status: Int32) {
        try satchel(all: "drive tunnel \(words)", as: user)
    }

    /// What a command of `satchel` answers that has to succeed.
    func mustRunSatchel(_ words: String) throws -> String {
        let (output, status) = try satchel(all: words, as: "root")
        guard status == 0 else { throw UnexpectedResult("'\(words)' ended with \(status): \(output)") }
        return output
    }

    private func satchel(all words: String, as user: String) throws -> (output: String, status: Int32) {
        let home = folder.file("people/\(user)")
        try mustRun(
            .away, "mkdir -p \(home) && chmod 711 \(folder.path) \(folder.file("people")) && chown \(user) \(home)")
        return try run(
            .away,
            "setpriv --reuid=\(user) --clear-groups env -i HOME=\(home) \(BuiltPrograms.path("satchel")) \(words)")
    }

    /// The state that a command answers, or all of what it said.
    func state(after words: String, as user: String = "root") throws -> String {
        let (output, _) = try satchel(words + " --json", as: user)
        do {
            return try JSONValue(parsing: Array(output.utf8))["state"]?.string ?? output
        } catch {
            return output
        }
    }
}
