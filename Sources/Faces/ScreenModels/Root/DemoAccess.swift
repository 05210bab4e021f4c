// SPDX-License-Identifier: MIT
package import Bytes

/// What opens the wallet and the account of a demo, whatever the user types.
package struct DemoAccess: Sendable {
    package let passphrase: String
    package let username: String
    package let password: String
    /// Joins the demo's hub.
    package let link: String

    package init(passphrase: String, username: String, password: String, link: String) {
        self.passphrase = passphrase
        self.username = username
        self.password = password
        self.link = link
    }

    package var secret: SecretBytes { SecretText.bytes(passphrase) }
}
