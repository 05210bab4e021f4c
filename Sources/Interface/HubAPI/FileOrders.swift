// SPDX-License-Identifier: MIT
package import FileModel

/// Makes a folder.
package struct NewFolder: Codable, Sendable, Equatable {
    package var id: OperationID
    package var item: ItemID
    package var parent: ItemID
    package var name: WireName

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", item = "item", parent = "parent", name = "name" }

    package init(id: OperationID, item: ItemID, parent: ItemID, name: FileName) {
        self.id = id
        self.item = item
        self.parent = parent
        self.name = WireName(name)
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        item = try fields.decode(ItemID.self, forKey: .item)
        parent = try fields.decode(ItemID.self, forKey: .parent)
        name = try fields.decode(WireName.self, forKey: .name)
    }
}

/// Makes a file with a content that the hub has.
package struct NewFile: Codable, Sendable, Equatable {
    package var id: OperationID
    package var item: ItemID
    package var parent: ItemID
    package var name: WireName
    package var content: ContentHash
    /// Milliseconds since 1970; for showing alone.
    package var modified: Int64?
    package var executable: Bool

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id", item = "item", parent = "parent", name = "name", content = "content", modified = "modified"
        case executable = "executable"
    }

    package init(
        id: OperationID, item: ItemID, parent: ItemID, name: FileName, content: ContentHash, modified: Int64? = nil,
        executable: Bool = false
    ) {
        self.id = id
        self.item = item
        self.parent = parent
        self.name = WireName(name)
        self.content = content
        self.modified = modified
        self.executable = executable
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        item = try fields.decode(ItemID.self, forKey: .item)
        parent = try fields.decode(ItemID.self, forKey: .parent)
        name = try fields.decode(WireName.self, forKey: .name)
        content = try fields.decode(ContentHash.self, forKey: .content)
        modified = try fields.decodeIfPresent(Int64.self, forKey: .modified)
        executable = try fields.decodeIfPresent(Bool.self, forKey: .executable) ?? false
    }
}

/// Gives a file another content, if it has the one that the caller knows.
package struct NewContent: Codable, Sendable, Equatable {
    package var id: OperationID
    package var item: ItemID
    /// What the file has now.
    package var base: ContentHash
    package var content: ContentHash
    /// Milliseconds since 1970; for showing alone.
    package var modified: Int64?
    /// As it was, if absent.
    package var executable: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id", item = "item", base = "base", content = "content", modified = "modified"
        case executable = "executable"
    }

    package init(
        id: OperationID, item: ItemID, base: ContentHash, content: ContentHash, modified: Int64? = nil,
        executable: Bool? = nil
    ) {
        self.id = id
        self.item = item
        self.base = base
        self.content = content
        self.modified = modified
        self.executable = executable
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        item = try fields.decode(ItemID.self, forKey: .item)
        base = try fields.decode(ContentHash.self, forKey: .base)
        content = try fields.decode(ContentHash.self, forKey: .content)
        modified = try fields.decodeIfPresent(Int64.self, forKey: .modified)
        executable = try fields.decodeIfPresent(Bool.self, forKey: .executable)
    }
}

/// Gives an item another place or another name in its space.
package struct MoveOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    package var item: ItemID
    package var parent: ItemID
    package var name: WireName

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", item = "item", parent = "parent", name = "name" }

    package init(id: OperationID, item: ItemID, parent: ItemID, name: FileName) {
        self.id = id
        self.item = item
        self.parent = parent
        self.name = WireName(name)
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        item = try fields.decode(ItemID.self, forKey: .item)
        parent = try fields.decode(ItemID.self, forKey: .parent)
        name = try fields.decode(WireName.self, forKey: .name)
    }
}

/// Copies an item, with all that is beneath it.
package struct CopyOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    package var item: ItemID
    /// Of the copy.
    package var copy: ItemID
    package var parent: ItemID
    package var name: WireName

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id", item = "item", copy = "copy", parent = "parent", name = "name"
    }

    package init(id: OperationID, item: ItemID, copy: ItemID, parent: ItemID, name: FileName) {
        self.id = id
        self.item = item
        self.copy = copy
        self.parent = parent
        self.name = WireName(name)
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        item = try fields.decode(ItemID.self, forKey: .item)
        copy = try fields.decode(ItemID.self, forKey: .copy)
        parent = try fields.decode(ItemID.self, forKey: .parent)
        name = try fields.decode(WireName.self, forKey: .name)
    }
}

