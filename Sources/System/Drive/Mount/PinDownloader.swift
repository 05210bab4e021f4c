// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI
internal import Mount

/// Has received what is pinned, and keeps it from leaving.
struct PinDownloader {
    let tree: MountedTree
    let cache: ContentCache
    let space: SpaceID

    /// At most so many files are looked at in one round.
    private static let maximumFiles = 1_000_000
    private static let atOnce = 64

    func run() throws {
        var contents: Set<ContentHash> = []
        var missing: [ContentPlace] = []
        for id in try tree.monitor.synchronized({ try tree.store.pins(.always) }) {
            try visit(id, depth: 0, &contents, &missing)
        }
        cache.setPinned(contents)
        for place in missing.prefix(Self.atOnce) { try receive(place) }
    }

    private func visit(
        _ id: ItemID, depth: Int, _ contents: inout Set<ContentHash>, _ missing: inout [ContentPlace]
    ) throws {
        guard depth <= FilePath.maximumDepth, contents.count < Self.maximumFiles else { return }
        let item = try tree.monitor.synchronized { id == space.root ? tree.root : try tree.store.item(id) }
        guard let item else { return }
        if let file = item.file, item.local?.file == nil {
            contents.insert(file.content)
            let state = try cache.state(of: file.content, size: file.size)
            if state == .remote || state == .partial {
                missing.append(
                    ContentPlace(item: id, version: file.version, content: file.content, size: file.size))
            }
        }
        guard item.kind == .folder else { return }
        var last: FileName?
        while true {
            let page = try tree.monitor.synchronized { try tree.store.children(of: id, after: last, limit: 500) }
            for child in page
            where try tree.monitor.synchronized({ try tree.store.pin(of: child.id) }) ?? .always == .always {
                try visit(child.id, depth: depth + 1, &contents, &missing)
            }
            guard let next = page.last?.name else { return }
            last = next
        }
    }

    private func receive(_ place: ContentPlace) throws {
        let content = try cache.use(place.content, size: place.size)
        cache.obtain(0..<place.size, of: content, from: place, keepsLoose: false) { [cache] _ in
            // What could not be received is asked for in the next round.
            cache.release(content)
        }
    }
}
