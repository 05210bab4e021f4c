// SPDX-License-Identifier: MIT
internal import Bytes
package import FileModel

/// A name as it travels: a text, or an object with its bytes where they are not UTF-8.
package struct WireName: Codable, Hashable, Sendable {
    package var name: FileName

    private enum CodingKeys: String, CodingKey, CaseIterable { case bytes = "bytes" }

    package init(_ name: FileName) { self.name = name }

    /// - Throws: ``HubProblem`` with `.badName`; `DecodingError` for another form.
    package init(from decoder: any Decoder) throws {
        do {
            if let text = Self.text(in: decoder) {
                name = try FileName(text)
            } else {
                let bytes = try decoder.strictFields(CodingKeys.self).decode(Blob.self, forKey: .bytes).bytes
                name = try FileName(bytes)
                guard name.text == nil else {
                    throw HubProblem(.badName, "A name in UTF-8 travels as a text, not as bytes.")
                }
            }
        } catch let error as FileModelError {
            throw HubProblem(.badName, error.message)
        }
    }

    private static func text(in decoder: any Decoder) -> String? {
        do {
            return try decoder.singleValueContainer().decode(String.self)
        } catch {
            // It is no text, so it is the other form or none.
            return nil
        }
    }

    package func encode(to encoder: any Encoder) throws {
        if let text = name.text {
            var container = encoder.singleValueContainer()
            return try container.encode(text)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Blob(name.bytes), forKey: .bytes)
    }
}

/// What an item is.
package enum FileKind: String, Codable, Sendable, CaseIterable {
    case folder = "folder"
    case file = "file"
}

/// Where an item is in its life.
package enum FileState: String, Codable, Sendable, CaseIterable {
    case live = "live"
    case trashed = "trashed"
    /// Only its id is left, in the change feed.
    case erased = "erased"
}

/// A folder or a file as the hub has it.
package struct FileItem: Codable, Sendable, Equatable {
    /// What a file holds.
    package struct Content: Codable, Sendable, Equatable {
        package var content: ContentHash
        /// In bytes.
        package var size: UInt64
        /// Counts the contents of the file, from 1.
        package var version: UInt64
        /// Milliseconds since 1970; for showing alone.
        package var modified: Int64?
        package var executable: Bool
        /// True while the hub's bytes are damaged or missing; absent otherwise. Who has the same bytes may upload them.
        package var damaged: Bool?

        enum CodingKeys: String, CodingKey {
            case content = "content", size = "size", version = "version", modified = "modified"
            case executable = "executable", damaged = "damaged"
        }

        package init(
            content: ContentHash, size: UInt64, version: UInt64, modified: Int64?, executable: Bool,
            damaged: Bool? = nil
        ) {
            self.content = content
            self.size = size
            self.version = version
            self.modified = modified
            self.executable = executable
            self.damaged = damaged
        }
    }

    package var id: ItemID
    package var space: SpaceID
    /// Absent for a root.
    package var parent: ItemID?
    /// Absent for a root and for an erased item.
    package var name: WireName?
    package var kind: FileKind
    package var state: FileState
    /// Of the space, at the last change of this item.
    package var rev: UInt64
    /// Seconds since 1970, by the hub's clock.
    package var changed: UInt64
    /// When it was trashed; seconds since 1970.
    package var trashed: UInt64?
    /// Of a file that is not erased.
    package var file: Content?

    enum CodingKeys: String, CodingKey {
        case id = "id", space = "space", parent = "parent", name = "name", kind = "kind", state = "state", rev = "rev"
        case changed = "changed", trashed = "trashed", file = "file"
    }

    package init(
        id: ItemID, space: SpaceID, parent: ItemID?, name: FileName?, kind: FileKind, state: FileState, rev: UInt64,
        changed: UInt64, trashed: UInt64?, file: Content?
    ) {
        self.id = id
        self.space = space
        self.parent = parent
        self.name = name.map(WireName.init)
        self.kind = kind
        self.state = state
        self.rev = rev
        self.changed = changed
        self.trashed = trashed
        self.file = file
    }
}

/// Some items of a list.
package struct FileItemPage: Codable, Sendable, Equatable {
    package var items: [FileItem]
    /// What `after` takes for the next page; absent on the last one.
    package var next: String?

    enum CodingKeys: String, CodingKey { case items = "items", next = "next" }

    package init(items: [FileItem], next: String?) {
        self.items = items
        self.next = next
    }
}

/// Items that have changed, in the order of their `rev`.
package struct FileChanges: Codable, Sendable, Equatable {
    package var items: [FileItem]
    /// The anchor that the next call names.
    package var next: String
    /// Whether nothing more has changed so far.
    package var isLast: Bool

    enum CodingKeys: String, CodingKey { case items = "items", next = "next", isLast = "isLast" }

    package init(items: [FileItem], next: String, isLast: Bool) {
        self.items = items
        self.next = next
        self.isLast = isLast
    }
}

/// A content that a file had earlier.
package struct EarlierContent: Codable, Sendable, Equatable {
    package var version: UInt64
    package var content: ContentHash
    /// In bytes.
    package var size: UInt64
    /// Seconds since 1970.
    package var replaced: UInt64

    enum CodingKeys: String, CodingKey {
        case version = "version", content = "content", size = "size", replaced = "replaced"
    }

    package init(version: UInt64, content: ContentHash, size: UInt64, replaced: UInt64) {
        self.version = version
        self.content = content
        self.size = size
        self.replaced = replaced
    }
}

package struct EarlierContents: Codable, Sendable, Equatable {
    /// The newest first; at most 500.
    package var versions: [EarlierContent]

    enum CodingKeys: String, CodingKey { case versions = "versions" }

    package init(versions: [EarlierContent]) { self.versions = versions }
}

/// Asks which contents need not be uploaded.
package struct HaveQuery: Codable, Sendable, Equatable {
    package static let maximumCount = 1_000

    package var contents: [ContentHash]
    /// Where to look; all spaces of the caller if absent.
    package var space: SpaceID?

    enum CodingKeys: String, CodingKey, CaseIterable { case contents = "contents", space = "space" }

    package init(contents: [ContentHash], space: SpaceID? = nil) {
        self.contents = contents
        self.space = space
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        contents = try fields.decode([ContentHash].self, forKey: .contents)
        space = try fields.decodeIfPresent(SpaceID.self, forKey: .space)
    }
}

/// What the caller has of one content.
package struct HaveState: Codable, Sendable, Equatable {
    package enum State: String, Codable, Sendable, CaseIterable {
        case live = "live"
        case trash = "trash"
        case version = "version"
        case uploaded = "uploaded"
        case none = "none"
    }

    package var content: ContentHash
    package var state: State
    /// A live item with the content.
    package var item: ItemID?

    enum CodingKeys: String, CodingKey { case content = "content", state = "state", item = "item" }

    package init(content: ContentHash, state: State, item: ItemID? = nil) {
        self.content = content
        self.state = state
        self.item = item
    }
}

package struct HaveAnswer: Codable, Sendable, Equatable {
    /// One for each content that was asked for, in order.
    package var states: [HaveState]

    enum CodingKeys: String, CodingKey { case states = "states" }

    package init(states: [HaveState]) { self.states = states }
}
