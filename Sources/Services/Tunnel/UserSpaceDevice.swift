// SPDX-License-Identifier: MIT
internal import Bytes
internal import Glibc
internal import WireGuard

/// A WireGuard device that the program wireguard-go runs; it ends with this object. man 1 wireguard-go
///
/// It is started without a shell, and inherits CAP_NET_ADMIN and nothing else that this process lacks.
final class UserSpaceDevice {
    /// Debian's place of the program. No other is searched, so that no user's folder decides what runs.
    static let program = "/usr/bin/wireguard-go"
    private static let startMilliseconds = 20_000
    private static let endMilliseconds = 3_000
    private static let stepMicroseconds: useconds_t = 10_000
    private static let timeoutSeconds = 5

    let name: String
    private let process: pid_t

    /// Starts the program, and waits until the device can be asked.
    ///
    /// - Throws: ``TunnelError`` with `.noDevice`.
    init(named name: String) throws {
        self.name = name
        // What a killed service has left behind would keep the name.
        if let left = TunnelLink(named: name) { left.remove() }
        unlink(Self.path(name))
        process = try Self.start(name)
        var waited = 0
        while Self.connected(to: name) == nil {
            // From here on, `deinit` ends the program.
            guard waited < Self.startMilliseconds, isRunning else {
                throw TunnelError(
                    .noDevice,
                    "wireguard-go did not make the tunnel's interface. It needs /dev/net/tun, the right CAP_NET_ADMIN and a folder /run/wireguard that it may write."
                )
            }
            usleep(Self.stepMicroseconds)
            waited += Int(Self.stepMicroseconds) / 1_000
        }
    }

    deinit { end() }

    /// Whether the program still runs.
    var isRunning: Bool {
        var status: siginfo_t = siginfo_t()
        // WNOWAIT leaves the process to be collected by `end`.
        return waitid(P_PID, id_t(process), &status, Int32(WEXITED | WNOHANG | WNOWAIT)) == 0 && status.si_signo == 0
    }

    /// Gives the device its configuration.
    ///
    /// - Throws: ``TunnelError`` with `.noDevice` if it does not answer; ``WireGuardError`` if it refuses.
    func order(_ order: SecretBytes) throws {
        try DeviceReport.requireSuccess(order.withUnsafeBytes { try ask($0) })
    }

    /// What the device tells of its peers.
    ///
    /// - Throws: as ``order(_:)`` does.
    func report() throws -> DeviceReport {
        try DeviceReport(DeviceOrder.report.withUnsafeBytes { try ask($0) })
    }

    private func ask(_ order: UnsafeRawBufferPointer) throws -> [UInt8] {
        // An answer ends with an empty line; the device keeps the connection open for further orders.
        let end = Array("\n\n".utf8)
        guard let socket = Self.connected(to: name), socket.write(order),
            let answer = socket.read(maximum: DeviceReport.maximumBytes, until: { $0.suffix(2).elementsEqual(end) })
        else {
            throw TunnelError(.noDevice, "The tunnel's device does not answer. Bring the tunnel up again.")
        }
        return answer
    }

    private static func path(_ name: String) -> String { "/var/run/wireguard/\(name).sock" }

    private static func connected(to name: String) -> UnixSocket? {
        UnixSocket(connectingTo: path(name), timeoutSeconds: timeoutSeconds)
    }

    private static func start(_ name: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The service blocks the signals that end it; this program has to get them.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = [program, "-f", name]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = [strdup("LOG_LEVEL=error"), nil]
        defer { for text in arguments + environment { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, program, &actions, &attributes, &arguments, &environment)
        guard code == 0 else {
            throw TunnelError(
                .noDevice,
                "\(program) could not be started: \(String(cString: strerror(code))). Install the package wireguard-go."
            )
        }
        return process
    }

    /// Ends the program; its interface, addresses and routes go with it.
    private func end() {
        kill(process, SIGTERM)
        var status: Int32 = 0
        var waited = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            if waited >= Self.endMilliseconds { kill(process, SIGKILL) }
            usleep(Self.stepMicroseconds)
            waited += Int(Self.stepMicroseconds) / 1_000
        }
        unlink(Self.path(name))
    }
}
