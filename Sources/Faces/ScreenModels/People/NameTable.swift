// SPDX-License-Identifier: MIT
package import HubAPI
internal import Wallet

/// The contacts, for resolving typed names.
package struct NameTable: Sendable, Equatable {
    package let contacts: [Contact]

    package init(_ contacts: [Contact] = []) { self.contacts = contacts }

    /// The account of a typed name: that of a contact with this name, or else a username.
    package func username(of typed: String) -> String {
        let word = typed.trimmed
        return contacts.first { $0.name?.lowercased() == word.lowercased() }?.username ?? word
    }

    /// The user's name for an account; its username without a contact.
    package func name(of username: String) -> String {
        contacts.first { $0.username == username }?.name ?? username
    }

    /// The contacts that match the typed text; the favourites while it is empty.
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
    /// Reads the contacts; without a network the last known ones.
    func nameTable() async -> NameTable {
        do {
            return NameTable(try await walletService.ask { try $0.contacts() })
        } catch {
            // Names can be typed without contacts.
            return NameTable()
        }
    }
}
