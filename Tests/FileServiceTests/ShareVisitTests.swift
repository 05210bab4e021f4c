// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import HubAPI
import TestSupport
import Testing
import Tokens

/// A visitor with a share link, real processes and curl.
@Suite struct ShareVisitTests {
    private static let name = "<b>r\u{202E}ecipes & \"more\"<br> ü.html"
    private static let content = Array("<script>alert(1)</script>".utf8)

    private let home: CommitHome
    private let item: FileItem

    init() throws {
        home = try CommitHome(nil)
        let root = try #require(try home.call(Routes.spaces, Nothing()).spaces.first).id.root
        let path = try home.folder.write(Self.content, to: "content")
        let made = try home.transfer(["-X", "POST", "-T", path], to: "/v1/uploads")
        try require(made.status == 201, "\(made.status)")
        item = try home.call(
            Routes.linkFile,
            NewFile(
                id: Self.operation(), item: try ItemID(RandomSource.system.bytes(ItemID.byteCount)), parent: root,
                name: FileName(Self.name), content: ContentHash(SHA256.hash(Self.content))))
    }

    private static func operation() -> OperationID {
        OperationID(at: Timestamp(seconds: CommitHome.now), random: .system)
    }

    /// A fresh link, and its path.
    private func share() throws -> (link: ShareLink, path: String) {
        let token = RandomSource.system.bytes(ShareLinkID.tokenByteCount)
        let order = ShareLinkOrder(
            id: Self.operation(), link: ShareLinkID(token: token), item: item.id, expires: CommitHome.now + 3_600)
        return (try home.call(Routes.newShareLink, order), "/s/\(Base64URL.encode(token))")
    }

    @Test func thePageNamesTheFileAndRunsNothing() throws {
        let (link, path) = try share()
        #expect(try home.call(Routes.shareLinks, Nothing()).links == [link])
        let page = try home.transfer([], to: path)
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(text.contains("&#60;b&#62;r\u{FFFD}ecipes &#38; &#34;more&#34;&#60;br&#62; ü.html"), "\(text)")
        #expect(text.contains("href=\"\(path)/content\"") && text.contains("\(Self.content.count) bytes"))
        #expect(!text.contains("<b>") && !text.contains("<script"))
        #expect(page.headers["content-security-policy"] == "sandbox allow-downloads; default-src 'none'")
        requireQuiet(page)
    }

    @Test func theBytesComeWholeOrInPartsAndAreSavedNotShown() throws {
        let (_, path) = try share()
        let whole = try home.transfer([], to: path + "/content")
        #expect(whole.status == 200 && whole.body == Self.content)
        #expect(whole.headers["content-type"] == "application/octet-stream")
        #expect(whole.headers["content-security-policy"] == "sandbox; default-src 'none'")
        #expect(
            whole.headers["content-disposition"]
                == "attachment; filename*=UTF-8''%3Cb%3Er%E2%80%AEecipes%20%26%20%22more%22%3Cbr%3E%20%C3%BC.html")
        requireQuiet(whole)
        let part = try home.transfer(["-r", "1-6"], to: path + "/content")
        #expect(part.status == 206 && part.body == Array("script".utf8))
        for place in [path, path + "/content"] {
            let head = try home.transfer(["--head"], to: place)
            #expect(head.status == 200 && head.headers["content-length"] != nil)
        }
        #expect(try home.transfer(["-X", "POST", "-d", "x"], to: path).status == 405)
    }

    @Test func anEndedLinkAndOneThatNeverWasAreTheSame() throws {
        let (link, path) = try share()
        _ = try home.call(Routes.endShareLink, ShareLinkEnd(id: Self.operation(), link: link.link))
        let never = "/s/\(Base64URL.encode(RandomSource.system.bytes(ShareLinkID.tokenByteCount)))"
        let (ended, unknown) = (try home.transfer([], to: path), try home.transfer([], to: never))
        #expect(ended.status == 404 && unknown.status == 404 && ended.body == unknown.body)
        // The id of a link is not its token.
        #expect(try home.transfer([], to: "/s/\(link.link)").status == 404)
        for wrong in ["/s/", "/s", path + "/", path + "/content/", path + "/thumbnail", path + "?x"] {
            #expect(try home.transfer([], to: wrong).status == 404, "\(wrong)")
        }
    }

    private func requireQuiet(_ reply: CommitHome.Reply) {
        #expect(reply.headers["x-content-type-options"] == "nosniff")
        #expect(reply.headers["referrer-policy"] == "no-referrer")
        #expect(!reply.headers.values.contains { $0.contains("/s/") })
    }
}
