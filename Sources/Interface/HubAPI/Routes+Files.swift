// SPDX-License-Identifier: MIT
internal import FileModel
internal import HTTP

/// Spaces, folders and files; the bytes are the file service's. Documentation/Protocols/Files.md
///
/// Pages take `limit` (1 to 500, 100 by default) and `after`, the `next` of the page before.
extension Routes {
    package static let spaces = Route(
        .get, "/v1/files/spaces", .account, cost: .file, isForFiles: true, in: Nothing.self, out: FileSpaceList.self)
    package static let newSpace = Route(
        .post, "/v1/files/spaces", .signed, cost: .file, isForFiles: true, in: SpaceOrder.self, out: FileSpace.self,
        fits: { $0.space == $2.id })
    package static let spaceMember = Route(
        .post, "/v1/files/spaces/members", .signed, cost: .file, isForFiles: true, in: MemberOrder.self,
        out: FileSpace.self, fits: { $0.space == $2.id })
    /// Query: `after` is an anchor.
    package static let fileChanges = Route(
        .get, "/v1/files/spaces/{space}/changes", .account, cost: .file, isForFiles: true, in: Nothing.self,
        out: FileChanges.self,
        fits: { _, values, changes in changes.items.allSatisfy { [$0.space.description] == values } })
    package static let fileTrash = Route(
        .get, "/v1/files/spaces/{space}/trash", .account, cost: .file, isForFiles: true, in: Nothing.self,
        out: FileItemPage.self)

    package static let fileItem = Route(
        .get, "/v1/files/items/{item}", .account, cost: .file, isForFiles: true, in: Nothing.self, out: FileItem.self,
        fits: { $1 == [$2.id.description] })
    package static let fileChildren = Route(
        .get, "/v1/files/items/{item}/children", .account, cost: .file, isForFiles: true, in: Nothing.self,
        out: FileItemPage.self)
    package static let fileVersions = Route(
        .get, "/v1/files/items/{item}/versions", .account, cost: .file, isForFiles: true, in: Nothing.self,
        out: EarlierContents.self)
    package static let haveContents = Route(
        .post, "/v1/files/have", .account, cost: .file, isForFiles: true, in: HaveQuery.self, out: HaveAnswer.self,
        fits: { $0.contents == $2.states.map(\.content) })

    package static let newFolder = Route(
        .post, "/v1/files/folder", .signed, cost: .file, isForFiles: true, in: NewFolder.self, out: FileItem.self,
        fits: { $0.item == $2.id })
    package static let linkFile = Route(
        .post, "/v1/files/link", .signed, cost: .file, isForFiles: true, in: NewFile.self, out: FileItem.self,
        fits: { $0.item == $2.id })
    package static let replaceContent = Route(
        .post, "/v1/files/replace", .signed, cost: .file, isForFiles: true, in: NewContent.self, out: FileItem.self,
        fits: { $0.item == $2.id })
    package static let moveItem = Route(
        .post, "/v1/files/move", .signed, cost: .file, isForFiles: true, in: MoveOrder.self, out: FileItem.self,
        fits: { $0.item == $2.id })
    package static let copyItem = Route(
        .post, "/v1/files/copy", .signed, cost: .file, isForFiles: true, in: CopyOrder.self, out: FileItem.self,
        fits: { $0.copy == $2.id })
    package static let trashItem = Route(
        .post, "/v1/files/trash", .signed, cost: .file, isForFiles: true, in: TrashOrder.self, out: FileItem.self,
        fits: { $0.item == $2.id })
    package static let restoreItem = Route(
        .post, "/v1/files/restore", .signed, cost: .file, isForFiles: true, in: RestoreOrder.self, out: FileItem.self,
        fits: { $0.item == $2.id })
    /// Each order has an id of its own, so the whole may be sent again.
    package static let fileBatch = Route(
        .post, "/v1/files/batch", .signed, cost: .file, isForFiles: true, in: FileBatch.self, out: FileBatchAnswer.self,
        fits: { $0.orders.count == $2.results.count })
}
