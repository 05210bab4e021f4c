// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// What the kernel says of a program that holds keys while it runs. proc_pid_limits(5), proc_pid_smaps(5)
struct ProcessProtectionTests {
    @Test func aServingHubLeavesNoCoreAndItsSecretsAreInNone() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let pid = try #require(network.server).pid
        let limits = try lines(of: "/proc/\(pid)/limits")
        let core = try #require(limits.first { $0.hasPrefix("Max core file size") })
        #expect(core.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
        // A process that may not be dumped has files of root in /proc, whoever runs it. proc(5)
        let maps = try lines(of: "/proc/\(pid)/smaps")
        if let start = maps.firstIndex(where: { $0.contains("/secretmem") }) {
            let flags = try #require(maps[start...].first { $0.hasPrefix("VmFlags:") })
            #expect(Set(flags.split(separator: " ")).isSuperset(of: ["lo", "dd", "dc"]), "\(flags)")
        }
        #expect(network.closeHub() == 0)
    }

    private func lines(of path: String) throws -> [Substring] {
        let descriptor = open(path, O_RDONLY)
        try #require(descriptor >= 0, "\(path)")
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}
