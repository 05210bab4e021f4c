// SPDX-License-Identifier: MIT
#if canImport(CLinux)
    internal import Bytes
    internal import CLinux
    internal import Glibc

    /// Checks this process, its program file, and the folders of the wallet and of its epoch file.
    ///
    /// ``findings()`` makes the findings that matter before an action. ``notes()`` makes the others, most of which are
    /// facts of the whole machine.
    ///
    /// C: proc(5), ld.so(8), man 2 stat, prctl
    package struct DeviceCheck: Sendable {
        /// The wallet's folder.
        package var wallet: String
        /// The folder of the epoch files; nil for a wallet that has none on a disk.
        package var epochs: String?
        /// The program's file; nil for the program that runs.
        package var program: String?
        /// The folder that holds `etc`, `proc` and `sys`; empty for the machine itself.
        package var root: String
        /// Reads an environment variable of this process.
        package var variable: @Sendable (String) -> String?

        package init(
            wallet: String, epochs: String? = nil, program: String? = nil, root: String = "",
            variable: @escaping @Sendable (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
        ) {
            self.wallet = wallet
            self.epochs = epochs
            self.program = program
            self.root = root
            self.variable = variable
        }

        var rights: FileRights { FileRights(root: root) }

        /// The findings of the weights `taken` and `weak`, the heavier ones first.
        package func findings() -> [DeviceFinding] {
            let code = RunningCode(FactFile.text(root + "/proc/self/maps"))
            return Self.ordered(
                preloads + tracer + ways(code) + replaceable + foreign(code) + folder + dumps + variables + handler
                    + unlocked.filter { $0.weight == .weak })
        }

        /// The findings of the weight `note`.
        package func notes() -> [DeviceFinding] {
            let code = RunningCode(FactFile.text(root + "/proc/self/maps"))
            return Self.ordered(
                code.replaced.map { .replacedCode($0) } + ownProgram
                    + unlocked.filter { $0.weight == .note } + machineNotes)
        }

        /// Each finding once, the heavier ones first, else in the given order.
        private static func ordered(_ findings: [DeviceFinding]) -> [DeviceFinding] {
            var seen: Set<DeviceFinding> = []
            let once = findings.filter { seen.insert($0).inserted }
            return DeviceFinding.Weight.allCases.reversed().flatMap { weight in once.filter { $0.weight == weight } }
        }
    }

    // MARK: - The process

    extension DeviceCheck {
        /// The libraries of `/etc/ld.so.preload` that are not root's, or that others may write. A name without a slash
        /// is searched in the system's folders, which ``ways(_:)`` covers once it is loaded. ld.so(8)
        private var preloads: [DeviceFinding] {
            let lines = FactFile.text(root + "/etc/ld.so.preload").split(separator: "\n")
            let names = lines.flatMap { $0.prefix { $0 != "#" }.split { " \t:".contains($0) } }
            return names.filter { $0.hasPrefix("/") }.map(String.init).filter { name in
                guard let status = FactFile.status(name) else { return false }
                return rights.isNotRoots(status.st_uid) || rights.othersMayWrite(status)
            }.map { .preloadFile($0) }
        }

        /// proc_pid_status(5) `TracerPid`
        private var tracer: [DeviceFinding] {
            let lines = FactFile.text(root + "/proc/self/status").split(separator: "\n")
            guard let line = lines.first(where: { $0.hasPrefix("TracerPid:") }) else { return [] }
            return line.split { "\t ".contains($0) }.last == "0" ? [] : [.debugged]
        }

        private var dumps: [DeviceFinding] { satchel_allows_dumps() != 0 ? [.dumps] : [] }

        /// What ld.so(8), iconv, OpenSSL, TLS libraries and GIO read. Debian itself sets GTK_MODULES for screen readers,
        /// so that one is no finding.
        private var variables: [DeviceFinding] {
            [
                "LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "GCONV_PATH", "OPENSSL_CONF", "SSLKEYLOGFILE",
                "GIO_EXTRA_MODULES",
            ].filter { !(variable($0) ?? "").isEmpty }.map { .variable($0) }
        }

        private func foreign(_ code: RunningCode) -> [DeviceFinding] {
            code.files.filter { path in
                guard let status = FactFile.status(path) else { return false }
                return rights.isForeign(status.st_uid) || rights.othersMayWrite(status)
            }.map { .foreignCode($0) }
        }
    }

    // MARK: - Files

    extension DeviceCheck {
        private func ways(_ code: RunningCode) -> [DeviceFinding] {
            var walk = PathWalk(rights)
            // The kernel names code by its place without links.
            let folders = Set(code.files.map(OpenFile.folder)).sorted()
            for path in [wallet, epochs, programFile].compactMap(\.self) + folders where path.hasPrefix("/") {
                walk.walk(to: path)
            }
            return walk.findings
        }

        private var folder: [DeviceFinding] {
            guard let status = FactFile.status(wallet) else { return [] }
            return status.st_mode & 0o077 != 0 ? [.openFolder(wallet)] : []
        }

        private var programFile: String? { program ?? FactFile.target(ofLink: "/proc/self/exe") }

        private var replaceable: [DeviceFinding] {
            guard let programFile, let status = FactFile.status(programFile) else { return [] }
            return rights.othersMayWrite(status) || rights.isForeign(status.st_uid)
                ? [.replaceableProgram(programFile)] : []
        }

        private var ownProgram: [DeviceFinding] {
            guard let programFile, let status = FactFile.status(programFile), status.st_uid == geteuid(), geteuid() != 0
            else { return [] }
            return [.ownProgram(programFile)]
        }
    }

    /// The files whose code a process runs, of the lines of `/proc/PID/maps`. proc_pid_maps(5)
    struct RunningCode {
        /// The files that are still in their places.
        private(set) var files: [String] = []
        /// The files that were deleted or replaced since.
        private(set) var replaced: [String] = []

        init(_ maps: String) {
            var seen: Set<Substring> = []
            for line in maps.split(separator: "\n") {
                // address, rights, offset, device, inode, path
                let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
                guard fields.count == 6, fields[1].dropFirst(2).first == "x" else { continue }
                let path = fields[5].drop { $0 == " " }
                guard path.hasPrefix("/"), seen.insert(path).inserted else { continue }
                guard path.hasSuffix(Self.deleted) else {
                    files.append(String(path))
                    continue
                }
                // Memory that never had a place in a folder, such as a library's own compiled calls.
                guard !path.hasPrefix("/memfd:"), !path.hasPrefix("/dev/zero"), !path.hasPrefix("/SYSV") else {
                    continue
                }
                replaced.append(String(path.dropLast(Self.deleted.count)))
            }
        }

        private static let deleted = " (deleted)"
    }
#endif
