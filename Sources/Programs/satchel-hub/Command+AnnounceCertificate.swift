// SPDX-License-Identifier: MIT
import Bytes
import HTTP
import Hub
import Terminal
import Tokens

extension Command {
    static let announceCertificate = Command(
        "announce-certificate", "Announce the key of a certificate, signed by the root key.",
        discussion: """
            Wallets that joined with a proof=root link trust only the keys that the root key has announced, and no \
            certificate authority. The hub, or a proxy in front of it, must therefore show a certificate with an \
            announced key. Only the public key counts: a certificate renewed with the same key needs no new \
            announcement. If more than half of the announcement's time is left, the command changes nothing. With \
            --check it never does. A serving hub uses the announcement within 30 seconds, or at once on SIGHUP.
            """,
        options: [.onlyCheck, .rootKey, .passphraseFile, .passphraseDescriptor], operands: [.certificateFile],
        examples: [
            .init(
                "satchel-hub announce-certificate fullchain.pem --root-key /media/stick/hub-root.key",
                "Announce the key of a new certificate."),
            .init(
                "satchel-hub announce-certificate fullchain.pem --check && systemctl reload nginx",
                "Reload the proxy only if wallets will accept the renewed certificate."),
        ]
    ) { try announce($0) }

    private static func announce(_ invocation: Invocation) throws {
        let settings = try HubProgram.settings(invocation)
        guard
            let path = invocation.optional(.certificateFile) ?? settings.announcedCertificate ?? settings.certificate
        else {
            throw Failure(
                .usage, "Name a certificate file, or set server.proxy_certificate or server.certificate in hub.toml."
            )
        }
        let certificate = try CertificateKey(reading: path)
        let present = try HubProgram.open(invocation)
        defer { present.close() }
        if invocation.has(.onlyCheck) {
            return answer(invocation, path, until: try present.requireAnnounced(certificate), isFresh: false)
        }
        let half = settings.configuration.keyDays * Timestamp.secondsPerDay / 2
        if let until = present.announcedUntil(certificate.key), until.seconds(since: HubProgram.clock.now()) > half {
            return answer(invocation, path, until: until, isFresh: false)
        }
        let directory = HubDirectory(try invocation.required(.directory))
        let passphrase = try invocation.passphrase("Root key passphrase")
        let rootKey = try RootKeyFile.open(at: invocation.value(.rootKey) ?? directory.rootKey, passphrase: passphrase)
        var configuration = settings.configuration
        configuration.actor = HubProgram.actor
        let until = try HubSetup.announce(
            certificate, in: directory, rootKey: rootKey, configuration: configuration, clock: HubProgram.clock)
        answer(invocation, path, until: until, isFresh: true)
    }

    private static func answer(_ invocation: Invocation, _ path: String, until: Timestamp, isFresh: Bool) {
        let rest = isFresh ? ". A serving hub uses it within 30 seconds." : " already."
        invocation.answer(
            ["certificate": .string(path), "until": .string("\(until)"), "fresh": .bool(isFresh)],
            "The key of '\(path)' is announced until \(until)" + rest)
    }
}

extension Option {
    fileprivate static let onlyCheck = Option(
        "check", "Only check whether the key is announced. This needs no root key.")
}

extension Operand {
    fileprivate static let certificateFile = Operand(
        "file", "PEM certificate chain, the hub's certificate first. Default: the certificate of the settings.",
        count: .optional, completion: .files)
}
