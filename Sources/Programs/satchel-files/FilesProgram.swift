// SPDX-License-Identifier: MIT
import Codes
import FileIO
import FileService
import Glibc
import HTTP
import Logging
import Release
import Terminal

/// The command line of the file service.
enum FilesProgram {
    static let program = Program(
        "satchel-files", version: Release.version, summary: "Run the file service of a Satchel hub.",
        commands: [.serve], explain: explain)

    private static let explain: @Sendable (any Error) -> Failure = { error in
        switch error {
        case let error as FileIOError: Failure(.storage, error.message)
        case let error as HTTPError: Failure(.failed, error.message)
        default: Failure(.failed, "\(error)")
        }
    }
}

extension Command {
    static let serve = Command(
        "serve", "Run the file service until SIGTERM or SIGINT.",
        discussion: """
            Stores uploads and file contents in a directory on a local disk. Use a separate file system, so that the \
            hub's ledger never waits for this disk. The service checks access tokens with the hub over a Unix \
            socket: run it as the same user, beside `satchel-hub serve --files-socket`. It prints one line when it \
            is ready. With --certificate and --private-key it serves TLS 1.3; without them plain HTTP, for this \
            machine only or behind a TLS proxy. Every hour it removes contents that nothing has referred to for 48 \
            hours, and uploads that have ended. When the service stops, it keeps the received part of an upload, and \
            the client can resume. A socket from systemd (LISTEN_FDS, see satchel-files.socket) overrides --address and \
            --port. It stays open while the service restarts, so that no connection is refused.
            """,
        options: [.directory, .hubSocket, .address, .port, .certificate, .privateKey, .trustedProxy],
        examples: [
            .init(
                "satchel-files serve --directory files --hub-socket hub/files.sock --port 8442",
                "Serve the files of the hub in the directory hub on port 8442.")
        ]
    ) { invocation in
        let signals = StopSignals()
        // Files never slow down money. Threads inherit it; a unit that forbids it has set it already. man 2 setpriority
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        // Before any thread starts, because this changes the environment.
        let sockets = try InheritedSockets.take()
        let console = invocation.console
        let log = try invocation.log(isService: true)
        let store = try UploadStore(root: try invocation.required(.directory))
        try store.lock()
        try store.removeRemains()
        let service = FileService(
            store: store, authority: Authority(socket: try invocation.required(.hubSocket)),
            thumbnails: Thumbnails(reader: try .besideThisProgram()), log: log)
        let address = sockets?.address ?? invocation.value(.address) ?? "127.0.0.1"
        let credentials = try credentials(invocation)
        var limits = TransferLimits()
        // More than there are places for transfers, so that a refusal reaches its client.
        limits.connections = 96
        if let proxy = invocation.value(.trustedProxy) { limits.trustedProxies = [proxy] }
        let port = try invocation.integer(.port, in: 0...65_535).map { UInt16($0) } ?? 8_442
        let server =
            try sockets.map {
                try TransferServer(
                    on: $0, limits: limits, credentials: credentials, log: log, handler: service.handler)
            }
            ?? TransferServer(
                address: address, port: port, limits: limits, credentials: credentials, log: log,
                handler: service.handler)
        let host = address.contains(":") ? "[\(address)]" : address
        let maintenance = try FileMaintenance(of: service)
        let url = "\(credentials == nil ? "http" : "https")://\(host):\(server.port)"
        console.print("ready \(url)")
        ServiceNotice.ready(url: url).send(log)
        _ = signals.wait()
        ServiceNotice.stopping.send(log)
        maintenance.stop()
        server.stop()
        log.notice("stopped")
    }

    private static let niceness: Int32 = 10

    private static func credentials(_ invocation: Invocation) throws -> ServerCredentials? {
        switch (invocation.value(.certificate), invocation.value(.privateKey)) {
        case (nil, nil): nil
        case (let certificate?, let key?):
            try ServerCredentials(
                certificates: TextFile.bytes(of: certificate, maximumBytes: ServerCredentials.maximumPEMBytes),
                privateKey: TextFile.bytes(of: key, maximumBytes: ServerCredentials.maximumPEMBytes))
        default: throw Failure(.usage, "Give both --certificate and --private-key, or neither.")
        }
    }
}

extension Option {
    static let directory = Option(
        "directory", short: "d", value: "directory", "Directory for the files. It must exist.",
        environment: "SATCHEL_FILES", completion: .directories)
    static let hubSocket = Option(
        "hub-socket", value: "path", "Unix socket of the hub: its --files-socket.", completion: .files)
    static let address = Option("address", value: "address", "IP address to listen on. Default: 127.0.0.1.")
    static let port = Option("port", short: "p", value: "number", "Port; 0 for any free port. Default: 8442.")
    static let certificate = Option(
        "certificate", value: "file", "PEM certificate chain for TLS 1.3.", completion: .files)
    static let trustedProxy = Option(
        "trusted-proxy", value: "address", "IP address of a proxy that may use all connections.")
    static let privateKey = Option(
        "private-key", value: "file", "PEM private key of the certificate.", completion: .files)
}
