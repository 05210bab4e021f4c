// SPDX-License-Identifier: MIT
import Bytes
import Hub
import Terminal

extension Command {
    static let rotateKeys = Command(
        "rotate-keys", "Announce new working keys, signed by the root key.",
        discussion: """
            A serving hub uses the new keys within 30 seconds, or at once on SIGHUP, and keeps running. Signatures \
            of the old keys stay valid until their own dates. Sessions continue, but each has to be refreshed; \
            wallets do this automatically. Rotate the keys within 90 days, and at once if someone may have read \
            working.keys. If the settings name a certificate by whose key wallets know the hub \
            (server.proxy_certificate, or server.certificate with server.tls), the command also renews the \
            announcement of that key. Only `announce-certificate` announces a new key.
            """,
        options: [.rootKey, .passphraseFile, .passphraseDescriptor],
        examples: [
            .init(
                "satchel-hub rotate-keys --root-key /media/stick/hub-root.key", "Use a root key from another place."
            )
        ]
    ) { invocation in
        let directory = HubDirectory(try invocation.required(.directory))
        let settings = try HubProgram.settings(invocation)
        let certificate = try settings.announcedCertificate.map { try CertificateKey(reading: $0) }
        let passphrase = try invocation.passphrase("Root key passphrase")
        let rootKey = try RootKeyFile.open(at: invocation.value(.rootKey) ?? directory.rootKey, passphrase: passphrase)
        var configuration = settings.configuration
        configuration.actor = HubProgram.actor
        let isBelieved = try HubSetup.rotateKeys(
            in: directory, rootKey: rootKey, certificate: certificate, configuration: configuration,
            clock: HubProgram.clock)
        guard !invocation.wantsJSON else {
            return invocation.console.print(["rotated": true, "certificate": .bool(isBelieved)])
        }
        invocation.console.print(
            "Announced new working keys. A serving hub uses them within 30 seconds.")
        if let certificate, !isBelieved {
            invocation.console.print(
                "The key of the certificate '\(certificate.path)' was not renewed, because it has no current announcement. If the certificate is yours, run `satchel-hub announce-certificate`."
            )
        }
    }
}
