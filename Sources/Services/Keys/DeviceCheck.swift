// SPDX-License-Identifier: MIT

/// A fact that makes a device unsafe for a wallet, as far as a program can detect it.
///
/// The list is not complete. An attacker who controls the machine can hide all of these.
package enum DeviceFinding: Hashable, Sendable {
    /// Another program traces this one and can read its memory.
    case debugged
    /// Other users of the device can access the wallet's folder.
    case openFolder(String)
    /// The wallet's folder belongs to another user.
    case foreignFolder(String)
    /// Any user of the device can replace this program.
    case replaceableProgram(String)
    /// A crash would write the program's memory to disk.
    case dumps
}

#if canImport(CLinux)
    internal import CLinux
    internal import Glibc

    /// Checks this process, its program file and the wallet's folder.
    ///
    /// C: proc(5) `/proc/self/status`, man 2 stat, prctl, getrlimit
    package enum DeviceCheck {
        /// Disables core dumps. It also stops the user's other programs from attaching to this process.
        package static func forbidDumps() {
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
            _ = satchel_forbid_dumps()
        }

        package static func findings(wallet folder: String, program: String = "/proc/self/exe") -> [DeviceFinding] {
            var findings: [DeviceFinding] = []
            if isTraced { findings.append(.debugged) }
            var status = stat()
            if stat(folder, &status) == 0 {
                if status.st_mode & 0o077 != 0 { findings.append(.openFolder(folder)) }
                // Root may work in other users' folders, as operators do.
                if status.st_uid != geteuid(), geteuid() != 0 { findings.append(.foreignFolder(folder)) }
            }
            if stat(program, &status) == 0, status.st_mode & 0o002 != 0 {
                findings.append(.replaceableProgram(path(of: program)))
            }
            if satchel_allows_dumps() != 0 { findings.append(.dumps) }
            return findings
        }

        private static var isTraced: Bool {
            // Safe: without /proc the check is not possible, which is not a finding.
            guard let bytes = try? AtomicFile.read("/proc/self/status", maximumCount: 64 << 10) else { return false }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            guard let line = lines.first(where: { $0.hasPrefix("TracerPid:") }) else { return false }
            return line.split(separator: "\t").last.map { $0 != "0" } ?? false
        }

        private static func path(of link: String) -> String {
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(link, &target, target.count - 1)
            return count > 0 ? String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : link
        }
    }
#endif
