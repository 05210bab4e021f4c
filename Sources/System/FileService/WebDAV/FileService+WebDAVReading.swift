// SPDX-License-Identifier: MIT
import Crypto
import FileIO
import FileModel
import HTTP
import Logging
import WebDAV

extension FileService {
    // MARK: - GET

    /// Sends a file, or the part of it that is asked for.
    func get(_ exchange: TransferExchange, _ path: DAVPath, _ caller: DAVCaller) throws {
        let head = exchange.head
        let (account, answer) = try authority.ask(try Self.request(head, path, .look), by: caller)
        guard case .entry(let entry) = answer else { throw Self.malformedAnswer }
        guard let file = entry.file else {
            throw FileServiceRefusal(405, .methodNotAllowed, "A folder has no content. Look at it with PROPFIND.")
        }
        let modified: Headers = ["Last-Modified": HTTPDate.text(entry.modified)]
        if try head.single("If-None-Match") == nil,
            let since = try head.single("If-Modified-Since").flatMap({ HTTPDate.seconds($0) }), entry.modified <= since
        {
            var headers = modified
            headers.add("ETag", file.content.entityTag)
            return try exchange.answer(304, headers)
        }
        do {
            try transfer(exchange, by: account) { try send(file.content, also: modified, to: exchange) }
        } catch let error as FileIOError where error.code == .notFound && !exchange.isAnswered {
            log.error("The content of a file is not on the disk", .content(file.content.digest.bytes), .error(error))
            throw FileServiceRefusal(500, .lost, "The server has lost the content of this file. Tell its operator.")
        }
    }

    // MARK: - PROPFIND

    /// Shows properties of an item, and of what a folder holds.
    ///
    /// A folder comes in pages from the hub, and each is sent before the next one is asked for: no folder is too large. What
    /// is added or removed meanwhile may be missed, as in other listings.
    func find(_ exchange: TransferExchange, _ path: DAVPath, _ caller: DAVCaller) throws {
        let depth = try DAVDepth(exchange.head.single("Depth"))
        let wish = try PropertyRequest(readXML(exchange))
        guard depth != .infinity else {
            return try answer(exchange, 403, xml: Multistatus.error("propfind-finite-depth", href: nil))
        }
        let request = try Self.request(exchange.head, path, depth == .zero ? .look : .list(after: nil))
        var (entry, members, isLast) = try page(request, caller)
        try exchange.beginChunks(207, Self.xml())
        try exchange.writeChunk(Multistatus.start + Multistatus.response(entry, at: path, wish))
        while true {
            try exchange.writeChunk(Self.responses(members, in: path, wish))
            guard !isLast, let last = members.last?.name else { break }
            (entry, members, isLast) = try page(DAVRequest(path, .list(after: last)), caller)
        }
        try exchange.writeChunk(Multistatus.end)
        try exchange.endChunks()
    }

    private func page(
        _ request: DAVRequest, _ caller: DAVCaller
    ) throws -> (entry: DAVEntry, members: [DAVEntry], isLast: Bool) {
        switch try authority.ask(request, by: caller).answer {
        case .entry(let entry): (entry, [], true)
        case .page(let entry, let members, let isLast): (entry, members, isLast)
        case .done, .locked: throw Self.malformedAnswer
        }
    }

    private static func responses(_ members: [DAVEntry], in path: DAVPath, _ wish: PropertyRequest) -> String {
        members.compactMap { member in
            member.name.map { Multistatus.response(member, at: path.appending($0), wish) }
        }.joined()
    }
}
