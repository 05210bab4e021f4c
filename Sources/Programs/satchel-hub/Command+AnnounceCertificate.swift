// SPDX-License-Identifier: MIT
import HTTP
import Hub
import Terminal
import Tokens

extension Command {
    static let announceCertificate = Command(
        "announce-certificate", "Let the root key vouch for the key of a certificate, before wallets are shown it.",
        discussion: """
            Wallets that joined with a link of proof=root believe the keys that the root key has announced and no authority; \
            so the certificate that the hub or a proxy before it shows has to be of such a key. Only the public key counts: a \
            certificate renewed for the same key needs nothing. Run again while half of its time is left it changes nothing; \
            --check never does. A hub that is serving knows of it within half a minute, or at once on SIGHUP.
            """,
        options: [.onlyCheck, .rootKey, .passphraseFile, .passphraseDescriptor], operands: [.certificateFile],
        examples: [
            .init(
                "satchel-hub announce-certificate fullchain.pem --root-key /media/stick/hub-root.key",
                "Announce the key of a certificate that is to be shown from now on."),
            .init(
                "satchel-hub announce-certificate fullchain.pem --check && systemctl reload nginx",
                "Let a proxy take a renewed certificate only if wallets will believe it."),
        ]
    ) { try announce($0) }

    private static func announce(_ invocation: Invocation) throws {
        let settings = try HubProgram.settings(invocation)
        guard
            let path = invocation.optional(.certificateFile) ?? settings.announcedCertificate ?? settings.certificate
        else {
            throw Failure(
                .usage, "Say which certificate, or name it in hub.toml: server.proxy_certificate or server.certificate."
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
        let passphrase = try invocation.passphrase("Passphrase of the hub's root key")
        let rootKey = try RootKeyFile.open(at: invocation.value(.rootKey) ?? directory.rootKey, passphrase: passphrase)
        var configuration = settings.configuration
        configuration.actor = HubProgram.actor
        let until = try HubSetup.announce(
            certificate, in: directory, rootKey: rootKey, configuration: configuration, clock: HubProgram.clock)
        answer(invocation, path, until: until, isFresh: true)
    }

    private static func answer(_ invocation: Invocation, _ path: String, until: Timestamp, isFresh: Bool) {
        let rest = isFresh ? "; a hub that is serving knows of it within half a minute." : " already."
        invocation.answer(
            ["certificate": .text(path), "until": .text("\(until)"), "fresh": .bool(isFresh)],
            "The key of '\(path)' is announced until \(until)" + rest)
    }
}

extension Option {
    fileprivate static let onlyCheck = Option(
        "check", "Say only whether its key is announced; the root key is not needed.")
}

extension Operand {
    fileprivate static let certificateFile = Operand(
        "file", "The PEM chain of certificates, the hub's own first; otherwise what the settings name.",
        count: .optional, completion: .files)
}
