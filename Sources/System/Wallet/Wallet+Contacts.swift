// SPDX-License-Identifier: MIT
package import HubAPI

/// People whom the account wants to find again, kept at the hub for all its wallets.
extension Wallet {
    /// The contacts; without a network those that were last heard of.
    package func contacts() throws -> [Contact] {
        try run { try link.read(Routes.contacts, freshFor: 0).value.contacts }
    }

    /// Adds a contact, or replaces what is kept of it.
    package func keep(_ contact: Contact) throws -> Contact {
        try run { try link.call(Routes.keepContact, ContactOrder(id: try open.operation(), contact)) }
    }

    /// Keeps a contact no longer.
    package func forgetContact(_ word: String) throws {
        try run {
            let contact = try contact(word)
            let order = AccountOrder(id: try open.operation(), username: contact.username)
            _ = try link.call(Routes.forgetContact, order)
        }
    }

    /// The contact that has this own name, whatever the case, or else this username.
    ///
    /// - Throws: ``WalletError`` with `.badDocument` when there is none.
    package func contact(_ word: String) throws -> Contact {
        try run {
            let all = try link.read(Routes.contacts, freshFor: 0).value.contacts
            let called = word.lowercased()
            guard
                let found = all.first(where: { $0.name?.lowercased() == called })
                    ?? all.first(where: { $0.username == word })
            else {
                throw WalletError(.badDocument, "No contact is called '\(word)'. See them with `satchel contacts`.")
            }
            return found
        }
    }

    /// Asks the hub for an account by its exact name.
    package func findAccount(_ username: String) throws -> FoundAccount {
        try run { try link.call(Routes.findAccount, AccountReference(username: username)) }
    }

    /// The accounts whose requests are refused.
    package func blockedAccounts() throws -> [String] {
        try run { try link.call(Routes.blocked, Nothing()).usernames }
    }

    package func block(_ username: String) throws {
        try run { _ = try link.call(Routes.block, AccountOrder(id: try open.operation(), username: username)) }
    }

    package func unblock(_ username: String) throws {
        try run { _ = try link.call(Routes.unblock, AccountOrder(id: try open.operation(), username: username)) }
    }
}
