// SPDX-License-Identifier: MIT
internal import FileModel
internal import Glibc
internal import HubAPI
internal import Mount

/// Listing folders, from the store alone.
extension MountedTree {
    private static let pageCount = 500
    /// Where the entries begin behind `.` and `..`.
    private static let firstEntry: UInt64 = 2

    func openFolder(_ number: UInt64, _ request: MountRequest) {
        request.failing {
            let handle = try locked {
                let node = try mounted(number)
                guard try node.isGone || item(of: node).kind == .folder else { throw MountErrno(ENOTDIR) }
                return open(node, writes: false)
            }
            request.answer(opened: handle, keepsPages: true)
        }
    }

    func readFolder(
        _ number: UInt64, _ handle: UInt64, at offset: UInt64, room: Int, isPlus: Bool, _ request: MountRequest
    ) {
        request.failing {
            try locked {
                guard let open = handles[handle] else { throw MountErrno(EBADF) }
                if offset == 0 { (open.entries, open.isRead) = ([], false) }
                var place = offset
                var made: [MountNode] = []
                let lookedUp = try request.answer(entriesIn: room, isPlus: isPlus) {
                    let next = try entry(at: place, of: open, makesNode: isPlus)
                    place += 1
                    if let node = next.flatMap({ nodes[$0.node] }) { made.append(node) }
                    return next.map { ($0, place) }
                }
                for number in lookedUp where number != 0 { nodes[number]?.lookups += 1 }
                for node in made { nodes.forgetIfUnused(node) }
            }
        }
    }

    private func entry(at place: UInt64, of open: MountHandle, makesNode: Bool) throws -> MountListing? {
        let folder = open.node
        if place < Self.firstEntry {
            let attributes = MountAttributes(
                number: Self.number(of: folder.item), kind: .folder, mode: 0o700, size: 0, stored: 0, modified: 0,
                changed: 0)
            return MountListing(name: Array((place == 0 ? "." : "..").utf8), node: 0, attributes: attributes)
        }
        let index = Int(place - Self.firstEntry)
        while index >= open.entries.count {
            guard !open.isRead, !folder.isGone else { return nil }
            let page = try store.children(of: folder.item, after: open.entries.last?.name, limit: Self.pageCount)
            open.isRead = page.isEmpty
            open.entries += page
        }
        let item = open.entries[index]
        guard makesNode else {
            return MountListing(
                name: item.name?.bytes ?? [], node: 0, attributes: try attributes(of: item, nodes.node(of: item.id)))
        }
        let node = seen(item, in: folder.id)
        return MountListing(name: item.name?.bytes ?? [], node: node.id, attributes: try attributes(of: item, node))
    }

    func closeFolder(_ number: UInt64, _ handle: UInt64, _ request: MountRequest) {
        monitor.synchronized {
            guard let closed = handles.removeValue(forKey: handle) else { return }
            closed.node.opens -= 1
            nodes.forgetIfUnused(closed.node)
        }
        request.succeed()
    }
}