/// Moves an item to the trash.
package struct TrashOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    package var item: ItemID

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", item = "item" }

    package init(id: OperationID, item: ItemID) {
        self.id = id
        self.item = item
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        item = try fields.decode(ItemID.self, forKey: .item)
    }
}

/// Takes an item out of the trash.
package struct RestoreOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    package var item: ItemID
    /// Where it was, if absent.
    package var parent: ItemID?
    /// As it was, if absent.
    package var name: WireName?

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", item = "item", parent = "parent", name = "name" }

    package init(id: OperationID, item: ItemID, parent: ItemID? = nil, name: FileName? = nil) {
        self.id = id
        self.item = item
        self.parent = parent
        self.name = name.map(WireName.init)
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        item = try fields.decode(ItemID.self, forKey: .item)
        parent = try fields.decodeIfPresent(ItemID.self, forKey: .parent)
        name = try fields.decodeIfPresent(WireName.self, forKey: .name)
    }
}
/// Any order about an item.
package enum FileOrder: Codable, Sendable, Equatable {
    case folder(NewFolder)
    case link(NewFile)
    case replace(NewContent)
    case move(MoveOrder)
    case copy(CopyOrder)
    case trash(TrashOrder)
    case restore(RestoreOrder)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case folder = "folder", link = "link", replace = "replace", move = "move", copy = "copy", trash = "trash"
        case restore = "restore"
    }

    package var id: OperationID {
        switch self {
        case .folder(let order): order.id
        case .link(let order): order.id
        case .replace(let order): order.id
        case .move(let order): order.id
        case .copy(let order): order.id
        case .trash(let order): order.id
        case .restore(let order): order.id
        }
    }

    /// - Throws: ``HubProblem`` with `.badRequest` unless there is one member.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        guard fields.allKeys.count == 1, let key = fields.allKeys.first else {
            throw HubProblem(.badRequest, "An order of a batch has one member, named for its route.")
        }
        self =
            switch key {
            case .folder: .folder(try fields.decode(NewFolder.self, forKey: key))
            case .link: .link(try fields.decode(NewFile.self, forKey: key))
            case .replace: .replace(try fields.decode(NewContent.self, forKey: key))
            case .move: .move(try fields.decode(MoveOrder.self, forKey: key))
            case .copy: .copy(try fields.decode(CopyOrder.self, forKey: key))
            case .trash: .trash(try fields.decode(TrashOrder.self, forKey: key))
            case .restore: .restore(try fields.decode(RestoreOrder.self, forKey: key))
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .folder(let order): try fields.encode(order, forKey: .folder)
        case .link(let order): try fields.encode(order, forKey: .link)
        case .replace(let order): try fields.encode(order, forKey: .replace)
        case .move(let order): try fields.encode(order, forKey: .move)
        case .copy(let order): try fields.encode(order, forKey: .copy)
        case .trash(let order): try fields.encode(order, forKey: .trash)
        case .restore(let order): try fields.encode(order, forKey: .restore)
        }
    }
}

/// Some orders that are executed in turn, in one commit.
package struct FileBatch: Codable, Sendable, Equatable {
    package static let maximumCount = 64

    package var orders: [FileOrder]

    enum CodingKeys: String, CodingKey, CaseIterable { case orders = "orders" }

    package init(orders: [FileOrder]) { self.orders = orders }

    package init(from decoder: any Decoder) throws {
        orders = try decoder.strictFields(CodingKeys.self).decode([FileOrder].self, forKey: .orders)
    }
}

/// What became of one order of a batch: one of the two is there.
package struct FileOrderResult: Codable, Sendable, Equatable {
    package var item: FileItem?
    package var problem: HubProblem?

    enum CodingKeys: String, CodingKey { case item = "item", problem = "problem" }

    package init(item: FileItem?, problem: HubProblem?) {
        self.item = item
        self.problem = problem
    }
}

package struct FileBatchAnswer: Codable, Sendable, Equatable {
    /// One for each order, in order.
    package var results: [FileOrderResult]

    enum CodingKeys: String, CodingKey { case results = "results" }

    package init(results: [FileOrderResult]) { self.results = results }
}
