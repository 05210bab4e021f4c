// SPDX-License-Identifier: MIT
internal import FileIO
package import FileModel
package import HubAPI
internal import Tokens

/// Orders, which are written down and executed by ``DriveClient/drain(isRequested:)``. Each returns the numbers of its tasks.
extension DriveClient {
    private var now: UInt64 { environment.clock.now().seconds }
    /// The numbers that are tried for a free name.
    private static let maximumNumber = 10_000

    private func queue(_ body: () throws -> [Int64]) throws -> [Int64] {
        try translated {
            let ids = try store.transaction(body)
            try environment.onStep(.queued)
            return ids
        }
    }

    // MARK: - Items

    /// Makes a folder; with `makesParents` also those above it, and one that is there already is fine.
    package func makeFolder(_ path: FilePath, in space: SpaceID, makesParents: Bool) throws -> [Int64] {
        try queue {
            guard let name = path.names.last else {
                throw DriveError(.nameTaken, "The folder '/' is there already.")
            }
            var ids: [Int64] = []
            var parent = space.root
            for above in path.names.dropLast() {
                parent = try folder(above, in: parent, space, makes: makesParents, &ids)
            }
            if !makesParents, try store.child(of: parent, named: name) != nil {
                throw DriveError(.nameTaken, "'/\(path)' is there already.")
            }
            _ = try folder(name, in: parent, space, makes: true, merges: makesParents, &ids)
            return ids
        }
    }

    /// The folder of this name, which is ordered if it is not known.
    func folder(
        _ name: FileName, in parent: ItemID, _ space: SpaceID, makes: Bool, merges: Bool = true, _ ids: inout [Int64]
    ) throws -> ItemID {
        if let there = try store.child(of: parent, named: name) {
            guard there.kind == .folder else { throw DriveError(.wrongKind, "'\(name)' is a file, not a folder.") }
            return there.id
        }
        guard makes else {
            throw DriveError(.notFound, "There is no folder '\(name)'. Make it first: satchel drive mkdir --parents")
        }
        let item = environment.freshItem()
        let order = NewFolder(id: environment.freshOrder(), item: item, parent: parent, name: name)
        ids.append(
            try store.add(.order(OrderJob(order: .folder(order), space: space, merges: merges)), at: now))
        try expect(item, in: parent, space, name, .folder)
        return item
    }

    private func expect(
        _ item: ItemID, in parent: ItemID, _ space: SpaceID, _ name: FileName, _ kind: FileKind
    ) throws {
        try store.expect(
            FileItem(
                id: item, space: space, parent: parent, name: name, kind: kind, state: .live, rev: 0, changed: now,
                trashed: nil, file: nil))
    }

    package func move(_ item: FileItem, to parent: ItemID, as name: FileName) throws -> [Int64] {
        try order(
            .move(MoveOrder(id: environment.freshOrder(), item: item.id, parent: parent, name: name)), item.space)
    }

    package func moveToTrash(_ item: FileItem) throws -> [Int64] {
        guard item.parent != nil else {
            throw DriveError(.wrongKind, "The whole space cannot be moved to the trash.")
        }
        return try order(.trash(TrashOrder(id: environment.freshOrder(), item: item.id)), item.space)
    }

    /// - Parameters: nil for the place and the name that the item had.
    package func restore(
        _ item: ItemID, in space: SpaceID, to parent: ItemID? = nil, as name: FileName? = nil
    ) throws -> [Int64] {
        try order(
            .restore(RestoreOrder(id: environment.freshOrder(), item: item, parent: parent, name: name)), space)
    }

    /// Gives a file an earlier content of it; the present one becomes a version.
    package func putBack(_ version: EarlierContent, of item: FileItem) throws -> [Int64] {
        guard let base = item.file?.content else { throw DriveError(.wrongKind, "A folder has no versions.") }
        return try order(
            .replace(
                NewContent(id: environment.freshOrder(), item: item.id, base: base, content: version.content)),
            item.space)
    }

    private func order(_ order: FileOrder, _ space: SpaceID) throws -> [Int64] {
        try queue { [try store.add(.order(OrderJob(order: order, space: space, merges: false)), at: now)] }
    }

    // MARK: - Uploads

    /// What a `put` found: each file of the device is ordered or left out.
    package struct Discovery: Sendable {
        package var tasks: [Int64] = []
        /// Links, devices and what lies in mounted file systems.
        package var excluded: [FilePath] = []
    }

