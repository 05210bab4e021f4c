// SPDX-License-Identifier: MIT
internal import FileIO
internal import FileModel

/// Looks for the photos in the folder of a camera.
///
/// A scan that came to its end says of each known photo whether it is there. One that did not, because the folder is not
/// there, went away meanwhile or cannot be read everywhere, says nothing of those that it has not seen: they wait.
struct CameraScan {
    let context: TaskContext
    let camera: CameraFolder

    /// Of one folder; more are not believed to be photos of a person.
    private static let maximumPhotos = 200_000
    private static let commitCount = 500

    private struct TooMany: Error {}

    private struct Found {
        var path: FilePath
        var isVideo: Bool
        var stamp: FileStamp
    }

    /// - Returns: why the scan did not come to its end, which is written down; nil if it did.
    func run() throws -> DriveReason? {
        let scan = camera.scan + 1
        do {
            let root = try DiskFolder(path: camera.folder)
            let (found, isWhole) = try photos(in: root)
            let missing = try keep(found)
            guard try isStillThere(root) else { return try end(scan, .sourceGone) }
            guard isWhole else { return try end(scan, .sourceUnreadable) }
            try miss(missing, on: root.stamp().device)
            return try end(scan, nil)
        } catch is TooMany {
            return try end(scan, .overLimit)
        } catch let error as FileIOError {
            return try end(scan, error.code == .notFound ? .sourceGone : .sourceUnreadable)
        }
    }

    private func end(_ scan: Int64, _ reason: DriveReason?) throws -> DriveReason? {
        try context.store.keepScan(scan, reason, of: camera.id)
        try context.step(.photosFound)
        return reason
    }

    /// - Returns: the photos that can be seen, and whether no folder hides any.
    private func photos(in root: DiskFolder) throws -> ([Found], isWhole: Bool) {
        var found: [Found] = []
        var isWhole = true
        try root.walk { path, entry in
            guard entry.kind == .file, entry.size > 0, let kind = PhotoKind(of: entry.name),
                !path.names.contains(where: PhotoKind.isHidden)
            else { return }
            guard found.count < Self.maximumPhotos else { throw TooMany() }
            found.append(Found(path: path, isVideo: kind == .video, stamp: entry.stamp))
        } failed: { path, _ in
            if !path.names.contains(where: PhotoKind.isHidden) { isWhole = false }
        }
        return (found, isWhole)
    }

    /// - Returns: the known photos that were not found.
    private func keep(_ found: [Found]) throws -> [Photo] {
        var known = try context.store.photos(of: camera.id)
        try inCommits(found) { photo in
            guard let before = known.removeValue(forKey: photo.path) else {
                return try context.store.add(photo.path, isVideo: photo.isVideo, photo.stamp, to: camera.id)
            }
            var machine = before.machine
            machine.see(photo.stamp)
            if machine != before.machine { try context.store.keep(machine, nil, of: before.id) }
        }
        return Array(known.values)
    }

    private func inCommits<Element>(_ elements: [Element], _ body: (Element) throws -> Void) throws {
        for start in stride(from: 0, to: elements.count, by: Self.commitCount) {
            try context.store.transaction {
                for element in elements[start..<min(start + Self.commitCount, elements.count)] { try body(element) }
            }
        }
    }

    /// Whether the folder that was scanned still is the one of this path: a card may have been pulled out meanwhile.
    private func isStillThere(_ root: DiskFolder) throws -> Bool {
        let (scanned, there) = (try root.stamp(), try DiskFolder(path: camera.folder).stamp())
        return (scanned.device, scanned.inode) == (there.device, there.inode)
    }

    private func miss(_ photos: [Photo], on device: UInt64) throws {
        try inCommits(photos.filter { $0.machine.isUnsent }) { photo in
            var machine = photo.machine
            machine.miss(on: device)
            if machine != photo.machine || photo.reason != .sourceGone {
                try context.store.keep(machine, .sourceGone, of: photo.id)
            }
        }
    }
}
