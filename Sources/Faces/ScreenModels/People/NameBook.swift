// SPDX-License-Identifier: MIT
package import HubAPI
internal import Wallet

/// The contacts, for finding whom a typed word means.
package struct NameBook: Sendable {
    package let contacts: [Contact]

    package init(_ contacts: [Contact] = []) { self.contacts = contacts }

    /// Whom a typed word means: a contact's own name, or else a username.
    package func username(of typed: String) -> String {
        let word = typed.trimmed
        return contacts.first { $0.name?.lowercased() == word.lowercased() }?.username ?? word
    }

    /// What the person calls an account; its username without a contact.
    package func name(of username: String) -> String {
        contacts.first { $0.username == username }?.name ?? username
    }

    /// The contacts that what is typed may mean; the favourites while nothing is typed.
    package func suggestions(for typed: String) -> [Contact] {
        let word = typed.trimmed.lowercased()
        return contacts.filter {
            $0.username != typed.trimmed
                && (word.isEmpty
                    ? $0.favourite : ($0.name ?? "").lowercased().hasPrefix(word) || $0.username.hasPrefix(word))
        }
    }
}

extension WalletSession {
    /// Reads the contacts; without a network those that were last heard of.
    func nameBook() async -> NameBook {
        do {
            return NameBook(try await custodian.ask { try $0.contacts() })
        } catch {
            // Names can be typed without contacts.
            return NameBook()
        }
    }
}
