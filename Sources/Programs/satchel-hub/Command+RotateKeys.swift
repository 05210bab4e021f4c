// SPDX-License-Identifier: MIT
import Hub
import Terminal

extension Command {
    static let rotateKeys = Command(
        "rotate-keys", "Announce fresh working keys, signed by the root key.",
        discussion: """
            A hub that is serving takes them within half a minute, or at once on SIGHUP, and goes on meanwhile. What the old \
            keys have signed stays valid to its own dates. Do this within 90 days, and at once when somebody may have read \
            working.keys.
            """,
        options: [.rootKey, .passphraseFile, .passphraseDescriptor],
        examples: [
            .init(
                "satchel-hub rotate-keys --root-key /media/stick/hub-root.key", "Use a root key that is kept elsewhere."
            )
        ]
    ) { invocation in
        let directory = HubDirectory(try invocation.required(.directory))
        let passphrase = try invocation.passphrase("Passphrase of the hub's root key")
        let rootKey = try RootKeyFile.open(at: invocation.value(.rootKey) ?? directory.rootKey, passphrase: passphrase)
        var configuration = try HubProgram.settings(invocation).configuration
        configuration.actor = HubProgram.actor
        try HubSetup.rotateKeys(
            in: directory, rootKey: rootKey, configuration: configuration, clock: HubProgram.clock)
        if invocation.wantsJSON {
            invocation.console.print(["rotated": true])
        } else {
            invocation.console.print(
                "Announced fresh working keys. A hub that is serving takes them within half a minute.")
        }
    }
}
