// SPDX-License-Identifier: MIT
import Hub
import Terminal

extension Command {
    static let rotateKeys = Command(
        "rotate-keys", "Announce fresh working keys, signed by the root key.",
        discussion: """
            A hub that is serving takes them within half a minute, or at once on SIGHUP, and goes on meanwhile. What the old \
            keys have signed stays valid to its own dates; sessions go on, but each has to be refreshed, which wallets do by \
            themselves. Do this within 90 days, and at once when somebody may have read working.keys. When the settings name a \
            certificate by whose key wallets know the hub (server.proxy_certificate, or server.certificate with server.tls), \
            that key is announced as well, if it was before: a fresh one only `announce-certificate` announces.
            """,
        options: [.rootKey, .passphraseFile, .passphraseDescriptor],
        examples: [
            .init(
                "satchel-hub rotate-keys --root-key /media/stick/hub-root.key", "Use a root key that is kept elsewhere."
            )
        ]
    ) { invocation in
        let directory = HubDirectory(try invocation.required(.directory))
        let settings = try HubProgram.settings(invocation)
        let certificate = try settings.announcedCertificate.map { try CertificateKey(reading: $0) }
        let passphrase = try invocation.passphrase("Passphrase of the hub's root key")
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
            "Announced fresh working keys. A hub that is serving takes them within half a minute.")
        if let certificate, !isBelieved {
            invocation.console.print(
                "The key of the certificate '\(certificate.path)' was not announced with them, because it never was before, or not of late. If it is yours, run `satchel-hub announce-certificate`."
            )
        }
    }
}
