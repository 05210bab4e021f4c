// SPDX-License-Identifier: MIT
import FileIO
import FileService
import Glibc
import HTTP
import Terminal

/// The command line of the file service.
enum FilesProgram {
    static let program = Program(
        "satchel-files", version: "0.1.0", summary: "Run the file service of a Satchel hub.",
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
        "serve", "Serve files until SIGTERM or SIGINT.",
        discussion: """
            Keeps uploads and contents in a directory on a disk of this machine. A file system of its own is best: the hub's \
            ledger then never waits for the disk of the files. Asks the hub at its Unix socket whose access token a request \
            carries, so run it as the same user, beside `satchel-hub serve --files-socket`. Prints one line when it is ready. \
            Speaks TLS 1.3 with --certificate and --private-key; without them plain HTTP, for this machine alone or behind a \
            TLS proxy. When it is stopped, an upload keeps what has arrived, and the client goes on there.
            """,
        options: [.directory, .hubSocket, .address, .port, .certificate, .privateKey, .trustedProxy],
        examples: [
            .init(
                "satchel-files serve --directory files --hub-socket hub/files.sock --port 8441",
                "Serve the files of the hub in the directory hub.")
        ]
    ) { invocation in
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        // Before there are threads, which inherit what is blocked.
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let console = invocation.console
        let store = try UploadStore(root: try invocation.required(.directory))
        try store.lock()
        try store.removeRemains()
        let service = FileService(
            store: store, authority: Authority(socket: try invocation.required(.hubSocket)),
            log: { console.note($0) })
        let address = invocation.value(.address) ?? "127.0.0.1"
        let credentials = try credentials(invocation)
        var limits = TransferLimits()
        if let proxy = invocation.value(.trustedProxy) { limits.trustedProxies = [proxy] }
        let server = try TransferServer(
            address: address, port: try invocation.integer(.port, in: 0...65_535).map { UInt16($0) } ?? 8_441,
            limits: limits, credentials: credentials, log: { console.note($0) }, handler: service.handler)
        let host = address.contains(":") ? "[\(address)]" : address
        console.print("ready \(credentials == nil ? "http" : "https")://\(host):\(server.port)")
        var signal: Int32 = 0
        while sigwait(&signals, &signal) != 0 {}
        server.stop()
        console.note("stopped")
    }

    private static func credentials(_ invocation: Invocation) throws -> ServerCredentials? {
        switch (invocation.value(.certificate), invocation.value(.privateKey)) {
        case (nil, nil): nil
        case (let certificate?, let key?):
            try ServerCredentials(
                certificates: TextFile.bytes(of: certificate, maximumBytes: ServerCredentials.maximumPEMBytes),
                privateKey: TextFile.bytes(of: key, maximumBytes: ServerCredentials.maximumPEMBytes))
        default: throw Failure(.usage, "--certificate and --private-key belong together: give both or neither.")
        }
    }
}

extension Option {
    static let directory = Option(
        "directory", short: "d", value: "directory", "Where files are kept; it must be there already.",
        environment: "SATCHEL_FILES", completion: .directories)
    static let hubSocket = Option(
        "hub-socket", value: "path", "The Unix socket of the hub, as its --files-socket names it.", completion: .files)
    static let address = Option("address", value: "address", "The IP address to listen at; otherwise 127.0.0.1.")
    static let port = Option("port", short: "p", value: "number", "The port; 0 takes any free one; otherwise 8441.")
    static let certificate = Option(
        "certificate", value: "file", "Speak TLS 1.3 with this PEM chain of certificates.", completion: .files)
    static let trustedProxy = Option(
        "trusted-proxy", value: "address", "The IP address of a proxy, which may take all connections.")
    static let privateKey = Option(
        "private-key", value: "file", "The certificate's private key, as PEM.", completion: .files)
}
