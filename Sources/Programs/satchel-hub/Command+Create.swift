// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Crypto
import Hub
import HubAPI
import HubStorage
import Money
import PostgreSQL
import Terminal

extension Command {
    static let create = Command(
        "init", "Create a hub in a directory and print the link that wallets join with.",
        discussion: """
            The root key is encrypted with a passphrase. It signs the hub's working keys and is not needed to serve. \
            After this command, move hub-root.key to a safe place, and bring it back for rotate-keys. Only the file \
            mode protects the working keys, so that a hub can restart without a passphrase.
            """,
        options: [
            .currency, .database, .readDatabase, .url, .proved, .rootKey, .passphraseFile, .passphraseDescriptor,
        ],
        examples: [
            .init("satchel-hub init --directory hub --currency EUR", "Create a hub for euros."),
            .init(
                "satchel-hub init --database postgresql:///satchel",
                "Store the database on this machine's PostgreSQL server."
            ),
        ]
    ) { invocation in
        let directory = HubDirectory(try invocation.required(.directory))
        let currency = try invocation.required(.currency) { try Currency(code: $0) }
        let url = try invocation.required(.url) { try checkedURL($0) }
        let server = try StorePlace(invocation)
        guard try !HubSetup.isMade(in: directory) else {
            throw HubError(
                .alreadyInitialised, "'\(directory.path)' already has a hub. Choose another directory.")
        }
        let passphrase = try invocation.passphrase("New root key passphrase", isNew: true)
        try HubSetup.prepare(directory)
        let rootKey = try RootKeyFile.create(
            at: invocation.value(.rootKey) ?? directory.rootKey, passphrase: passphrase)
        try HubSetup.create(
            in: directory, on: server, currency: currency, rootKey: rootKey,
            configuration: try HubProgram.settings(invocation).configuration, clock: HubProgram.clock)
        let link = HubDescription(url: url, rootKey: rootKey.publicKey, isProvedByRoot: try isProved(invocation, url))
            .link
        if invocation.wantsJSON {
            invocation.console.print([
                "directory": .string(directory.path), "currency": .string(currency.code), "link": .string(link),
            ])
        } else {
            invocation.console.print(
                "Created a hub for \(currency.code) in \(directory.path). Wallets join it with this link:\n\(link)")
        }
    }

    static let link = Command(
        "link", "Show the link that wallets join with, as text and as a QR code.",
        discussion: """
            With --tls, wallets trust only the keys that the root key has announced, and no certificate authority. \
            The link does the same without --tls for an https address if the settings name a certificate whose key \
            is announced: server.proxy_certificate, or server.certificate with server.tls. If that key is not \
            announced, the command fails.
            """,
        options: [.url, .proved, .png],
        examples: [
            .init("satchel-hub link --url https://hub.example --png join.png", "Write it as a QR code for a poster.")
        ]
    ) { invocation in
        let url = try invocation.required(.url) { try checkedURL($0) }
        let hub = try HubProgram.open(invocation)
        let link = HubDescription(
            url: url, rootKey: hub.rootKey, isProvedByRoot: try isProved(invocation, url, hub)
        ).link
        if let path = invocation.value(.png) { try QRCode.draw(link).write(to: path) }
        guard !invocation.wantsJSON else { return invocation.console.print(["link": .string(link)]) }
        if invocation.console.isTerminal, invocation.value(.png) == nil {
            invocation.console.write(try QRCode.draw(link).terminalText())
        }
        invocation.console.print(link)
    }

    /// Whether the link makes wallets trust announced keys only: with `--tls`, or by a certificate of the settings.
    ///
    /// - Throws: `HubError` when that certificate's key is not announced.
    static func isProved(_ invocation: Invocation, _ url: String, _ hub: Hub) throws -> Bool {
        let isSaid = try isProved(invocation, url)
        guard url.hasPrefix("https://"), let path = try HubProgram.settings(invocation).announcedCertificate else {
            return isSaid
        }
        try hub.requireAnnounced(CertificateKey(reading: path))
        return true
    }

    private static func isProved(_ invocation: Invocation, _ url: String) throws -> Bool {
        guard invocation.has(.proved) else { return false }
        guard url.hasPrefix("https://") else {
            throw Failure(.usage, "A link for `serve --tls` needs an https address. Give it with --url.")
        }
        return true
    }

    private static func checkedURL(_ text: String) throws -> String {
        guard text.hasPrefix("https://") || text.hasPrefix("http://127.0.0.1") || text.hasPrefix("http://[::1]") else {
            throw Failure(.usage, "use https://…, or http://127.0.0.1:port for this machine only")
        }
        return text
    }
}

extension StorePlace {
    /// The PostgreSQL server of the options, or nil.
    init?(_ invocation: Invocation) throws {
        let database = try invocation.value(.database) { try DatabaseAddress($0) }
        let reading = try invocation.value(.readDatabase) { try DatabaseAddress($0) }
        guard let database else {
            guard reading == nil else {
                throw Failure(.usage, "--read-database needs --database, the server that it replicates.")
            }
            return nil
        }
        self = .server(database, reading: reading)
    }
}

extension Option {
    static let database = Option(
        "database", value: "address",
        "PostgreSQL server for the database: postgresql://user@host/name. Stored in hub.database, readable by its owner only.",
        environment: "SATCHEL_HUB_DATABASE")
    static let readDatabase = Option(
        "read-database", value: "address", "Replica of that server for audits, exports and other reads that may lag.")
    static let currency = Option("currency", value: "code", "ISO 4217 code of the hub's currency.", fallback: "USD")
    static let proved = Option(
        "tls", "Link for `serve --tls`: wallets trust only keys that the root key has announced.")
    static let png = Option("png", value: "file", "Write the QR code as a PNG picture.", completion: .files)
    static let url = Option(
        "url", value: "url", "Public address of the hub.", fallback: "http://127.0.0.1:8440")
}
