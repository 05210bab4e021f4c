// SPDX-License-Identifier: MIT
package import Codes
import FileIO
import FileModel
import Glibc
import HTTP
import Synchronization

//  /v1/files/items/{item}/thumbnail?size=256|1024|2048
//
//  A picture is decoded by `satchel-reader` and `satchel-unpacker` alone, which are confined and get nothing but its
//  bytes. What comes back is checked, kept on the disk by the hash of the content, and goes with it.

/// Makes small pictures of contents. A few at once, because each one may take a processor for seconds.
package final class Thumbnails: Sendable {
    /// The longest sides that are made, in pixels.
    package static let sides = [256, 1_024, 2_048]
    static let quality = 80
    private static let maximumAtOnce = 2
    /// All of them together.
    static let maximumBytes: UInt64 = 2 << 30
    /// Contents that have no picture; remembered so that they are not decoded again and again.
    private static let maximumBarren = 10_000

    private struct State {
        var running = 0
        var barren: Set<ContentHash> = []
    }

    private let reader: CodeReader
    private let state = Mutex(State())

    package init(reader: CodeReader) { self.reader = reader }

    /// A JPEG file whose sides are at most so long; nil for what is no picture that can be decoded.
    ///
    /// - Throws: ``FileServiceRefusal`` with 503 while too many are being made.
    func make(of content: ContentHash, longestSide: Int, _ bytes: () throws -> [UInt8]?) throws -> [UInt8]? {
        let isBarren = try state.withLock { state in
            if state.barren.contains(content) { return true }
            guard state.running < Self.maximumAtOnce else {
                throw FileServiceRefusal(
                    503, .busy, "Other pictures are being made. Try again in a moment.", headers: ["Retry-After": "1"])
            }
            state.running += 1
            return false
        }
        guard !isBarren else { return nil }
        defer { state.withLock { $0.running -= 1 } }
        do {
            guard let image = try bytes() else { return nil }
            return try reader.picture(
                of: image, name: "\(content)", longestSide: longestSide, form: .jpeg(quality: Self.quality))
        } catch let error as CodesError where Self.isOfPicture(error.code) {
            state.withLock { state in
                if state.barren.count >= Self.maximumBarren { state.barren.removeAll() }
                state.barren.insert(content)
            }
            return nil
        }
    }

    /// Whether the next attempt would end in the same way.
    private static func isOfPicture(_ code: CodesError.Code) -> Bool {
        switch code {
        case .notAnImage, .unsupportedFormat, .damagedImage, .imageTooLarge, .readerDied: true
        default: false
        }
    }
}

extension FileService {
    /// Sends a small picture of what a file holds.
    func sendThumbnail(_ exchange: TransferExchange, of item: ItemID, _ token: String) throws {
        let side = try Self.side(exchange.head.query)
        let (account, hash) = try authority.content(of: item, version: nil, for: token)
        let tag = "\"t\(side)-\(hash)\""
        let headers: Headers = [
            "ETag": tag, "Content-Type": "image/jpeg", "Cache-Control": "private, no-cache",
            "Content-Disposition": "attachment", "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox; default-src 'none'", "Referrer-Policy": "no-referrer",
        ]
        if let tags = try exchange.head.single("If-None-Match"), tags.contains(tag) {
            return try exchange.answer(304, headers)
        }
        try transfer(exchange, by: account) {
            guard let picture = try thumbnail(of: hash, longestSide: side) else {
                throw FileServiceRefusal(415, .wrongType, "There is no picture of this file.")
            }
            try exchange.answer(200, headers, body: picture)
        }
    }

    private static func side(_ query: String?) throws -> Int {
        guard let query else { return Thumbnails.sides[0] }
        guard query.hasPrefix("size="), let side = Int(query.dropFirst("size=".count)), Thumbnails.sides.contains(side)
        else {
            throw FileServiceRefusal(
                400, .badRequest, "The size is one of \(Thumbnails.sides.map(String.init).joined(separator: ", ")).")
        }
        return side
    }

    private func thumbnail(of hash: ContentHash, longestSide: Int) throws -> [UInt8]? {
        guard let thumbnails else { return nil }
        if let kept = try store.thumbnails.picture(of: hash, longestSide: longestSide) { return kept }
        guard let made = try thumbnails.make(of: hash, longestSide: longestSide, { try image(hash) }) else {
            return nil
        }
        try store.thumbnails.keep(made, of: hash, longestSide: longestSide, token: "\(freshID())")
        return made
    }

    /// The bytes of what begins like a picture and is not too large; nil for anything else.
    private func image(_ hash: ContentHash) throws -> [UInt8]? {
        switch try source(of: hash) {
        case .memory(let bytes): return CodeReader.isPicture(bytes) ? bytes : nil
        case .file(let file):
            let size = try file.size()
            guard size <= CodeReader.maximumImageBytes,
                CodeReader.isPicture(try file.read(PictureKind.headBytes, at: 0))
            else { return nil }
            return try file.read(Int(size), at: 0)
        }
    }

    /// Removes the oldest pictures beyond the limit of all.
    package func trimThumbnails() throws { try store.thumbnails.trim(to: Thumbnails.maximumBytes) }
}
