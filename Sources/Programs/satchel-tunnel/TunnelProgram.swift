// SPDX-License-Identifier: MIT
import Glibc
import Logging
import Release
import Terminal
import Tunnel

/// The command line of the program that keeps this machine's tunnel.
enum TunnelProgram {
    static let program = Program(
        "satchel-tunnel", version: Release.version, summary: "Keep the tunnel to your home network.",
        commands: [.serve], explain: explain)

    private static let explain: @Sendable (any Error) -> Failure = { error in
        switch error {
        case let error as TunnelError: Failure(.failed, error.message)
        default: Failure(.failed, "\(error)")
        }
    }
}

extension Command {
    static let serve = Command(
        "serve", "Keep the tunnel that a user of this device asks for, until SIGTERM or SIGINT.",
        discussion: """
            A user asks with `satchel drive tunnel up`. The tunnel leads into private networks only: it never becomes the \
            way to the internet, changes no names and runs no command. One user at a time has a tunnel, and only that \
            user takes it down. When the service stops, the tunnel ends, with its interface, its addresses and its routes. \
            It needs the right CAP_NET_ADMIN and nothing else, /dev/net/tun, a folder /run/wireguard of its own, and the \
            package wireguard-go. A socket from systemd (LISTEN_FDS, see satchel-tunnel.socket) overrides --socket.
            """,
        options: [.socket],
        examples: [.init("satchel-tunnel serve", "Listen where `satchel drive tunnel` asks.")]
    ) { invocation in
        let signals = StopSignals()
        let log = try invocation.log(isService: true)
        let path = invocation.value(.socket) ?? TunnelClient.usualSocket
        let door = try TunnelDoor.inherited() ?? TunnelDoor(path: path)
        invocation.console.print("ready \(path)")
        ServiceNotice.ready(url: path).send(log)
        try door.serve(TunnelHost(now: { UInt64(max(0, time(nil))) }, log: log), until: signals.numbers)
        ServiceNotice.stopping.send(log)
        log.notice("stopped")
    }
}

extension Option {
    static let socket = Option(
        "socket", value: "path", "Unix socket to listen on. Default: \(TunnelClient.usualSocket)", completion: .files)
}
