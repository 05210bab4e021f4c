// SPDX-License-Identifier: MIT
internal import Bytes
package import FileModel
package import HubAPI
package import SQL
package import Tokens

/// Looks at files on behalf of one account; what the account may not read is not there.
///
/// The caller holds one unmoving state for all calls that belong together.
package struct FileReading {
    private let database: any SQLConnection
    private let account: AccountID
    private var spaces: SpaceTable { SpaceTable(database: database) }
    private var items: ItemTable { ItemTable(database: database) }
    private var contents: ContentTable { ContentTable(database: database) }
    private var changes: ChangeTable { ChangeTable(database: database) }

    package static let usualLimit = 100
    package static let maximumLimit = 500

    package init(database: any SQLConnection, account: AccountID) {
        self.database = database
        self.account = account
    }

    // MARK: - Items

    /// - Throws: `HubProblem` with `.notFound`.
    package func item(_ id: ItemID) throws -> FileItem { try readable(id).message }

    /// The live items of a folder, by the bytes of their names.
    ///
    /// - Parameter after: the `next` of the page before.
    package func children(of id: ItemID, after: String?, limit: Int) throws -> FileItemPage {
        let folder = try readable(id)
        guard folder.kind == .folder else { throw HubProblem(.wrongKind, "A file holds no other items.") }
        let last = try after.map(Self.bytes)
        let found = try items.list(
            "WHERE i.parent = ? AND i.state = 0 AND i.name > ? ORDER BY i.name LIMIT ?",
            [.integer(folder.row), .blob(last ?? []), .integer(Int64(limit) + 1)])
        return page(found, limit: limit) { Base64URL.encode($0.name?.bytes ?? []) }
    }

    /// What is in the trash of a space, what was trashed last first.
    package func trash(of id: SpaceID, after: String?, limit: Int) throws -> FileItemPage {
        let space = try readable(id)
        let (time, row) = try after.map(Self.position) ?? (.max, .max)
        let found = try items.list(
            """
            WHERE i.space = ?1 AND i.state = 1 AND (i.trashed, i.id) < (?2, ?3)
            ORDER BY i.trashed DESC, i.id DESC LIMIT ?4
            """, [.integer(space.row), .integer(time), .integer(row), .integer(Int64(limit) + 1)])
        return page(found, limit: limit) { item in
            var writer = ByteWriter(capacity: 16)
            writer.append(uint64BE: item.trashed ?? 0)
            writer.append(uint64BE: UInt64(item.row))
            return Base64URL.encode(writer.bytes)
        }
    }

    package func versions(of id: ItemID) throws -> EarlierContents {
        let file = try readable(id)
        guard file.kind == .file else { throw HubProblem(.wrongKind, "A folder has no content.") }
        return EarlierContents(
            versions: try contents.versions(of: file.row, limit: Self.maximumLimit).map {
                EarlierContent(version: $0.number, content: $0.content, size: $0.size, replaced: $0.replaced)
            })
    }

    /// The content of a file, for the file service.
    ///
    /// - Parameter version: nil for the present one.
    package func content(of id: ItemID, version: UInt64?) throws -> (hash: ContentHash, size: UInt64) {
        let file = try readable(id)
        guard file.kind == .file else { throw HubProblem(.wrongKind, "A folder has no content.") }
        let content =
            version == nil || version == file.version
            ? file.content : try contents.version(version ?? 0, of: file.row)
        guard let content else { throw FileChange.nothing }
        return (content.hash, content.size)
    }

    // MARK: - Spaces

    /// The spaces that the account may read, its own one first.
    package func allSpaces() throws -> [View] { try spaces.readable(by: account).map(view) }

    /// What the account sees of a space.
    package func view(_ space: SpaceTable.Space) throws -> View {
        guard let role = try spaces.role(of: account, in: space) else { throw FileChange.nothing }
        let present = try spaces.find(space.row)
        return View(
            space: present, role: role, members: try spaces.members(of: present),
            anchor: try changes.end(of: present).text)
    }

    /// A space with what belongs to it; accounts are not named yet.
    package struct View: Sendable {
        package let space: SpaceTable.Space
        package let role: SpaceRole
        package let members: [SpaceTable.Member]
        package let anchor: String
    }

    // MARK: - Changes

    /// The items of a space that have changed since an anchor; all of them without one.
    ///
    /// - Throws: `HubProblem` with `.notFound` or `.feedReset`.
    package func changes(of id: SpaceID, after: String?, limit: Int) throws -> FileChanges {
        let space = try readable(id)
        let epoch = try changes.epoch()
        let start = try after.map { try anchor($0, in: space, epoch: epoch) }
        let found = try items.list(
            "WHERE i.space = ? AND i.rev > ? AND i.state < ? ORDER BY i.rev LIMIT ?",
            [
                .integer(space.row), try .unsigned(start?.rev ?? 0),
                // Who knows nothing need not hear what is gone.
                .integer(start == nil ? 2 : 3), .integer(Int64(limit) + 1),
            ])
        guard found.count > limit, let last = found.prefix(limit).last else {
            return FileChanges(items: found.map(\.message), next: try changes.end(of: space).text, isLast: true)
        }
        guard let digest = try changes.digest(of: last.rev, in: space.row) else { throw Self.reset }
        let next = ChangeAnchor(epoch: epoch, rev: last.rev, digest: digest)
        return FileChanges(items: found.prefix(limit).map(\.message), next: next.text, isLast: false)
    }

    private static let reset = HubProblem(
        .feedReset, "This place in the feed is too old, or of another state of the hub. Begin again without it.")

    private func anchor(_ text: String, in space: SpaceTable.Space, epoch: [UInt8]) throws -> ChangeAnchor {
        guard let anchor = ChangeAnchor(text) else {
            throw HubProblem(.badRequest, "The value of \"after\" is not an anchor.", details: ["field": "after"])
        }
        guard anchor.epoch == epoch, anchor.rev <= space.rev,
            try changes.digest(of: anchor.rev, in: space.row) == anchor.digest
        else { throw Self.reset }
        return anchor
    }

    // MARK: - Have

    /// What the account has of some contents, in one space or in all of its own.
    package func have(_ query: HaveQuery) throws -> HaveAnswer {
        let space = try query.space.map { try readable($0).row }
        return HaveAnswer(states: try query.contents.map { try state(of: $0, in: space) })
    }

    /// How many items of one content are looked at; a further one may be live and is then uploaded again.
    private static let maximumLooked = 16

    private func state(of hash: ContentHash, in space: Int64?) throws -> HaveState {
        // Of a damaged one the caller's bytes are wanted.
        guard let content = try contents.find(hash), !content.isDamaged else {
            return HaveState(content: hash, state: .none)
        }
        let found = try items.list(
            """
            WHERE i.content = ?1 AND i.state <> 2 AND \(ContentTable.readable) AND (?3 IS NULL OR i.space = ?3)
            ORDER BY i.state LIMIT ?4
            """,
            [
                .integer(content.row), .blob(account.bytes), .optional(space), .integer(Int64(Self.maximumLooked)),
            ])
        for item in found where try items.path(to: item.row).allSatisfy({ $0.state == .live }) {
            return HaveState(content: hash, state: .live, item: item.id)
        }
        guard found.isEmpty else { return HaveState(content: hash, state: .trash) }
        let version = try database.row(
            """
            SELECT 1 FROM version v JOIN item i ON i.id = v.item JOIN space s ON s.id = i.space
            WHERE v.content = ?1 AND \(ContentTable.readable) AND (?3 IS NULL OR i.space = ?3) LIMIT 1
            """, [.integer(content.row), .blob(account.bytes), .optional(space)])
        guard version == nil else { return HaveState(content: hash, state: .version) }
        let upload = try database.row(
            "SELECT 1 FROM upload WHERE account = ? AND content = ? LIMIT 1",
            [.blob(account.bytes), .integer(content.row)])
        return HaveState(content: hash, state: upload == nil ? .none : .uploaded)
    }

    // MARK: - Pieces

    private func readable(_ id: ItemID) throws -> ItemTable.Item {
        guard let item = try items.find(id), item.state != .erased,
            try spaces.role(of: account, in: spaces.find(item.space)) != nil
        else { throw FileChange.nothing }
        return item
    }

    private func readable(_ id: SpaceID) throws -> SpaceTable.Space {
        guard let space = try spaces.find(id), try spaces.role(of: account, in: space) != nil else {
            throw FileChange.nothing
        }
        return space
    }

    /// - Parameter found: one more than the page holds, if there are more.
    private func page(
        _ found: [ItemTable.Item], limit: Int, _ place: (ItemTable.Item) -> String
    ) -> FileItemPage {
        let shown = found.prefix(limit)
        return FileItemPage(
            items: shown.map(\.message), next: found.count > limit ? shown.last.map(place) : nil)
    }

    private static let noPlace = HubProblem(
        .badRequest, "The value of \"after\" is not a place in this list.", details: ["field": "after"])

    private static func bytes(_ text: String) throws -> [UInt8] {
        do {
            return try Base64URL.decode(text)
        } catch {
            throw noPlace
        }
    }

    private static func position(_ text: String) throws -> (Int64, Int64) {
        var reader = ByteReader(try bytes(text))
        do {
            return (Int64(clamping: try reader.uint64BE()), Int64(clamping: try reader.uint64BE()))
        } catch {
            throw noPlace
        }
    }
}
