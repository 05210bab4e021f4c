// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
package import FileModel
internal import HTTP
package import HubAPI
internal import Tokens

/// The change feed, made from lists: each folder is listed, and compared with what was known of it.
///
/// A listing that is broken off, because the server asks to wait, goes on where it stopped. An anchor is the epoch of the
/// index, a revision, and a plus sign while more of the same listing follows.
extension BaluFileServer {
    /// A folder that this device keeps changing is looked at again next time.
    private static let maximumLooks = 3
    private static let epochCount = 8

    package func changes(in space: SpaceID, after anchor: String?) throws -> FileChanges {
        guard try requireRoot() == space else { throw Self.nothing }
        let (rev, isMore) = try start(anchor)
        if !isMore { try listAll() }
        let items = try index.changes(after: rev, limit: Self.page + 1)
        let page = items.prefix(Self.page)
        let isLast = items.count <= Self.page
        return FileChanges(
            items: page.map { $0.message(space: space) },
            next: try self.anchor(page.last?.rev ?? rev) + (isLast ? "" : "+"), isLast: isLast)
    }

    func anchor(_ rev: UInt64) throws -> String { "\(Hex.encode(try epoch())).\(rev)" }

    /// Of the index: another one after it was lost.
    private func epoch() throws -> [UInt8] {
        try index.transaction {
            if let epoch = try index.setting("epoch") { return epoch }
            let epoch = random.bytes(Self.epochCount)
            try index.set("epoch", to: epoch)
            return epoch
        }
    }

    private func start(_ anchor: String?) throws -> (rev: UInt64, isMore: Bool) {
        guard let anchor else { return (0, false) }
        let isMore = anchor.hasSuffix("+")
        let parts = (isMore ? anchor.dropLast() : anchor[...]).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, try parts[0] == Hex.encode(epoch()), let rev = UInt64(parts[1]),
            try rev <= index.rev()
        else {
            throw HubProblem(.feedReset, "What this device knows of the BaluHost's files is listed again.")
        }
        return (rev, isMore)
    }

    /// Afterwards each folder was listed once since the call, or since a call that was broken off.
    private func listAll() throws {
        let home = try username()
        // An empty list is not proof that the folder is there: a disk may be missing at the server.
        guard try entries(of: "").contains(where: { $0.isFolder && $0.name.text == home }) else {
            throw DriveError(
                .serverFault, "The BaluHost shows no folder of \(home). Ask its operator whether its disk is there.")
        }
        let listing = try openListing()
        while let folder = try index.folderToList(in: listing) {
            do {
                try list(folder)
            } catch let problem as HubProblem where problem.code == .notFound {
                // It was moved or erased meanwhile.
            }
            try index.markListed(folder, in: listing)
        }
        try index.set("listing-ended", to: Self.bytes(listing))
    }

    private func openListing() throws -> Int64 {
        try index.transaction {
            let last = try index.setting("listing").map(Self.number) ?? 0
            let ended = try index.setting("listing-ended").map(Self.number) ?? 0
            guard ended >= last else { return last }
            try index.set("listing", to: Self.bytes(last + 1))
            return last + 1
        }
    }

    private static func bytes(_ number: Int64) -> [UInt8] { Array("\(number)".utf8) }
    private static func number(_ bytes: [UInt8]) -> Int64 { Int64(String(decoding: bytes, as: UTF8.self)) ?? 0 }

    /// Asks for the list of a folder and takes it over.
    ///
    /// - Returns: the list.
    @discardableResult
    func list(_ folder: ItemID) throws -> [BaluRow] {
        for _ in 0..<Self.maximumLooks {
            let rev = try index.rev()
            let (path, trashed) = try place(of: folder)
            guard trashed == nil else { return [] }
            var entries = try entries(of: path)
            if try folder == requireRoot().root { entries.removeAll { $0.name.text == BaluPath.workName } }
            // A server whose folders have no end is not followed.
            if path.utf8.count(where: { $0 == UInt8(ascii: "/") }) >= FilePath.maximumDepth { entries = [] }
            let known = Dictionary(uniqueKeysWithValues: try index.children(of: folder).map { ($0.name, $0) })
            let summed = try entries.map { ($0, try content(of: $0, in: path, known[$0.name])) }
            if try index.take(
                summed, of: folder, since: rev, at: clock.now().seconds,
                fresh: { ItemID(checked: random.bytes(ItemID.byteCount)) })
            {
                noteListed(folder)
                return summed.map { entry, content in
                    var entry = entry
                    entry.content = content
                    return entry
                }
            }
        }
        throw DriveError(.busy, "A folder keeps changing while it is listed. It is listed again later.")
    }

    /// The content of a file: as the server says, as it was when nothing else has changed, or by receiving all of it.
    func content(of entry: BaluRow, in folder: String, _ known: BaluItem?) throws -> ContentHash? {
        guard !entry.isFolder else { return nil }
        if let content = entry.content { return content }
        if let file = known?.file, file.size == entry.size, let stamp = known?.stamp, stamp == entry.modified {
            return file.content
        }
        var hasher = ResumableSHA256()
        let path = BaluPath.join(folder, try BaluPath.text(of: entry.name))
        let changing = DriveError(
            .contentChanged, "A file at the BaluHost changes while it is read. It is read again later.")
        let answer = try receive(path, nil) { _, bytes in
            hasher.update(bytes)
            guard hasher.count <= entry.size else { throw changing }
        }
        guard answer.status == 200 else { throw BaluReply.refusal(in: answer) }
        guard hasher.count == entry.size else { throw changing }
        return ContentHash(hasher.digest)
    }
}
