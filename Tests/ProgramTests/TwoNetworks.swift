// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// Two neighbours, each in a network namespace with a system bus and an avahi-daemon of its own, joined by a cable.
///
/// `Tests/Peers/two_networks.sh` makes them, for which it needs root.
final class TwoNetworks {
    static let tools = ["/usr/sbin/avahi-daemon", "/usr/bin/dbus-daemon", "/usr/bin/unshare", "/usr/bin/nsenter"]

    /// Whether this machine can have them.
    static var isPossible: Bool { geteuid() == 0 && tools.allSatisfy { access($0, X_OK) == 0 } }

    private let script: Child
    private let processes: [String]

    init(in folder: String) throws {
        let path = String(#filePath.dropLast("ProgramTests/TwoNetworks.swift".count)) + "Peers/two_networks.sh"
        script = try Child("/bin/sh", [path, folder])
        processes = (script.firstLine() ?? "").split(separator: " ").map(String.init)
        guard processes.count == 2 else { throw UnexpectedResult("No networks: \(script.finish())") }
    }

    deinit { _ = script.dismiss() }

    /// The command line that runs another one at a neighbour.
    func at(_ neighbour: Int, _ line: [String]) -> [String] {
        ["/usr/bin/nsenter", "-t", processes[neighbour], "-n", "-m", "-u", "-p"] + line
    }

    /// Waits until a neighbour's Avahi has its name.
    func waitForAvahi(_ neighbour: Int, _ person: Person) throws {
        let line = at(neighbour, [Programs.wallet, "nearby", "--json"])
        for _ in 0..<100 {
            let status = try run(line[0], Array(line.dropFirst()), environment: person.environment())
            if status.output.contains("\"network\":\"ready\"") { return }
            usleep(100_000)
        }
        throw UnexpectedResult("Avahi did not start.")
    }
}
