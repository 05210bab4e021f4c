// SPDX-License-Identifier: MIT
internal import Crypto
package import FileModel
package import HubAPI
internal import Keys
internal import Tokens

/// The files of a server on this device: what is known of them, and what is yet to be done.
///
/// Whatever changes something is written into the queue first, with the ids under which it will be sent. ``drain(_:)``
/// executes the queue, in this process or in another one. Not for two threads at once.
package final class DriveClient {
    package let store: DriveStore
    package let server: any FileServer
    var environment: DriveEnvironment
    /// Of the store.
    package let folder: String
    /// Makes a store and a server for another thread.
    package typealias WorkerSource = @Sendable () throws -> (store: DriveStore, server: any FileServer)
    let makeWorker: WorkerSource?

    /// - Parameters:
    ///   - folder: the folder of `store`; its `worker.lock` lets one process at a time execute the queue.
    ///   - makeWorker: what further threads work with; without it one thread executes the queue.
    package init(
        folder: String, store: DriveStore, server: any FileServer, environment: DriveEnvironment,
        makeWorker: WorkerSource? = nil
    ) {
        self.folder = folder
        self.makeWorker = makeWorker
        self.store = store
        self.server = server
        self.environment = environment
    }

    var context: TaskContext { TaskContext(store: store, server: server, environment: environment) }

    // MARK: - Knowing

    /// Asks the server for its spaces, and for all that has changed in each.
    ///
    /// - Throws: ``DriveError``; what was known before is known still.
    package func refresh() throws {
        try translated {
            try store.keep(try checked(server.spaces()))
            for space in try store.spaces() { try TreeSync(context: context).run(space.id) }
        }
    }

    private func checked(_ spaces: [FileSpace]) throws -> [FileSpace] {
        guard !spaces.isEmpty, spaces.count <= 10_000, Set(spaces.map(\.id)).count == spaces.count else {
            throw DriveError(.foreignAnswer, "The server's list of spaces contradicts itself. Ask its operator.")
        }
        return spaces
    }

    /// The account's own space, or the one with this name or id.
    package func space(named word: String?) throws -> FileSpace {
        let spaces = try store.spaces()
        guard let word else {
            guard let own = spaces.first else {
                throw DriveError(.unreachable, "This drive has not reached its hub yet, so it knows no files.")
            }
            return own
        }
        if let named = spaces.first(where: { $0.id.description == word }) { return named }
        let named = spaces.filter { $0.name == word }
        guard let first = named.first else {
            throw DriveError(.notFound, "There is no space '\(word)'. List the spaces: satchel drive spaces")
        }
        guard named.count == 1 else {
            throw DriveError(.refused, "'\(word)' names \(named.count) spaces. Use the id of the space.")
        }
        return first
    }

    /// The root of a space as an item: the feed does not tell of it.
    package func root(of space: SpaceID) -> FileItem {
        FileItem(
            id: space.root, space: space, parent: nil, name: nil, kind: .folder, state: .live, rev: 0, changed: 0,
            trashed: nil, file: nil)
    }

    /// What a path leads to; nil when there is no such item.
    package func item(at path: FilePath, in space: SpaceID) throws -> FileItem? {
        var item = root(of: space)
        for name in path.names {
            guard let child = try store.child(of: item.id, named: name) else { return nil }
            item = child
        }
        return item
    }

    /// - Throws: ``DriveError`` with `.notFound`.
    package func requireItem(at path: FilePath, in space: SpaceID) throws -> FileItem {
        guard let item = try item(at: path, in: space) else {
            throw DriveError(.notFound, "There is no '/\(path)'. List the files: satchel drive ls")
        }
        return item
    }

    /// The names that lead to an item, for people; nil when it is beneath something that is not known.
    package func path(of item: FileItem) throws -> FilePath? {
        var names: [FileName] = []
        var next = item
        while let parent = next.parent {
            guard let name = next.name?.name, names.count < FilePath.maximumDepth else { return nil }
            names.append(name)
            if parent == next.space.root { break }
            guard let above = try store.item(parent) else { return nil }
            next = above
        }
        return try FilePath(names.reversed())
    }

    func translated<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch {
            throw DriveError.known(error) ?? error
        }
    }
}
