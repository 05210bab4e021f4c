// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
package import FileModel
internal import HTTP
package import HubAPI

/// Our hub, which has names and folders, with its file service, which has the bytes.
package final class HubFileServer: FileServer {
    let account: HubAccount
    /// The address of the file service, once the hub has said it.
    private var service: String?
    private var transfers: TransferClient?

    private let silenceSeconds: Int

    /// - Parameter silenceSeconds: how long nothing may move before a transfer counts as broken.
    package init(account: HubAccount, silenceSeconds: Int = 60) {
        self.account = account
        self.silenceSeconds = silenceSeconds
    }

    // MARK: - The hub

    package func spaces() throws -> [FileSpace] {
        let list = try account.call(Routes.spaces, Nothing())
        service = list.service
        return list.spaces
    }

    package func item(_ id: ItemID) throws -> FileItem {
        try account.call(Routes.fileItem, Nothing(), values: [id.description])
    }

    package func trash(of space: SpaceID, after: String?) throws -> FileItemPage {
        let page = try account.call(
            Routes.fileTrash, Nothing(), values: [space.description], query: Self.after(after))
        guard page.items.allSatisfy({ $0.space == space && $0.state == .trashed }) else { throw Self.liar }
        return page
    }

    package func versions(of item: ItemID) throws -> [EarlierContent] {
        try account.call(Routes.fileVersions, Nothing(), values: [item.description]).versions
    }

    package func changes(in space: SpaceID, after anchor: String?) throws -> FileChanges {
        try account.call(
            Routes.fileChanges, Nothing(), values: [space.description],
            query: Self.after(anchor) + [("limit", "500")])
    }

    package func have(_ contents: [ContentHash], in space: SpaceID?) throws -> [HaveState.State] {
        let states = try account.call(Routes.haveContents, HaveQuery(contents: contents, space: space)).states
        guard states.map(\.content) == contents else { throw Self.liar }
        return states.map(\.state)
    }

    package func perform(_ order: FileOrder) throws -> FileItem {
        switch order {
        case .folder(let order): try account.call(Routes.newFolder, order)
        case .link(let order): try account.call(Routes.linkFile, order)
        case .replace(let order): try account.call(Routes.replaceContent, order)
        case .move(let order): try account.call(Routes.moveItem, order)
        case .copy(let order): try account.call(Routes.copyItem, order)
        case .trash(let order): try account.call(Routes.trashItem, order)
        case .restore(let order): try account.call(Routes.restoreItem, order)
        }
    }

    private static func after(_ text: String?) -> [(String, String)] { text.map { [("after", $0)] } ?? [] }

    // MARK: - Uploads

    package func store(_ bytes: [UInt8], in space: SpaceID) throws {
        let content = ContentHash(SHA256.hash(bytes))
        let headers: Headers = [
            "Satchel-Space": space.description, "Content-Type": "application/octet-stream",
            "Repr-Digest": "sha-256=:\(Base64.encode(content.digest.bytes)):",
        ]
        var rest = bytes[...]
        let answer = try send(
            .post, "/v1/uploads/small", headers, length: UInt64(bytes.count),
            restarting: { rest = bytes[...] },
            from: { buffer in
                let part = rest.prefix(buffer.count)
                buffer.copyBytes(from: part)
                rest = rest.dropFirst(part.count)
                return part.count
            })
        guard answer.status == 201 else { throw Self.refusal(in: answer) }
        guard ServiceAnswer.content(in: answer.headers) == content else { throw Self.liar }
    }

    package func beginUpload(of content: ContentHash, size: UInt64, in space: SpaceID) throws -> UploadID {
        let headers: Headers = [
            "Upload-Complete": "?0", "Upload-Length": "\(size)", "Satchel-Space": space.description,
            "Repr-Digest": "sha-256=:\(Base64.encode(content.digest.bytes)):",
        ]
        let answer = try send(.post, "/v1/uploads", headers)
        guard answer.status == 201, let upload = ServiceAnswer.upload(in: answer.headers) else {
            throw Self.refusal(in: answer)
        }
        return upload
    }

    package func progress(of upload: UploadID) throws -> UploadProgress? {
        let answer = try send(.head, "/v1/uploads/\(upload)", [:])
        if answer.status == 404 || answer.status == 410 { return nil }
        guard answer.status == 204, let progress = ServiceAnswer.progress(in: answer.headers) else {
            throw Self.refusal(in: answer)
        }
        return progress
    }

    package func append(
        to upload: UploadID, at offset: UInt64, count: UInt64, isLast: Bool,
        from source: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws {
        let headers: Headers = [
            "Content-Type": "application/partial-upload", "Upload-Offset": "\(offset)",
            "Upload-Complete": isLast ? "?1" : "?0",
        ]
        // The body is read once, so a refused token cannot be renewed within this call.
        let answer = try send(.patch, "/v1/uploads/\(upload)", headers, length: count, repeats: false, from: source)
        guard answer.status == (isLast ? 200 : 204), ServiceAnswer.progress(in: answer.headers) != nil else {
            throw Self.refusal(in: answer)
        }
    }

    // MARK: - Downloads

    package func download(
        _ item: ItemID, version: UInt64?, content: ContentHash, size: UInt64, range: Range<UInt64>,
        into sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let path = version.map { "/v1/files/items/\(item)/versions/\($0)/content" } ?? "/v1/files/items/\(item)/content"
        let headers: Headers = [
            "Range": "bytes=\(range.lowerBound)-\(range.upperBound - 1)", "If-Range": content.entityTag,
        ]
        var received: UInt64 = 0
        let answer = try send(
            .get, path, headers,
            into: { head, bytes in
                try Self.check(head, content, size, range)
                received += UInt64(bytes.count)
                guard received <= UInt64(range.count) else { throw Self.wrongLength }
                try sink(bytes)
            })
        guard answer.status == 200 || answer.status == 206 else { throw Self.refusal(in: answer) }
        try Self.check(answer, content, size, range)
        guard received == UInt64(range.count) else { throw Self.wrongLength }
    }

    private static func check(
        _ head: Response, _ content: ContentHash, _ size: UInt64, _ range: Range<UInt64>
    ) throws {
        guard let present = ServiceAnswer.content(in: head.headers) else { throw liar }
        guard present == content else {
            throw DriveError(.contentChanged, "The file has another content by now. It is received again.")
        }
        guard head.status == 206, let given = ServiceAnswer.range(in: head.headers), given.range == range,
            given.size == size
        else { throw liar }
    }

    // MARK: - Pieces

    func send(
        _ verb: TransferCall.Verb, _ path: String, _ headers: Headers, length: UInt64 = 0, repeats: Bool = true,
        restarting: () -> Void = {}, from source: @escaping TransferClient.Source = { _ in 0 },
        into sink: TransferClient.Sink? = nil
    ) throws -> Response {
        let token = try account.accessToken()
        var call = TransferCall(verb, try address() + path, headers: headers, length: length)
        call.headers["Authorization"] = "Bearer \(token)"
        do {
            let answer = try client().send(call, from: source, into: sink)
            guard answer.status == 401, repeats else { return answer }
            call.headers["Authorization"] = "Bearer \(try account.accessToken(insteadOf: token))"
            restarting()
            return try client().send(call, from: source, into: sink)
        } catch let error as HTTPError {
            transfers = nil
            throw DriveError.translating(error)
        }
    }

    private func client() throws -> TransferClient {
        if let transfers { return transfers }
        let made = try TransferClient(trust: account.trust(), silenceSeconds: silenceSeconds)
        transfers = made
        return made
    }

    func address() throws -> String {
        if service == nil { _ = try spaces() }
        guard let address = try service ?? account.hub?.url else {
            throw DriveError(.notLoggedIn, "This drive is not logged in. Run: satchel drive login")
        }
        try Client.requireAllowed(address)
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    /// What an answer of another status than expected means.
    static func refusal(in answer: Response) -> any Error {
        if let problem = ServiceAnswer.problem(in: answer) { return problem }
        guard answer.status < 500 else {
            return DriveError(
                .busy, "The file service gave no answer: a server in front of it says status \(answer.status).")
        }
        return answer.status == 401
            ? DriveError(.notLoggedIn, "The file service does not accept the session. Run: satchel drive login") : liar
    }

    private static let wrongLength = DriveError(
        .wrongBytes, "The file service sent another number of bytes than it announced. They were thrown away.")

    static let liar = DriveError(
        .foreignAnswer,
        "What answers is not the file service, but a login page, a proxy or a faulty server. Use another network, or ask the hub's operator."
    )
}
