// SPDX-License-Identifier: MIT
import Glibc
import Keys
import TestSupport
import Testing

struct DeviceCheckTests {
    private func findings(_ folder: String, _ program: String = "/proc/self/exe") -> [DeviceFinding] {
        DeviceCheck.findings(wallet: folder, program: program).filter { $0 != .dumps && $0 != .debugged }
    }

    @Test func aFolderOfOnesOwnIsNoFinding() throws {
        let scratch = try ScratchFolder(in: .memory)
        chmod(scratch.path, 0o700)
        #expect(findings(scratch.path).isEmpty)
        #expect(findings(scratch.file("missing")).isEmpty)
    }

    @Test func aFolderThatOthersSeeIsOne() throws {
        let scratch = try ScratchFolder(in: .memory)
        for mode: mode_t in [0o755, 0o710, 0o701] {
            chmod(scratch.path, mode)
            #expect(findings(scratch.path) == [.openFolder(scratch.path)])
        }
    }

    @Test func aProgramThatAnybodyMayReplaceIsOne() throws {
        let scratch = try ScratchFolder(in: .memory)
        chmod(scratch.path, 0o700)
        try scratch.write([1], to: "program")
        chmod(scratch.file("program"), 0o777)
        #expect(findings(scratch.path, scratch.file("program")) == [.replaceableProgram(scratch.file("program"))])
        chmod(scratch.file("program"), 0o755)
        #expect(findings(scratch.path, scratch.file("program")).isEmpty)
    }

    @Test func aProgramThatForbidsDumpsLeavesNone() async {
        await #expect(processExitsWith: .success) {
            // What a test runs in may forbid them already.
            DeviceCheck.forbidDumps()
            #expect(!DeviceCheck.findings(wallet: "/nowhere").contains(.dumps))
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
            #expect(limit.rlim_max == 0)
        }
    }
}
