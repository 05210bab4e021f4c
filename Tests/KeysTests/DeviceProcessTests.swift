// SPDX-License-Identifier: MIT
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
}
