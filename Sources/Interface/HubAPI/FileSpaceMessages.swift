// SPDX-License-Identifier: MIT
package import FileModel

/// What an account may do in a space.
package enum SpaceRole: String, Codable, Sendable, CaseIterable {
    case owner = "owner"
    case writer = "writer"
    case reader = "reader"

    package var mayWrite: Bool { self != .reader }
}

/// One tree of folders and files.
package struct FileSpace: Codable, Sendable, Equatable {
    /// An account that the owner shares the space with.
    package struct Member: Codable, Sendable, Equatable {
        package var username: String
        package var role: SpaceRole

        enum CodingKeys: String, CodingKey { case username = "username", role = "role" }

        package init(username: String, role: SpaceRole) {
            self.username = username
            self.role = role
        }
    }

    package var id: SpaceID
    /// Absent for the account's own space.
    package var name: String?
    /// A username.
    package var owner: String
    /// Of the caller.
    package var role: SpaceRole
    /// In bytes.
    package var quota: UInt64
    /// All files and versions, in the trash or not; in bytes.
    package var used: UInt64
    /// Uploads that are not linked yet; in bytes.
    package var reserved: UInt64
    package var members: [Member]
    /// Of the last change.
    package var rev: UInt64
    /// What the change feed takes as `after`, to hear of what changes from now on.
    package var anchor: String

    enum CodingKeys: String, CodingKey {
        case id = "id", name = "name", owner = "owner", role = "role", quota = "quota", used = "used"
        case reserved = "reserved", members = "members", rev = "rev", anchor = "anchor"
    }

    package init(
        id: SpaceID, name: String?, owner: String, role: SpaceRole, quota: UInt64, used: UInt64, reserved: UInt64,
        members: [Member], rev: UInt64, anchor: String
    ) {
        self.id = id
        self.name = name
        self.owner = owner
        self.role = role
        self.quota = quota
        self.used = used
        self.reserved = reserved
        self.members = members
        self.rev = rev
        self.anchor = anchor
    }
}

package struct FileSpaceList: Codable, Sendable, Equatable {
    /// The account's own one first.
    package var spaces: [FileSpace]
    /// The address of the file service; absent if it is that of the hub.
    package var service: String?

    enum CodingKeys: String, CodingKey { case spaces = "spaces", service = "service" }

    package init(spaces: [FileSpace], service: String?) {
        self.spaces = spaces
        self.service = service
    }
}

/// Makes a space beside the account's own one.
package struct SpaceOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    package var space: SpaceID
    /// 1 to 64 bytes.
    package var name: String

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", space = "space", name = "name" }

    package init(id: OperationID, space: SpaceID, name: String) {
        self.id = id
        self.space = space
        self.name = name
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        space = try fields.decode(SpaceID.self, forKey: .space)
        name = try fields.decode(String.self, forKey: .name)
    }
}

/// Adds a member to a space, changes its role, or removes it.
package struct MemberOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    package var space: SpaceID
    package var username: String
    /// `writer` or `reader`; absent to remove the member.
    package var role: SpaceRole?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id", space = "space", username = "username", role = "role"
    }

    package init(id: OperationID, space: SpaceID, username: String, role: SpaceRole?) {
        self.id = id
        self.space = space
        self.username = username
        self.role = role
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        space = try fields.decode(SpaceID.self, forKey: .space)
        username = try fields.decode(String.self, forKey: .username)
        role = try fields.decodeIfPresent(SpaceRole.self, forKey: .role)
    }
}
