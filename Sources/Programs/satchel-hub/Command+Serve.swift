// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Hub
import HubAPI
import Terminal
import Tokens

extension Command {
    static let serve = Command(
        "serve", "Serve wallets until SIGTERM or SIGINT.",
        discussion: """
            Prints one line when it is ready. Speaks plain HTTP: put a TLS proxy in front of it for anything but this machine. \
            Sweeps refunds at the start and every hour.
            """,
        options: [.address, .port, .loops],
        examples: [.init("satchel-hub serve --directory hub --port 8440", "Serve the hub in the directory hub.")]
    ) { invocation in
        let signals = StopSignals()
        let console = invocation.console
        var configuration = HubConfiguration()
        configuration.log = { console.note("\(HubProgram.clock.now()) \($0)") }
        let hub = try Hub.open(
            directory: try invocation.required(.directory), configuration: configuration, clock: HubProgram.clock)
        try hub.sweep(HubProgram.clock.now())
        let address = try invocation.required(.address)
        let server = try Server(
            address: address, port: UInt16(try invocation.integer(.port, in: 0...65_535) ?? 8440),
            loops: try invocation.integer(.loops, in: 1...64) ?? 1, handler: hub.handle)
        let host = address.contains(":") ? "[\(address)]" : address
        let url = "http://\(host):\(server.port)"
        if invocation.wantsJSON {
            let link = HubDescription(url: url, rootKey: hub.rootKey).link
            console.print(["ready": .text(url), "link": .text(link), "pid": .integer(Int64(getpid()))])
        } else {
            console.print("ready \(url)")
        }
        warn(of: hub, console)
        while !signals.wait(seconds: 3_600) {
            do {
                try hub.sweep(HubProgram.clock.now())
            } catch {
                console.note("\(HubProgram.clock.now()) The refund sweep failed and will be tried again: \(error)")
            }
            warn(of: hub, console)
        }
        server.stop()
        hub.close()
        console.note("stopped")
    }

    private static func warn(of hub: Hub, _ console: Console) {
        let left = hub.workableUntil.seconds(since: HubProgram.clock.now())
        guard left < 14 * Timestamp.secondsPerDay else { return }
        console.note("The working keys are in use until \(hub.workableUntil). Run `satchel-hub rotate-keys` before.")
    }
}

/// The signals that ask for an orderly end, kept from interrupting anything.
struct StopSignals {
    private var set = sigset_t()

    /// Made before any thread, because threads inherit what is blocked.
    init() {
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Whether one came within the time.
    func wait(seconds: Int) -> Bool {
        var set = set
        var limit = timespec(tv_sec: seconds, tv_nsec: 0)
        while true {
            if sigtimedwait(&set, nil, &limit) > 0 { return true }
            if errno != EINTR { return false }
        }
    }
}

extension Option {
    static let address = Option("address", value: "address", "The IP address to listen at.", fallback: "127.0.0.1")
    static let port = Option("port", short: "p", value: "number", "The port; 0 takes any free one.", fallback: "8440")
    static let loops = Option("loops", value: "number", "Network threads, one for each core.", fallback: "2")
}
