// SPDX-License-Identifier: MIT
import Glibc

/// A security chip in software (swtpm). Its state is a folder, and it listens at a socket of this machine.
///
/// Two states are two chips. It has no resource manager, so one program at a time is connected.
package final class SoftChip: Sendable {
    package static let isInstalled = ["swtpm", "tpm2_nvread"].allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }
    /// Why a test was skipped.
    package static let absence = "swtpm or tpm2-tools is not here"
    /// Whether tests with a chip run: in CI their absence is a failure.
    package static let isWanted = isInstalled || getenv("CI") != nil

    package let socket: String
    private let pid: pid_t

    /// Starts a chip, as when its machine is switched on.
    ///
    /// - Parameters:
    ///   - socket: where it listens; no other chip does so now.
    ///   - state: its folder; made if it does not exist.
    package init(at socket: String, state: String) throws {
        self.socket = socket
        mkdir(state, 0o700)
        for path in [socket, "\(socket).ctrl"] { unlink(path) }
        let words = [
            "/usr/bin/swtpm", "socket", "--tpm2", "--tpmstate", "dir=\(state)", "--server",
            "type=unixio,path=\(socket)", "--ctrl", "type=unixio,path=\(socket).ctrl", "--flags",
            "not-need-init,startup-clear", "--log", "file=/dev/null",
        ]
        let arguments = words.map { strdup($0) } + [nil]
        defer { for word in arguments { free(word) } }
        // Threads of tests block signals, and a child would inherit that. It must take the signal that ends it.
        var none = sigset_t()
        sigemptyset(&none)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var pid: pid_t = 0
        let status = posix_spawn(&pid, words[0], nil, &attributes, arguments, environ)
        try require(status == 0, "swtpm could not be started: \(String(cString: strerror(status))).")
        self.pid = pid
        for _ in 0..<1_000 where !UnixSocket.isServed(socket) { usleep(10_000) }
        try require(UnixSocket.isServed(socket), "swtpm does not listen at \(socket).")
    }

    deinit { stop() }

    /// Switches the machine off. The state stays.
    package func stop() {
        guard kill(pid, SIGTERM) == 0 else { return }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    /// Runs a command line of tpm2-tools with this chip, in a folder, and returns what it wrote.
    @discardableResult
    package func tool(_ line: String, in folder: String = "/tmp") throws -> String {
        let (output, status) = try attempt(line, in: folder)
        try require(status == 0, "\(line): \(output)")
        return output
    }

    /// As ``tool(_:in:)``, with the exit status in place of an error.
    package func attempt(_ line: String, in folder: String = "/tmp") throws -> (output: String, status: Int32) {
        let whole = "cd '\(folder)' && export TPM2TOOLS_TCTI='swtpm:path=\(socket)' TSS2_LOG=all+none && \(line) 2>&1"
        guard let stream = popen(whole, "re") else { throw UnexpectedResult("No shell can be started.") }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = fread(&chunk, 1, chunk.count, stream)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        let status = pclose(stream)
        return (String(decoding: bytes, as: UTF8.self), status)
    }

    /// Removes what a killed program left in the chip, as the kernel's resource manager does.
    package func flush() throws {
        for kind in ["-t", "-l", "-s"] { try tool("tpm2_flushcontext \(kind)") }
    }
}

/// What stands between a program and its chip.
package final class ChipProxy: Sendable {
    package enum Answer: Sendable {
        /// What the chip answered.
        case pass
        /// Other bytes in place of it. The chip has done what was asked.
        case bytes([UInt8])
        /// Other bytes, and the chip is not asked.
        case instead([UInt8])
        /// Nothing, ever.
        case silence
        /// Nothing, and the chip is asked.
        case lost
    }

    private let descriptor: Int32

    /// - Parameters:
    ///   - socket: where programs find it.
    ///   - chip: the chip's socket.
    ///   - judge: gets each command, and the chip's answer to it. It is called without an answer first.
    package init(
        at socket: String, to chip: String,
        _ judge: @escaping @Sendable (_ command: [UInt8], _ answer: [UInt8]?) -> Answer
    ) throws {
        unlink(socket)
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        try require(
            UnixSocket.with(socket) { bind(descriptor, $0, $1) } == 0 && listen(descriptor, 16) == 0,
            "No proxy can listen at \(socket).")
        inThread {
            while true {
                let caller = accept(descriptor, nil, nil)
                guard caller >= 0 else { break }
                inThread {
                    Self.serve(caller, chip, judge)
                    close(caller)
                }
            }
            close(descriptor)
        }
    }

    /// Ends the accept above.
    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// The number of a command. TPM 2.0 Library, Part 3, 4.4
    package static func code(of command: [UInt8]) -> UInt32 {
        command.count < 10 ? 0 : command[6..<10].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// An answer without a body.
    package static func refusal(_ code: UInt32) -> [UInt8] {
        [0x80, 0x01, 0, 0, 0, 10] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) }
    }

    private static func serve(
        _ caller: Int32, _ chip: String, _ judge: (_ command: [UInt8], _ answer: [UInt8]?) -> Answer
    ) {
        let line = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(line) }
        guard UnixSocket.with(chip, { connect(line, $0, $1) }) == 0 else { return }
        while let command = message(caller) {
            var judgement = judge(command, nil)
            if case .pass = judgement {
                guard send(command, line), let answer = message(line) else { return }
                judgement = judge(command, answer)
                if case .pass = judgement { judgement = .bytes(answer) }
            }
            switch judgement {
            case .bytes(let bytes), .instead(let bytes): guard send(bytes, caller) else { return }
            case .lost:
                guard send(command, line), message(line) != nil else { return }
            case .pass, .silence: break
            }
        }
    }

    private static func message(_ descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            let whole = bytes.count < 10 ? 10 : max(10, bytes[2..<6].reduce(0) { $0 << 8 | Int($1) })
            guard bytes.count < whole else { return bytes }
            var chunk = [UInt8](repeating: 0, count: whole - bytes.count)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            bytes += chunk[..<count]
        }
    }

    private static func send(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }
}

/// Addresses of sockets in folders. unix(7)
private enum UnixSocket {
    static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    static func isServed(_ path: String) -> Bool {
        let line = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(line) }
        return with(path) { connect(line, $0, $1) } == 0
    }
}
