// SPDX-License-Identifier: MIT
import FileIO
import FileModel
import Glibc
import HTTP
import WebDAV

//  PUT: the content is uploaded as any other one, and then linked at its path in one commit of the hub.
//
//  | killed after       | on the disk       | at the hub              | what the client sees, and what comes of it        |
//  | ------------------ | ----------------- | ----------------------- | ------------------------------------------------- |
//  | reserved           | nothing           | room                    | the file of before; the room is free in 7 days    |
//  | created            | an upload         | room                    | the file of before; removed a minute after start  |
//  | published, told    | the whole content | the content             | the same                                          |
//  | ordered            | the whole content | the file                | the new file, whole; the old one is a version     |
//
//  A client that got no answer sends PUT again: the same content is no further version.

extension FileService {
    // MARK: - PUT

    func put(_ exchange: TransferExchange, _ path: DAVPath, _ caller: DAVCaller) throws {
        let head = exchange.head
        guard head.headers.all("Content-Range").isEmpty else {
            throw FileServiceRefusal(400, .badRequest, "PUT sends a whole file. RFC 9110, section 14.4")
        }
        if let length = exchange.bodyLength, length > Self.maximumLength {
            throw FileServiceRefusal(413, .tooLarge, "A content has at most \(Self.maximumLength) bytes.")
        }
        let modified = try head.single("X-OC-Mtime").flatMap(Self.milliseconds)
        let id = try freshID()
        let request = try Self.request(
            head, path, .reserve(id, length: exchange.bodyLength))
        let account = try authority.account(of: caller)
        try transfer(exchange, by: account) {
            try put(exchange, id, of: account, request, modified: modified, caller)
        }
    }

    private func put(
        _ exchange: TransferExchange, _ id: UploadID, of account: [UInt8], _ request: DAVRequest, modified: Int64?,
        _ caller: DAVCaller
    ) throws {
        // Refuses what cannot be stored here before a byte of it has come.
        _ = try authority.ask(request, by: caller)
        do {
            try appends.withUpload(id, on: exchange.line, cuttingOthers: false) {
                try onStep(.reserved)
                let upload = try store.create(
                    UploadHeader(
                        id: id, owner: account, created: UInt64(max(0, time(nil))), length: exchange.bodyLength,
                        expected: nil, isOfOneRequest: true))
                try onStep(.created)
                let hash = try receive(exchange, upload)
                let (_, answer) = try authority.ask(
                    request.with(.store(id, hash, modified: modified)), by: caller)
                try onStep(.ordered)
                guard case .done(let isNew) = answer else { throw Self.malformedAnswer }
                var headers: Headers = ["ETag": hash.entityTag, "Cache-Control": "no-store"]
                if modified != nil { headers.add("X-OC-Mtime", "accepted") }
                try exchange.answer(isNew ? 201 : 204, headers)
                try store.remove(id)
            }
        } catch let failure where !exchange.isAnswered {
            // Nobody can go on with it.
            end(id)
            try store.remove(id)
            throw failure
        }
    }

    /// Takes a whole body, and gives it its place under its hash.
    private func receive(_ exchange: TransferExchange, _ upload: StagedUpload) throws -> ContentHash {
        try upload.begin(at: 0, count: exchange.bodyLength, declared: nil, isLast: true)
        var room = UploadRoom(upload, authority)
        try exchange.tellToContinue()
        try exchange.readBody { bytes in
            try room.take(bytes.count)
            try upload.append(bytes, at: Self.milliseconds)
        }
        try upload.end(at: Self.milliseconds)
        try publish(upload)
        guard let hash = upload.contentHash else { preconditionFailure("A published upload has a hash.") }
        return hash
    }

    /// Seconds since 1970, perhaps with a fraction, as clients of ownCloud send the time of a file.
    ///
    /// - Returns: nil for another form.
    private static func milliseconds(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = StructuredField.integer(String(parts[0])), whole <= latestSeconds else { return nil }
        return Int64(whole) * 1_000
    }

    private static let latestSeconds: UInt64 = 253_402_300_799

    // MARK: - PROPPATCH

    func changeProperties(_ exchange: TransferExchange, _ path: DAVPath, _ caller: DAVCaller) throws {
        let changes = try PropertyChange.read(readXML(exchange))
        let (isExecutable, dead, refused) = Self.sorted(changes)
        var status: String?
        if refused.isEmpty {
            status = try change(
                try Self.request(exchange.head, path, .change(dead, isExecutable: isExecutable)), dead, caller)
        } else {
            // Who may not see the item does not learn that it is there.
            _ = try authority.ask(DAVRequest(path, .look), by: caller)
        }
        let response = Multistatus.response(
            to: changes, at: path, isFolder: exchange.head.path.hasSuffix("/"), refused: refused, status: status)
        try answer(exchange, 207, xml: Multistatus.start + response + Multistatus.end)
    }

    /// - Returns: why nothing was changed; nil when all was.
    private func change(_ request: DAVRequest, _ changes: [PropertyChange], _ caller: DAVCaller) throws -> String? {
        let fit = changes.allSatisfy { change in
            guard case .set(let name, let value) = change else { return true }
            return name.namespace.utf8.count + name.name.utf8.count + value.utf8.count
                <= DAVEntry.maximumPropertyBytes
        }
        guard fit, request.coded.count <= DAVRequest.maximumCount else { return "507 Insufficient Storage" }
        do {
            _ = try authority.ask(request, by: caller)
            return nil
        } catch let refusal as FileServiceRefusal where refusal.status == 507 {
            return "507 Insufficient Storage"
        }
    }

    /// What is a property of the file itself, what is only kept, and what no client may change.
    private static func sorted(
        _ changes: [PropertyChange]
    ) -> (isExecutable: Bool?, dead: [PropertyChange], refused: Set<PropertyName>) {
        var (isExecutable, dead, refused): (Bool?, [PropertyChange], Set<PropertyName>) = (nil, [], [])
        for change in changes {
            switch change {
            case .set(Multistatus.executable, "T"): isExecutable = true
            case .set(Multistatus.executable, "F"): isExecutable = false
            case _ where change.name == Multistatus.executable || Multistatus.isProtected(change.name):
                refused.insert(change.name)
            default: dead.append(change)
            }
        }
        return (isExecutable, dead, refused)
    }

    // MARK: - LOCK

    /// Locks an item, or refreshes the locks that `If` names.
    func lock(_ exchange: TransferExchange, _ path: DAVPath, _ caller: DAVCaller) throws {
        let head = exchange.head
        let body = try readXML(exchange)
        let seconds = LockTimeout.seconds(try head.single("Timeout"))
        let order: DAVOrder
        if body.isEmpty {
            order = .refresh(seconds: seconds)
        } else {
            let depth = try DAVDepth(head.single("Depth"))
            guard depth != .one else { throw FileServiceRefusal(400, .badRequest, "A lock has Depth 0 or infinity.") }
            order = .lock(try LockRequest(body), isInfinite: depth == .infinity, seconds: seconds)
        }
        let (_, answer) = try authority.ask(try Self.request(head, path, order), by: caller)
        try onStep(.ordered)
        guard case .locked(let token, let entry, let isNew) = answer else { throw Self.malformedAnswer }
        let headers: Headers = body.isEmpty ? [:] : ["Lock-Token": "<\(token)>"]
        try self.answer(exchange, isNew ? 201 : 200, headers, xml: Multistatus.locks(entry, at: path))
    }
}
