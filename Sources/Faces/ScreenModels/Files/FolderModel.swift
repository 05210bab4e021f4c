// SPDX-License-Identifier: MIT
internal import Drive
package import FileModel
package import HubAPI
internal import Observation
package import Tokens

/// One folder of the hub's files, or what a search finds in the whole space.
@Observable @MainActor
package final class FolderModel: BusyModel {
    /// A file or a folder in the list.
    package struct Row: Identifiable, Hashable, Sendable {
        package let item: FileItem
        /// What was ordered about it and is not done yet.
        package let transfer: FileTransfer?
        /// The folders above it; for what a search has found.
        package let place: String?

        package var id: ItemID { item.id }
        package var name: String { item.shownName }
        package var isFolder: Bool { item.kind == .folder }
        package var size: UInt64? { item.file?.size }

        /// When its bytes were changed last, or else when the hub had it changed.
        package var time: Timestamp {
            let milliseconds = item.file?.modified.map { UInt64(clamping: $0) }
            return Timestamp(seconds: milliseconds.map { $0 / 1_000 } ?? item.changed)
        }

        package static func == (one: Row, other: Row) -> Bool {
            one.item == other.item && one.transfer == other.transfer && one.place == other.place
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    package enum Order: String, CaseIterable, Sendable {
        case name = "name", newest = "newest", largest = "largest"
    }

    package private(set) var rows: LoadState<[Row]> = .loading
    /// Whether the folder has more than what is listed.
    package private(set) var isCut = false
    /// The folder itself; nil for the whole space.
    package private(set) var itself: FileItem?
    /// The names that lead to it, for people.
    package private(set) var path = "/"
    package var search = ""
    package var order = Order.name { didSet { if order != oldValue { sort() } } }
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// The name in the form.
    package var draft = ""
    package let folder: ItemID
    package let space: SpaceID
    package let session: WalletSession

    @ObservationIgnored private let reads = NewestRead()

    /// So many items of a folder are listed.
    package nonisolated static let maximumCount = 5_000

    package init(_ folder: ItemID, in space: SpaceID, _ session: WalletSession) {
        self.folder = folder
        self.space = space
        self.session = session
        session.feed.follow([.files, .transfers], by: self) { await $0.load() }
    }

    // MARK: - Reading

    /// Reads the folder, or what the search finds. Call it after each letter.
    package func load() async {
        let (read, text) = (reads.begin(), search.trimmed)
        let (folder, space, percents) = (folder, space, session.files.progress.all)
        do {
            let (found, itself, path) = try await session.files.use { client in
                let items =
                    try text.isEmpty
                    ? client.store.children(of: Self.known(folder, client), limit: Self.maximumCount + 1)
                    : client.store.items(containing: text, in: space)
                let transfers = try Self.transfers(client, percents)
                let rows = try items.map { item in
                    let place = try text.isEmpty ? nil : client.path(of: item).map { Self.folders(of: $0) }
                    return Row(item: item, transfer: transfers[item.id], place: place)
                }
                let itself = try client.store.item(folder).flatMap { $0.parent == nil ? nil : $0 }
                return (rows, itself, try itself.flatMap { try client.path(of: $0) })
            }
            guard reads.isNewest(read) else { return await reads.newest() }
            isCut = found.count > Self.maximumCount
            if self.itself != itself { self.itself = itself }
            self.path = path.map { "/\($0)" } ?? "/"
            show(LoadState(sorted(Array(found.prefix(Self.maximumCount)))))
        } catch {
            guard reads.isNewest(read) else { return await reads.newest() }
            rows = .failed(UserMessage(error))
        }
        reads.end(read)
    }

    /// The folder's name; nil for the whole space.
    package var title: String? { itself?.name?.name.description }

    private func show(_ next: LoadState<[Row]>) { if next != rows { rows = next } }

    private func sort() { show(LoadState(sorted(rows.items))) }

    /// The folder that the hub has in the place of one that was ordered here.
    private nonisolated static func known(_ folder: ItemID, _ client: DriveClient) throws -> ItemID {
        try client.store.item(folder)?.id ?? folder
    }

    /// What is not done yet, by the items.
    private nonisolated static func transfers(
        _ client: DriveClient, _ percents: [Int64: Int]
    ) throws -> [ItemID: FileTransfer] {
        try client.store.tasks(.waiting).reduce(into: [:]) { transfers, task in
            transfers[task.job.item] = FileTransfer(task, name: nil, percent: percents[task.id])
        }
    }

    private nonisolated static func folders(of path: FilePath) -> String {
        "/" + path.names.dropLast().map(\.description).joined(separator: "/")
    }

    /// Folders first.
    private func sorted(_ rows: [Row]) -> [Row] {
        rows.map { (row: $0, key: $0.name.lowercased()) }.sorted { one, other in
            if one.row.isFolder != other.row.isFolder { return one.row.isFolder }
            switch order {
            case .name: break
            case .newest: if one.row.time != other.row.time { return one.row.time > other.row.time }
            case .largest:
                let (size, otherSize) = (one.row.size ?? 0, other.row.size ?? 0)
                if size != otherSize { return size > otherSize }
            }
            return (one.key, one.row.name) < (other.key, other.row.name)
        }.map(\.row)
    }

    package var isSearching: Bool { !search.trimmed.isEmpty }

    // MARK: - Ordering

    /// Orders the upload of files of this device into this folder. A file whose name is there becomes its next version.
    package func upload(_ paths: [String]) async {
        await order { client in
            let parent = try Self.known(self.folder, client)
            for path in paths {
                guard let slash = path.lastIndex(of: "/") else { continue }
                let name = try FileName(String(path[path.index(after: slash)...]))
                let above = path[..<slash].isEmpty ? "/" : String(path[..<slash])
                _ = try client.put(folder: above, name: name, into: parent, in: self.space, as: name)
            }
        }
    }

    package var canName: Bool { !isBusy && !draft.trimmed.isEmpty }

    /// Orders a new folder with the name of the form.
    ///
    /// - Returns: whether it was ordered.
    package func makeFolder() async -> Bool {
        guard canName else { return false }
        let name = draft.trimmed
        return await order { client in
            let item = try client.store.item(self.folder) ?? client.root(of: self.space)
            guard let path = try client.path(of: item) else { throw UserMessage(.fileNotFound) }
            _ = try client.makeFolder(
                FilePath(path.names + [FileName(name)]), in: self.space, makesParents: false)
        }
    }

    /// Orders another name for an item, from the form.
    ///
    /// - Returns: whether it was ordered.
    package func rename(_ item: FileItem) async -> Bool {
        guard canName else { return false }
        let name = draft.trimmed
        guard name != item.name?.name.description else { return true }
        return await order { client in
            let name = try FileName(name)
            let parent = item.parent ?? item.space.root
            guard try client.store.child(of: parent, named: name) == nil else {
                throw UserMessage(.refusedFileNameTaken)
            }
            _ = try client.move(item, to: parent, as: name)
        }
    }

    /// Orders that an item goes to the trash; the note below offers to undo it.
    package func delete(_ item: FileItem) async {
        let isOrdered = await order { _ = try $0.moveToTrash(item) }
        guard isOrdered else { return }
        let name = item.shownName
        session.toasts.show(session.words(.movedToTrash, ["name": name])) {
            await self.order { _ = try $0.restore(item.id, in: item.space) }
            await self.transfer()
        }
    }

    /// Orders that a file or folder is received into a folder of this device, under a name that is free there.
    package func download(_ item: FileItem, into folder: String) async {
        await order { client in
            let name = try item.name?.name ?? FileName("Satchel")
            let free = try client.freeName(for: name, in: folder)
            _ = try client.get(item, into: folder, as: free, replaces: false)
        }
    }

    @discardableResult
    private func order(_ body: @escaping @Sendable (DriveClient) throws -> Void) async -> Bool {
        let isOrdered = await attempt { try await self.session.files.use(body) }
        await session.caughtUp()
        return isOrdered
    }

    /// Executes what was ordered.
    package func transfer() async {
        do {
            try await session.files.transfer(isRequested: true)
        } catch {
            refusal = UserMessage(error)
        }
        await session.caughtUp()
    }
}
