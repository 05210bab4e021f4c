// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import Keys
import TestSupport
import Testing

/// Findings about a real process, and what a program does against them.
struct DeviceProcessTests {
    @Test func aProgramThatForbidsDumpsLeavesNone() async {
        await #expect(processExitsWith: .success) {
            // What a test runs in may forbid them already.
            ProcessProtection.forbidDumps()
            #expect(!DeviceCheck(wallet: "/nowhere").findings().contains(.dumps))
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
            #expect(limit.rlim_max == 0)
        }
    }

    /// A real tracer, which holds this process by PTRACE_SEIZE until it ends. ptrace(2)
    @Test(.enabled(if: geteuid() == 0))
    func anotherProgramThatTracesThisOneIsTaken() async {
        await #expect(processExitsWith: .success) {
            #expect(!DeviceCheck(wallet: "/nowhere").findings().contains(.debugged))
            let script = """
                import ctypes, sys
                libc = ctypes.CDLL(None, use_errno=True)
                assert libc.ptrace(0x4206, int(sys.argv[1]), 0, 0) == 0, ctypes.get_errno()
                print("shown held", flush=True)
                sys.stdin.read()
                """
            let tracer = try Child("/usr/bin/env", ["python3", "-c", script, "\(getpid())"])
            #expect(tracer.firstLine() == "held")
            #expect(DeviceCheck(wallet: "/nowhere").findings().first == .debugged)
            _ = tracer.dismiss()
            #expect(!DeviceCheck(wallet: "/nowhere").findings().contains(.debugged))
        }
    }

    /// A user whose limit for locked memory is too low, and a swap space that is encrypted or not.
    @Test(.enabled(if: geteuid() == 0))
    func secretsThatCannotBeLockedAreANoteAndWeakWhereSwapIsPlain() async {
        await #expect(processExitsWith: .success) {
            let scratch = try ScratchFolder(in: .memory)
            chmod(scratch.path, 0o755)
            var status = stat()
            stat(scratch.path, &status)
            let number = "\((status.st_dev >> 8) & 0xFFF):\(status.st_dev & 0xFF | (status.st_dev >> 12) & ~0xFF)"
            for folder in ["proc", "sys", "sys/dev", "sys/dev/block", "sys/dev/block/\(number)"] {
                mkdir(scratch.file(folder), 0o755)
            }
            let swap = try scratch.write([1], to: "swapfile", mode: 0o644)
            try scratch.write(
                Array("Filename\tType\tSize\n\(swap) file 1 0 -2\n/dev/zram0 partition 1 0 5\n".utf8),
                to: "proc/swaps", mode: 0o644)
            let check = DeviceCheck(wallet: "/nowhere", root: scratch.path, variable: { _ in nil })
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &none)
            setgid(61_234)
            setuid(61_234)
            #expect(!check.findings().contains(.plainSwap(swap)) && !check.notes().contains(.unlockedMemory))
            let secret = SecretBytes([1, 2, 3])
            #expect(check.findings().contains(.plainSwap(swap)) && check.notes().contains(.unlockedMemory))
            withExtendedLifetime(secret) {}
        }
    }
}
