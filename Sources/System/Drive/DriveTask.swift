// SPDX-License-Identifier: MIT
package import FileModel
package import HubAPI

/// A file on this device: a folder that the user named, and the names beneath it.
package struct LocalFile: Codable, Equatable, Sendable {
    /// An absolute path.
    package var folder: String
    package var names: [WireName]

    enum CodingKeys: String, CodingKey { case folder = "folder", names = "names" }

    package init(folder: String, names: [FileName]) {
        self.folder = folder
        self.names = names.map(WireName.init)
    }

    /// For people.
    package var shown: String { ([folder] + names.map { $0.name.description }).joined(separator: "/") }
}

/// Sends a file of this device and gives it a place at the server.
package struct UploadJob: Codable, Equatable, Sendable {
    package enum Step: String, Codable, Sendable {
        case planned = "planned"
        case hashed = "hashed"
        case sending = "sending"
        case stored = "stored"
    }

    package var source: LocalFile
    package var space: SpaceID
    package var parent: ItemID
    package var name: WireName
    /// The name without what a conflict or a taken name has added to it.
    package var plainName: WireName
    /// The file that is replaced, or the id that the new file will have.
    package var item: ItemID
    /// What the replaced file had when this device last saw it; nil for a new file.
    package var base: ContentHash?
    /// Whether the file is one that an earlier task of this device makes.
    package var followsOwn: Bool
    /// Of the order that ends the upload. Another order gets another id.
    package var order: OperationID
    package var step: Step = .planned
    package var content: ContentHash?
    /// The content that the file must still have; nil when any will do.
    package var expected: ContentHash?
    package var size: UInt64 = 0
    /// Of the file as it was hashed.
    package var inode: UInt64 = 0
    package var modified: Int64 = 0
    package var changed: Int64 = 0
    package var isExecutable = false
    package var upload: Blob?
    /// How often the file changed while it was read, and how often the server lost what it had confirmed.
    package var readings = 0
    package var losses = 0
    /// Of the last name with a conflict or a number that was tried.
    package var number = 0
    package var isConflict = false
    package var wasCreatedAgain = false

    enum CodingKeys: String, CodingKey {
        case source = "source", space = "space", parent = "parent", name = "name", plainName = "plainName"
        case item = "item", base = "base", followsOwn = "followsOwn", order = "order", step = "step"
        case content = "content", expected = "expected", size = "size"
        case inode = "inode", modified = "modified", changed = "changed", isExecutable = "isExecutable"
        case upload = "upload", readings = "readings", losses = "losses", number = "number"
        case isConflict = "isConflict", wasCreatedAgain = "wasCreatedAgain"
    }
}

/// Receives a file of the server into a folder of this device.
package struct DownloadJob: Codable, Equatable, Sendable {
    package var item: ItemID
    /// An earlier content; nil for the present one.
    package var version: UInt64?
    /// The folder and the name that the file will have.
    package var target: LocalFile
    /// Whether a file of that name gives way.
    package var replaces: Bool
    /// Of the file with the bytes so far, in the same folder; nil until it is about to be made.
    package var staging: WireName?
    package var content: ContentHash?
    package var size: UInt64 = 0
    package var modified: Int64?
    package var isExecutable = false

    enum CodingKeys: String, CodingKey {
        case item = "item", version = "version", target = "target", replaces = "replaces", staging = "staging"
        case content = "content", size = "size", modified = "modified", isExecutable = "isExecutable"
    }
}

/// An order about an item that needs no bytes.
package struct OrderJob: Codable, Equatable, Sendable {
    package var order: FileOrder
    package var space: SpaceID
    /// Whether a new folder may be one that is there already.
    package var merges: Bool

    enum CodingKeys: String, CodingKey { case order = "order", space = "space", merges = "merges" }
}

package enum DriveJob: Codable, Equatable, Sendable {
    case upload(UploadJob)
    case download(DownloadJob)
    case order(OrderJob)

    enum CodingKeys: String, CodingKey { case upload = "upload", download = "download", order = "order" }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        if let job = try fields.decodeIfPresent(UploadJob.self, forKey: .upload) {
            self = .upload(job)
        } else if let job = try fields.decodeIfPresent(DownloadJob.self, forKey: .download) {
            self = .download(job)
        } else {
            self = .order(try fields.decode(OrderJob.self, forKey: .order))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .upload(let job): try fields.encode(job, forKey: .upload)
        case .download(let job): try fields.encode(job, forKey: .download)
        case .order(let job): try fields.encode(job, forKey: .order)
        }
    }

    /// The item that the job changes or reads. Jobs about one item run in order.
    package var item: ItemID {
        switch self {
        case .upload(let job): job.item
        case .download(let job): job.item
        case .order(let job): job.order.item
        }
    }

    /// The folder that must be there before; nil if none is named.
    package var parent: ItemID? {
        switch self {
        case .upload(let job): job.parent
        case .download: nil
        case .order(let job): job.order.parent
        }
    }

    /// The name that the item will have in ``parent``; nil if none is named.
    package var name: FileName? {
        switch self {
        case .upload(let job): job.name.name
        case .download: nil
        case .order(let job): job.order.name
        }
    }
}

extension FileOrder {
    /// The item that the order is about; of a copy, the new one.
    package var item: ItemID {
        switch self {
        case .folder(let order): order.item
        case .link(let order): order.item
        case .replace(let order): order.item
        case .move(let order): order.item
        case .copy(let order): order.copy
        case .trash(let order): order.item
        case .restore(let order): order.item
        }
    }

    package var parent: ItemID? {
        switch self {
        case .folder(let order): order.parent
        case .link(let order): order.parent
        case .move(let order): order.parent
        case .copy(let order): order.parent
        case .restore(let order): order.parent
        case .replace, .trash: nil
        }
    }

    package var name: FileName? {
        switch self {
        case .folder(let order): order.name.name
        case .link(let order): order.name.name
        case .move(let order): order.name.name
        case .copy(let order): order.name.name
        case .restore(let order): order.name?.name
        case .replace, .trash: nil
        }
    }
}

/// One entry of the queue.
package struct DriveTask: Sendable {
    package enum State: Int64, Sendable {
        /// It is tried again, see ``reason`` and ``nextTry``.
        case waiting = 0
        /// Committed at the server, or published in its folder.
        case done = 1
        /// It cannot succeed as it was ordered; the user decides.
        case failed = 2
    }

    package let id: Int64
    package var state: State
    package var job: DriveJob
    /// Seconds since 1970.
    package let made: UInt64
    package var attempts: UInt64
    /// Seconds since 1970; 0 for at once.
    package var nextTry: UInt64
    /// Why it is not done; nil before the first try and once it is done.
    package var reason: DriveReason?
    package var message: String?
}
