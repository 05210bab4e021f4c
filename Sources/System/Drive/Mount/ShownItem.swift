// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI

/// An item as the mounted folder shows it: what the server has said last, and what this device has changed since.
struct ShownItem {
    let id: ItemID
    /// Nil for the root.
    let parent: ItemID?
    let name: FileName?
    let kind: FileKind
    /// What the server has; nil for a folder and for a file that it does not have yet.
    let file: FileItem.Content?
    /// 0 for an item that the server has not confirmed.
    let rev: UInt64
    /// Seconds since 1970.
    let changed: UInt64
    let local: LocalChange?

    /// Whether the place or the bytes are not the server's.
    var isPending: Bool { rev == 0 || local != nil }
}

/// A row of the table `local`.
struct LocalChange {
    /// In the folder `unsent`.
    let file: String?
    let base: ContentHash?
    /// Of frozen bytes.
    let content: ContentHash?
    let task: Int64?
    /// Nanoseconds since 1970.
    let modified: Int64?
    let isExecutable: Bool?

    var isFrozen: Bool { content != nil }
}

/// Where a file is to be kept.
package enum PinSetting: Int64, Sendable, CaseIterable {
    /// Received now and never removed from this device.
    case always = 1
    /// Removed from this device when it is closed.
    case never = 2
    /// Received when it is read, and removed when there is no room.
    case auto = 0

    package init?(word: String) {
        guard let setting = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = setting
    }

    package var word: String {
        switch self {
        case .always: "always"
        case .never: "never"
        case .auto: "auto"
        }
    }
}

/// Where the bytes of a file are; `user.satchel.state` says the word.
package enum PlaceState: String, Sendable, CaseIterable {
    /// Only at the server.
    case remote = "remote"
    /// Some of them are on this device too.
    case partial = "partial"
    /// All of them are on this device too.
    case cached = "cached"
    /// On this device for good.
    case pinned = "pinned"
    /// On this device alone, and will be sent.
    case unsent = "unsent"
    /// On this device alone, and cannot be sent as they were ordered.
    case failed = "failed"
}
