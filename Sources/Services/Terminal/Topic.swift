// SPDX-License-Identifier: MIT

/// Commands that belong together in the help, under one heading.
package struct Topic: Sendable {
    /// In sentence case, one to four words.
    let title: String
    package let commands: [Command]

    package init(_ title: String, _ commands: [Command]) {
        self.title = title
        self.commands = commands
    }
}
