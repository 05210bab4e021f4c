// SPDX-License-Identifier: MIT
internal import Bytes
internal import FileModel
internal import HTTP
internal import HubAPI
internal import Tokens

/// Orders that give an item another place. The steps stand at the top of BaluFileServer+Orders.swift.
extension BaluFileServer {
    func move(_ order: MoveOrder) throws -> FileItem {
        let (known, origin, oldName) = try placed(order.item)
        let name = order.name.name
        let target = try folder(order.parent)
        guard try !isBeneath(order.parent, order.item) else {
            throw HubProblem(.folderCycle, "A folder cannot be put into itself.")
        }
        let started = BaluIndex.Begun(
            id: order.id, item: order.item, folder: order.parent, name: name, origin: origin)
        if (origin, oldName) != (order.parent, name) {
            let source = BaluPath.join(try place(of: origin).path, try BaluPath.text(of: oldName))
            try carry(started, from: source, to: BaluPath.join(target, BaluPath.text(of: name)), known) {
                try listed(oldName, in: origin)
            }
        }
        return try index.finish(started) {
            var moved = known
            (moved.parent, moved.name) = (order.parent, name)
            return try index.save(moved, at: now)
        }
    }

    func trash(_ order: TrashOrder) throws -> FileItem {
        guard let item = try index.item(order.item), item.state != .erased else { throw Self.nothing }
        if item.state == .trashed { return item.message(space: try requireRoot()) }
        let (known, origin, name) = try placed(order.item)
        let started = BaluIndex.Begun(id: order.id, item: order.item, origin: origin)
        let source = BaluPath.join(try place(of: origin).path, try BaluPath.text(of: name))
        let begun = try index.begun(order.id)
        // An earlier try may have moved it, and another client may have used the name since.
        if try begun == nil || !isThere(order.item.description, in: workPath("trash")) {
            guard try listed(name, in: origin) != nil else { throw Self.nothing }
            try index.begin(started)
            try moveThere(source, workPath("trash", order.item.description))
        }
        return try index.finish(started) {
            var trashed = known
            (trashed.state, trashed.trashed) = (.trashed, now)
            if trashed.kind == .folder { try index.setListed(beneath: trashed.id, BaluIndex.neverListed) }
            return try index.save(trashed, at: now)
        }
    }

    func restore(_ order: RestoreOrder) throws -> FileItem {
        guard let known = try index.item(order.item), known.state != .erased else { throw Self.nothing }
        guard known.state == .trashed else { return known.message(space: try requireRoot()) }
        guard let parent = order.parent ?? known.parent, let name = order.name?.name ?? known.name else {
            throw Self.nothing
        }
        guard try !isBeneath(parent, order.item) else {
            throw HubProblem(.folderCycle, "A folder cannot be put into itself.")
        }
        let target = BaluPath.join(try folder(parent), try BaluPath.text(of: name))
        let started = BaluIndex.Begun(id: order.id, item: order.item, folder: parent, name: name)
        try carry(started, from: workPath("trash", order.item.description), to: target, known) {
            try entries(of: workPath("trash")).first { $0.name.text == order.item.description }
        }
        return try index.finish(started) {
            var restored = known
            (restored.state, restored.trashed, restored.parent, restored.name) = (.live, nil, parent, name)
            if restored.kind == .folder { try index.setListed(beneath: restored.id, 0) }
            return try index.save(restored, at: now)
        }
    }

    /// Moves an item to a free place, unless an earlier try has done it.
    ///
    /// - Parameter atSource: what the server has where the item was.
    private func carry(
        _ order: BaluIndex.Begun, from source: String, to target: String, _ known: BaluItem,
        atSource: () throws -> BaluRow?
    ) throws {
        guard let folder = order.folder, let name = order.name else { return }
        let begun = try index.begun(order.id)
        let taking = try present(name, in: folder)
        guard let remaining = try atSource() else {
            if begun != nil, taking != nil { return }
            throw Self.nothing
        }
        if let taking {
            // The place was free when the order was begun. Another client may have used the old name since.
            let isMoved = taking.content != nil && taking.content == known.file?.content
            if begun != nil, isMoved, remaining.content != taking.content { return }
            throw try taken(name, in: folder)
        }
        try index.begin(order)
        try moveThere(source, target)
    }
}
