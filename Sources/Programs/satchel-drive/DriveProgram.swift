// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileIO
import Glibc
import HubAPI
import Logging
import Release
import Synchronization
import Terminal
import Wallet

/// The command line of the program that answers for the mounted folder.
enum DriveProgram {
    static let program = Program(
        "satchel-drive", version: Release.version,
        summary: "Show your files at the hub as a folder that works offline.", commands: [.mount], explain: explain)

    private static let explain: @Sendable (any Error) -> Failure = { error in
        switch error {
        case let error as DriveError: Failure(error.reason == .storage ? .storage : .failed, error.message)
        case let error as HubProblem: Failure(.failed, error.message)
        default: Failure(.failed, DriveError.ofMount(error)?.message ?? "\(error)")
        }
    }
}

extension Command {
    static let mount = Command(
        "mount", "Mount the folder until SIGTERM or SIGINT, and send and receive meanwhile.",
        discussion: """
            The folder shows what this device knows, also without a network. What is read comes from this device or, \
            verified, from the hub. What is written is kept on this device and sent when it has been left alone for two \
            seconds. It prints one line when it is ready. When it stops, what has not been sent stays on this device, and \
            the next mount or `satchel drive drain` sends it.
            """,
        options: [.wallet, .space, .cache], operands: [.folder],
        examples: [.init("satchel-drive mount ~/Files", "Show your own space in the folder Files.")]
    ) { invocation in
        let signals = StopSignals()
        guard let home = WalletHome(wallet: invocation.value(.wallet), variable: Program.processEnvironment) else {
            throw Failure(.usage, "HOME is not set. Give the directory of the wallet: --wallet DIRECTORY")
        }
        let log = try invocation.log(isService: true)
        let path = WalletHome.absolute(try invocation.operand(.folder))
        var settings = MountSettings()
        if let gibibytes = try invocation.integer(.cache, in: 0...1_000_000) {
            settings.cacheBytes = UInt64(gibibytes) << 30
        }
        let mount = try DriveMount(
            folder: home.folder + "/drive", at: path, space: invocation.value(.space), settings: settings,
            address: { [folder = home.folder + "/drive"] in address(folder) },
            onNotice: { note($0, log) },
            makeClient: { [folder = home.folder + "/drive"] in try client(folder) })
        let ending = EndOfMount(mount, signals)
        invocation.console.print("ready \(path)")
        ServiceNotice.ready(url: path).send(log)
        try ending.run()
        ServiceNotice.stopping.send(log)
        log.notice("stopped")
    }

    /// Once for each change. `satchel drive status` says which file it is.
    private static func note(_ notice: MountNotice, _ log: Log) {
        switch notice {
        case .notHeard(let error): log.warning("not heard of the hub", .error(error))
        case .heardAgain: log.notice("heard of the hub again")
        case .notSent(let error): log.warning("not sent", .error(error))
        case .sentAgain: log.notice("sent again")
        }
    }

    private static func client(_ folder: String) throws -> DriveClient {
        let store = try DriveStore(folder: folder)
        let account = try DriveAccount(folder: folder, store: store, clock: WalletHome.clock)
        return DriveClient(
            folder: folder, store: store,
            server: try account.makeServer(
                folder: folder, clock: WalletHome.clock, random: .system, silenceSeconds: 20),
            environment: DriveEnvironment(
                clock: WalletHome.clock, random: .system, device: try account.device ?? WalletHome.deviceName))
    }

    /// Host and port of the server.
    private static func address(_ folder: String) -> (host: String, port: String)? {
        do {
            let account = try DriveAccount(
                folder: folder, store: DriveStore(folder: folder), clock: WalletHome.clock)
            return try account.url.flatMap { HubAddress.hostAndPort(of: $0) }
        } catch {
            // Without a hub there is nothing to ask.
            return nil
        }
    }
}

/// Waits for a signal on a thread of its own while the folder is answered for.
private final class EndOfMount: Sendable {
    private let mount: DriveMount
    private let signals: StopSignals

    init(_ mount: DriveMount, _ signals: StopSignals) {
        self.mount = mount
        self.signals = signals
    }

    func run() throws {
        var thread = pthread_t()
        let start = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<EndOfMount>.fromOpaque(argument).takeRetainedValue().wait()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw Failure(.failed, "No thread can be started. Raise the process limit of this user.")
        }
        pthread_detach(thread)
        try mount.run()
    }

    private func wait() {
        _ = signals.wait()
        mount.end()
    }
}

extension Option {
    static let wallet = Option(
        "wallet", short: "w", value: "directory", "The wallet's directory. Default: satchel in your data directory.",
        environment: "SATCHEL_WALLET", completion: .directories)
    static let space = Option(
        "space", value: "name", "Name or id of a space. Default: your own. See: satchel drive spaces")
    static let cache = Option(
        "cache", value: "GiB",
        "How much of the disk files of the hub may take. Default: 10. Files that wait to be sent come on top.")
}

extension Operand {
    static let folder = Operand("folder", "An empty folder of this device.", completion: .directories)
}
