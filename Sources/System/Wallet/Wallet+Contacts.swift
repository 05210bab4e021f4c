// SPDX-License-Identifier: MIT
package import HubAPI

/// The account's contacts, stored at the hub for all its wallets.
extension Wallet {
    /// The contacts; offline, the last known ones.
    package func contacts() throws -> [Contact] {
        try run { try link.read(Routes.contacts, freshFor: 0).value.contacts }
    }

    /// The contacts as the hub last gave them; asks no hub. Empty before the first answer.
    package func knownContacts() throws -> [Contact] {
        try run { try link.known(Routes.contacts)?.contacts ?? [] }
    }

    /// Adds a contact, or replaces the stored one.
    package func keep(_ contact: Contact) throws -> Contact {
        try run { try link.call(Routes.keepContact, ContactOrder(id: try open.operation(), contact)) }
    }

    /// Removes a contact.
    package func forgetContact(_ word: String) throws {
        try run {
            let contact = try contact(word)
            let order = AccountOrder(id: try open.operation(), username: contact.username)
            _ = try link.call(Routes.forgetContact, order)
        }
    }

    /// Finds a contact by the name that the user gave it, ignoring case, or else by its username.
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

    /// Finds an account at the hub by its exact username.
    package func findAccount(_ username: String) throws -> FoundAccount {
        try run { try link.call(Routes.findAccount, AccountReference(username: username)) }
    }

    /// The accounts whose requests the hub refuses.
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
