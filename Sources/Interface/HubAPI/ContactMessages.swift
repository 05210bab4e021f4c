// SPDX-License-Identifier: MIT

/// A contact of an account. Only the account itself can read it.
package struct Contact: Codable, Sendable, Equatable {
    package var username: String
    /// The owner's own name for the contact.
    package var name: String?
    package var note: String?
    package var favourite: Bool

    enum CodingKeys: String, CodingKey {
        case username = "username", name = "name", note = "note", favourite = "favourite"
    }

    package init(username: String, name: String? = nil, note: String? = nil, favourite: Bool = false) {
        self.username = username
        self.name = name
        self.note = note
        self.favourite = favourite
    }
}

/// Adds or replaces a contact.
package struct ContactOrder: Codable, Sendable, Equatable {
    /// The change is applied once under this id, so that a copy of the request does not undo later changes.
    package var id: OperationID
    package var username: String
    /// At most 64 bytes. Unique among the contacts, ignoring case.
    package var name: String?
    /// At most 256 bytes of UTF-8.
    package var note: String?
    package var favourite: Bool

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id", username = "username", name = "name", note = "note", favourite = "favourite"
    }

    package init(id: OperationID, _ contact: Contact) {
        self.id = id
        username = contact.username
        name = contact.name
        note = contact.note
        favourite = contact.favourite
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        username = try fields.decode(String.self, forKey: .username)
        name = try fields.decodeIfPresent(String.self, forKey: .name)
        note = try fields.decodeIfPresent(String.self, forKey: .note)
        favourite = try fields.decodeIfPresent(Bool.self, forKey: .favourite) ?? false
    }
}

package struct ContactList: Codable, Sendable, Equatable {
    /// Favourites first, then by name; at most 500.
    package var contacts: [Contact]

    enum CodingKeys: String, CodingKey { case contacts = "contacts" }

    package init(contacts: [Contact]) {
        self.contacts = contacts
    }
}

/// Identifies an account.
package struct AccountReference: Codable, Sendable, Equatable {
    package var username: String

    enum CodingKeys: String, CodingKey, CaseIterable { case username = "username" }

    package init(username: String) {
        self.username = username
    }

    package init(from decoder: any Decoder) throws {
        username = try decoder.strictFields(CodingKeys.self).decode(String.self, forKey: .username)
    }
}

/// Changes something about an account, once under the id.
package struct AccountOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    package var username: String

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", username = "username" }

    package init(id: OperationID, username: String) {
        self.id = id
        self.username = username
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        username = try fields.decode(String.self, forKey: .username)
    }
}

/// The public data of an account, for callers who know its exact name.
package struct FoundAccount: Codable, Sendable, Equatable {
    package var username: String
    /// The merchant name that the operator assigned.
    package var merchant: String?

    enum CodingKeys: String, CodingKey { case username = "username", merchant = "merchant" }

    package init(username: String, merchant: String?) {
        self.username = username
        self.merchant = merchant
    }
}

/// The accounts that this account has blocked. They cannot send it payment requests.
package struct BlockList: Codable, Sendable, Equatable {
    package var usernames: [String]

    enum CodingKeys: String, CodingKey { case usernames = "usernames" }

    package init(usernames: [String]) {
        self.usernames = usernames
    }
}
