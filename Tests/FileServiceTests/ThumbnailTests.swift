// SPDX-License-Identifier: MIT
import Codes
import Crypto
import FileModel
import HubAPI
import TestSupport
import Testing
import Tokens

/// Small contents and small pictures, with real processes and curl.
@Suite struct ThumbnailTests {
    private let home: CommitHome
    private let root: ItemID

    init() throws {
        home = try CommitHome(nil)
        root = try #require(try home.call(Routes.spaces, Nothing()).spaces.first).id.root
    }

    /// Stores bytes by the way for small ones, or as an upload, and links them.
    private func file(_ bytes: [UInt8], _ name: String, isSmall: Bool = true) throws -> FileItem {
        let path = try home.folder.write(bytes, to: "content")
        let made = try home.transfer(["-X", "POST", "-T", path], to: "/v1/uploads" + (isSmall ? "/small" : ""))
        try require(made.status == 201, "\(made.status)")
        return try home.call(
            Routes.linkFile,
            NewFile(
                id: OperationID(at: Timestamp(seconds: CommitHome.now), random: .system),
                item: try ItemID(RandomSource.system.bytes(ItemID.byteCount)), parent: root, name: FileName(name),
                content: ContentHash(SHA256.hash(bytes))))
    }

    private func thumbnail(_ item: FileItem, _ query: String = "", _ words: [String] = []) throws -> CommitHome.Reply {
        try home.transfer(words, to: "/v1/files/items/\(item.id)/thumbnail\(query)")
    }

    @Test(arguments: [true, false]) func aPictureHasSmallOnesOfThreeSizes(isSmall: Bool) throws {
        let png = try QRCode.draw("a picture").png(scale: 40)
        let item = try file(png, "code.png", isSmall: isSmall && png.count <= SmallContent.maximumCount)
        for (query, side) in [("", 256), ("?size=256", 256), ("?size=1024", 1_024)] {
            let answer = try thumbnail(item, query)
            #expect(answer.status == 200 && answer.headers["content-type"] == "image/jpeg", "\(answer.status)")
            #expect(answer.headers["content-security-policy"] == "sandbox; default-src 'none'")
            let made = try CodeReader.besideThisProgram().made(
                of: answer.body, name: "thumbnail", longestSide: 4_096, form: .png)
            #expect(max(made.size.width, made.size.height) <= side)
            let tag = try #require(answer.headers["etag"])
            #expect(try thumbnail(item, query, ["-H", "If-None-Match: \(tag)"]).status == 304)
        }
    }

    @Test func whatIsNoPictureHasNone() throws {
        var random = SeededRandom(seed: 9)
        let damaged = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + random.block(3_000)
        for (number, bytes) in [Array("a letter".utf8), random.block(40_000), damaged].enumerated() {
            let item = try file(bytes, "file \(number)", isSmall: bytes.count <= SmallContent.maximumCount)
            for _ in 0..<2 { #expect(try thumbnail(item).status == 415) }
        }
        let item = try file([1], "one")
        for query in ["?size=", "?size=0", "?size=257", "?size=-256", "?size=256&size=256", "?", "?x"] {
            #expect(try thumbnail(item, query).status == 400, "\(query)")
        }
    }

    @Test func aSmallContentNeedsOneRequest() throws {
        let bytes = Array("small".utf8)
        let item = try file(bytes, "small")
        let whole = try home.transfer([], to: "/v1/files/items/\(item.id)/content")
        #expect(whole.status == 200 && whole.body == bytes)
        let part = try home.transfer(["-H", "Range: bytes=1-2"], to: "/v1/files/items/\(item.id)/content")
        #expect(part.status == 206 && part.body == Array("ma".utf8))
        let path = try home.folder.write([UInt8](repeating: 1, count: SmallContent.maximumCount + 1), to: "large")
        #expect(try home.transfer(["-X", "POST", "-T", path], to: "/v1/uploads/small").status == 413)
        let wrong = try home.folder.write([7], to: "wrong")
        let digest = "Repr-Digest: sha-256=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:"
        #expect(try home.transfer(["-X", "POST", "-T", wrong, "-H", digest], to: "/v1/uploads/small").status == 400)
        #expect(try home.transfer([], to: "/v1/uploads/small").status == 405)
    }
}
