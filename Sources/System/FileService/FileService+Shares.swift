// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileIO
import FileModel
import Glibc
import HTTP
import Logging

//  /s/{token}          a page that names the file and its size, with a link to the bytes
//  /s/{token}/content  the bytes, also in parts
//
//  A client with the token gets the file: it stands in no log, and is answered with nothing that a browser would run or load.

extension FileService {
    /// Answers a visitor, who has no account.
    ///
    /// - Throws: ``TransferBreak``, ``TransferRefusal``, ``FileServiceRefusal``; no other error, because its log would
    ///   have the path.
    func visit(_ exchange: TransferExchange) throws {
        do {
            try visit(exchange, Array(exchange.head.path.split(separator: "/", omittingEmptySubsequences: false)))
        } catch let error as FileIOError {
            log.error("The file of a share link cannot be read", .error(error))
            guard !exchange.isAnswered else { throw TransferBreak.gone }
            throw FileServiceRefusal(500, .lost, "The server cannot read this file. Tell its operator.")
        }
    }

    private func visit(_ exchange: TransferExchange, _ parts: [Substring]) throws {
        try Self.requireReading(exchange)
        // "", "s", the token, and perhaps "content".
        let isContent = parts.count == 4 && parts[3] == "content"
        guard parts.count == 3 || isContent, let link = ShareLinkID(token: String(parts[2])) else { throw Self.nothing }
        try places.withPlace(for: .visitor, at: exchange.remoteAddress) {
            let shared = try authority.shared(link)
            guard isContent else { return try show(shared, token: parts[2], to: exchange) }
            try send(shared.content, named: shared.name, to: exchange)
        }
    }

    /// The page has no script, no style and no picture, so nothing in it can act for a visitor.
    private func show(_ shared: SharedFile, token: Substring, to exchange: TransferExchange) throws {
        let page = Array(SharePage(shared, token: token).text.utf8)
        var headers: Headers = [
            "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex",
        ]
        // A browser lets no page in a sandbox begin a download without a word.
        headers.add("Content-Security-Policy", "sandbox allow-downloads; default-src 'none'")
        try exchange.answer(200, headers, body: page)
    }
}

/// What a visitor gets by a share link.
struct SharedFile: Sendable {
    let content: ContentHash
    /// In bytes.
    let size: UInt64
    let name: FileName
    /// Seconds since 1970.
    let expires: UInt64
}

extension Authority {
    /// The file of a share link; see ``ShareLinkID``.
    ///
    /// - Throws: ``FileServiceRefusal`` with 404 for a link that is not good.
    func shared(_ link: ShareLinkID) throws -> SharedFile {
        try ask([.unsigned(20), .bytes(link.digest.bytes)]) { reader in
            let hash = ContentHash(try Digest(reader.bytes(count: Digest.count)))
            let size = try reader.uint()
            let name: FileName
            do {
                name = try FileName(reader.bytes(maximum: FileName.maximumCount))
            } catch is FileModelError {
                throw FileServiceRefusal(503, .busy, "The hub's answer is malformed. Try again later.")
            }
            return SharedFile(content: hash, size: size, name: name, expires: try reader.uint())
        }
    }
}

/// The page of a share link.
struct SharePage {
    private let shared: SharedFile
    private let token: Substring

    /// - Parameter token: as it stands in the path: letters, digits, `-` and `_`.
    init(_ shared: SharedFile, token: Substring) {
        self.shared = shared
        self.token = token
    }

    var text: String {
        let name = Self.escaped(String(decoding: shared.name.bytes, as: UTF8.self))
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\(name)</title></head>
            <body>
            <h1><bdi>\(name)</bdi></h1>
            <p>\(shared.size) bytes. This link ends on \(Self.day(shared.expires)) (UTC).</p>
            <p><a href="/s/\(token)/content" download>Download</a></p>
            </body>
            </html>

            """
    }

    /// Text for HTML: what could end it is written as a reference, and what no screen shows is left out.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "<", ">", "&", "\"", "'": "&#\(scalar.value);"
            case _ where !scalar.isHarmless: "\u{FFFD}"
            default: String(scalar)
            }
        }.joined()
    }

    private static func day(_ seconds: UInt64) -> String {
        var (time, parts) = (time_t(clamping: seconds), tm())
        gmtime_r(&time, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }
}
