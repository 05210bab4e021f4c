// SPDX-License-Identifier: MIT
package import Bytes
internal import Crypto
package import FileModel

/// A lock as clients see it.
package struct DAVLock: Equatable, Sendable {
    package let token: LockToken
    package let isShared: Bool
    /// Whether it covers what is beneath the folder too.
    package let isInfinite: Bool
    /// As XML, see ``LockRequest/owner``.
    package let owner: String
    /// Until it ends by itself.
    package let seconds: UInt64
    /// How many names lead from the root of the space to what is locked: an entry shows the locks of the folders above it.
    package let level: Int

    package init(
        token: LockToken, isShared: Bool, isInfinite: Bool, owner: String, seconds: UInt64, level: Int
    ) {
        self.token = token
        self.isShared = isShared
        self.isInfinite = isInfinite
        self.owner = owner
        self.seconds = seconds
        self.level = level
    }
}

/// A property that a client has set: it is kept and shown, and means nothing here.
package struct DeadProperty: Equatable, Sendable {
    package let name: PropertyName
    /// What stands between the tags, as XML.
    package let value: String

    package init(_ name: PropertyName, value: String) {
        self.name = name
        self.value = value
    }
}

/// An item as WebDAV shows it.
package struct DAVEntry: Equatable, Sendable {
    /// What a file holds.
    package struct File: Equatable, Sendable {
        package let content: ContentHash
        /// In bytes.
        package let size: UInt64
        package let isExecutable: Bool

        package init(content: ContentHash, size: UInt64, isExecutable: Bool) {
            self.content = content
            self.size = size
            self.isExecutable = isExecutable
        }
    }

    /// Of a space, in bytes. RFC 4331
    package struct Room: Equatable, Sendable {
        package let available: UInt64
        package let used: UInt64

        package init(available: UInt64, used: UInt64) {
            self.available = available
            self.used = used
        }
    }

    /// Nil for a root.
    package let name: FileName?
    /// Nil for a folder.
    package let file: File?
    /// When the file says that it was changed, or else when the item was changed here; seconds since 1970.
    package let modified: Int64
    package var locks: [DAVLock]
    package var properties: [DeadProperty]
    /// Only for the item that was asked for.
    package var room: Room?

    package init(
        name: FileName?, file: File?, modified: Int64, locks: [DAVLock] = [], properties: [DeadProperty] = [],
        room: Room? = nil
    ) {
        self.name = name
        self.file = file
        self.modified = modified
        self.locks = locks
        self.properties = properties
        self.room = room
    }

    package var isFolder: Bool { file == nil }
}

// MARK: - Between the hub and the file service

extension DAVLock {
    package var coded: CBORValue {
        .array([
            .bytes(token.bytes), .bool(isShared), .bool(isInfinite), .text(owner), .unsigned(seconds),
            .unsigned(UInt64(level)),
        ])
    }

    /// - Throws: `BytesError`.
    package init(from reader: inout CBORReader) throws {
        try reader.array(of: 6)
        guard let token = LockToken(try reader.bytes(count: LockToken.byteCount)) else {
            throw BytesError(.malformed, "A lock token has \(LockToken.byteCount) bytes.")
        }
        self.init(
            token: token, isShared: try reader.bool(), isInfinite: try reader.bool(),
            owner: try reader.text(maximum: LockRequest.maximumOwner), seconds: try reader.uint(),
            level: Int(try reader.uint(maximum: UInt64(FilePath.maximumDepth))))
    }
}

extension DAVEntry {
    /// Locks of one entry that are told.
    static let maximumLocks = 64
    /// Properties of one entry.
    package static let maximumProperties = 64
    /// Bytes of the properties of one entry, names and namespaces included.
    package static let maximumPropertyBytes = 4 << 10

    package var coded: CBORValue {
        let file: CBORValue =
            self.file.map {
                .array([.bytes($0.content.digest.bytes), .unsigned($0.size), .bool($0.isExecutable)])
            } ?? .null
        let room: CBORValue =
            self.room.map { .array([.unsigned($0.available), .unsigned($0.used)]) } ?? .null
        return .array([
            .bytes(name?.bytes ?? []), file, .unsigned(UInt64(max(0, modified))),
            .array(locks.prefix(Self.maximumLocks).map(\.coded)),
            .array(
                properties.map {
                    .array([.text($0.name.namespace), .text($0.name.name), .text($0.value)])
                }), room,
        ])
    }

    /// - Throws: `BytesError`, `FileModelError`.
    package init(from reader: inout CBORReader) throws {
        try reader.array(of: 6)
        let name = try reader.bytes(maximum: FileName.maximumCount)
        var file: File?
        if try !reader.null() {
            try reader.array(of: 3)
            let content = ContentHash(try Digest(reader.bytes(count: Digest.count)))
            file = File(content: content, size: try reader.uint(), isExecutable: try reader.bool())
        }
        let modified = Int64(try reader.uint(maximum: UInt64(Int64.max)))
        let locks = try (0..<reader.array(maximum: Self.maximumLocks)).map { _ in try DAVLock(from: &reader) }
        let properties = try (0..<reader.array(maximum: Self.maximumProperties)).map { _ in
            try reader.array(of: 3)
            let name = PropertyName(
                try reader.text(maximum: Self.maximumPropertyBytes), try reader.text(maximum: Self.maximumPropertyBytes)
            )
            return DeadProperty(name, value: try reader.text(maximum: Self.maximumPropertyBytes))
        }
        var room: Room?
        if try !reader.null() {
            try reader.array(of: 2)
            room = Room(available: try reader.uint(), used: try reader.uint())
        }
        self.init(
            name: name.isEmpty ? nil : try FileName(name), file: file, modified: modified, locks: locks,
            properties: properties, room: room)
    }
}
