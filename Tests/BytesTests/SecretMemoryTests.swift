// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import TestSupport
import Testing

/// Where secrets lie, as the kernel and other processes see it. Each test has a process of its own, because tests share
/// the regions of theirs.
struct SecretMemoryTests {
    @Test func manySecretsOfAllSizesKeepTheirBytesAndAreZeroAtFirst() {
        var random = SystemRandomNumberGenerator()
        var kept: [(secret: SecretBytes, value: UInt8)] = []
        for round in 0..<2_000 {
            let count = [0, 1, 31, 32, 64, 65, 4_096, 20_000][round % 8]
            let value = UInt8(truncatingIfNeeded: round) | 1
            let secret = SecretBytes(count: count) { bytes in
                #expect(bytes.allSatisfy { $0 == 0 })
                for index in bytes.indices { bytes[index] = value }
            }
            kept.append((secret, value))
            if kept.count > 40 { kept.remove(at: Int.random(in: 0..<40, using: &random)) }
        }
        // C libraries refuse a null pointer.
        #expect(SecretBytes([]).withUnsafeBytes { $0.baseAddress } != nil)
        for (secret, value) in kept { #expect(secret.withUnsafeBytes { $0.allSatisfy { $0 == value } }) }
    }

    @Test func anEmptyRegionGoesBackToTheSystem() async {
        await #expect(processExitsWith: .success) {
            #expect(SecretMemory.weakest == nil)
            var secrets = (0..<600).map { SecretBytes([UInt8($0 % 251)]) }
            withExtendedLifetime(secrets) { #expect(SecretMemory.weakest != nil) }
            secrets.removeAll()
            #expect(SecretMemory.weakest == nil)
            let maps = String(decoding: try File.whole("/proc/self/maps"), as: UTF8.self)
            #expect(!maps.contains("secretmem"))
        }
    }

    /// proc_pid_smaps(5): lo is locked, dd is kept out of core dumps, dc is kept from children.
    @Test func aRegionIsLockedAndKeptOutOfDumpsAndChildren() async {
        await #expect(processExitsWith: .success) {
            let secret = SecretBytes([1, 2, 3])
            let address = secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
            let flags = try #require(try Self.flags(at: address))
            #expect(flags.isSuperset(of: ["dd", "dc"]), "\(flags)")
            #expect(flags.contains("lo") == (SecretMemory.weakest != .plain), "\(flags)")
            withExtendedLifetime(secret) {}
        }
    }

    /// Without descriptors there is no memfd_secret, as on older kernels.
    @Test func withoutSecretMemoryOfTheKernelARegionIsLocked() async {
        await #expect(processExitsWith: .success) {
            let maps = open("/proc/self/smaps", O_RDONLY)
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
            let secret = SecretBytes([1, 2, 3])
            let address = secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
            let flags = try #require(Self.flags(at: address, in: File.whole(maps)))
            #expect(flags.isSuperset(of: ["dd", "dc"]), "\(flags)")
            #expect(SecretMemory.weakest == (flags.contains("lo") ? .locked : .plain))
            withExtendedLifetime(secret) {}
        }
    }

    @Test(.enabled(if: geteuid() == 0))
    func aLimitThatIsTooLowIsNotFatalAndIsKnown() async {
        await #expect(processExitsWith: .success) {
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &none)
            setgid(61_234)
            setuid(61_234)
            let secret = SecretBytes([1, 2, 3])
            #expect(SecretMemory.weakest == .plain)
            #expect(secret.withUnsafeBytes { Array($0) } == [1, 2, 3])
        }
    }

    /// A real process that may read all of this one's memory, as a debugger or a core dump does. proc_pid_mem(5)
    @Test(.enabled(if: geteuid() == 0))
    func anotherProcessOfRootFindsPlainBytesAndNoSecret() async {
        await #expect(processExitsWith: .success) {
            // The control: bytes on the heap are found.
            var plain = UnsafeMutableRawBufferPointer.allocate(byteCount: 32, alignment: 1)
            for index in plain.indices { plain[index] = UInt8(index) &* 37 ^ 0x5A }
            let secret = SecretBytes(count: 32) { bytes in
                for index in bytes.indices { bytes[index] = UInt8(index) &* 41 ^ 0x33 }
            }
            let script = """
                import os, sys
                pid = sys.argv[1]
                memory = open("/proc/" + pid + "/mem", "rb", 0)
                def found(wanted):
                    for line in open("/proc/" + pid + "/maps"):
                        first, last = (int(word, 16) for word in line.split()[0].split("-"))
                        if "r" not in line.split()[1] or "[v" in line: continue
                        try:
                            memory.seek(first)
                            if wanted in memory.read(last - first): return "yes"
                        except (OSError, ValueError, OverflowError): pass
                    return "no"
                plain = bytes(i * 37 % 256 ^ 0x5A for i in range(32))
                secret = bytes(i * 41 % 256 ^ 0x33 for i in range(32))
                print("shown", found(plain), found(secret), flush=True)
                """
            let reader = try Child("/usr/bin/env", ["python3", "-c", script, "\(getpid())"])
            let answer = reader.finish()
            let isHidden = SecretMemory.weakest == .secret
            #expect(answer == .shown("yes \(isHidden ? "no" : "yes")"))
            withExtendedLifetime(secret) {}
            plain.deallocate()
            plain = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        }
    }

    static func flags(at address: UInt) throws -> Set<Substring>? {
        flags(at: address, in: try File.whole("/proc/self/smaps"))
    }

    /// The flags of the mapping with an address.
    static func flags(at address: UInt, in smaps: [UInt8]) -> Set<Substring>? {
        var isInside = false
        for line in String(decoding: smaps, as: UTF8.self).split(separator: "\n") {
            let range = line.prefix { $0 != " " }.split(separator: "-")
            if range.count == 2, let first = UInt(range[0], radix: 16), let last = UInt(range[1], radix: 16) {
                isInside = (first..<last).contains(address)
            } else if isInside, line.hasPrefix("VmFlags:") {
                return Set(line.split(separator: " ").dropFirst())
            }
        }
        return nil
    }
}

extension File {
    /// A file of the kernel, which has no size.
    static func whole(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        try #require(descriptor >= 0)
        return whole(descriptor)
    }

    /// The rest of an open file, which is closed afterwards.
    static func whole(_ descriptor: Int32) -> [UInt8] {
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }
}
