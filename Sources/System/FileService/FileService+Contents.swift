// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileIO
import FileModel
import HTTP
import Logging

extension FileService {
    /// Sends the content of a whole upload, or the part of it that is asked for.
    func send(_ exchange: TransferExchange, contentOf id: UploadID, _ owner: [UInt8]) throws {
        guard try store.header(of: id).owner == owner else { throw Self.nothing }
        let hash = try appends.withUpload(id, on: exchange.line, cuttingOthers: false) { () -> ContentHash in
            let upload = try store.resume(id)
            guard upload.state != .receiving else { throw Self.nothing }
            return try upload.publish()
        }
        try send(hash, to: exchange)
    }

    /// Sends what a file holds, or held, or the part of it that is asked for.
    func send(_ exchange: TransferExchange, contentOf item: ItemID, version: UInt64?, _ token: String) throws {
        let (account, hash) = try authority.content(of: item, version: version, for: token)
        do {
            try transfer(exchange, by: account) { try send(hash, to: exchange) }
        } catch let error as FileIOError where error.code == .notFound && !exchange.isAnswered {
            log.error("The content of a file is not on the disk", .content(hash.digest.bytes), .error(error))
            throw FileServiceRefusal(500, .lost, "The server has lost the content of this file. Tell its operator.")
        }
    }

    /// Sends the SHA-256 of each 4 MiB of what a file holds, or held, one after another.
    func send(_ exchange: TransferExchange, chunksOf item: ItemID, version: UInt64?, _ token: String) throws {
        let (account, hash) = try authority.content(of: item, version: version, for: token)
        try transfer(exchange, by: account) {
            let list =
                switch try source(of: hash) {
                case .file(let file): try store.chunkLists.list(of: hash, in: file)
                case .memory(let bytes):
                    // A small content is one chunk, and an empty one has none.
                    try ChunkList(size: UInt64(bytes.count), encoded: bytes.isEmpty ? [] : hash.digest.bytes)
                }
            var headers = Self.headers(of: hash, named: nil)
            headers.add("Satchel-Size", "\(list.size)")
            try exchange.answer(200, headers, body: list.encoded)
        }
    }

    /// - Parameters:
    ///   - name: of the file, for a browser to save it under.
    ///   - others: further headers.
    func send(
        _ hash: ContentHash, named name: FileName? = nil, also others: Headers = [:], to exchange: TransferExchange
    ) throws {
        let source = try source(of: hash)
        let size =
            switch source {
            case .file(let file): try file.size()
            case .memory(let bytes): UInt64(bytes.count)
            }
        let head = exchange.head
        var headers = Self.headers(of: hash, named: name)
        for field in others.fields { headers.add(field.name, field.value) }
        if let tags = try head.single("If-None-Match"), Self.names(hash, in: tags) {
            return try exchange.answer(304, headers)
        }
        var range = ByteRange.whole
        if head.method == .get, try head.single("If-Range").map({ $0 == hash.entityTag }) ?? true {
            range = ByteRange(try head.single("Range"), size: size)
        }
        switch range {
        case .whole: try send(source, 0..<size, 200, headers, to: exchange)
        case .part(let part):
            var headers = headers
            headers.add("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
            try send(source, part, 206, headers, to: exchange)
        case .unsatisfiable:
            throw FileServiceRefusal(
                416, .badRequest, "The content has \(size) bytes.", headers: ["Content-Range": "bytes */\(size)"])
        }
    }

    private func send(
        _ source: Source, _ range: Range<UInt64>, _ status: Int, _ headers: Headers, to exchange: TransferExchange
    ) throws {
        try exchange.begin(status, headers, length: range.upperBound - range.lowerBound)
        guard exchange.head.method != .head else { return }
        switch source {
        case .memory(let bytes):
            try bytes[Int(range.lowerBound)..<Int(range.upperBound)].withUnsafeBytes { try exchange.write($0) }
        case .file(let file): try send(file, range, to: exchange)
        }
    }

    private func send(_ file: DiskFile, _ range: Range<UInt64>, to exchange: TransferExchange) throws {
        try withUnsafeTemporaryAllocation(byteCount: Self.pieceBytes, alignment: 64) { buffer in
            var position = range.lowerBound
            while position < range.upperBound {
                let room = min(UInt64(buffer.count), range.upperBound - position)
                let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(room)])
                let count = try file.read(into: piece, at: position)
                guard count > 0 else { throw FileIOError(.damaged, "A content is shorter than it was.") }
                try exchange.write(UnsafeRawBufferPointer(rebasing: piece[..<count]))
                position += UInt64(count)
            }
        }
    }

    private static let pieceBytes = 256 << 10

    /// What a user has stored is never run by a browser, whatever it is.
    private static func headers(of hash: ContentHash, named name: FileName?) -> Headers {
        [
            "ETag": hash.entityTag, "Accept-Ranges": "bytes", "Content-Type": "application/octet-stream",
            "Content-Disposition": disposition(name),
            "Repr-Digest": StructuredField.text(hash.digest.bytes, of: "sha-256"),
            "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox; default-src 'none'", "Referrer-Policy": "no-referrer",
        ]
    }

    /// RFC 6266, with the name as RFC 8187 has it.
    private static func disposition(_ name: FileName?) -> String {
        guard let name else { return "attachment" }
        let coded = name.bytes.map { byte in
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: "%" + Hex.encode([byte]).uppercased()
            }
        }
        return "attachment; filename*=UTF-8''" + coded.joined()
    }

    /// RFC 9110, section 13.1.2: weak tags count as well.
    private static func names(_ hash: ContentHash, in tags: String) -> Bool {
        tags == "*"
            || tags.split(separator: ",").contains { tag in
                let trimmed = tag.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
                let text = String(trimmed)
                return (text.hasPrefix("W/") ? String(text.dropFirst(2)) : text) == hash.entityTag
            }
    }
}
