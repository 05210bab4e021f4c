// SPDX-License-Identifier: MIT
package import FileModel
package import HubAPI

/// How far an upload is at the server.
package struct UploadProgress: Equatable, Sendable {
    /// Bytes that survive a power cut of the server.
    package var offset: UInt64
    /// Whether the content is whole and the server knows it.
    package var isComplete: Bool

    package init(offset: UInt64, isComplete: Bool) {
        self.offset = offset
        self.isComplete = isComplete
    }
}

/// What the drive asks of a server that keeps files. Our hub with its file service is one; `FileServerConformance` in
/// the tests says what each must hold.
///
/// Every call waits for the answer. What a server says is checked before it is returned: an answer about something else
/// than what was asked is none.
///
/// - Throws: `HubProblem` when the server refuses, so that nothing has happened; ``DriveError`` when there was no
///   answer that can be believed, so that everything may have happened.
package protocol FileServer: AnyObject {
    /// The spaces of the account, its own first.
    func spaces() throws -> [FileSpace]
    func item(_ id: ItemID) throws -> FileItem
    /// The items in the trash of a space, a page at a time.
    func trash(of space: SpaceID, after: String?) throws -> FileItemPage
    func versions(of item: ItemID) throws -> [EarlierContent]
    /// What has changed since an anchor; everything without one.
    ///
    /// - Throws: `HubProblem` with `.feedReset` when the anchor is none any more.
    func changes(in space: SpaceID, after anchor: String?) throws -> FileChanges
    /// What the account has of some contents: one answer for each, in order.
    ///
    /// - Parameters:
    ///   - contents: 1 to `HaveQuery.maximumCount`.
    ///   - space: where to look; nil for all spaces of the account.
    func have(_ contents: [ContentHash], in space: SpaceID?) throws -> [HaveState.State]
    /// Executes an order once, however often it is sent under its id.
    func perform(_ order: FileOrder) throws -> FileItem

    /// Sends a whole content of 1 to `SmallContent.maximumCount` bytes; afterwards the account can link it.
    ///
    /// It may be sent again after a lost answer.
    func store(_ bytes: [UInt8], in space: SpaceID) throws
    /// Begins an upload without bytes.
    ///
    /// - Returns: the name of the upload, which the caller keeps.
    func beginUpload(of content: ContentHash, size: UInt64, in space: SpaceID) throws -> UploadID
    /// - Returns: nil when the server has no such upload any more.
    func progress(of upload: UploadID) throws -> UploadProgress?
    /// Sends bytes from an offset on.
    ///
    /// - Parameter source: fills the buffer with the next bytes, and returns how many.
    /// - Throws: after any error ask ``progress(of:)`` where to go on.
    func append(
        to upload: UploadID, at offset: UInt64, count: UInt64, isLast: Bool,
        from source: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws

    /// The SHA-256 of each 4 MiB of a content; nil when the server does not tell.
    ///
    /// - Parameter version: an earlier content of the file; nil for the present one.
    /// - Throws: ``DriveError`` with `.contentChanged` when the file has another content than `content`.
    func chunkList(of item: ItemID, version: UInt64?, content: ContentHash, size: UInt64) throws -> ChunkList?

    /// Receives a range of a content, in order.
    ///
    /// Afterwards the sink has got exactly the bytes of the range. They are not verified.
    ///
    /// - Parameter version: an earlier content of the file; nil for the present one.
    /// - Throws: ``DriveError`` with `.contentChanged` when the file has another content than `content`.
    func download(
        _ item: ItemID, version: UInt64?, content: ContentHash, size: UInt64, range: Range<UInt64>,
        into sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws
}

extension FileServer {
    /// Whether the account can link a content without sending it.
    package func have(_ content: ContentHash) throws -> HaveState.State {
        try have([content], in: nil).first ?? .none
    }

    /// Without the hashes of its chunks, a content is used when all of it is there and right.
    package func chunkList(
        of item: ItemID, version: UInt64?, content: ContentHash, size: UInt64
    ) throws -> ChunkList? { nil }
}
