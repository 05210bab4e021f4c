// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI

/// Keeps what this device knows of a space up to date by the change feed.
///
/// Each page and the anchor behind it are one commit. When the server does not accept the anchor any more, the space is
/// enumerated again: items get the number of the enumeration, and what did not come is forgotten at its end.
struct TreeSync {
    let context: TaskContext

    /// Pages of 500 items: more than ten million items are not believed.
    private static let maximumPages = 20_000

    /// Afterwards all is known that the server had when it was asked last.
    func run(_ space: SpaceID) throws {
        var wasReset = false
        for _ in 0..<Self.maximumPages {
            let feed = try context.store.feed(of: space)
            let changes: FileChanges
            do {
                changes = try context.server.changes(in: space, after: feed.anchor)
            } catch let problem as HubProblem where problem.code == .feedReset {
                guard !wasReset else { throw Self.liar }
                wasReset = true
                try reset(space, feed)
                continue
            }
            try check(changes, space, feed)
            try keep(changes, space, feed)
            try context.step(.changesKept)
            if changes.isLast { return }
        }
        throw Self.liar
    }

    private func reset(_ space: SpaceID, _ feed: DriveStore.FeedPosition) throws {
        var feed = feed
        (feed.anchor, feed.rev, feed.isWhole) = (nil, 0, false)
        feed.generation += 1
        try context.store.keep(feed, of: space)
    }

    /// Items of this space, in the order of their changes, and behind what was read.
    private func check(_ changes: FileChanges, _ space: SpaceID, _ feed: DriveStore.FeedPosition) throws {
        var rev = feed.rev
        for item in changes.items {
            let hasPlace = item.state == .erased || item.id == space.root || (item.parent != nil && item.name != nil)
            guard item.space == space, item.rev > rev, hasPlace, item.parent != item.id,
                (item.file != nil) == (item.kind == .file && item.state != .erased)
            else { throw Self.liar }
            rev = item.rev
        }
        guard changes.isLast || changes.next != feed.anchor, changes.next.utf8.count <= 256 else { throw Self.liar }
    }

    private func keep(_ changes: FileChanges, _ space: SpaceID, _ feed: DriveStore.FeedPosition) throws {
        try context.store.transaction {
            for item in changes.items { try context.store.keep(item, generation: feed.generation) }
            var next = feed
            next.anchor = changes.next
            next.rev = changes.items.last?.rev ?? feed.rev
            if changes.isLast {
                if !feed.isWhole { try context.store.forgetItems(of: space, before: feed.generation) }
                next.isWhole = true
                next.refreshed = context.now
            }
            try context.store.keep(next, of: space)
        }
    }

    private static let liar = DriveError(
        .foreignAnswer, "The server's list of changes contradicts itself. Ask its operator, and try again later.")
}
