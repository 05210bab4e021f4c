// SPDX-License-Identifier: MIT
import Codes
import Crypto
import Hub
import HubAPI
import Money
import PostgreSQL
import Terminal

extension Command {
    static let create = Command(
        "init", "Make a hub in a directory, and print the link with which wallets join it.",
        discussion: """
            The root key is sealed with a passphrase. It signs the hub's working keys and is not needed to serve: once the \
            hub is made, move hub-root.key to a safe place and bring it back for rotate-keys. The working keys are protected \
            by their file's mode alone, so that a hub can restart by itself.
            """,
        options: [
            .currency, .database, .readDatabase, .url, .proved, .rootKey, .passphraseFile, .passphraseDescriptor,
        ],
        examples: [
            .init("satchel-hub init --directory hub --currency EUR", "Make a hub that keeps euros."),
            .init(
                "satchel-hub init --database postgresql:///satchel",
                "Keep its books on this machine's PostgreSQL server."
            ),
        ]
    ) { invocation in
        let directory = HubDirectory(try invocation.required(.directory))
        let currency = try invocation.required(.currency) { try Currency(code: $0) }
        let url = try invocation.required(.url) { try checkedURL($0) }
        let server = try StorePlace(invocation)
        guard try !HubSetup.isMade(in: directory) else {
            throw HubError(
                .alreadyInitialised, "There is a hub in '\(directory.path)' already. Choose another directory.")
        }
        let passphrase = try invocation.passphrase("Passphrase for the hub's root key", isNew: true)
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
                "directory": .text(directory.path), "currency": .text(currency.code), "link": .text(link),
            ])
        } else {
            invocation.console.print(
                "Made a hub for \(currency.code) in \(directory.path). Wallets join it with:\n\(link)")
        }
    }

    static let link = Command(
        "link", "Show the link with which wallets join the hub, as text and as a code.",
        discussion: """
            With --tls wallets believe the keys that the root key has announced and no authority. So it is without --tls when \
            the settings name a certificate whose key is to be announced (server.proxy_certificate, or server.certificate with \
            server.tls), for an address of https; if its key is not announced, there is no link.
            """,
        options: [.url, .proved, .png],
        examples: [
            .init("satchel-hub link --url https://hub.example --png join.png", "Write the code for a poster.")
        ]
    ) { invocation in
        let url = try invocation.required(.url) { try checkedURL($0) }
        let hub = try HubProgram.open(invocation)
        let link = HubDescription(
            url: url, rootKey: hub.rootKey, isProvedByRoot: try isProved(invocation, url, hub)
        ).link
        if let path = invocation.value(.png) { try QRCode.draw(link).write(to: path) }
        guard !invocation.wantsJSON else { return invocation.console.print(["link": .text(link)]) }
        if invocation.console.isTerminal, invocation.value(.png) == nil {
            invocation.console.write(try QRCode.draw(link).terminalText())
        }
        invocation.console.print(link)
    }

    /// Whether wallets are to believe announced keys alone: when that is said, or when the settings name a certificate for it.
    ///
    /// - Throws: when that certificate's key is not announced.
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
            throw Failure(.usage, "A link for `serve --tls` needs an address of https. Say which with --url.")
        }
        return true
    }

    private static func checkedURL(_ text: String) throws -> String {
        guard text.hasPrefix("https://") || text.hasPrefix("http://127.0.0.1") || text.hasPrefix("http://[::1]") else {
            throw Failure(.usage, "an address is https://…, or http://127.0.0.1:port on this machine alone")
        }
        return text
    }
}

extension StorePlace {
    /// The server that is to keep the books, when one is named.
    init?(_ invocation: Invocation) throws {
        let database = try invocation.value(.database) { try ServerAddress($0) }
        let reading = try invocation.value(.readDatabase) { try ServerAddress($0) }
        guard let database else {
            guard reading == nil else {
                throw Failure(.usage, "--read-database is a replica of --database, which is missing.")
            }
            return nil
        }
        self = .server(database, reading: reading)
    }
}

extension Option {
    static let database = Option(
        "database", value: "address",
        "Keep the books on a PostgreSQL server: postgresql://user@host/name. Kept in hub.database, for its owner alone.",
        environment: "SATCHEL_HUB_DATABASE")
    static let readDatabase = Option(
        "read-database", value: "address", "A replica of it, for audits, exports and other reading that may lag.")
    static let currency = Option("currency", value: "code", "The ISO 4217 currency of the hub.", fallback: "USD")
    static let proved = Option(
        "tls", "The link is for `serve --tls`: wallets believe the keys that the root key announced and no authority.")
    static let png = Option("png", value: "file", "Write the code as a PNG picture.", completion: .files)
    static let url = Option(
        "url", value: "url", "Where wallets will find the hub.", fallback: "http://127.0.0.1:8440")
}
