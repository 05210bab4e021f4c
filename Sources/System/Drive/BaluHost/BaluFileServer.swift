// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto
internal import FileIO
package import FileModel
internal import HTTP
package import HubAPI
package import Tokens

/// A BaluHost as a server of files: the user's own folder there is the space.
///
/// It knows paths, and neither ids nor revisions nor conditions. ``BaluIndex`` keeps those, and the folder
/// `satchel-work` at the server holds what has no place there: contents that wait for one, earlier contents and the
/// trash. Documentation/Decisions/0147-a-server-that-knows-paths.md
///
/// What is weaker than at our hub: between the look at a file and its replacement another client can write, and what it
/// wrote is then found under the earlier contents; chunks of an upload are lost when the server restarts.
package final class BaluFileServer: FileServer {
    let account: BaluAccount
    let index: BaluIndex
    let clock: Clock
    let random: RandomSource
    let limits: Limits
    /// Where bytes wait until a request's worth of them is there.
    let staging: String
    private let silenceSeconds: Int
    private var transfers: TransferClient?
    /// When folders were listed last, in seconds since 1970.
    private var listed: [ItemID: UInt64] = [:]
    private var hasWorkFolders = false

    /// Sizes that tests make smaller.
    package struct Limits: Sendable {
        /// A larger content is sent in chunks. In bytes.
        package var wholeUpload: UInt64 = 32 << 20
        /// A list that is so old is not asked for again before a range is received.
        package var listSeconds: UInt64 = 5

        package init() {}
    }

    /// - Parameters:
    ///   - folder: of the drive; `baluhost.sqlite` and `baluhost-staging` lie in it.
    ///   - silenceSeconds: how long nothing may move before a transfer counts as broken.
    /// - Throws: ``DriveError`` with `.storage`.
    package init(
        folder: String, account: BaluAccount, clock: Clock, random: RandomSource, limits: Limits = Limits(),
        silenceSeconds: Int = 60
    ) throws {
        self.account = account
        self.clock = clock
        self.random = random
        self.limits = limits
        self.silenceSeconds = silenceSeconds
        index = try BaluIndex(folder: folder)
        staging = folder + "/baluhost-staging"
    }

    // MARK: - Knowing

    package func spaces() throws -> [FileSpace] {
        let space = try requireRoot()
        let room = try account.call(.get, "files/storage/available")
        guard let used = room["used_bytes"]?.uint64, let quota = room["quota_bytes"]?.uint64,
            max(used, quota) <= BaluReply.maximumSize
        else { throw BaluReply.liar }
        let rev = try index.rev()
        let owner = try username()
        return [
            FileSpace(
                id: space, name: nil, owner: owner, role: .owner, quota: quota, used: used, reserved: 0,
                members: [], rev: rev, anchor: try anchor(rev))
        ]
    }

    package func item(_ id: ItemID) throws -> FileItem {
        let space = try requireRoot()
        if let parent = try index.item(id)?.parent, try index.item(id)?.state == .live { try list(parent) }
        guard let item = try index.item(id), item.state != .erased else { throw Self.nothing }
        return item.message(space: space)
    }

    package func trash(of space: SpaceID, after: String?) throws -> FileItemPage {
        guard try requireRoot() == space else { throw Self.nothing }
        let start = try after.map { text in
            guard let id = ItemID(text) else { throw HubProblem(.badRequest, "'\(text)' is not a place in the trash.") }
            return id.bytes
        }
        let items = try index.trashed(after: start ?? [], limit: Self.page)
        return FileItemPage(
            items: items.map { $0.message(space: space) },
            next: items.count == Self.page ? items.last?.id.description : nil)
    }

    package func versions(of item: ItemID) throws -> [EarlierContent] { try index.versions(of: item) }

    /// Without a space the question is what can be linked. A content that another file has cannot be: the server copies
    /// nothing.
    package func have(_ contents: [ContentHash], in space: SpaceID?) throws -> [HaveState.State] {
        try contents.map { content in
            if space != nil, let state = try index.state(of: content) { return state }
            return try index.isWaiting(content) ? .uploaded : .none
        }
    }

    static let page = 500
    static let nothing = HubProblem(.notFound, "There is no such item, or it was erased.")

    // MARK: - Downloads

    package func download(
        _ id: ItemID, version: UInt64?, content: ContentHash, size: UInt64, range: Range<UInt64>,
        into sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        _ = try requireRoot()
        let path = try path(of: id, version: version, content: content)
        let changed = DriveError(.contentChanged, "The file has another content by now. It is received again.")
        var received: UInt64 = 0
        let answer = try receive(path, range) { head, bytes in
            // What follows is what was asked for, or nothing of it is used.
            guard Self.isRange(head, range, of: size) else { throw changed }
            received += UInt64(bytes.count)
            guard received <= UInt64(range.count) else { throw Self.wrongLength }
            try sink(bytes)
        }
        guard answer.status == 206 || answer.status == 200 else {
            if answer.status == 404 || answer.status == 416 { throw changed }
            throw BaluReply.refusal(in: answer)
        }
        guard received == UInt64(range.count) else { throw Self.wrongLength }
    }

    /// The path of a content, when the file has it as far as the server's list says.
    private func path(of id: ItemID, version: UInt64?, content: ContentHash) throws -> String {
        if let version {
            guard let earlier = try index.versions(of: id).first(where: { $0.version == version }),
                earlier.content == content
            else { throw DriveError(.contentChanged, "The file has no such version any more.") }
            return try versionPath(id, version)
        }
        guard let known = try index.item(id), known.state != .erased else { throw Self.nothing }
        if known.state == .live, let parent = known.parent { try listIfOld(parent) }
        guard let item = try index.item(id), item.state != .erased else { throw Self.nothing }
        guard let file = item.file else { throw HubProblem(.wrongKind, "A folder has no content.") }
        guard file.content == content else {
            throw DriveError(.contentChanged, "The file has another content by now. It is received again.")
        }
        return try place(of: id).path
    }

    private static func isRange(_ head: Response, _ range: Range<UInt64>, of size: UInt64) -> Bool {
        if head.status == 200 { return range == 0..<size }
        guard let given = ServiceAnswer.range(in: head.headers) else { return false }
        return given.range == range && given.size == size
    }

    static let wrongLength = DriveError(
        .wrongBytes, "The BaluHost sent another number of bytes than it announced. They were thrown away.")

    /// Receives a range of what lies at a path; the sink gets the head with each piece.
    func receive(
        _ path: String, _ range: Range<UInt64>?, into sink: @escaping TransferClient.Sink
    ) throws -> Response {
        let address = try account.requireAddress()
        return try account.authorized { headers in
            var call = TransferCall(
                .get, "\(address)/api/files/download/\(BaluPath.segments(path))", headers: headers)
            if let range { call.headers["Range"] = "bytes=\(range.lowerBound)-\(range.upperBound - 1)" }
            return try transfer(call, from: { _ in 0 }, into: sink)
        } result: {
            $0
        }
    }

    func transfer(
        _ call: TransferCall, from source: @escaping TransferClient.Source, into sink: TransferClient.Sink? = nil
    ) throws -> Response {
        do {
            let client = try transfers ?? TransferClient(trust: account.trust(), silenceSeconds: silenceSeconds)
            transfers = client
            return try client.send(call, from: source, into: sink)
        } catch let error as HTTPError {
            transfers = nil
            throw DriveError.translating(error)
        }
    }

    // MARK: - Places

    func username() throws -> String {
        guard let name = try account.username else { _ = try account.requireAddress(); throw Self.nothing }
        return name
    }

    /// The space of the account: the same on each device, so that a lost index loses no more than it must.
    func requireRoot() throws -> SpaceID {
        let text = "satchel/baluhost\n\(try account.requireAddress())\n\(try username())"
        let space = try SpaceID(Array(SHA256.hash(Array(text.utf8)).bytes.prefix(SpaceID.byteCount)))
        if try index.item(space.root) == nil { try index.transaction { try index.makeRoot(space) } }
        return space
    }

    func workPath(_ parts: String...) throws -> String {
        ([try username(), BaluPath.workName] + parts).joined(separator: "/")
    }

    func versionPath(_ item: ItemID, _ version: UInt64) throws -> String {
        try workPath("versions", item.description, "\(version)")
    }

    /// Where an item lies at the server, and what of it or above it is in the trash.
    func place(of id: ItemID) throws -> (path: String, trashed: ItemID?) {
        var names: [String] = []
        var next = id
        for _ in 0...FilePath.maximumDepth {
            guard let item = try index.item(next), item.state != .erased else { throw Self.nothing }
            if item.state == .trashed {
                let above = try workPath("trash", next.description)
                return (([above] + names.reversed()).joined(separator: "/"), next)
            }
            guard let parent = item.parent, let name = item.name else {
                return (([try username()] + names.reversed()).joined(separator: "/"), nil)
            }
            names.append(try BaluPath.text(of: name))
            next = parent
        }
        throw DriveError(.storage, "The index of the BaluHost's files is damaged: a folder is in itself.")
    }

    /// Afterwards the folders are there that this device works with.
    func requireWorkFolders() throws {
        guard !hasWorkFolders else { return }
        let home = try username()
        try makeFolder(BaluPath.workName, in: home)
        for name in ["uploads", "versions", "trash"] {
            try makeFolder(name, in: BaluPath.join(home, BaluPath.workName))
        }
        hasWorkFolders = true
    }

    /// Afterwards the folder is there. Uploads into a folder that was made in another way are refused.
    func makeFolder(_ name: String, in parent: String) throws {
        if try names(in: parent).contains(name) { return }
        do {
            _ = try account.call(.post, "files/folder", ["path": .string(parent), "name": .string(name)])
        } catch let problem as HubProblem {
            // Another device was faster.
            guard try names(in: parent).contains(name) else { throw problem }
        }
    }

    private func names(in folder: String) throws -> Set<String> {
        Set(try entries(of: folder).compactMap(\.name.text))
    }

    /// The list of a folder; one that is not there has an empty list.
    func entries(of folder: String) throws -> [BaluRow] {
        let answer = try account.call(.get, "files/list?path=\(BaluPath.encoded(folder))")
        guard let entries = BaluReply.entries(in: answer, of: folder) else { throw BaluReply.liar }
        return entries
    }

    // MARK: - Lists

    private func listIfOld(_ folder: ItemID) throws {
        let now = clock.now().seconds
        if let last = listed[folder], now >= last, now - last < limits.listSeconds { return }
        try list(folder)
    }

    func noteListed(_ folder: ItemID) { listed[folder] = clock.now().seconds }
}