    /// Sends a file, or a folder with all that is beneath it, into a folder of the server.
    ///
    /// A file whose name is known there becomes a new version of that one, if the server still has what the file held
    /// when it was sent or received last; otherwise both are kept. A file of another origin replaces what is known.
    ///
    /// - Parameters:
    ///   - folder: the absolute path of the folder that `name` is in.
    ///   - target: the name at the server.
    package func put(
        folder: String, name: FileName, into parent: ItemID, in space: SpaceID, as target: FileName
    ) throws -> Discovery {
        var discovery = Discovery()
        discovery.tasks = try queue {
            let open = try DiskFolder(path: folder)
            guard let entry = try open.look(at: name) else {
                throw DriveError(.sourceGone, "There is no '\(folder)/\(name)' on this device.")
            }
            var ids: [Int64] = []
            switch entry.kind {
            case .file:
                ids.append(try upload(LocalFile(folder: folder, names: [name]), to: parent, space, target))
            case .folder:
                let top = try self.folder(target, in: parent, space, makes: true, &ids)
                discovery.excluded = try putBeneath(
                    try open.folder(name), folder, name, top, space, &ids)
            case .link, .other:
                throw DriveError(.wrongKind, "'\(folder)/\(name)' is neither a file nor a folder.")
            }
            return ids
        }
        return discovery
    }

    private func putBeneath(
        _ open: DiskFolder, _ path: String, _ name: FileName, _ top: ItemID, _ space: SpaceID, _ ids: inout [Int64]
    ) throws -> [FilePath] {
        var folders: [FilePath: ItemID] = try [FilePath(): top]
        var excluded: [FilePath] = []
        try open.walk { place, entry in
            let above = try FilePath(place.names.dropLast())
            guard let parent = folders[above] else { return }
            switch entry.kind {
            case .folder: folders[place] = try folder(entry.name, in: parent, space, makes: true, &ids)
            case .file:
                let source = LocalFile(folder: path, names: [name] + place.names)
                ids.append(try upload(source, to: parent, space, entry.name))
            case .link, .other: excluded.append(place)
            }
        }
        return excluded
    }

    private func upload(_ source: LocalFile, to parent: ItemID, _ space: SpaceID, _ name: FileName) throws -> Int64 {
        let there = try store.child(of: parent, named: name)
        guard there?.kind != .folder else {
            throw DriveError(.wrongKind, "'\(name)' is a folder at the server, and a file here.")
        }
        let item = there?.id ?? environment.freshItem()
        let origin = try store.origin(of: source)
        let job = UploadJob(
            source: source, space: space, parent: parent, name: WireName(name), plainName: WireName(name), item: item,
            base: origin?.item == item ? origin?.content : there?.file?.content,
            followsOwn: there != nil && there?.file == nil,
            order: environment.freshOrder())
        let id = try store.add(.upload(job), at: now)
        if there == nil { try expect(item, in: parent, space, name, .file) }
        return id
    }

    // MARK: - Downloads

    /// The name for an item in a folder of this device: its own, or with a number where that is taken.
    package func freeName(for name: FileName, in folder: String) throws -> FileName {
        try translated {
            let open = try DiskFolder(path: folder)
            for number in 1...Self.maximumNumber {
                let candidate = number == 1 ? name : name.numbered(number)
                if try open.look(at: candidate) == nil { return candidate }
            }
            throw DriveError(.targetExists, "'\(folder)' has too many items named '\(name)'.")
        }
    }

    /// Receives a file, or a folder with all that is known to be beneath it.
    ///
    /// - Parameters:
    ///   - folder: the absolute path of a folder that is there.
    ///   - name: what the file or the folder will be called there.
    ///   - replaces: whether files that are there give way.
    package func get(
        _ item: FileItem, version: UInt64? = nil, into folder: String, as name: FileName, replaces: Bool
    ) throws -> [Int64] {
        try queue {
            let open = try DiskFolder(path: folder)
            var ids: [Int64] = []
            if item.kind == .file {
                ids.append(try download(item, version, LocalFile(folder: folder, names: [name]), replaces))
            } else {
                try getBeneath(item, try open.folder(makingPlain: name), folder, [name], replaces, &ids)
            }
            return ids
        }
    }

    private func getBeneath(
        _ item: FileItem, _ open: DiskFolder, _ path: String, _ names: [FileName], _ replaces: Bool,
        _ ids: inout [Int64]
    ) throws {
        guard names.count < FilePath.maximumDepth else {
            throw DriveError(.overLimit, "The folders are nested too deep for this device.")
        }
        var last: FileName?
        while true {
            let page = try store.children(of: item.id, after: last)
            for child in page {
                guard let name = child.name?.name else { continue }
                if child.kind == .folder {
                    try getBeneath(child, try open.folder(makingPlain: name), path, names + [name], replaces, &ids)
                } else if child.file != nil {
                    ids.append(try download(child, nil, LocalFile(folder: path, names: names + [name]), replaces))
                }
            }
            guard let next = page.last?.name?.name else { return }
            last = next
        }
    }

    private func download(
        _ item: FileItem, _ version: UInt64?, _ target: LocalFile, _ replaces: Bool
    ) throws -> Int64 {
        let job = DownloadJob(item: item.id, version: version, target: target, replaces: replaces)
        return try store.add(.download(job), at: now)
    }
}
