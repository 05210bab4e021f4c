// SPDX-License-Identifier: MIT
package import FileModel
internal import HubAPI

/// A folder of this device whose photos are kept at the server.
package struct CameraFolder: Equatable, Sendable {
    package let id: Int64
    /// An absolute path.
    package let folder: String
    package let space: SpaceID
    /// In the space; photos are in a folder for each year beneath it.
    package let target: FilePath
    /// When its photos wait for the network or for power.
    package var rules: CameraRules
    /// How many scans there were.
    package var scan: Int64
    /// Why the last scan has not seen everything; `.sourceGone` when the folder is not there, such as without its card.
    package var reason: DriveReason?
}

/// A photo or a video in a camera's folder.
package struct Photo: Equatable, Sendable {
    package let id: Int64
    package let camera: Int64
    package let path: FilePath
    package let isVideo: Bool
    package var machine: PhotoMachine
    /// Why it is not done yet; nil before the first try.
    package var reason: DriveReason?
}

/// What has become of the photos of a camera. Each photo is in exactly one of the four.
package struct PhotoCounts: Equatable, Sendable {
    package var done = 0
    package var waiting = 0
    package var failed = 0
    package var excluded = 0

    package init(done: Int = 0, waiting: Int = 0, failed: Int = 0, excluded: Int = 0) {
        self.done = done
        self.waiting = waiting
        self.failed = failed
        self.excluded = excluded
    }

    package var found: Int { done + waiting + failed + excluded }
}

/// Photos of a camera that are not at the server for the same reason.
package struct PhotoGroup: Equatable, Sendable {
    package enum Kind: Hashable, Sendable {
        case waiting(DriveReason)
        case failed(DriveReason)
        case excluded(PhotoMachine.Exclusion)
    }

    package let kind: Kind
    package let count: Int
    /// Some of them.
    package let paths: [FilePath]
}

/// Which files are photos, by the ends of their names.
package enum PhotoKind {
    case photo, video

    private static let photos: Set<String> = [
        "jpg", "jpeg", "png", "gif", "webp", "heic", "heif", "avif", "jxl", "tif", "tiff", "bmp", "dng", "raw", "cr2",
        "cr3", "nef", "arw", "orf", "rw2", "raf", "pef", "srw",
    ]
    private static let videos: Set<String> = [
        "mp4", "mov", "m4v", "3gp", "3g2", "avi", "mkv", "webm", "mts", "m2ts", "mpg", "mpeg", "wmv",
    ]

    /// - Returns: nil for another file, and for a hidden one.
    package init?(of name: FileName) {
        guard !Self.isHidden(name), let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")),
            let ending = String(validating: name.bytes[(dot + 1)...], as: UTF8.self)?.lowercased()
        else { return nil }
        if Self.photos.contains(ending) {
            self = .photo
        } else if Self.videos.contains(ending) {
            self = .video
        } else {
            return nil
        }
    }

    /// What other programs do not show: previews, and what waits to be deleted.
    static func isHidden(_ name: FileName) -> Bool { name.bytes.first == UInt8(ascii: ".") }
}
